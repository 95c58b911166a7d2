"""The queue in front of an engine: in arrival order, as many at once as it has places, bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from agent.errors import EngineBusy, EngineCancelled, EngineDeadline, EngineDown

T = TypeVar("T")


class Places:
    """A semaphore whose number of places may change, and which lets in strictly in order of arrival."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        self._taken -= 1
        self._let_in()

    def resize(self, count: int) -> None:
        """Fewer places count as soon as those who are in have left."""
        self.count = count
        self._let_in()

    def _let_in(self) -> None:
        while self._waiting and (self._waiting[0].done() or self._taken < self.count):
            turn = self._waiting.popleft()
            if not turn.done():  # else whoever waited has given up
                self._taken += 1
                turn.set_result(None)


class RequestQueue:
    """`limit` requests may wait behind the running ones, of which there is one unless `resize` says more."""

    def __init__(self, *, limit: int) -> None:
        self._limit = limit
        self._places = Places(1)
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._closed = False

    async def run(self, request_id: str, seconds: float, work: Callable[[float], Awaitable[T]]) -> T:
        """Runs `work(seconds_left)` when its turn comes; `seconds` counts from now.

        Raises EngineBusy, EngineDeadline (the turn did not come in time), EngineCancelled (see `cancel`),
        EngineDown after `close`, and whatever `work` raises. Cancelling the caller cancels `work`.
        """
        self._admit(request_id)
        task = asyncio.create_task(self._in_turn(seconds, work))
        self._tasks[request_id] = task
        try:
            return await task
        except asyncio.CancelledError:
            if _caller_is_cancelled():
                raise
            if self._closed:
                raise EngineDown("The engine is closed.") from None
            raise EngineCancelled("The request was withdrawn.") from None
        finally:
            del self._tasks[request_id]

    def cancel(self, request_id: str) -> None:
        """Withdraws a waiting or running request; unknown ids are ignored."""
        if task := self._tasks.get(request_id):
            task.cancel()

    def resize(self, places: int) -> None:
        """So many requests may run at once from now on."""
        self._places.resize(places)

    def close(self) -> None:
        """Withdraws all and refuses new ones."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()

    def _admit(self, request_id: str) -> None:
        if self._closed:
            raise EngineDown("The engine is closed.")
        if request_id in self._tasks:
            raise ValueError(f"a request with the id {request_id!r} is already waiting or running")
        if len(self._tasks) >= self._limit + self._places.count:
            raise EngineBusy(f"The model is busy, and {self._limit} requests are waiting already.")

    async def _in_turn(self, seconds: float, work: Callable[[float], Awaitable[T]]) -> T:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        try:
            async with asyncio.timeout_at(end):
                await self._places.take()
        except TimeoutError:
            raise EngineDeadline("The deadline passed while the request was waiting for its turn.") from None
        try:
            return await work(end - loop.time())
        finally:
            self._places.give_back()


def _caller_is_cancelled() -> bool:
    caller = asyncio.current_task()
    return caller is not None and caller.cancelling() > 0
