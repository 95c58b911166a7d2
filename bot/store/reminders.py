"""Reminders as their authors see them: added, listed, removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import aiosqlite

from agent.errors import NotFound
from agent.reminder_limits import ReminderLimits, check_draft, check_pending
from agent.types import Reminder, ReminderDraft
from bot.delivery import nonce
from bot.store.db import Database
from bot.store.instants import to_stored
from bot.store.rows import SELECT_REMINDER, ensure_user, remember_channel, to_reminder


class SqliteReminderStore:
    """Implements `agent.ports.ReminderStore`.

    `on_added` gets the due instant of each new reminder after its commit; it must not raise.
    """

    def __init__(
        self,
        database: Database,
        *,
        limits: ReminderLimits,
        on_added: Callable[[datetime], None] = lambda due: None,
    ) -> None:
        self._database = database
        self._limits = limits
        self._on_added = on_added

    async def add(self, draft: ReminderDraft) -> Reminder:
        check_draft(draft, self._limits)
        reminder = await self._database.write(partial(_add, draft, self._limits))
        self._on_added(reminder.due)
        return reminder

    async def pending(self, author_id: int, *, limit: int = 25) -> tuple[Reminder, ...]:
        rows = await self._database.read(
            SELECT_REMINDER
            + "WHERE author_id = ? AND state = 'pending' ORDER BY due_utc, reminders.id LIMIT ?",
            (author_id, limit),
        )
        return tuple(map(to_reminder, rows))

    async def remove(self, reminder_id: int, *, author_id: int) -> Reminder:
        return await self._database.write(partial(_remove, reminder_id, author_id))


async def _add(draft: ReminderDraft, limits: ReminderLimits, connection: aiosqlite.Connection) -> Reminder:
    key = (draft.author_id, draft.source_message_id, draft.call_index)
    existing = await _find(
        connection, "WHERE author_id = ? AND source_message_id = ? AND call_index = ?", key
    )
    if existing is not None:
        return existing
    check_pending(await _count_pending(connection, draft.author_id), limits)
    await remember_channel(connection, draft.channel)
    await ensure_user(connection, draft.author_id)
    reminder_id = await _insert(connection, draft)
    due = draft.resolved.at
    await connection.execute(
        "INSERT INTO occurrences (reminder_id, due_utc, attempt_utc, nonce) VALUES (?, ?, ?, ?)",
        (reminder_id, to_stored(due), to_stored(due), nonce(reminder_id, due)),
    )
    return await _get(connection, reminder_id)


async def _insert(connection: aiosqlite.Connection, draft: ReminderDraft) -> int:
    resolved = draft.resolved
    cursor = await connection.execute(
        """
        INSERT INTO reminders (
            author_id, channel_id, text, kind, due_utc, zone, basis, grain, wall,
            source_message_id, call_index, created_utc
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            draft.author_id,
            draft.channel.id,
            draft.text,
            draft.kind,
            to_stored(resolved.at),
            resolved.zone,
            resolved.basis,
            resolved.grain,
            None if resolved.wall is None else resolved.wall.isoformat(),
            draft.source_message_id,
            draft.call_index,
            to_stored(draft.created_at),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


async def _remove(reminder_id: int, author_id: int, connection: aiosqlite.Connection) -> Reminder:
    """What is being sent at this moment still arrives; what is only claimed does not."""
    cursor = await connection.execute(
        "UPDATE reminders SET state = 'removed' WHERE id = ? AND author_id = ? AND state = 'pending'",
        (reminder_id, author_id),
    )
    if cursor.rowcount != 1:
        raise NotFound(f"You have no pending reminder {reminder_id}.")
    await connection.execute(
        """
        UPDATE occurrences SET state = 'skipped', lease_until = NULL
        WHERE reminder_id = ? AND state IN ('scheduled', 'claimed')
        """,
        (reminder_id,),
    )
    return await _get(connection, reminder_id)


async def _count_pending(connection: aiosqlite.Connection, author_id: int) -> int:
    rows = await connection.execute_fetchall(
        "SELECT count(*) FROM reminders WHERE author_id = ? AND state = 'pending'", (author_id,)
    )
    return int(next(iter(rows))[0])


async def _get(connection: aiosqlite.Connection, reminder_id: int) -> Reminder:
    reminder = await _find(connection, "WHERE reminders.id = ?", (reminder_id,))
    assert reminder is not None
    return reminder


async def _find(
    connection: aiosqlite.Connection, condition: str, parameters: tuple[int, ...]
) -> Reminder | None:
    rows = await connection.execute_fetchall(SELECT_REMINDER + condition, parameters)
    return next(map(to_reminder, rows), None)
