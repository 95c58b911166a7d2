"""One row that cannot be read, in every way in which a row can be spoilt: the others are on time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import aiosqlite
import pytest

from bot.store.db import Database
from bot.store.occurrences import SqliteOccurrences
from tests.scheduler.fakes import Inbox
from tests.scheduler.running import running, store_of
from tests.store.making import BOB, draft, every

MINUTE = timedelta(minutes=1)
SPOILT = {
    "a wall time that is none": "UPDATE reminders SET wall = 'never' WHERE author_id = 12",
    "an instant beyond all calendars": """
        UPDATE occurrences SET due_utc = -9000000000000000000
        WHERE reminder_id IN (SELECT id FROM reminders WHERE author_id = 12)
    """,
    "a text that is damaged": "UPDATE reminders SET text = CAST(x'c3' AS TEXT) WHERE author_id = 12",
    "a zone that does not exist": "UPDATE reminders SET zone = 'Nowhere/At_All' WHERE author_id = 12",
    "a rule that is none": "UPDATE reminders SET rule = '{' WHERE author_id = 12",
    "a rule with a damaged text": "UPDATE reminders SET rule = CAST(x'c3' AS TEXT) WHERE author_id = 12",
}


@pytest.mark.parametrize("statement", SPOILT.values(), ids=SPOILT.keys())
@pytest.mark.parametrize("late", [timedelta(0), 90 * MINUTE], ids=["on time", "long ago"])
@pytest.mark.parametrize("is_series", [False, True], ids=["one", "series"])
async def test_a_spoilt_row_delays_nobody_else(
    database: Database, inbox: Inbox, statement: str, late: timedelta, *, is_series: bool
) -> None:
    now = datetime.now(UTC)
    store = store_of(database)
    rule = every(10 * MINUTE, start=now - late - 10 * MINUTE) if is_series else None
    bad = draft(text="spoilt", author_id=BOB, now=now - late - MINUTE, after=MINUTE, rule=rule)
    await store.add(bad)
    for text in ("first", "second"):
        await store.add(draft(text=text, now=now, after=timedelta(0)))

    async def spoil(connection: aiosqlite.Connection) -> None:
        await connection.execute(statement)

    await database.write(spoil)
    async with running(database, inbox, tick=timedelta(milliseconds=200)):
        await inbox.wait_for(2, seconds=10)
        while not {"first", "second"} <= set(inbox.texts()):
            await inbox.wait_for(len(inbox.messages) + 1)
    assert [inbox.texts().count(text) for text in ("first", "second")] == [1, 1]


async def test_a_spoilt_row_does_not_keep_the_others_from_following_a_new_zone_database(
    database: Database, inbox: Inbox
) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    store = store_of(database)
    await store.add(draft(text="spoilt", author_id=BOB, now=now, rule=every(10 * MINUTE, start=now)))
    good = await store.add(draft(now=now, rule=every(20 * MINUTE, start=now)))

    async def spoil(connection: aiosqlite.Connection) -> None:
        await connection.execute(SPOILT["a wall time that is none"])
        await connection.execute("UPDATE reminders SET due_utc = due_utc + 60000000")
        await connection.execute("UPDATE occurrences SET due_utc = due_utc + 60000000, attempt_utc = due_utc")

    await database.write(spoil)
    occurrences = SqliteOccurrences(database, version=lambda: "2199z")
    done = await occurrences.recompute(now=now, limit=50)
    assert done.moved == 1
    assert (await store.pending(good.author_id))[0].due == good.due
    assert await occurrences.recompute(now=now, after=done.reached, limit=50) == type(done)()
