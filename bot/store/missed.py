"""What passed while nobody was there to deliver it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import aiosqlite

from agent.recurrence import SHORTEST_INTERVAL, Rule, latest_occurrences, next_occurrence
from agent.types import Reminder
from bot.delivery import MOST_COUNTED, nonce
from bot.store.following import readable, schedule, set_due
from bot.store.instants import from_stored, to_stored
from bot.store.life_cycle import OccurrenceState, check_step
from bot.store.rows import SELECT_REMINDER, to_reminder

MOST_RECORDED = MOST_COUNTED
"""Missed occurrences of one series that get a row each; beyond them only the newest count."""
LATEST_RING = timedelta(minutes=10)
"""A ring that is later than this wakes nobody any more."""
MISSED = "missed: Kallisti was not running"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """`skipped` are the occurrences given up, the oldest first; `target` is the one to deliver next."""

    skipped: tuple[datetime, ...]
    target: datetime


def plan(rule: Rule, zone: ZoneInfo, *, due: datetime, now: datetime, window: timedelta) -> Missed | None:
    """What to do with a series whose occurrence of `due` waits at `now`; None to deliver that one.

    The newest missed occurrence is caught up with if it is not older than `window`, or if the series has no
    other to tell of it.
    """
    later = latest_occurrences(rule, after=due, until=now, zone=zone, limit=MOST_RECORDED)
    newest = later[-1] if later else due
    following = next_occurrence(rule, after=now, zone=zone)
    if now - newest <= window or following is None:
        return Missed(skipped=(due, *later[:-1]), target=newest) if later else None
    return Missed(skipped=(due, *later), target=following)


async def skip(
    now: datetime, window: timedelta, version: str, connection: aiosqlite.Connection
) -> tuple[datetime, ...]:
    """Skips what is too late of series and rings; gives the instants that are to be delivered instead."""
    await _skip_old_rings(connection, now)
    rows = await connection.execute_fetchall(
        """
        SELECT occurrences.id, occurrences.reminder_id, occurrences.due_utc, occurrences.missed,
            occurrences.missed_since_utc
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE occurrences.state = 'scheduled' AND occurrences.attempt_utc <= ? AND occurrences.attempts = 0
            AND occurrences.ring = 0 AND reminders.rule IS NOT NULL AND NOT reminders.paused
        """,
        (to_stored(now - SHORTEST_INTERVAL),),
    )
    targets = []
    for row in rows:
        # What cannot be read is left to the one who claims it, and holds up nobody else.
        with suppress(ValueError, OverflowError):
            targets.append(await _skip_one(connection, row, now=now, window=window, version=version))
    return tuple(target for target in targets if target is not None)


async def _skip_one(
    connection: aiosqlite.Connection, row: sqlite3.Row, *, now: datetime, window: timedelta, version: str
) -> datetime | None:
    reminder = await _reminder(connection, row["reminder_id"])
    series = readable(reminder)
    due = from_stored(row["due_utc"])
    planned = series and plan(*series, due=due, now=now, window=window)
    if not planned:
        return None
    check_step(OccurrenceState.SCHEDULED, OccurrenceState.SKIPPED)
    await connection.execute(
        "UPDATE occurrences SET state = 'skipped', last_error = ? WHERE id = ?", (MISSED, row["id"])
    )
    await connection.executemany(
        """
        INSERT INTO occurrences (reminder_id, due_utc, attempt_utc, nonce, state, last_error)
        VALUES (?, ?, ?, ?, 'skipped', ?) ON CONFLICT (reminder_id, due_utc) DO NOTHING
        """,
        [
            (reminder.id, to_stored(at), to_stored(at), nonce(reminder.id, at), MISSED)
            for at in planned.skipped[1:]
        ],
    )
    since = row["missed_since_utc"]
    await schedule(
        connection,
        reminder.id,
        planned.target,
        missed=row["missed"] + len(planned.skipped),
        missed_since=due if since is None else from_stored(since),
    )
    await set_due(connection, reminder.id, planned.target, version=version)
    return planned.target


async def _skip_old_rings(connection: aiosqlite.Connection, now: datetime) -> None:
    cursor = await connection.execute(
        """
        UPDATE occurrences SET state = 'skipped', last_error = ?
        WHERE state = 'scheduled' AND ring > 0 AND attempt_utc <= ? RETURNING reminder_id
        """,
        (MISSED, to_stored(now - LATEST_RING)),
    )
    for row in await cursor.fetchall():
        await connection.execute(
            """
            UPDATE reminders SET state = 'done' WHERE id = ? AND state = 'pending' AND NOT EXISTS (
                SELECT 1 FROM occurrences WHERE reminder_id = reminders.id
                AND state IN ('scheduled', 'claimed', 'sending')
            )
            """,
            (row["reminder_id"],),
        )


async def _reminder(connection: aiosqlite.Connection, reminder_id: int) -> Reminder:
    rows = await connection.execute_fetchall(SELECT_REMINDER + "WHERE reminders.id = ?", (reminder_id,))
    return to_reminder(next(iter(rows)))
