"""What another release of the zone database moves: wall times that are still to come.

In batches, the soonest first, so that a hundred thousand reminders keep neither the start nor a delivery
waiting.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import aiosqlite

from agent.recurrence import next_occurrence
from agent.types import Basis, Reminder
from bot.delivery import nonce
from bot.store.following import readable
from bot.store.instants import from_stored, to_stored
from bot.store.rows import SELECT_REMINDER, to_reminder

OUTDATED = """
    FROM occurrences JOIN reminders ON reminders.id = reminder_id
    WHERE occurrences.state = 'scheduled' AND occurrences.attempt_utc >= ? AND occurrences.attempts = 0
        AND occurrences.ring = 0 AND reminders.zone_version <> ?
        AND (reminders.rule IS NOT NULL OR (reminders.basis = 'wall' AND reminders.wall IS NOT NULL))
"""
FIND_OUTDATED = f"SELECT occurrences.attempt_utc {OUTDATED} ORDER BY occurrences.attempt_utc LIMIT ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed:
    """One batch: how many of it are due at another instant now, and the old instant up to which it reached;
    None where nothing was left.
    """

    moved: int = 0
    reached: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Computed:
    occurrence_id: int
    reminder_id: int
    old: datetime
    due: datetime


async def recompute(
    first: datetime, last: datetime, now: datetime, version: str, connection: aiosqlite.Connection
) -> Recomputed:
    """Brings what is due from `first` to `last` to where the present zone database puts it."""
    computed = await _computed(connection, first, last, now=now, version=version)
    await connection.executemany(
        "UPDATE reminders SET due_utc = ?, zone_version = ? WHERE id = ?",
        [(to_stored(each.due), version, each.reminder_id) for each in computed],
    )
    moved = [each for each in computed if each.due != each.old]
    await connection.executemany(
        "UPDATE OR IGNORE occurrences SET due_utc = ?, attempt_utc = ?, nonce = ? WHERE id = ?",
        [
            (to_stored(each.due), to_stored(each.due), nonce(each.reminder_id, each.due), each.occurrence_id)
            for each in moved
        ],
    )
    return Recomputed(moved=len(moved), reached=last)


async def _computed(
    connection: aiosqlite.Connection, first: datetime, last: datetime, *, now: datetime, version: str
) -> list[_Computed]:
    condition = f"{OUTDATED} AND occurrences.attempt_utc <= ?"
    within = (to_stored(first), version, to_stored(last))
    occurrences = await connection.execute_fetchall(
        f"SELECT occurrences.id, reminder_id, occurrences.due_utc {condition}",
        within,
    )
    rows = await connection.execute_fetchall(
        f"{SELECT_REMINDER} WHERE reminders.id IN (SELECT reminder_id {condition})", within
    )
    reminders = {row["id"]: row for row in rows}
    return [
        _Computed(
            occurrence_id=row["id"],
            reminder_id=row["reminder_id"],
            old=from_stored(row["due_utc"]),
            due=_due_now(reminders[row["reminder_id"]], now=now) or from_stored(row["due_utc"]),
        )
        for row in occurrences
    ]


def _due_now(row: sqlite3.Row, *, now: datetime) -> datetime | None:
    """None where it cannot be told; whoever claims the row says why."""
    try:
        reminder = to_reminder(row)
        if reminder.rule is None:
            return _due_of_wall(reminder)
        series = readable(reminder)
        return None if series is None else next_occurrence(series[0], after=now, zone=series[1])
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def _due_of_wall(reminder: Reminder) -> datetime | None:
    if reminder.wall is None or reminder.basis is not Basis.WALL:
        return None
    return reminder.wall.replace(tzinfo=ZoneInfo(reminder.zone), fold=0).astimezone(UTC)
