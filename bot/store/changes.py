"""Changes to pending reminders as units of work: another time, other words, held back or let go."""

from __future__ import annotations

from dataclasses import dataclass

import aiosqlite

from agent.errors import NotFound
from agent.types import Reminder, Resolved
from bot.store.following import schedule
from bot.store.instants import to_stored
from bot.store.rows import SELECT_REMINDER, to_reminder


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """None leaves as it is; with `resolved`, `rule` replaces the series too. `version` as in the row."""

    resolved: Resolved | None
    rule: str | None
    text: str | None
    version: str


async def edit(
    reminder_id: int, author_id: int, change: Change, connection: aiosqlite.Connection
) -> Reminder:
    await _own_pending(connection, reminder_id, author_id)
    if change.text is not None:
        await connection.execute("UPDATE reminders SET text = ? WHERE id = ?", (change.text, reminder_id))
    if change.resolved is not None:
        await _move(connection, reminder_id, change.resolved, change)
    return await _own_pending(connection, reminder_id, author_id)


async def set_paused(
    reminder_id: int, author_id: int, paused: bool, connection: aiosqlite.Connection
) -> Reminder:
    await _own_pending(connection, reminder_id, author_id)
    await connection.execute("UPDATE reminders SET paused = ? WHERE id = ?", (int(paused), reminder_id))
    return await _own_pending(connection, reminder_id, author_id)


async def _move(
    connection: aiosqlite.Connection, reminder_id: int, resolved: Resolved, change: Change
) -> None:
    """What waits is skipped, and the new time gets an occurrence of its own: nonces never change hands."""
    await connection.execute(
        """
        UPDATE occurrences SET state = 'skipped', lease_until = NULL
        WHERE reminder_id = ? AND state IN ('scheduled', 'claimed') AND due_utc <> ?
        """,
        (reminder_id, to_stored(resolved.at)),
    )
    # The same instant as one that was skipped by an earlier change: that row's time is free again.
    await connection.execute(
        """
        DELETE FROM occurrences WHERE reminder_id = ? AND due_utc = ? AND state = 'skipped' AND attempts = 0
        """,
        (reminder_id, to_stored(resolved.at)),
    )
    await schedule(connection, reminder_id, resolved.at)
    await connection.execute(
        """
        UPDATE reminders
        SET due_utc = ?, zone = ?, basis = ?, grain = ?, wall = ?, rule = ?, zone_version = ? WHERE id = ?
        """,
        (
            to_stored(resolved.at),
            resolved.zone,
            resolved.basis,
            resolved.grain,
            None if resolved.wall is None else resolved.wall.isoformat(),
            change.rule,
            change.version,
            reminder_id,
        ),
    )


async def _own_pending(connection: aiosqlite.Connection, reminder_id: int, author_id: int) -> Reminder:
    condition = "WHERE reminders.id = ? AND author_id = ? AND state = 'pending'"
    rows = await connection.execute_fetchall(SELECT_REMINDER + condition, (reminder_id, author_id))
    for row in rows:
        return to_reminder(row)
    raise NotFound(f"You have no pending reminder {reminder_id}.")
