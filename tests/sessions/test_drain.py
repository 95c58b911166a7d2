"""Stopping: what runs may finish, what cannot is told, and nobody is told twice."""

from __future__ import annotations

import asyncio

from agent.types import Incoming
from bot.notice_words import STOPPING
from bot.sessions import ReplyKind
from tests.sessions.house import House, message, settle


async def test_nothing_to_do_ends_at_once() -> None:
    house = House()
    await house.sessions.drain(grace=60, reply_grace=60)
    assert house.outbox.sent == []


async def test_a_turn_that_finishes_in_time_is_answered() -> None:
    house = House()
    house.sessions.submit(message(1))
    await settle()
    draining = asyncio.create_task(house.sessions.drain(grace=30, reply_grace=1))
    await settle()
    house.handle.gate.set()
    await draining
    assert house.outbox.sent == [(1, "answer to hello", ReplyKind.ANSWER)]


async def test_a_turn_that_does_not_finish_is_ended_and_its_author_told() -> None:
    house = House()
    house.sessions.submit(message(1))
    await settle()
    await house.sessions.drain(grace=0.01, reply_grace=1)
    assert house.outbox.sent == [(1, STOPPING["en"], ReplyKind.STOPPING)]
    assert house.handle.ended == []
    assert house.outbox.working_in == []


async def test_each_author_of_unanswered_messages_is_told_once_in_each_channel() -> None:
    house = House()
    for message_id, channel, author in ((1, 1, 7), (2, 1, 7), (3, 1, 8), (4, 2, 7)):
        house.sessions.submit(message(message_id, channel=channel, author=author))
    await settle()
    await house.sessions.drain(grace=0.01, reply_grace=1)
    assert sorted(house.outbox.of(ReplyKind.STOPPING)) == [1, 3, 4]


async def test_queued_messages_are_not_started_while_stopping() -> None:
    house = House()
    house.sessions.submit(message(1))
    house.sessions.submit(message(2))
    await settle()
    draining = asyncio.create_task(house.sessions.drain(grace=30, reply_grace=1))
    await settle()
    house.handle.gate.set()
    await draining
    assert house.handle.started == [1]
    assert house.outbox.of(ReplyKind.ANSWER) == [1]
    assert house.outbox.of(ReplyKind.STOPPING) == [2]


async def test_a_message_that_comes_while_stopping_is_told() -> None:
    house = House()
    await house.sessions.drain(grace=0, reply_grace=1)
    house.sessions.submit(message(1))
    await settle()
    assert house.outbox.of(ReplyKind.STOPPING) == [1]
    assert house.handle.started == []


async def test_an_answer_on_its_way_is_not_called_unfinished() -> None:
    house = House(open_at_once=True)
    sending = asyncio.Event()
    original = house.outbox.reply

    async def slow_reply(incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        sending.set()
        await asyncio.sleep(0.05)
        return await original(incoming, text, kind)

    house.outbox.reply = slow_reply  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    await sending.wait()
    await house.sessions.drain(grace=0, reply_grace=5)
    assert house.outbox.of(ReplyKind.ANSWER) == [1]
    assert house.outbox.of(ReplyKind.STOPPING) == []


async def test_an_outbox_that_hangs_does_not_hold_up_the_end() -> None:
    house = House()

    async def hang(incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        return await asyncio.Event().wait()

    house.outbox.reply = hang  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    await settle()
    async with asyncio.timeout(5):
        await house.sessions.drain(grace=0.01, reply_grace=0.01)


async def test_stopping_twice_is_stopping_once() -> None:
    house = House()
    house.sessions.submit(message(1))
    await settle()
    await house.sessions.drain(grace=0.01, reply_grace=1)
    await house.sessions.drain(grace=0.01, reply_grace=1)
    assert house.outbox.of(ReplyKind.STOPPING) == [1]


async def test_messages_that_were_answered_together_are_settled_together_when_their_turn_is_ended() -> None:
    """Else the next start would tell the author once more, of those that the notice did not refer to."""
    house = House()
    for message_id in (2, 3, 4):
        house.sessions.submit(message(message_id, joins=True))
    await settle()
    assert house.handle.started == [2, 3, 4]
    await house.sessions.drain(grace=0.01, reply_grace=1)
    assert sorted(house.claims.settled) == [2, 3, 4]
    assert house.outbox.of(ReplyKind.STOPPING) == [4]


async def test_what_is_being_claimed_when_the_end_comes_is_told() -> None:
    house = House()
    claiming = asyncio.Event()
    original = house.claims.claim

    async def slow_claim(incoming: Incoming) -> bool:
        if not claiming.is_set():
            claiming.set()
            await asyncio.Event().wait()
        return await original(incoming)

    house.claims.claim = slow_claim  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    await claiming.wait()
    await house.sessions.drain(grace=0.01, reply_grace=1)
    assert house.outbox.of(ReplyKind.STOPPING) == [1]
    assert house.handle.started == []
