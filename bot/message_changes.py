"""What becomes of messages after they came: they are edited and deleted, and so are their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import replace
from itertools import chain, repeat
from typing import Any, Protocol

import structlog

from agent.errors import StoreUnavailable
from agent.plain_text import plain_text
from agent.ports import History
from agent.types import Incoming

DELAYS = (0.2, 1, 5, 30)
"""Seconds before each further attempt at writing a change down; the last one repeats."""
CLOSING_SECONDS = 1.0

Sleep = Callable[[float], Awaitable[None]]


class Queue(Protocol):
    """Messages whose turn has not begun. Both say whether the message was such a one."""

    def drop(self, message_id: int) -> bool: ...

    def edit(self, incoming: Incoming) -> bool: ...


class Answers(Protocol):
    """Messages that are being answered."""

    def withdraw(self, message_id: int) -> None: ...

    def edit(self, incoming: Incoming) -> None: ...


def edited(before: Incoming, after: Incoming) -> Incoming:
    """A message that says and brings something else, from the same author at the same place in the queue."""
    return replace(before, text=after.text, attachments=after.attachments, mentions=after.mentions)


class MessageChanges:
    """Keeps what waits, what runs and the session in step with the channel.

    A message that waits is answered in its new form. One whose turn runs or is over is changed in the session
    only: nothing is answered a second time.
    """

    def __init__(
        self, *, queue: Queue, answers: Answers, history: History, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._queue = queue
        self._answers = answers
        self._history = history
        self._sleep = sleep
        self._writing: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("changes")

    def deleted(self, message_id: int) -> None:
        """What waits is forgotten, what runs is ended in silence, what is over goes from the session."""
        self._queue.drop(message_id)
        self._answers.withdraw(message_id)
        self._in_background(lambda: self._history.delete([message_id]))

    def edited(self, incoming: Incoming) -> None:
        self._queue.edit(incoming)
        self._answers.edit(incoming)
        text = plain_text(incoming.text)
        self._in_background(lambda: self._history.edit(incoming.message_id, text))

    def sent(self, answered: int, message_ids: Collection[int]) -> None:
        """The answer to message `answered` stands in the channel as these messages."""
        self._in_background(lambda: self._history.sent(answered, message_ids))

    async def settled(self) -> None:
        """Returns when every change is written down."""
        while self._writing:
            await asyncio.wait(self._writing)

    async def close(self) -> None:
        """Lets what is being written come to its end, for a second at most."""
        if self._writing:
            _, late = await asyncio.wait(self._writing, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()

    def _in_background(self, write: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.create_task(self._written(write))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _written(self, write: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Tries again while the store is down: what somebody deleted must not stay."""
        for delay in chain(DELAYS, repeat(DELAYS[-1])):
            try:
                await write()
            except StoreUnavailable as fault:
                self._log.warning("a change is not written down yet", reason=str(fault), seconds=delay)
                await self._sleep(delay)
            except Exception:  # noqa: BLE001 - a bug in one change must not be silent, nor end others
                self._log.exception("a change cannot be written down")
                return
            else:
                return
