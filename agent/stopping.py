"""Ending a turn from outside, without losing what it has done by then."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from agent.errors import EngineCancelled

T = TypeVar("T")


class Stop:
    """One turn's stop. What is `guarded` ends at once when it is requested; all else, such as a tool that is
    writing a row, comes to its end first.
    """

    def __init__(self) -> None:
        self._requested = False
        self._work: asyncio.Task[Any] | None = None

    def request(self) -> None:
        """Idempotent."""
        self._requested = True
        if self._work is not None:
            self._work.cancel()

    async def guarded(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` gives. Raises EngineCancelled once a stop was requested; `work` has ended then."""
        if self._is_requested():
            work.close()
            raise EngineCancelled("stopped, as asked")
        task: asyncio.Task[T] = asyncio.create_task(work)
        self._work = task
        try:
            return await task
        except asyncio.CancelledError:
            if self._is_requested() and not _is_cancelled_itself():
                raise EngineCancelled("stopped, as asked") from None
            raise
        finally:
            self._work = None

    def _is_requested(self) -> bool:
        return self._requested


def _is_cancelled_itself() -> bool:
    current = asyncio.current_task()
    return current is not None and current.cancelling() > 0
