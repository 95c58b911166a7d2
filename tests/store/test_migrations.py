"""The schema: from nothing, from the first schema with rows, from the future, from a failed step."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from agent.errors import ConfigError
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START
from bot.store.db import open_database
from bot.store.instants import to_stored
from bot.store.messages import SqliteHistory
from bot.store.migrations import MIGRATIONS, Migration
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.store.making import ANN, draft

RELEASED = {
    "first_schema": "ba51e4b5781fde135764a480d90233fe4f13e04779c1463c7a2ebaa905f90ac2",
    "composed_answers": "f95c6c38931f78716c86ef6c468e3cf9eeb5a154779122e893ae7dcaecb2d515",
    "series_and_tasks": "e80359ffb267fb9b727f7953cd65869b5460b6f4a76f231df65acc6e42978036",
    "languages": "e5825fa05ba637d14dd2db33eda8201a7fa47c47e447f2c04753de54ac7184ca",
    "requests_and_targets": "0ffe72b542d447421dde0319c2088d7e496ca84302127fb8bd55fd4bc3d35a0a",
    "questions_with_choices": "efe24492043c28f474ca56768f48dafe22e3cb619889c2ab7ee74596f328a4be",
    "staged_notes": "21bb06808f27ed17e75a97cbfd72beea2e507a6a8bef9e0e4eab3472ce63e8d3",
    "unanswered_messages": "1234b3805ba66659b4d9f1c8d432b5ba2800a356658555efb02404e9734c8726",
    "pairings": "24006e389b55144eb4a43edaa69bf36c41e2154b80bdbe337e5239c2cb0b007f",
    "running_summaries": "ffb81969bc1cbe358aef237c69fbe70053b0e82b93e7e250e2893a2fc5c8baf9",
    "personas": "f0da89b0632ebd436bada9d5b84589467308657e2327b7e7a77254e1f8a87791",
    "messages_in_channels": "f2aa4bd9d13b922a3655bc58571b4d17a26b1bbd3c38e1c994e5a3a6a52d4564",
}
"""SHA-256 of each released step: a step is never edited, a change of the schema is a new step."""

LATER = Migration(
    name="reminders_get_a_colour",
    statements=("ALTER TABLE reminders ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'",),
)
BROKEN = Migration(
    name="broken",
    statements=("CREATE TABLE half_done (id INTEGER PRIMARY KEY) STRICT", "ALTER TABLE nowhere ADD COLUMN x"),
)


def names(path: Path, sql: str) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return [row[0] for row in connection.execute(sql)]
    finally:
        connection.close()


def test_released_steps_are_as_they_were_released() -> None:
    digests = {
        migration.name: hashlib.sha256("\0".join(migration.statements).encode()).hexdigest()
        for migration in MIGRATIONS
    }
    assert digests == RELEASED


async def test_a_blank_file_gets_every_step_once(database_path: Path) -> None:
    for _ in range(2):
        async with open_database(database_path):
            pass
    applied = names(database_path, "SELECT name FROM migrations ORDER BY position")
    assert applied == [migration.name for migration in MIGRATIONS]
    tables = set(names(database_path, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    assert tables >= {
        *("channels", "users", "messages", "reminders", "occurrences"),
        *("handled_messages", "clarifications"),
    }


def fill_first_schema(path: Path) -> None:
    """A reminder as the first schema kept it, an hour ahead, and one that was delivered."""
    connection = sqlite3.connect(path)
    due = to_stored(START + timedelta(hours=1))
    with connection:
        connection.execute("INSERT INTO users (id) VALUES (?)", (ANN,))
        connection.execute("INSERT INTO channels (id, kind, guild_id) VALUES (500, 'guild', 900)")
        for row_id, state, at in ((1, "pending", due), (2, "done", due - 7_200_000_000)):
            connection.execute(
                "INSERT INTO reminders VALUES"
                " (?, ?, 500, 'old', 'reminder', ?, ?, 'UTC', 'elapsed', 'second', NULL, ?, 0, ?)",
                (row_id, ANN, state, at, row_id, to_stored(START)),
            )
        connection.execute(
            "INSERT INTO occurrences (reminder_id, due_utc, attempt_utc, nonce) VALUES (1, ?, ?, 'r1')",
            (due, due),
        )
    connection.close()


async def test_rows_of_the_first_schema_survive_every_later_step(database_path: Path) -> None:
    async with open_database(database_path, migrations=MIGRATIONS[:1]):
        pass
    fill_first_schema(database_path)
    async with open_database(database_path, migrations=(*MIGRATIONS, LATER)) as database:
        store = SqliteReminderStore(database, limits=ReminderLimits())
        (old,) = await store.pending(ANN)
        assert (old.text, old.due, old.rule, old.paused) == ("old", START + timedelta(hours=1), None, False)
        assert [row["colour"] for row in await database.read("SELECT colour FROM reminders")] == ["grey"] * 2
        await store.add(draft(text="new"))
    assert names(database_path, "SELECT text FROM reminders ORDER BY id") == ["old", "old", "new"]


async def test_a_later_schema_turns_no_old_row_into_a_series(database_path: Path) -> None:
    async with open_database(database_path, migrations=MIGRATIONS[:1]):
        pass
    fill_first_schema(database_path)
    now = START + timedelta(hours=5)
    async with open_database(database_path) as database:
        occurrences = SqliteOccurrences(database)
        assert await occurrences.skip_missed(now=now, window=timedelta(hours=2)) == ()
        (due,) = await occurrences.due(now=now, per_channel=10)
        claimed = await occurrences.claim(due.id, now=now, lease=timedelta(minutes=1))
        assert claimed is not None
        await occurrences.begin_sending(claimed, now=now)
        assert await occurrences.delivered(claimed, channel_id=500, message_id=1, now=now) is None
        assert await occurrences.upcoming(after=START, until=now + timedelta(days=400), limit=5) == ()
    assert names(database_path, "SELECT state FROM reminders ORDER BY id") == ["done", "done"]


async def test_answers_of_the_first_schema_that_name_a_stored_time_count_as_composed(
    database_path: Path,
) -> None:
    async with open_database(database_path, migrations=MIGRATIONS[:1]):
        pass
    with contextlib.closing(sqlite3.connect(database_path)) as old, old:
        old.execute("INSERT INTO channels (id) VALUES (1)")
        old.executemany(
            "INSERT INTO messages (channel_id, role, author_name, text, sent_utc) VALUES (1, ?, 'x', ?, 0)",
            [("user", "when is <t:1:F>?"), ("assistant", "I will remind you: <t:1:F>"), ("assistant", "Hi!")],
        )
    async with open_database(database_path) as database:
        past = await SqliteHistory(database).window(1, limit=9)
    assert [message.composed for message in past] == [False, True, False]


async def test_an_older_version_refuses_a_newer_schema_and_changes_nothing(database_path: Path) -> None:
    async with open_database(database_path, migrations=(*MIGRATIONS, LATER)):
        pass
    before = names(database_path, "SELECT sql FROM sqlite_schema ORDER BY name")
    with pytest.raises(ConfigError, match="reminders_get_a_colour") as refusal:
        async with open_database(database_path):
            pass
    assert "\n" not in str(refusal.value)
    assert names(database_path, "SELECT sql FROM sqlite_schema ORDER BY name") == before


async def test_a_history_that_differs_is_refused(database_path: Path) -> None:
    async with open_database(
        database_path, migrations=(Migration(name="of_another_program", statements=()),)
    ):
        pass
    with pytest.raises(ConfigError, match="of_another_program"):
        async with open_database(database_path):
            pass


async def test_a_step_that_fails_leaves_nothing_behind(database_path: Path) -> None:
    async with open_database(database_path):
        pass
    with pytest.raises(ConfigError, match="nowhere"):
        async with open_database(database_path, migrations=(*MIGRATIONS, LATER, BROKEN)):
            pass
    assert names(database_path, "SELECT name FROM migrations ORDER BY position") == [
        step.name for step in MIGRATIONS
    ]
    assert "half_done" not in names(database_path, "SELECT name FROM sqlite_schema")
    assert "colour" not in names(database_path, "SELECT name FROM pragma_table_info('reminders')")


async def test_two_that_open_at_once_run_each_step_once(database_path: Path) -> None:
    async def open_once(path: Path) -> None:
        async with open_database(path, exclusive=False):
            pass

    paths = [database_path.with_name(f"{number}.db") for number in range(30)]
    for path in paths:
        await asyncio.gather(*(open_once(path) for _ in range(6)))
    expected = [migration.name for migration in MIGRATIONS]
    for path in paths:
        assert names(path, "SELECT name FROM migrations ORDER BY position") == expected
