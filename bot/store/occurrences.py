"""Occurrences as the scheduler sees them: due, claimed, on their way, settled.

Every step is a compare-and-set in one transaction, checked against the table in `life_cycle`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiosqlite

from agent.errors import IllegalTransition, NotFound
from agent.types import Reminder
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.life_cycle import OccurrenceState, check_step
from bot.store.rows import SELECT_REMINDER, to_reminder


@dataclass(frozen=True, slots=True, kw_only=True)
class DueOccurrence:
    id: int
    channel_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """One attempt at one occurrence, held until its lease ends.

    `attempt` counts from 1 and is the fence: every later step must still belong to it. `first_sent` is when a
    message may have left for the first time, None if never.
    """

    occurrence_id: int
    attempt: int
    reminder: Reminder
    due: datetime
    first_sent: datetime | None


class SqliteOccurrences:
    """The scheduler's half of the truth. All methods may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def upcoming(self, *, after: datetime, until: datetime, limit: int) -> tuple[datetime, ...]:
        """The earliest `limit` distinct instants in (after, until] at which something is to be tried."""
        rows = await self._database.read(
            """
            SELECT DISTINCT attempt_utc FROM occurrences
            WHERE state = 'scheduled' AND attempt_utc > ? AND attempt_utc <= ?
            ORDER BY attempt_utc LIMIT ?
            """,
            (to_stored(after), to_stored(until), limit),
        )
        return tuple(from_stored(row[0]) for row in rows)

    async def due(self, *, now: datetime, per_channel: int) -> tuple[DueOccurrence, ...]:
        """What is to be tried by now, oldest first, at most `per_channel` of each channel."""
        rows = await self._database.read(
            """
            SELECT id, channel_id FROM (
                SELECT occurrences.id, channel_id, attempt_utc,
                    row_number() OVER (PARTITION BY channel_id ORDER BY attempt_utc, occurrences.id) AS place
                FROM occurrences JOIN reminders ON reminders.id = reminder_id
                WHERE occurrences.state = 'scheduled' AND attempt_utc <= ?
            ) WHERE place <= ? ORDER BY attempt_utc, id
            """,
            (to_stored(now), per_channel),
        )
        return tuple(DueOccurrence(id=row["id"], channel_id=row["channel_id"]) for row in rows)

    async def claim(self, occurrence_id: int, *, now: datetime, lease: timedelta) -> Claimed | None:
        """Takes a due occurrence for `lease`, or None if it is no longer to be had. One claimant wins."""
        return await self._database.write(partial(_claim, occurrence_id, now, lease))

    async def begin_sending(self, claimed: Claimed, *, now: datetime) -> None:
        """From here on a message may be out. Raises IllegalTransition if the reminder was removed."""
        await self._step(
            claimed,
            OccurrenceState.SENDING,
            first_sent_utc=to_stored(now if claimed.first_sent is None else claimed.first_sent),
        )

    async def delivered(self, claimed: Claimed, *, channel_id: int, message_id: int, now: datetime) -> None:
        """The message is out: the occurrence is done, and with it a reminder that has no other."""
        await self._step(
            claimed,
            OccurrenceState.DELIVERED,
            closes_reminder="done",
            lease_until=None,
            delivered_channel_id=channel_id,
            delivered_message_id=message_id,
            delivered_utc=to_stored(now),
            last_error=None,
        )

    async def delay(self, claimed: Claimed, *, until: datetime, reason: str) -> None:
        """Back to scheduled, to be tried again at `until`; skipped if its reminder was removed meanwhile."""
        await self._database.write(partial(_delay, claimed, until, reason))

    async def fail(self, claimed: Claimed, *, reason: str) -> None:
        await self._step(
            claimed,
            OccurrenceState.FAILED,
            closes_reminder="failed",
            lease_until=None,
            last_error=reason,
        )

    async def restore(self, *, now: datetime, everything: bool, except_for: Collection[int] = ()) -> int:
        """Puts claims that nobody holds any more back to scheduled and returns how many.

        `everything` takes all of them, else those whose lease has ended; `except_for` are ids that the caller
        holds itself. Those of removed reminders are skipped.
        """
        return await self._database.write(partial(_restore, now, everything, frozenset(except_for)))

    async def fail_unreadable(self, occurrence_id: int, *, reason: str) -> None:
        """Takes a row out of the schedule that cannot even be claimed. Raises IllegalTransition."""
        await self._database.write(partial(_fail_unreadable, occurrence_id, reason))

    async def hasten(self, *, now: datetime) -> int:
        """Makes everything that was delayed due again at once; returns how many."""
        return await self._database.write(partial(_hasten, now))

    async def acknowledge(self, reminder_id: int, *, due: datetime, author_id: int) -> None:
        """The author has seen the occurrence that was due in this second.

        Raises NotFound, also for somebody else's, and IllegalTransition.
        """
        await self._database.write(partial(_acknowledge, reminder_id, due, author_id))

    async def _step(
        self,
        claimed: Claimed,
        to: OccurrenceState,
        *,
        closes_reminder: str | None = None,
        **columns: Any,
    ) -> None:
        await self._database.write(partial(_step, claimed, to, columns, closes_reminder))


async def _claim(
    occurrence_id: int, now: datetime, lease: timedelta, connection: aiosqlite.Connection
) -> Claimed | None:
    cursor = await connection.execute(
        """
        UPDATE occurrences SET state = 'claimed', attempts = attempts + 1, lease_until = ?
        WHERE id = ? AND state = 'scheduled' AND attempt_utc <= ?
        """,
        (to_stored(now + lease), occurrence_id, to_stored(now)),
    )
    if cursor.rowcount != 1:
        return None
    occurrence = await _one(
        connection,
        "SELECT reminder_id, due_utc, attempts, first_sent_utc FROM occurrences WHERE id = ?",
        occurrence_id,
    )
    reminder = await _one(connection, SELECT_REMINDER + "WHERE reminders.id = ?", occurrence["reminder_id"])
    first_sent = occurrence["first_sent_utc"]
    return Claimed(
        occurrence_id=occurrence_id,
        attempt=occurrence["attempts"],
        reminder=to_reminder(reminder),
        due=from_stored(occurrence["due_utc"]),
        first_sent=None if first_sent is None else from_stored(first_sent),
    )


async def _step(
    claimed: Claimed,
    to: OccurrenceState,
    columns: Mapping[str, Any],
    closes_reminder: str | None,
    connection: aiosqlite.Connection,
) -> None:
    state, attempts = await _state(connection, claimed.occurrence_id)
    if attempts != claimed.attempt:
        raise IllegalTransition(
            f"occurrence {claimed.occurrence_id} is at attempt {attempts}, not {claimed.attempt}"
        )
    check_step(state, to)
    await _set(connection, claimed.occurrence_id, state=to, **columns)
    if closes_reminder is not None:
        await _close_reminder(connection, claimed.reminder.id, closes_reminder)


async def _delay(claimed: Claimed, until: datetime, reason: str, connection: aiosqlite.Connection) -> None:
    rows = await connection.execute_fetchall(
        "SELECT state FROM reminders WHERE id = ?", (claimed.reminder.id,)
    )
    removed = [row[0] for row in rows] != ["pending"]
    to = OccurrenceState.SKIPPED if removed else OccurrenceState.SCHEDULED
    columns = {"attempt_utc": to_stored(until), "lease_until": None, "last_error": reason}
    await _step(claimed, to, columns, None, connection)


async def _restore(
    now: datetime, everything: bool, except_for: frozenset[int], connection: aiosqlite.Connection
) -> int:
    rows = await connection.execute_fetchall(
        """
        SELECT occurrences.id, occurrences.state, reminders.state = 'pending' AS wanted
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE occurrences.state IN ('claimed', 'sending') AND (? OR lease_until <= ?)
        """,
        (everything, to_stored(now)),
    )
    abandoned = [row for row in rows if row["id"] not in except_for]
    for row in abandoned:
        to = OccurrenceState.SCHEDULED if row["wanted"] else OccurrenceState.SKIPPED
        check_step(OccurrenceState(row["state"]), to)
        await _set(connection, row["id"], state=to, lease_until=None)
    return len(abandoned)


async def _fail_unreadable(occurrence_id: int, reason: str, connection: aiosqlite.Connection) -> None:
    state, _ = await _state(connection, occurrence_id)
    check_step(state, OccurrenceState.FAILED)
    await _set(connection, occurrence_id, state=OccurrenceState.FAILED, last_error=reason)
    row = await _one(connection, "SELECT reminder_id FROM occurrences WHERE id = ?", occurrence_id)
    await _close_reminder(connection, row["reminder_id"], "failed")


async def _hasten(now: datetime, connection: aiosqlite.Connection) -> int:
    cursor = await connection.execute(
        """
        UPDATE occurrences SET attempt_utc = ?
        WHERE state = 'scheduled' AND attempts > 0 AND attempt_utc > ?
        """,
        (to_stored(now), to_stored(now)),
    )
    return cursor.rowcount


async def _acknowledge(
    reminder_id: int, due: datetime, author_id: int, connection: aiosqlite.Connection
) -> None:
    rows = await connection.execute_fetchall(
        """
        SELECT occurrences.id, occurrences.state
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE reminder_id = ? AND author_id = ? AND occurrences.due_utc / 1000000 = ?
        """,
        (reminder_id, author_id, int(due.timestamp())),
    )
    row = next(iter(rows), None)
    if row is None:
        raise NotFound(f"You have no reminder {reminder_id} that was due then.")
    check_step(OccurrenceState(row["state"]), OccurrenceState.ACKNOWLEDGED)
    await _set(connection, row["id"], state=OccurrenceState.ACKNOWLEDGED)


async def _state(connection: aiosqlite.Connection, occurrence_id: int) -> tuple[OccurrenceState, int]:
    row = await _one(connection, "SELECT state, attempts FROM occurrences WHERE id = ?", occurrence_id)
    return OccurrenceState(row["state"]), int(row["attempts"])


async def _one(connection: aiosqlite.Connection, sql: str, row_id: int) -> sqlite3.Row:
    for row in await connection.execute_fetchall(sql, (row_id,)):
        return row
    raise NotFound(f"there is no row {row_id}")


async def _set(connection: aiosqlite.Connection, occurrence_id: int, **columns: Any) -> None:
    """Column names come from this module alone."""
    assignments = ", ".join(f"{name} = ?" for name in columns)
    await connection.execute(
        f"UPDATE occurrences SET {assignments} WHERE id = ?",  # noqa: S608 - names, not values
        (*columns.values(), occurrence_id),
    )


async def _close_reminder(connection: aiosqlite.Connection, reminder_id: int, state: str) -> None:
    """A reminder that was removed stays removed; one with more to come stays pending."""
    await connection.execute(
        """
        UPDATE reminders SET state = ? WHERE id = ? AND state = 'pending' AND NOT EXISTS (
            SELECT 1 FROM occurrences WHERE reminder_id = reminders.id
            AND state IN ('scheduled', 'claimed', 'sending')
        )
        """,
        (state, reminder_id),
    )
