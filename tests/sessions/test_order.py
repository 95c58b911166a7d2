"""In order within a channel, side by side across channels, each message once, and no crash ends a session."""

from __future__ import annotations

import pytest

from agent.errors import StoreUnavailable
from agent.types import Incoming
from bot.notice_words import CRASHED, STORE_DOWN
from bot.sessions import ReplyKind
from tests.sessions.house import House, message, settle


async def test_submitting_returns_before_anything_happens() -> None:
    house = House(open_at_once=True)
    house.sessions.submit(message(1))
    assert house.handle.started == []
    await house.sessions.wait_idle()
    assert house.outbox.sent == [(1, "answer to hello", ReplyKind.ANSWER)]


async def test_messages_of_a_channel_are_answered_one_by_one_in_order() -> None:
    house = House()
    for message_id in (1, 2, 3):
        house.sessions.submit(message(message_id))
    await settle()
    assert house.handle.started == [1]
    house.handle.gate.set()
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [1, 2, 3]


async def test_a_busy_channel_does_not_hold_up_another() -> None:
    house = House()
    house.sessions.submit(message(1, channel=1))
    house.sessions.submit(message(2, channel=2))
    await settle()
    assert house.handle.started == [1, 2]
    assert sorted(house.outbox.working_in) == [1, 2]
    house.handle.gate.set()
    await house.sessions.wait_idle()


async def test_a_message_delivered_twice_is_handled_once() -> None:
    house = House(open_at_once=True)
    for channel in (1, 1, 2):
        house.sessions.submit(message(5, channel=channel))
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [5]


async def test_a_message_handled_before_a_restart_is_left_alone() -> None:
    house = House(open_at_once=True)
    house.claims.claimed.add(5)
    house.sessions.submit(message(5))
    await house.sessions.wait_idle()
    assert house.outbox.sent == []
    assert house.handle.started == []


async def test_typing_ends_before_the_answer_is_sent() -> None:
    house = House(open_at_once=True)
    at_reply: list[list[int]] = []
    original = house.outbox.reply

    async def reply(incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        at_reply.append(list(house.outbox.working_in))
        return await original(incoming, text, kind)

    house.outbox.reply = reply  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    await house.sessions.wait_idle()
    assert at_reply == [[]]


async def test_a_crashed_turn_is_told_and_the_next_one_runs() -> None:
    house = House(open_at_once=True)
    house.sessions.submit(message(1, text="crash"))
    house.sessions.submit(message(2))
    await house.sessions.wait_idle()
    assert house.outbox.sent == [
        (1, CRASHED["en"], ReplyKind.CRASHED),
        (2, "answer to hello", ReplyKind.ANSWER),
    ]


@pytest.mark.parametrize(
    ("fault", "words"), [(StoreUnavailable("disk full"), STORE_DOWN), (OSError("a bug"), CRASHED)]
)
async def test_a_store_that_fails_to_claim_is_told_and_the_next_message_is_answered(
    fault: Exception, words: dict[str, str]
) -> None:
    house = House(open_at_once=True)
    original = house.claims.claim

    async def claim(incoming: Incoming) -> bool:
        if incoming.message_id == 1:
            raise fault
        return await original(incoming)

    house.claims.claim = claim  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    house.sessions.submit(message(2))
    await house.sessions.wait_idle()
    assert house.outbox.sent == [
        (1, words["en"], ReplyKind.CRASHED),
        (2, "answer to hello", ReplyKind.ANSWER),
    ]


async def test_an_outbox_that_crashes_does_not_end_the_session() -> None:
    house = House(open_at_once=True)
    original = house.outbox.reply

    async def reply(incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        if incoming.message_id == 1:
            raise RuntimeError("a bug")
        return await original(incoming, text, kind)

    house.outbox.reply = reply  # type: ignore[method-assign]
    house.sessions.submit(message(1))
    house.sessions.submit(message(2))
    await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == [2]


@pytest.mark.parametrize("rounds", [3])
async def test_a_channel_can_go_quiet_and_come_back(rounds: int) -> None:
    house = House(open_at_once=True)
    for number in range(rounds):
        house.sessions.submit(message(number))
        await house.sessions.wait_idle()
    assert house.outbox.of(ReplyKind.ANSWER) == list(range(rounds))
    assert house.sessions.waiting == 0


async def test_a_thousand_messages_of_fifty_channels_keep_their_order() -> None:
    house = House(per_channel=20, total=1000, open_at_once=True)
    for message_id in range(1000):
        house.sessions.submit(message(message_id, channel=message_id % 50))
    await house.sessions.wait_idle()
    answered = house.outbox.of(ReplyKind.ANSWER)
    assert len(answered) == 1000
    for channel in range(50):
        of_channel = [message_id for message_id in answered if message_id % 50 == channel]
        assert of_channel == sorted(of_channel)
