"""Units of work: together on disk, apart in failure."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import aiosqlite
import pytest

from agent.errors import NotFound, StoreUnavailable
from bot.store.db import Database, open_database
from bot.store.writer import Work
from tests.store.making import add_user


def add_user_and_fail(user_id: int) -> Work[None]:
    async def add(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO users (id) VALUES (?)", (user_id,))
        raise NotFound("on purpose")

    return add


def add_big_message(channel_id: int, size: int) -> Work[None]:
    async def add(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO channels (id) VALUES (?) ON CONFLICT DO NOTHING", (channel_id,))
        await connection.execute(
            """
            INSERT INTO messages (channel_id, role, author_name, text, sent_utc)
            VALUES (?, 'user', '', ?, 0)
            """,
            (channel_id, "x" * size),
        )

    return add


async def user_ids(database: Database) -> list[int]:
    return [row["id"] for row in await database.read("SELECT id FROM users ORDER BY id")]


async def set_page_limit(database: Database, pages: int) -> None:
    async def limit(connection: aiosqlite.Connection) -> None:
        await connection.execute(f"PRAGMA max_page_count = {pages}")

    await database.write(limit)


async def pages_used(database: Database) -> int:
    return int((await database.read("PRAGMA page_count"))[0][0])


async def test_each_caller_gets_its_own_result(database: Database) -> None:
    results = await asyncio.gather(*(database.write(add_user(number)) for number in range(300)))
    assert results == list(range(300))
    assert await user_ids(database) == list(range(300))


async def test_those_that_wait_together_share_a_commit(database: Database, database_path: Path) -> None:
    log = database_path.with_name("kallisti.db-wal")
    await database.write(add_user(1000))
    before = log.stat().st_size
    await database.write(add_user(1001))
    alone = log.stat().st_size - before
    await asyncio.gather(*(database.write(add_user(number)) for number in range(100)))
    together = log.stat().st_size - before - alone
    assert together <= 10 * alone


async def test_one_that_fails_is_rolled_back_alone(database: Database) -> None:
    works: list[Work[object]] = [add_user(1), add_user_and_fail(2), add_user(1), add_user(3)]
    results = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert results[0] == 1
    assert isinstance(results[1], NotFound)
    assert isinstance(results[2], sqlite3.IntegrityError)
    assert results[3] == 3
    assert await user_ids(database) == [1, 3]


async def lose_the_transaction(connection: aiosqlite.Connection) -> None:
    """What SQLite does by itself on some faults of disk and memory: all of the transaction is gone."""
    await connection.rollback()
    raise NotFound("on purpose")


async def test_neighbours_of_a_lost_transaction_are_done_again(database: Database) -> None:
    works: list[Work[object]] = [add_user(1), lose_the_transaction, add_user(2)]
    results = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert (results[0], results[2]) == (1, 2)
    assert isinstance(results[1], NotFound)
    assert await user_ids(database) == [1, 2]


async def test_the_work_of_a_cancelled_caller_is_done(database: Database) -> None:
    task = asyncio.create_task(database.write(add_user(1)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.write(add_user(2))
    assert await user_ids(database) == [1, 2]


async def test_closing_commits_what_waits(database_path: Path) -> None:
    async with open_database(database_path) as database:
        waiting = [asyncio.create_task(database.write(add_user(number))) for number in range(5)]
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == list(range(5))
    with pytest.raises(StoreUnavailable, match="closed"):
        await database.write(add_user(9))
    async with open_database(database_path) as database:
        assert await user_ids(database) == list(range(5))


async def test_a_full_disk_is_a_fault_that_passes(database: Database) -> None:
    await set_page_limit(database, await pages_used(database) + 2)
    with pytest.raises(StoreUnavailable, match="full"):
        await database.write(add_big_message(1, 1_000_000))
    assert await database.read("SELECT * FROM messages") == []
    assert await database.read("SELECT * FROM channels") == []
    await set_page_limit(database, 1_000_000)
    await database.write(add_big_message(1, 1_000_000))
    assert len(await database.read("SELECT * FROM messages")) == 1


async def test_a_full_disk_fails_the_one_that_needs_the_room(database: Database) -> None:
    await set_page_limit(database, await pages_used(database) + 4)
    works: list[Work[object]] = [add_user(1), add_big_message(1, 1_000_000), add_user(2)]
    results = await asyncio.gather(*map(database.write, works), return_exceptions=True)
    assert results[0] == 1
    assert isinstance(results[1], StoreUnavailable)
    assert results[2] == 2
    assert await user_ids(database) == [1, 2]
