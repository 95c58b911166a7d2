"""The schema as a list of named steps: appended, never edited, each run once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import aiosqlite

from agent.errors import ConfigError
from bot.store.migrations import (
    s0001_first_schema,
    s0002_composed_answers,
    s0003_series_and_tasks,
    s0004_languages,
    s0005_requests_and_targets,
    s0006_questions_with_choices,
    s0007_staged_notes,
    s0008_unanswered_messages,
    s0009_pairings,
    s0010_running_summaries,
    s0011_personas,
    s0012_messages_in_channels,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    name: str
    statements: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(name="first_schema", statements=s0001_first_schema.STATEMENTS),
    Migration(name="composed_answers", statements=s0002_composed_answers.STATEMENTS),
    Migration(name="series_and_tasks", statements=s0003_series_and_tasks.STATEMENTS),
    Migration(name="languages", statements=s0004_languages.STATEMENTS),
    Migration(name="requests_and_targets", statements=s0005_requests_and_targets.STATEMENTS),
    Migration(name="questions_with_choices", statements=s0006_questions_with_choices.STATEMENTS),
    Migration(name="staged_notes", statements=s0007_staged_notes.STATEMENTS),
    Migration(name="unanswered_messages", statements=s0008_unanswered_messages.STATEMENTS),
    Migration(name="pairings", statements=s0009_pairings.STATEMENTS),
    Migration(name="running_summaries", statements=s0010_running_summaries.STATEMENTS),
    Migration(name="personas", statements=s0011_personas.STATEMENTS),
    Migration(name="messages_in_channels", statements=s0012_messages_in_channels.STATEMENTS),
)

_LEDGER = """
CREATE TABLE IF NOT EXISTS migrations (
    position INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT
"""


BeforeUpgrade = Callable[[int], Awaitable[None]]
"""Called with the number of steps that a database has, before it gets further ones."""


async def migrate(
    connection: aiosqlite.Connection,
    migrations: tuple[Migration, ...] = MIGRATIONS,
    before: BeforeUpgrade | None = None,
) -> tuple[str, ...]:
    """Runs what is missing, all of it or nothing, and returns the names of the steps that ran.

    `before` is called, under the write lock, where a database that has steps already gets more; what it
    raises leaves the database as it is. That lock is taken before the ledger is read, so that of two
    processes one waits and then finds nothing to do. Raises ConfigError if the database has steps that this
    version does not know.
    """
    await connection.execute("BEGIN IMMEDIATE")
    try:
        ran = await _run_missing(connection, migrations, before)
        await connection.execute("COMMIT")
    except BaseException:
        await connection.rollback()
        raise
    return ran


async def _run_missing(
    connection: aiosqlite.Connection, migrations: tuple[Migration, ...], before: BeforeUpgrade | None
) -> tuple[str, ...]:
    await connection.execute(_LEDGER)
    rows = await connection.execute_fetchall("SELECT name FROM migrations ORDER BY position")
    applied = tuple(str(row[0]) for row in rows)
    check_known(applied, migrations)
    if before is not None and 0 < len(applied) < len(migrations):
        await before(len(applied))
    for position, migration in enumerate(migrations[len(applied) :], start=len(applied) + 1):
        for statement in migration.statements:
            await connection.execute(statement)
        await connection.execute(
            "INSERT INTO migrations (position, name) VALUES (?, ?)", (position, migration.name)
        )
    return tuple(migration.name for migration in migrations[len(applied) :])


def check_known(applied: tuple[str, ...], migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Raises ConfigError for steps that this version does not know."""
    known = tuple(migration.name for migration in migrations)
    if applied == known[: len(applied)]:
        return
    unknown = next(
        name for name, mine in zip(applied, (*known, *[""] * len(applied)), strict=False) if name != mine
    )
    raise ConfigError(
        f'the database has the schema step "{unknown}", which this version of Kallisti does not know: '
        "run the version that wrote it, or restore a backup from before"
    )
