"""Opening the database, owning it, and finding it locked."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import stat
import sys
from pathlib import Path

import aiosqlite
import pytest

from agent.errors import ConfigError, StoreUnavailable
from bot.store.db import Database, open_database
from tests.store.making import add_user

OWNER = """
import asyncio, pathlib, sys
from bot.store.db import open_database

async def main():
    async with open_database(pathlib.Path(sys.argv[1])):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


async def pragma(connection: aiosqlite.Connection, name: str) -> object:
    return next(iter(await connection.execute_fetchall(f"PRAGMA {name}")))[0]


async def test_it_is_durable_and_checks_references(database: Database) -> None:
    async def read(connection: aiosqlite.Connection) -> list[object]:
        names = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        return [await pragma(connection, name) for name in names]

    full = 2
    assert await database.write(read) == ["wal", 1, full, 5000]


async def test_a_row_that_refers_to_nothing_is_a_bug(database: Database) -> None:
    async def insert(connection: aiosqlite.Connection) -> None:
        await connection.execute(
            """
            INSERT INTO messages (channel_id, role, author_name, text, sent_utc)
            VALUES (1, 'user', '', '', 0)
            """
        )

    with pytest.raises(sqlite3.IntegrityError):
        await database.write(insert)


async def test_reading_cannot_write(database: Database) -> None:
    with pytest.raises(StoreUnavailable, match="readonly"):
        await database.read("DELETE FROM users")


async def test_nobody_else_may_read_the_file(database: Database, database_path: Path) -> None:
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in database_path.parent.glob("*.db*")}
    assert {name: oct(mode) for name, mode in modes.items() if "lock" not in name and mode != 0o600} == {}
    assert "kallisti.db-wal" in modes


async def test_a_second_owner_is_refused_in_one_sentence(database: Database, database_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"another Kallisti is using .*kallisti\.db") as refusal:
        async with open_database(database_path):
            pass
    assert "\n" not in str(refusal.value)
    async with open_database(database_path, exclusive=False) as visitor:
        assert await visitor.read("SELECT * FROM users") == []


async def test_a_killed_owner_leaves_no_lock(database_path: Path) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, str(database_path), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    assert await owner.stdout.readline() == b"open\n"
    with pytest.raises(ConfigError):
        async with open_database(database_path):
            pass
    os.kill(owner.pid, signal.SIGKILL)
    await owner.communicate()
    async with open_database(database_path) as database:
        assert await database.read("SELECT * FROM reminders") == []


@pytest.mark.parametrize("content", [b"not a database, but long enough to be looked at " * 30, b"short"])
def test_another_kind_of_file_is_refused_and_kept(database_path: Path, content: bytes) -> None:
    async def use() -> None:
        async with open_database(database_path):
            pass

    database_path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"kallisti\.db cannot be opened"):
        asyncio.run(use())
    assert database_path.read_bytes() == content


async def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere/kallisti\.db cannot be opened"):
        async with open_database(tmp_path / "nowhere" / "kallisti.db"):
            pass


async def test_a_short_lock_is_waited_for(database: Database, database_path: Path) -> None:
    other = sqlite3.connect(database_path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.3, other.execute, "COMMIT")
    await database.write(add_user(1))
    other.close()
    assert [row["id"] for row in await database.read("SELECT id FROM users")] == [1]


async def test_a_long_lock_is_a_fault_that_passes(database_path: Path) -> None:
    async with open_database(database_path, busy_timeout=0.2) as database:
        other = sqlite3.connect(database_path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            await database.write(add_user(1))
        assert await database.read("SELECT * FROM users") == []
        other.close()
        await database.write(add_user(2))
        assert [row["id"] for row in await database.read("SELECT id FROM users")] == [2]
