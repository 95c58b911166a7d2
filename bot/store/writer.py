"""One writer for all: units of work in arrival order, those that wait together committed together.

A commit costs one fsync (4 ms and more on common disks); a hundred channels that each confirm a delivery then
wait for a few of them instead of for a hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import aiosqlite

from agent.errors import StoreUnavailable
from bot.store.faults import outside_causes

GROUP_LIMIT = 128
"""Units committed together at most, so that the first of them does not wait for a crowd."""

T = TypeVar("T")
Work = Callable[[aiosqlite.Connection], Awaitable[T]]
"""Reads and writes through the connection, and nothing else: it may be run a second time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """`work` in a transaction; without one the file is compacted."""

    work: Work[Any] | None
    outcome: asyncio.Future[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settled:
    result: Any = None
    error: Exception | None = None


class Writer:
    """Owns the writing connection. A unit that fails is rolled back alone; its neighbours stand."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._queue: asyncio.Queue[_Unit | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._serve(), name="database writer")

    async def run(self, work: Work[T]) -> T:
        """The result of `work`, once it is committed. Raises what it raises, and StoreUnavailable.

        A caller that is cancelled stops waiting; its work is done all the same.
        """
        result: T = await self._put(work)
        return result

    async def compact(self) -> None:
        """Writes the file anew, so that it holds nothing that was deleted, and empties the log beside it."""
        await self._put(None)

    async def _put(self, work: Work[Any] | None) -> Any:
        if self._closed:
            raise StoreUnavailable("the database is closed")
        outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Unit(work=work, outcome=outcome))
        with outside_causes():
            return await outcome

    async def close(self) -> None:
        """Commits what waits, then ends."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
        await self._task

    async def _serve(self) -> None:
        while (unit := await self._queue.get()) is not None:
            group = [unit, *self._waiting(GROUP_LIMIT - 1)]
            compacting = [member for member in group if member.work is None]
            group = [member for member in group if member.work is not None]
            if group:
                for member, settled in zip(group, await self._commit(group), strict=True):
                    _settle(member.outcome, settled)
            for member in compacting:
                _settle(member.outcome, await self._compact())

    def _waiting(self, limit: int) -> list[_Unit]:
        group: list[_Unit] = []
        while len(group) < limit and not self._queue.empty():
            unit = self._queue.get_nowait()
            if unit is None:
                self._queue.put_nowait(None)
                break
            group.append(unit)
        return group

    async def _compact(self) -> _Settled:
        try:
            await self._connection.execute("VACUUM")
            await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        except Exception as error:  # noqa: BLE001 - whoever asked learns it; the writer goes on
            return _Settled(error=error)
        return _Settled()

    async def _commit(self, group: list[_Unit]) -> list[_Settled]:
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
        except Exception as error:  # noqa: BLE001 - every caller learns it; the writer goes on
            return [_Settled(error=error)] * len(group)
        try:
            return await self._run_and_commit(group)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever asked for the work
            if len(group) == 1:
                return [_Settled(error=error)]
        return [settled for unit in group for settled in await self._commit([unit])]

    async def _run_and_commit(self, group: list[_Unit]) -> list[_Settled]:
        try:
            settled = [await self._run_one(unit.work) for unit in group if unit.work is not None]
            await self._connection.execute("COMMIT")
        except BaseException:
            await self._connection.rollback()
            raise
        return settled

    async def _run_one(self, work: Work[Any]) -> _Settled:
        """Raises only if SQLite gave up the whole transaction, as it does on some full disks."""
        await self._connection.execute("SAVEPOINT unit")
        try:
            result = await work(self._connection)
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            await self._connection.execute("ROLLBACK TO unit")
            await self._connection.execute("RELEASE unit")
            return _Settled(error=error)
        await self._connection.execute("RELEASE unit")
        return _Settled(result=result)


def _settle(outcome: asyncio.Future[Any], settled: _Settled) -> None:
    if outcome.done():
        return
    if settled.error is None:
        outcome.set_result(settled.result)
    else:
        outcome.set_exception(settled.error)
