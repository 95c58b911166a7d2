"""A hundred thousand pending: what the schedule asks again and again is answered by an index."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import aiosqlite
import pytest

from agent.testing.clock import START
from bot.store.db import Database
from bot.store.occurrences import SqliteOccurrences
from bot.store.recomputing import Recomputed
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.running import running, store_of
from tests.store.making import ANN, daily, draft

HOUR = timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")
WHOLE_TABLES = ("SCAN occurrences", "SCAN reminders")


class Plans:
    """How SQLite finds what each statement asks for."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def explained(self, path: Path) -> dict[str, list[str]]:
        with closing(sqlite3.connect(path)) as connection:
            return {
                sql: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
                for sql in dict.fromkeys(self.statements)
            }


@asynccontextmanager
async def traced(database: Database) -> AsyncIterator[Plans]:
    """Collects all statements that read or change rows, with their values filled in."""
    plans = Plans()

    def note(sql: str) -> None:
        if sql.split(maxsplit=1)[0].upper() in ("SELECT", "UPDATE", "INSERT", "DELETE"):
            plans.statements.append(sql)

    connections = (database._reader, database._writer._connection)
    for connection in connections:
        await connection.set_trace_callback(note)
    yield plans
    for connection in connections:
        await connection.set_trace_callback(None)  # type: ignore[arg-type]


async def test_no_delivery_reads_a_whole_table(database: Database, database_path: Path) -> None:
    """From looking what is due to what follows it, for a one-shot and a series."""
    store, occurrences = store_of(database), SqliteOccurrences(database)
    await store.add(draft(after=HOUR))
    await store.add(draft(rule=daily(13)))
    now = START + timedelta(days=1)
    async with traced(database) as plans:
        await occurrences.upcoming(after=START, until=now, limit=1000)
        await occurrences.skip_missed(now=now, window=24 * HOUR)
        await occurrences.restore(now=now, everything=False)
        await occurrences.hasten(now=now)
        due = await occurrences.due(now=now, per_channel=50)
        claims = await occurrences.claim_all([each.id for each in due], now=now, lease=HOUR)
        await occurrences.begin_all(claims.claimed, now=now)
        for claimed in claims.claimed:
            await occurrences.delivered(claimed, channel_id=1, message_id=1, now=now)
    assert len(claims.claimed) == 2
    assert len(plans.statements) > 15
    for sql, steps in plans.explained(database_path).items():
        scans = [step for step in steps if step.startswith(WHOLE_TABLES) and "USING INDEX" not in step]
        assert scans == [], sql


# ------------------------------------------------------------------ a new zone database


async def set_wrong(database: Database, count: int) -> None:
    """`count` daily series at nine o'clock that another zone database had put an hour later."""
    store = store_of(database)
    for number in range(count):
        start = START + timedelta(days=number % 30, minutes=number)
        await store.add(draft(rule=daily(9, start=start), now=START))

    async def shift(connection: aiosqlite.Connection) -> None:
        hour = 3_600_000_000
        await connection.execute(f"UPDATE reminders SET due_utc = due_utc + {hour}")
        await connection.execute(
            f"UPDATE occurrences SET due_utc = due_utc + {hour}, attempt_utc = attempt_utc + {hour}"
        )

    await database.write(shift)


async def hours(database: Database) -> set[int]:
    pending = await store_of(database).pending(ANN, limit=10_000)
    return {reminder.due.astimezone(BERLIN).hour for reminder in pending}


async def test_batches_reach_every_occurrence_once_the_soonest_first(database: Database) -> None:
    await set_wrong(database, 130)
    assert await hours(database) == {10}
    occurrences = SqliteOccurrences(database, version=lambda: "2199z")
    batch, moved, reached = await occurrences.recompute(now=START, limit=50), 0, [START]
    while batch.reached is not None:
        moved += batch.moved
        reached.append(batch.reached)
        batch = await occurrences.recompute(now=START, after=batch.reached, limit=50)
    assert moved == 130
    assert reached == sorted(reached)
    assert len(reached) >= 3
    assert await hours(database) == {9}
    assert await occurrences.recompute(now=START, limit=50) == Recomputed()


async def test_what_is_due_goes_out_while_a_thousand_are_still_recomputed(
    database: Database, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.scheduler.RECOMPUTED_FIRST", 20)
    await set_wrong(database, 1000)
    now = START + timedelta(minutes=5)
    await store_of(database).add(draft(text="due", after=timedelta(0), now=now))
    version = SqliteOccurrences(database, version=lambda: "2199z")
    monkeypatch.setattr("tests.scheduler.running.SqliteOccurrences", lambda _: version)
    async with running(database, inbox, clock=lambda: now):
        await inbox.wait_for(1)
        assert len(await hours(database)) == 2

        async def all_moved() -> bool:
            return await hours(database) == {9}

        await eventually(all_moved, seconds=30)
    assert inbox.texts() == ["due"]
