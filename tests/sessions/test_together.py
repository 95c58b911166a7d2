"""What somebody writes on while they wait is answered together; channels take turns."""

from __future__ import annotations

from bot.sessions import TOGETHER, ReplyKind
from tests.sessions.house import House, message, settle


async def test_what_its_author_writes_meanwhile_is_answered_together() -> None:
    house = House()
    for number, text in enumerate(("first", "second", "third"), start=1):
        house.sessions.submit(message(number, text=text, joins=True))
        await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.sent == [
        (1, "answer to first", ReplyKind.ANSWER),
        (3, "answer to second and third", ReplyKind.ANSWER),
    ]
    assert house.claims.claimed == {1, 2, 3}


async def test_messages_of_two_authors_are_never_answered_together() -> None:
    house = House()
    for number, author in ((1, 7), (2, 7), (3, 8), (4, 7)):
        house.sessions.submit(message(number, author=author, joins=True))
        await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 3, 4]


async def test_what_does_not_join_is_answered_by_itself() -> None:
    house = House()
    for number, joins in ((1, True), (2, True), (3, False), (4, True)):
        house.sessions.submit(message(number, joins=joins))
        await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 3, 4]


async def test_one_that_was_handled_before_is_left_out() -> None:
    house = House()
    house.claims.claimed.add(3)
    for number in (1, 2, 3, 4):
        house.sessions.submit(message(number, text=str(number), joins=True))
        await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert [text for _, text, _ in house.outbox.sent] == ["answer to 1", "answer to 2 and 4"]


async def test_a_deleted_one_is_left_out_too() -> None:
    house = House()
    for number in (1, 2, 3):
        house.sessions.submit(message(number, text=str(number), joins=True))
        await settle()
    assert house.sessions.drop(3)
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert [text for _, text, _ in house.outbox.sent] == ["answer to 1", "answer to 2"]


async def test_no_more_than_a_few_are_answered_together() -> None:
    house = House(per_channel=20)
    for number in range(TOGETHER + 3):
        house.sessions.submit(message(number, joins=True))
        await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [0, TOGETHER, TOGETHER + 2]


async def test_channels_take_turns_however_much_one_of_them_has_to_say() -> None:
    house = House(at_once=1)
    for number in range(4):
        house.sessions.submit(message(number, channel=1))
    await settle()
    for number in (10, 20):
        house.sessions.submit(message(number, channel=number))
    await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.handle.started == [0, 10, 20, 1, 2, 3]


async def test_a_channel_waits_behind_those_that_wait_already() -> None:
    house = House(at_once=1)
    for number, channel in ((1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 2)):
        house.sessions.submit(message(number, channel=channel))
    await settle()
    assert house.handle.started == [1]
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.handle.started == [1, 4, 5, 2, 6, 3]


async def test_no_more_turns_run_at_once_than_there_are_places() -> None:
    house = House(at_once=3)
    for number in range(10):
        house.sessions.submit(message(number, channel=number))
    await settle()
    assert house.handle.started == [0, 1, 2]
    assert sorted(house.outbox.working_in) == list(range(10))
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert len(house.handle.ended) == 10
