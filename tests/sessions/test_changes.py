"""What happens to messages is written down, however long the store is down."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from agent.errors import StoreUnavailable
from agent.testing.clock import START
from agent.testing.history import InMemoryHistory
from agent.types import HistoryMessage, Incoming
from bot.message_changes import MessageChanges
from tests.sessions.house import message

CHANNEL = 5


class Nothing:
    """A queue in which nothing waits, and answers of which none is made."""

    def drop(self, message_id: int) -> bool:
        return False

    def withdraw(self, message_id: int) -> None:
        pass


class Queue(Nothing):
    def edit(self, incoming: Incoming) -> bool:
        return False


class Answers(Nothing):
    def edit(self, incoming: Incoming) -> None:
        pass


class Failing(InMemoryHistory):
    """Cannot be written the first `failures` times."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    async def delete(self, message_ids: Collection[int]) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("the disk is full")
        await super().delete(message_ids)


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


async def with_a_message(history: InMemoryHistory) -> MessageChanges:
    said = HistoryMessage(role="user", author_name="Ann", text="secret", sent_at=START)
    await history.append(CHANNEL, said, message_id=1)
    return MessageChanges(queue=Queue(), answers=Answers(), history=history, sleep=no_pause)


async def test_a_deletion_is_tried_until_the_store_is_back() -> None:
    history = Failing(9)
    changes = await with_a_message(history)
    changes.deleted(1)
    await changes.settled()
    assert await history.window(CHANNEL, limit=9) == ()


async def test_closing_does_not_wait_for_a_store_that_stays_down() -> None:
    history = Failing(10**9)
    changes = await with_a_message(history)
    changes.deleted(1)
    async with asyncio.timeout(5):
        await changes.close()
        await changes.settled()


async def test_an_edited_text_holds_nothing_that_no_store_can_take() -> None:
    history = InMemoryHistory()
    changes = await with_a_message(history)
    changes.edited(message(1, text="half \ud83d of a pair, and \x00"))
    await changes.settled()
    (kept,) = await history.window(CHANNEL, limit=9)
    assert kept.text.encode()
    assert "\x00" not in kept.text
