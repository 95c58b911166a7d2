"""Long turns say that they go on; messages can be left before and while they are worked on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from agent.types import Incoming
from bot.drafts import Draft
from bot.notice_words import STILL_WORKING
from bot.sessions import ReplyKind, Sessions
from tests.sessions.house import House, MemoryClaims, message, settle


def patient(house: House, seconds: float) -> Sessions:
    return Sessions(
        claims=house.claims,
        handle=house.handle,
        outbox=house.outbox,
        per_channel=5,
        total=100,
        patience=seconds,
    )


async def test_a_long_turn_says_once_that_it_goes_on() -> None:
    house = House()
    sessions = patient(house, 0.01)
    sessions.submit(message(1))
    await asyncio.sleep(0.1)
    assert house.outbox.sent == [(1, STILL_WORKING["en"], ReplyKind.WORKING)]
    house.handle.gate.set()
    await sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1]
    assert house.outbox.of(ReplyKind.WORKING) == [1]


async def test_a_short_turn_says_nothing_of_the_kind() -> None:
    house = House(open_at_once=True)
    sessions = patient(house, 5)
    sessions.submit(message(1))
    await sessions.wait_idle()
    assert house.outbox.of(ReplyKind.WORKING) == []


async def test_a_turn_without_an_answer_sends_none_and_the_next_goes_on() -> None:
    house = House()

    async def handle(messages: Sequence[Incoming], draft: Draft) -> str | None:
        return None if messages[0].message_id == 1 else "answer"

    sessions = Sessions(claims=house.claims, handle=handle, outbox=house.outbox, per_channel=5, total=9)
    sessions.submit(message(1))
    sessions.submit(message(2))
    await sessions.wait_idle()
    assert house.outbox.sent == [(2, "answer", ReplyKind.ANSWER)]


async def test_what_waits_is_dropped_and_what_runs_is_not() -> None:
    house = House()
    for number in (1, 2, 3):
        house.sessions.submit(message(number))
    await settle()
    running = house.sessions.running(1)
    assert running is not None
    assert running.message_id == 1
    assert [house.sessions.drop(number) for number in (1, 2, 99)] == [False, True, False]
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 3]
    assert house.sessions.running(1) is None


@pytest.mark.parametrize("dropped", [True, False])
async def test_what_is_dropped_while_it_is_claimed_is_never_begun(dropped: bool) -> None:
    house = House(open_at_once=True)
    claimed = asyncio.Event()

    class SlowClaims(MemoryClaims):
        async def claim(self, incoming: Incoming) -> bool:
            await claimed.wait()
            return await super().claim(incoming)

    sessions = Sessions(claims=SlowClaims(), handle=house.handle, outbox=house.outbox, per_channel=5, total=9)
    sessions.submit(message(1))
    await settle()
    if dropped:
        assert sessions.drop(1)
    claimed.set()
    await sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == ([] if dropped else [1])
