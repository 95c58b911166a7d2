"""What happens at the bounds: told once, until there is room again."""

from __future__ import annotations

import asyncio

from agent.types import Incoming
from bot.notice_words import HOUSE_FULL
from bot.sessions import ReplyKind
from tests.sessions.house import House, message, settle


async def test_a_full_channel_is_told_once_and_loses_nothing_it_took() -> None:
    house = House(per_channel=2)
    house.sessions.submit(message(1))
    await settle()
    for message_id in (2, 3, 4, 5):
        house.sessions.submit(message(message_id))
    await settle()
    assert house.outbox.of(ReplyKind.BUSY) == [4]
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 3]


async def test_at_a_full_channel_each_author_is_told() -> None:
    house = House(per_channel=1)
    house.sessions.submit(message(1))
    await settle()
    for message_id, author in ((2, 7), (3, 7), (4, 8), (5, 8)):
        house.sessions.submit(message(message_id, author=author))
    await settle()
    assert house.outbox.of(ReplyKind.BUSY) == [3, 4]
    house.handle.gate.set()
    await house.sessions.wait_idle()


async def test_a_channel_that_was_full_is_told_again_when_it_fills_again() -> None:
    house = House(per_channel=1)
    for first in (10, 20):
        house.handle.gate.clear()
        house.sessions.submit(message(first))
        await settle()
        house.sessions.submit(message(first + 1))
        house.sessions.submit(message(first + 2))
        await settle()
        house.handle.gate.set()
        await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.BUSY) == [12, 22]


async def test_a_sender_that_waits_for_room_is_never_refused() -> None:
    house = House(per_channel=2, total=3)

    async def send_all() -> None:
        for message_id in range(1, 21):
            await house.sessions.wait_for_room(1)
            house.sessions.submit(message(message_id))

    sending = asyncio.create_task(send_all())
    await settle()
    assert house.sessions.waiting == 2
    house.handle.gate.set()
    await sending
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == list(range(1, 21))
    assert house.outbox.of(ReplyKind.BUSY) == []


async def test_the_end_lets_go_of_those_who_wait_for_room() -> None:
    house = House(per_channel=1)
    house.sessions.submit(message(1))
    await settle()
    house.sessions.submit(message(2))
    waiting = asyncio.create_task(house.sessions.wait_for_room(1))
    await settle()
    assert not waiting.done()
    await house.sessions.drain(grace=0, reply_grace=0)
    await waiting


async def test_the_whole_house_has_a_bound_of_its_own() -> None:
    house = House(per_channel=5, total=2)
    for channel in (1, 2, 3, 4, 4):
        house.sessions.submit(message(channel * 10, channel=channel))
    await settle()
    assert house.outbox.sent[0] == (30, HOUSE_FULL["en"], ReplyKind.BUSY)
    assert house.outbox.of(ReplyKind.BUSY) == [30, 40]
    house.sessions.submit(message(50, channel=5))
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert sorted(house.outbox.of(ReplyKind.ANSWER)) == [10, 20, 50]


async def test_what_was_refused_may_be_said_again_and_a_repeated_event_of_it_is_ignored() -> None:
    house = House(per_channel=1)
    house.sessions.submit(message(1))
    await settle()
    house.sessions.submit(message(2))
    house.sessions.submit(message(3))
    house.handle.gate.set()
    await house.sessions.wait_idle()
    house.sessions.submit(message(3))
    await house.sessions.wait_idle()
    house.sessions.submit(message(4))
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 4]


async def test_whoever_met_a_full_house_is_told_again_although_several_left_it_at_once() -> None:
    house = House(per_channel=5, total=3, at_once=1)
    for first in (10, 20):
        house.handle.gate.clear()
        house.sessions.submit(message(first))
        await settle()
        for message_id in (first + 1, first + 2, first + 3):
            house.sessions.submit(message(message_id, joins=True))
        house.sessions.submit(message(first + 4, channel=2))
        await settle()
        house.handle.gate.set()
        await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.BUSY) == [14, 24]


async def test_a_message_that_is_delivered_twice_while_it_waits_takes_one_place_and_is_answered() -> None:
    house = House(per_channel=2)
    house.sessions.submit(message(1))
    await settle()
    for message_id in (2, 2, 3, 3, 2):
        house.sessions.submit(message(message_id))
    await settle()
    assert house.sessions.waiting == 2
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 3]
    assert house.outbox.of(ReplyKind.BUSY) == []


async def test_a_refusal_that_was_not_told_yet_is_not_settled() -> None:
    """The end of the process may come between: then the next start tells it."""
    house = House(per_channel=1)
    telling = asyncio.Event()
    original = house.outbox.reply

    async def slow_reply(incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        await telling.wait()
        return await original(incoming, text, kind)

    house.outbox.reply = slow_reply  # type: ignore[method-assign]
    for message_id in (1, 2, 3):
        house.sessions.submit(message(message_id))
        await settle()
    assert 3 in house.claims.claimed
    assert 3 not in house.claims.settled
    telling.set()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    await settle()
    assert sorted(house.claims.settled) == [1, 2, 3]
