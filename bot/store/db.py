"""Opening the database: one file, one writing connection, one reading connection, one owner."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
import structlog

from agent.errors import ConfigError, StoreUnavailable
from bot.store.backup import copy_before_upgrade
from bot.store.faults import outside_causes
from bot.store.migrations import MIGRATIONS, Migration, migrate
from bot.store.writer import Work, Writer

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another process that holds the write lock."""
SWITCH_PAUSE = 0.02
"""Seconds between attempts to switch a new database to its journal mode."""
OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables; RETURNING came with 3.35."""

T = TypeVar("T")

log = structlog.get_logger("database")


class Database:
    """Use `open_database` to get one."""

    def __init__(self, *, writer: Writer, reader: aiosqlite.Connection, path: Path) -> None:
        self._writer = writer
        self._reader = reader
        self._path = path
        self._identity = _identity(path)

    async def write(self, work: Work[T]) -> T:
        """Runs `work(connection)` in a transaction and returns its result once that is on disk.

        Either all of it is done or nothing. Raises what `work` raises, and StoreUnavailable.
        """
        return await self._writer.run(work)

    async def compact(self) -> None:
        """Writes the file anew, without what was deleted from it; others wait meanwhile. Raises
        StoreUnavailable.
        """
        await self._writer.compact()

    async def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows, as of the last commit. Raises StoreUnavailable."""
        with outside_causes():
            return list(await self._reader.execute_fetchall(sql, parameters))

    def require_in_place(self) -> None:
        """Raises StoreUnavailable once the file was moved or deleted: what is written would be gone with the
        process. To be asked before anything new is taken up; what is there already is still worked off.
        """
        if _identity(self._path) != self._identity:
            raise StoreUnavailable(f"{self._path} was moved or deleted; restart to open what is there now")


@asynccontextmanager
async def open_database(
    path: Path,
    *,
    exclusive: bool = True,
    migrations: tuple[Migration, ...] = MIGRATIONS,
    busy_timeout: float = BUSY_TIMEOUT,
) -> AsyncIterator[Database]:
    """The database at `path`, created and brought to the newest schema if need be.

    Before an older schema is brought up, a copy of the file is kept in "backups" beside it.
    `exclusive` makes this process its only owner until it ends, however it ends: that is what allows it to
    take up at once what a killed predecessor left behind.
    Raises ConfigError: the file cannot be opened, is no database, is newer, or has another owner.
    """
    async with AsyncExitStack() as stack:
        with _opening(path):
            _create_private(path)
            if exclusive:
                stack.enter_context(sole_owner(path))
            connection = await stack.enter_async_context(_connection(path, busy_timeout))
            await migrate(connection, migrations, partial(_keep_copy, path))
            reader = await stack.enter_async_context(_connection(path, busy_timeout))
            await reader.execute("PRAGMA query_only = ON")
        writer = Writer(connection)
        stack.push_async_callback(writer.close)
        yield Database(writer=writer, reader=reader, path=path)


@asynccontextmanager
async def _connection(path: Path, busy_timeout: float) -> AsyncIterator[aiosqlite.Connection]:
    # isolation_level None: transactions begin and end where this code says so, and nowhere else.
    async with aiosqlite.connect(path, isolation_level=None, timeout=busy_timeout) as connection:
        connection.row_factory = sqlite3.Row
        # One damaged text must not make every row that is read with it unreadable.
        connection.text_factory = _decoded
        if await _switch_to_wal(connection, busy_timeout) != "wal":
            raise ConfigError(f"{path} lies on a file system without shared memory, which SQLite needs")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA synchronous = FULL")
        yield connection


async def _keep_copy(path: Path, steps: int) -> None:
    kept = await asyncio.to_thread(copy_before_upgrade, path, steps=steps)
    log.info("database upgraded", copy_of_the_old_one=str(kept))


def _decoded(text: bytes) -> str:
    return text.decode(errors="replace")


async def _switch_to_wal(connection: aiosqlite.Connection, patience: float) -> str:
    """The journal mode after asking for WAL.

    SQLite does not wait for its locks here: two that create the file at once would meet SQLITE_BUSY.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience
    while True:
        try:
            rows = await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or loop.time() > deadline:
                raise
            await asyncio.sleep(SWITCH_PAUSE)
        else:
            return str(next(iter(rows))[0])


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise ConfigError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    try:
        yield
    except (OSError, sqlite3.DatabaseError) as error:
        raise ConfigError(f"the database {path} cannot be opened: {error}") from error


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _create_private(path: Path) -> None:
    """What people asked to be reminded of is nobody else's business; SQLite's side files copy the mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))


@contextmanager
def sole_owner(path: Path) -> Iterator[None]:
    """Keeps every other process from owning the database at `path`. Raises ConfigError where one does, or
    nothing can be written beside it.

    The kernel drops this lock when the process ends, even by SIGKILL.
    """
    try:
        lock = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise ConfigError(f"{path.parent} cannot be written to: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(
                f"another Kallisti is using {path}: stop it first, or choose another data directory"
            ) from None
        yield
