"""Answers that Discord did not take when they were ready: they are sent once it does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

import structlog

from agent.errors import StoreUnavailable

EVERY = 15.0
"""Seconds between two attempts, unless the connection comes back before."""
FAILURES = 3
"""After so many in one round nobody else is tried: Discord is likely to be down."""
KEPT_FOR = 6 * 3600.0
"""Seconds. A place where the bot may not write for so long is given up until the next start."""
MOST = 500
"""Answers that are kept. What is beyond is told of at the next start, as all that is not settled."""

Again = Callable[[], Awaitable[bool]]
"""One more attempt; True where it arrived, or never will. Must not raise."""
Settle = Callable[[Collection[int]], Awaitable[None]]
"""Notes that the authors of these messages need nothing more."""
Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class _Late:
    message_ids: list[int]
    again: Again
    until: float


class LateAnswers:
    """Keeps what could not be said, in order, and says it when it can. Nothing of it is settled before."""

    def __init__(self, *, settle: Settle, every: float = EVERY, most: int = MOST) -> None:
        self._settle = settle
        self._every = every
        self._most = most
        self._kept: deque[_Late] = deque()
        self._trying: asyncio.Task[None] | None = None
        self._back = asyncio.Event()
        self._log = structlog.get_logger("late")

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, message_ids: Collection[int], again: Again) -> None:
        """Takes over an answer to these messages."""
        if len(self._kept) >= self._most:
            self._log.error("too many answers are late", messages=list(message_ids))
            return
        until = asyncio.get_running_loop().time() + KEPT_FOR
        self._kept.append(_Late(list(message_ids), again, until))
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._keep_trying())

    def forget(self, message_id: int) -> None:
        """Nobody waits for an answer to this message any more."""
        for late in self._kept:
            if late.message_ids == [message_id]:
                late.again = _not_wanted

    def connection_is_back(self) -> None:
        """Discord can be reached again, so nothing need wait."""
        self._back.set()

    async def close(self) -> None:
        """What is left is told of at the next start."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait({self._trying})

    async def _keep_trying(self) -> None:
        while self._kept:
            self._back.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._back.wait(), self._every)
            await self._try_all()

    async def _try_all(self) -> None:
        """Each once, up to a few that still cannot be said, which then go behind the others."""
        failures = 0
        for _ in range(len(self._kept)):
            late = self._kept[0]
            try:
                arrived = await late.again()
            except Exception:  # noqa: BLE001 - a bug with one answer must not keep the others
                self._log.exception("late answer crashed", messages=late.message_ids)
                self._kept.popleft()
                continue
            if arrived:
                self._log.info("late answer sent", messages=late.message_ids)
                await self._note(late.message_ids)
                self._kept.popleft()
                continue
            self._put_off(late)
            failures += 1
            if failures == FAILURES:
                return

    def _put_off(self, late: _Late) -> None:
        self._kept.popleft()
        if asyncio.get_running_loop().time() < late.until:
            self._kept.append(late)
        else:
            self._log.warning("late answer given up", messages=late.message_ids)

    async def _note(self, message_ids: Collection[int]) -> None:
        try:
            await self._settle(message_ids)
        except StoreUnavailable as fault:  # after a restart the channel itself shows that it was answered
            self._log.error("answer not noted", messages=message_ids, reason=str(fault))


async def _not_wanted() -> bool:
    return True
