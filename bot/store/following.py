"""What comes after an occurrence: the next ring of an alarm, the next occurrence of a series.

All of it happens in the transaction that settles the one before, so a series never stands without a next
occurrence, and never has two.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import aiosqlite

from agent.errors import LimitReached
from agent.recurrence import Rule, RuleError, from_json, next_occurrence
from agent.types import Reminder, ReminderKind
from bot.delivery import RINGS, nonce
from bot.store.instants import to_stored

RING_PAUSE = timedelta(minutes=1)
UNREADABLE = "its series cannot be read"


def readable(reminder: Reminder) -> tuple[Rule, ZoneInfo] | None:
    """The series of a stored reminder with its zone; None for a single one or an unreadable rule."""
    if reminder.rule is None:
        return None
    try:
        return from_json(reminder.rule), ZoneInfo(reminder.zone)
    except (RuleError, LimitReached, ValueError, KeyError, OSError):
        return None


async def schedule(
    connection: aiosqlite.Connection,
    reminder_id: int,
    due: datetime,
    *,
    ring: int = 0,
    first_due: datetime | None = None,
    missed: int = 0,
    missed_since: datetime | None = None,
) -> None:
    """Adds an occurrence that is due at `due`, unless the reminder has one then."""
    await connection.execute(
        """
        INSERT INTO occurrences (
            reminder_id, due_utc, attempt_utc, nonce, ring, first_due_utc, missed, missed_since_utc
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (reminder_id, due_utc) DO NOTHING
        """,
        (
            reminder_id,
            to_stored(due),
            to_stored(due),
            nonce(reminder_id, due),
            ring,
            None if first_due is None else to_stored(first_due),
            missed,
            None if missed_since is None else to_stored(missed_since),
        ),
    )


async def next_of_series(
    connection: aiosqlite.Connection, reminder: Reminder, *, after: datetime, version: str
) -> datetime | None:
    """Schedules the first occurrence strictly after `after`; None where there is none to come."""
    if reminder.rule is None or not await _is_pending(connection, reminder.id):
        return None
    series = readable(reminder)
    if series is None:
        await connection.execute("UPDATE reminders SET failure = ? WHERE id = ?", (UNREADABLE, reminder.id))
        return None
    due = next_occurrence(series[0], after=after, zone=series[1])
    if due is not None:
        await schedule(connection, reminder.id, due)
        await set_due(connection, reminder.id, due, version=version)
    return due


async def next_ring(
    connection: aiosqlite.Connection,
    reminder: Reminder,
    *,
    ring: int,
    first_due: datetime,
    due: datetime,
    now: datetime,
) -> datetime | None:
    """Schedules the next ring of an alarm, unless it was acknowledged, cancelled or rang often enough."""
    if reminder.kind is not ReminderKind.ALARM or ring >= RINGS:
        return None
    if not await _is_pending(connection, reminder.id) or await _is_acknowledged(
        connection, reminder.id, first_due
    ):
        return None
    # Whole seconds, because a ring is named by the second that it is due in.
    at = (max(due, now) + RING_PAUSE).replace(microsecond=0)
    await schedule(connection, reminder.id, at, ring=ring + 1, first_due=first_due)
    return at


async def set_due(connection: aiosqlite.Connection, reminder_id: int, due: datetime, *, version: str) -> None:
    await connection.execute(
        "UPDATE reminders SET due_utc = ?, zone_version = ? WHERE id = ?",
        (to_stored(due), version, reminder_id),
    )


async def _is_pending(connection: aiosqlite.Connection, reminder_id: int) -> bool:
    rows = await connection.execute_fetchall("SELECT state FROM reminders WHERE id = ?", (reminder_id,))
    return [row[0] for row in rows] == ["pending"]


async def _is_acknowledged(connection: aiosqlite.Connection, reminder_id: int, first_due: datetime) -> bool:
    rows = await connection.execute_fetchall(
        """
        SELECT 1 FROM occurrences
        WHERE reminder_id = ? AND state = 'acknowledged' AND coalesce(first_due_utc, due_utc) = ? LIMIT 1
        """,
        (reminder_id, to_stored(first_due)),
    )
    return bool(list(rows))
