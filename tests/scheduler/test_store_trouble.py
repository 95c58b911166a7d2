"""The running schedule on a database that is locked, read-only or on a full disk while things are due."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import aiosqlite
import pytest
import structlog

from agent.errors import ConfigError, StoreUnavailable
from bot.store.db import Database, open_database
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.running import real_clock, running, store_of
from tests.scheduler.test_store_faults import disk_takes_nothing_beyond
from tests.store.making import ANN, draft, every

TICK = timedelta(milliseconds=200)
LEAD = timedelta(seconds=2)
"""From setting them until they are due; the trouble begins meanwhile."""
TROUBLE = 1.0
"""Seconds that it lasts when they are due."""
NOBODY = 65_534


@asynccontextmanager
async def locked(_: Database, path: Path) -> AsyncIterator[None]:
    async with aiosqlite.connect(path, isolation_level=None) as other:
        await other.execute("BEGIN EXCLUSIVE")
        yield


@asynccontextmanager
async def read_only(database: Database, _: Path) -> AsyncIterator[None]:
    """As SQLite tells it of a file system that was remounted: attempt to write a readonly database."""

    async def forbid(connection: aiosqlite.Connection) -> None:
        await connection.execute("PRAGMA query_only = ON")

    await database.write(forbid)
    yield
    # No transaction can begin, so the way back is the connection itself.
    await database._writer._connection.execute("PRAGMA query_only = OFF")


@asynccontextmanager
async def full(_: Database, path: Path) -> AsyncIterator[None]:
    with disk_takes_nothing_beyond(path.with_name(path.name + "-wal").stat().st_size):
        yield


Trouble = Callable[[Database, Path], AbstractAsyncContextManager[None]]


async def set_some(database: Database) -> datetime:
    """Three and a series, all due at the instant that it gives."""
    due = (real_clock() + LEAD).replace(microsecond=0)
    store = store_of(database)
    for number in range(3):
        await store.add(draft(text=str(number), now=due - LEAD, after=LEAD))
    rule = every(timedelta(minutes=1), start=due - timedelta(minutes=1))
    await store.add(draft(text="series", now=due - LEAD, rule=rule))
    return due


async def until(instant: datetime) -> None:
    await asyncio.sleep((instant - real_clock()).total_seconds())


@pytest.mark.parametrize("trouble", [locked, read_only, full], ids=["locked", "read-only", "full"])
async def test_nothing_is_sent_that_cannot_be_recorded_and_all_of_it_goes_out_afterwards(
    database_path: Path, inbox: Inbox, trouble: Trouble
) -> None:
    async with open_database(database_path, busy_timeout=0.05) as database:
        due = await set_some(database)
        with structlog.testing.capture_logs() as lines:
            async with running(database, inbox, tick=TICK):
                async with trouble(database, database_path):
                    await until(due + timedelta(seconds=TROUBLE))
                    assert inbox.attempts == []
                await inbox.wait_for(4)
                await eventually(lambda: only_the_series_is_pending(database))
    assert sorted(inbox.texts()) == ["0", "1", "2", "series"]
    told = [line for line in lines if line["log_level"] in ("warning", "error")]
    tries = (LEAD.total_seconds() + TROUBLE) / TICK.total_seconds()
    assert 1 <= len(told) <= tries + 1, "one line each time it was tried"
    assert all(
        "exc_info" not in line and "the database cannot be used now" in line["reason"] for line in told
    )


async def only_the_series_is_pending(database: Database) -> bool:
    return [reminder.text for reminder in await store_of(database).pending(ANN)] == ["series"]


async def test_a_lock_of_seconds_is_waited_for_without_a_word(database_path: Path, inbox: Inbox) -> None:
    async with open_database(database_path) as database:
        due = await set_some(database)
        with structlog.testing.capture_logs() as lines:
            async with running(database, inbox):
                async with locked(database, database_path):
                    await until(due + timedelta(seconds=TROUBLE))
                    assert inbox.attempts == []
                await inbox.wait_for(4, seconds=3)
    assert sorted(inbox.texts()) == ["0", "1", "2", "series"]
    assert [line for line in lines if line["log_level"] != "info"] == []


@contextmanager
def without_privileges(directory: Path) -> Iterator[None]:
    """For root, nothing is read-only: for this long it is somebody else."""
    if os.geteuid():
        yield
        return
    os.chown(directory, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_directory_made_read_only_is_refused_in_a_sentence_and_keeps_what_it_holds(
    inbox: Inbox,
) -> None:
    """What is open already can still be written to; it is the next start that meets it."""
    with tempfile.TemporaryDirectory() as name, without_privileges(Path(name)):
        directory = Path(name)
        path = directory / "kallisti.db"
        async with open_database(path) as database:
            kept = await store_of(database).add(draft(now=real_clock(), after=timedelta(0)))
        set_modes(directory, directory_mode=0o500, file_mode=0o400)
        with pytest.raises(ConfigError, match="cannot be opened"):
            async with open_database(path):
                pass
        set_modes(directory, directory_mode=0o700, file_mode=0o600)
        async with open_database(path) as database, running(database, inbox):
            await inbox.wait_for(1)
    assert inbox.messages[0].notice.reminder_id == kept.id


def set_modes(directory: Path, *, directory_mode: int, file_mode: int) -> None:
    directory.chmod(0o700)
    for file in directory.iterdir():
        file.chmod(file_mode)
    directory.chmod(directory_mode)


async def test_what_was_not_written_is_not_confirmed(database_path: Path) -> None:
    async with open_database(database_path, busy_timeout=0.05) as database:
        for trouble in (locked, read_only, full):
            async with trouble(database, database_path):
                with pytest.raises(StoreUnavailable):
                    await store_of(database).add(draft())
        assert await store_of(database).pending(ANN) == ()
