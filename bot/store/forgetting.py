"""Removing everything that the database holds of one person.

What goes is a list: a table that holds something of people is one more line in `REMOVALS`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any

import aiosqlite

from bot.store.db import Database
from bot.store.instants import to_stored

HOUR = 3_600_000_000


class Held(StrEnum):
    """What people are told that the bot held of them."""

    MESSAGES = "messages"
    SUMMARIES = "summaries"
    STAGED = "staged"
    REMINDERS = "reminders"
    TASKS = "tasks"
    QUESTIONS = "questions"
    PERSONAS = "personas"
    TRACES = "traces"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """How much of each went, and the channels where the person spoke."""

    counts: Mapping[Held, int] = field(default_factory=dict)
    channels: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A statement that may name `:person`, the person's id, `:now` and `:hour` in microseconds, and as JSON
    `:spoken`, the channels where they spoke, and `:private`, those of their direct messages. Its rows count
    as `held`.
    """

    held: Held
    statement: str


REMOVALS: tuple[Removal, ...] = (
    # Rows from before authors were noted (NULL) may be theirs: they go wherever the person spoke.
    Removal(
        held=Held.MESSAGES,
        statement="""
        DELETE FROM messages WHERE author_id = :person
            OR channel_id IN (SELECT value FROM json_each(:private))
            OR (author_id IS NULL AND channel_id IN (SELECT value FROM json_each(:spoken)))
        """,
    ),
    Removal(
        held=Held.SUMMARIES,
        statement="""
        UPDATE summaries SET text = '', through_id = 0, since_utc = NULL, revision = revision + 1
        WHERE text <> '' AND channel_id IN (SELECT value FROM json_each(:spoken))
        """,
    ),
    Removal(held=Held.STAGED, statement="DELETE FROM staged_notes WHERE author_id = :person"),
    # Also those that others set for them: they name the person.
    Removal(
        held=Held.REMINDERS,
        statement="""
        DELETE FROM reminders
        WHERE author_id = :person OR (target_id = :person AND target_is_role = 0)
        """,
    ),
    Removal(held=Held.TASKS, statement="DELETE FROM tasks WHERE author_id = :person"),
    Removal(held=Held.QUESTIONS, statement="DELETE FROM clarifications WHERE author_id = :person"),
    Removal(held=Held.QUESTIONS, statement="DELETE FROM settled_questions WHERE author_id = :person"),
    Removal(held=Held.PERSONAS, statement="DELETE FROM personas WHERE author_id = :person"),
    # Who guesses at codes stays counted for an hour, or forgetting would be a way to go on guessing.
    Removal(
        held=Held.TRACES,
        statement="""
        DELETE FROM pairing_strangers WHERE user_id = :person
            AND coalesce(locked_until_utc, first_try_utc + :hour, 0) <= :now
        """,
    ),
    # The bare numbers stay, so that no message is answered a second time.
    Removal(
        held=Held.TRACES,
        statement="""
        UPDATE handled_messages
        SET author_id = NULL, channel_id = NULL, channel_kind = NULL, guild_id = NULL, answered = 1
        WHERE author_id = :person
        """,
    ),
)
SETTINGS: tuple[Removal, ...] = (
    Removal(held=Held.SETTINGS, statement="DELETE FROM users WHERE id = :person"),
    # Whoever used a one-time code needs another one afterwards.
    Removal(held=Held.SETTINGS, statement="DELETE FROM paired_users WHERE user_id = :person"),
)
LAST: tuple[Removal, ...] = (
    Removal(
        held=Held.TRACES,
        statement="""
    DELETE FROM channels WHERE id IN (SELECT value FROM json_each(:private))
        AND NOT EXISTS (SELECT 1 FROM reminders WHERE channel_id = channels.id)
        AND NOT EXISTS (SELECT 1 FROM tasks WHERE channel_id = channels.id)
    """,
    ),
)
WHERE_THEY_SPOKE = """
    SELECT channel_id, 0 AS private FROM messages WHERE author_id = :person
    UNION SELECT channel_id, channel_kind IN ('dm', 'console') FROM handled_messages
        WHERE author_id = :person AND channel_id IS NOT NULL
    UNION SELECT channel_id, 0 FROM clarifications WHERE author_id = :person
    UNION SELECT channels.id, channels.kind IN ('dm', 'console') FROM channels
        JOIN reminders ON reminders.channel_id = channels.id WHERE reminders.author_id = :person
    UNION SELECT channels.id, channels.kind IN ('dm', 'console') FROM channels
        JOIN tasks ON tasks.channel_id = channels.id WHERE tasks.author_id = :person
"""


class SqliteForgetting:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget(
        self, person_id: int, *, private: int | None, settings: bool, now: datetime
    ) -> Forgotten:
        """Removes it all or nothing, and leaves nothing of it in the file. Raises StoreUnavailable.

        `private` is the channel of the person's direct messages, where it is known. Without `settings` their
        zone and language stay.
        """
        work = partial(_forget, person_id, private, settings, now)
        forgotten = await self._database.write(work)
        await self._database.compact()
        return forgotten


async def _forget(
    person_id: int, private: int | None, settings: bool, now: datetime, connection: aiosqlite.Connection
) -> Forgotten:
    known: dict[str, Any] = {"person": person_id, "now": to_stored(now), "hour": HOUR}
    rows = list(await connection.execute_fetchall(WHERE_THEY_SPOKE, {"person": person_id}))
    own = {int(row[0]) for row in rows if row[1]}
    if private is not None:
        own.add(private)
    spoken = own | {int(row[0]) for row in rows}
    values = known | {"spoken": json.dumps(sorted(spoken)), "private": json.dumps(sorted(own))}
    counts: dict[Held, int] = {}
    for removal in (*REMOVALS, *(SETTINGS if settings else ()), *LAST):
        named = {name: value for name, value in values.items() if f":{name}" in removal.statement}
        cursor = await connection.execute(removal.statement, named)
        counts[removal.held] = counts.get(removal.held, 0) + cursor.rowcount
    return Forgotten(counts=counts, channels=frozenset(spoken))
