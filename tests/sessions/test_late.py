"""What cannot be said when it is ready is said later, and not settled before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

import pytest

from agent.errors import StoreUnavailable
from bot import late_answers
from bot.late_answers import LateAnswers
from bot.sessions import ReplyKind
from tests.sessions.house import House, message, settle


async def test_an_answer_that_did_not_arrive_is_settled_when_it_does() -> None:
    house = House(open_at_once=True)
    house.outbox.down = True
    house.sessions.submit(message(1))
    await house.sessions.wait_idle()
    assert (house.claims.settled, len(house.sessions.late)) == ([], 1)
    house.sessions.late.connection_is_back()
    await settle()
    assert (house.outbox.sent, house.claims.settled) == ([], [])
    house.outbox.down = False
    house.sessions.late.connection_is_back()
    await settle()
    assert house.outbox.sent == [(1, "answer to hello", ReplyKind.ANSWER)]
    assert (house.claims.settled, len(house.sessions.late)) == ([1], 0)


async def test_a_refusal_and_an_apology_are_said_later_too() -> None:
    house = House(per_channel=1)
    house.outbox.down = True
    house.sessions.submit(message(1, text="crash"))
    await settle()
    for message_id in (2, 3):
        house.sessions.submit(message(message_id))
    await settle()
    house.handle.gate.set()
    await house.sessions.wait_idle()
    house.outbox.down = False
    house.sessions.late.connection_is_back()
    await settle()
    assert house.outbox.of(ReplyKind.BUSY) == [3]
    assert house.outbox.of(ReplyKind.CRASHED) == [1]
    assert house.outbox.of(ReplyKind.ANSWER) == [2]
    assert sorted(house.claims.settled) == [1, 2, 3]


async def test_at_the_end_what_is_left_stays_unsettled_for_the_next_start() -> None:
    house = House(open_at_once=True)
    house.outbox.down = True
    house.sessions.submit(message(1))
    await house.sessions.wait_idle()
    await house.sessions.drain(grace=0, reply_grace=0)
    assert house.claims.settled == []


async def test_an_answer_to_a_deleted_message_is_sent_no_more() -> None:
    house = House(open_at_once=True)
    house.outbox.down = True
    house.sessions.submit(message(1))
    await house.sessions.wait_idle()
    house.sessions.drop(1)
    house.outbox.down = False
    house.sessions.late.connection_is_back()
    await settle()
    assert (house.outbox.sent, house.claims.settled) == ([], [1])


class Kept:
    """Late answers under the test's control, with what was settled and tried."""

    def __init__(self, *, most: int = 9) -> None:
        self.settled: list[int] = []
        self.tried: list[int] = []
        self.arrive: set[int] = set()
        self.late = LateAnswers(settle=self.settle, every=0, most=most)

    async def settle(self, message_ids: Collection[int]) -> None:
        self.settled += message_ids

    def again(self, message_id: int) -> Callable[[], Awaitable[bool]]:
        async def attempt() -> bool:
            self.tried.append(message_id)
            if message_id == 0:
                raise RuntimeError("a bug")
            return message_id in self.arrive

        return attempt


async def test_they_are_said_in_order_and_a_few_that_cannot_be_said_keep_no_others() -> None:
    kept = Kept()
    kept.arrive = {5, 6}
    for message_id in (1, 2, 3, 4, 5, 6):
        kept.late.keep([message_id], kept.again(message_id))
    while len(kept.late) > 4:
        await settle()
    assert kept.tried[:8] == [1, 2, 3, 4, 5, 6, 1, 2]
    assert kept.settled == [5, 6]
    await kept.late.close()


async def test_one_that_can_never_be_said_is_given_up_unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_answers, "KEPT_FOR", -1.0)
    kept = Kept()
    kept.late.keep([1], kept.again(1))
    while len(kept.late):
        await settle()
    assert (kept.tried, kept.settled) == ([1], [])


async def test_one_whose_sending_crashes_is_dropped_unsettled() -> None:
    kept = Kept()
    kept.arrive = {1}
    for message_id in (0, 1):
        kept.late.keep([message_id], kept.again(message_id))
    while len(kept.late):
        await settle()
    assert (kept.settled, kept.tried) == ([1], [0, 1])


async def test_no_more_are_kept_than_the_bound() -> None:
    kept = Kept(most=1)
    for message_id in (1, 2):
        kept.late.keep([message_id], kept.again(message_id))
    assert len(kept.late) == 1
    await kept.late.close()


@pytest.mark.parametrize("failing", [True, False])
async def test_what_arrived_is_not_sent_again_where_it_cannot_be_noted(failing: bool) -> None:
    tried: list[int] = []

    async def settle_in(message_ids: Collection[int]) -> None:
        if failing:
            raise StoreUnavailable("the disk is full")

    async def again() -> bool:
        tried.append(1)
        return True

    late = LateAnswers(settle=settle_in, every=0)
    late.keep([1], again)
    while len(late):
        await settle()
    await settle()
    assert tried == [1]
