"""The steps of an occurrence as units of work: each reads, checks and sets in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiosqlite

from agent.errors import IllegalTransition, NotFound
from agent.types import Reminder
from bot.request_answer import RequestAnswer
from bot.store.claiming import Claimed
from bot.store.following import next_of_series, next_ring
from bot.store.instants import EPOCH, to_stored
from bot.store.life_cycle import OccurrenceState, check_step
from bot.store.rows import SELECT_REMINDER, to_reminder


@dataclass(frozen=True, slots=True, kw_only=True)
class Presser:
    """Who ticks a delivery off: its author, the user whom it is for, or somebody with the role."""

    user_id: int
    roles: frozenset[int] = frozenset()

    def is_meant(self, author_id: int, target_id: int | None, *, is_role: bool) -> bool:
        if self.user_id == author_id:
            return True
        return target_id in self.roles if is_role else target_id == self.user_id


async def step(
    claimed: Claimed, to: OccurrenceState, columns: Mapping[str, Any], connection: aiosqlite.Connection
) -> None:
    state, attempts = await _state(connection, claimed.occurrence_id)
    if attempts != claimed.attempt:
        raise IllegalTransition(
            f"occurrence {claimed.occurrence_id} is at attempt {attempts}, not {claimed.attempt}"
        )
    check_step(state, to)
    await _set(connection, claimed.occurrence_id, state=to, **columns)


async def deliver(
    claimed: Claimed,
    columns: Mapping[str, Any],
    now: datetime,
    version: str,
    connection: aiosqlite.Connection,
) -> datetime | None:
    """Records the delivery and schedules what follows it; gives the instant of the next one."""
    await step(claimed, OccurrenceState.DELIVERED, columns, connection)
    reminder = claimed.reminder
    if reminder.failure is not None:
        await connection.execute("UPDATE reminders SET failure = NULL WHERE id = ?", (reminder.id,))
    ring = await next_ring(
        connection,
        reminder,
        ring=claimed.ring,
        first_due=claimed.first_due or claimed.due,
        due=claimed.due,
        now=now,
    )
    following = await _follow(claimed, version, connection)
    await _close_reminder(connection, reminder.id, "done")
    return min((at for at in (ring, following) if at is not None), default=None)


async def answer(
    claimed: Claimed, given: RequestAnswer, now: datetime, connection: aiosqlite.Connection
) -> None:
    """Keeps what a due request came to, and lets it go to be delivered; skips it if it was removed."""
    rows = await connection.execute_fetchall(
        "SELECT state FROM reminders WHERE id = ?", (claimed.reminder.id,)
    )
    removed = [row[0] for row in rows] != ["pending"]
    to = OccurrenceState.SKIPPED if removed else OccurrenceState.SCHEDULED
    columns = {
        "attempt_utc": to_stored(now),
        "lease_until": None,
        "answer": given.text or None,
        "unanswered": given.unanswered,
    }
    await step(claimed, to, columns, connection)


async def fail(
    claimed: Claimed, reason: str, version: str, connection: aiosqlite.Connection
) -> datetime | None:
    """Records that this occurrence is given up; a series goes on, and its author can see why."""
    columns = {"lease_until": None, "last_error": reason}
    await step(claimed, OccurrenceState.FAILED, columns, connection)
    await connection.execute("UPDATE reminders SET failure = ? WHERE id = ?", (reason, claimed.reminder.id))
    following = await _follow(claimed, version, connection)
    await _close_reminder(connection, claimed.reminder.id, "failed")
    return following


async def _follow(claimed: Claimed, version: str, connection: aiosqlite.Connection) -> datetime | None:
    if claimed.ring:
        return None
    return await next_of_series(connection, claimed.reminder, after=claimed.due, version=version)


async def delay(claimed: Claimed, until: datetime, reason: str, connection: aiosqlite.Connection) -> None:
    rows = await connection.execute_fetchall(
        "SELECT state FROM reminders WHERE id = ?", (claimed.reminder.id,)
    )
    removed = [row[0] for row in rows] != ["pending"]
    to = OccurrenceState.SKIPPED if removed else OccurrenceState.SCHEDULED
    columns = {"attempt_utc": to_stored(until), "lease_until": None, "last_error": reason}
    await step(claimed, to, columns, connection)


async def restore(
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


async def fail_unreadable(occurrence_id: int, reason: str, connection: aiosqlite.Connection) -> None:
    state, _ = await _state(connection, occurrence_id)
    check_step(state, OccurrenceState.FAILED)
    await _set(connection, occurrence_id, state=OccurrenceState.FAILED, last_error=reason)
    row = await _one(connection, "SELECT reminder_id FROM occurrences WHERE id = ?", occurrence_id)
    await _close_reminder(connection, row["reminder_id"], "failed")


async def hasten(now: datetime, connection: aiosqlite.Connection) -> int:
    cursor = await connection.execute(
        """
        UPDATE occurrences SET attempt_utc = ?
        WHERE state = 'scheduled' AND attempts > 0 AND attempt_utc > ?
        """,
        (to_stored(now), to_stored(now)),
    )
    return cursor.rowcount


async def set_back(by: timedelta, connection: aiosqlite.Connection) -> None:
    span = to_stored(EPOCH + by)
    await connection.execute(
        """
        UPDATE occurrences SET
            first_sent_utc = first_sent_utc - ?, lease_until = lease_until - ?,
            attempt_utc = max(due_utc, attempt_utc - ?)
        WHERE state IN ('scheduled', 'claimed', 'sending') AND attempts > 0
        """,
        (span, span, span),
    )


async def acknowledge(reminder_id: int, due: datetime, by: Presser, connection: aiosqlite.Connection) -> None:
    rows = await connection.execute_fetchall(
        """
        SELECT occurrences.id, occurrences.state, coalesce(first_due_utc, occurrences.due_utc) AS first_due,
            author_id, target_id, target_is_role
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE reminder_id = ? AND occurrences.due_utc / 1000000 = ?
        """,
        (reminder_id, int(due.timestamp())),
    )
    row = next(iter(rows), None)
    if row is None or not by.is_meant(
        row["author_id"], row["target_id"], is_role=bool(row["target_is_role"])
    ):
        raise NotFound(f"You have no reminder {reminder_id} that was due then.")
    check_step(OccurrenceState(row["state"]), OccurrenceState.ACKNOWLEDGED)
    await _set(connection, row["id"], state=OccurrenceState.ACKNOWLEDGED)
    await _silence(connection, reminder_id, row["first_due"])


async def silence_ringing(
    author_id: int, channel_id: int, connection: aiosqlite.Connection
) -> tuple[Reminder, ...]:
    """Acknowledges every alarm of this author that rings in this channel, and gives them."""
    rows = await connection.execute_fetchall(
        """
        SELECT DISTINCT reminder_id, first_due_utc
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE author_id = ? AND (channel_id = ? OR EXISTS (
                SELECT 1 FROM occurrences AS earlier WHERE earlier.reminder_id = occurrences.reminder_id
                AND earlier.delivered_channel_id = ?))
            AND occurrences.state IN ('scheduled', 'claimed', 'sending') AND ring > 0
        ORDER BY first_due_utc
        """,
        (author_id, channel_id, channel_id),
    )
    silenced = []
    for row in rows:
        reminder = await _one(connection, SELECT_REMINDER + "WHERE reminders.id = ?", row["reminder_id"])
        silenced.append(to_reminder(reminder))
        await connection.execute(
            """
            UPDATE occurrences SET state = 'acknowledged'
            WHERE reminder_id = ? AND coalesce(first_due_utc, due_utc) = ? AND state = 'delivered'
            """,
            (row["reminder_id"], row["first_due_utc"]),
        )
        await _silence(connection, row["reminder_id"], row["first_due_utc"])
    return tuple(silenced)


async def _silence(connection: aiosqlite.Connection, reminder_id: int, first_due: int) -> None:
    """No further ring; one that is being sent at this moment still arrives, and is the last."""
    await connection.execute(
        """
        UPDATE occurrences SET state = 'skipped', lease_until = NULL
        WHERE reminder_id = ? AND first_due_utc = ? AND ring > 0 AND state IN ('scheduled', 'claimed')
        """,
        (reminder_id, first_due),
    )
    await _close_reminder(connection, reminder_id, "done")


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
