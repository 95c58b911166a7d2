"""Reminders and tasks as their authors see them: added, listed, changed, removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import aiosqlite

from agent.errors import NotFound
from agent.reminder_limits import (
    ReminderLimits,
    check_draft,
    check_pending,
    check_requests,
    check_text,
    check_time,
)
from agent.types import Reminder, ReminderDraft, Resolved, Task, TaskDraft
from bot.store import changes, tasks
from bot.store.db import Database
from bot.store.following import schedule
from bot.store.instants import to_stored
from bot.store.rows import (
    SELECT_REMINDER,
    SELECT_TASK,
    ensure_user,
    remember_channel,
    to_reminder,
    to_task,
)
from bot.zone_version import zone_version


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
        version: Callable[[], str] = zone_version,
    ) -> None:
        self._database = database
        self._limits = limits
        self._on_added = on_added
        self._version = version

    async def add(self, draft: ReminderDraft) -> Reminder:
        check_draft(draft, self._limits)
        reminder = await self._database.write(partial(_add, draft, self._limits, self._version()))
        self._on_added(reminder.due)
        return reminder

    async def pending(
        self, author_id: int, *, limit: int = 25, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        rows = await self._database.read(
            SELECT_REMINDER
            + "WHERE author_id = ? AND state = 'pending' AND (? IS NULL OR guild_id = ?)"
            + " ORDER BY due_utc, reminders.id LIMIT ?",
            (author_id, guild_id, guild_id, limit),
        )
        return tuple(map(to_reminder, rows))

    async def failures(
        self, author_id: int, *, limit: int = 5, guild_id: int | None = None
    ) -> tuple[Reminder, ...]:
        rows = await self._database.read(
            SELECT_REMINDER
            + "WHERE author_id = ? AND state = 'failed' AND (? IS NULL OR guild_id = ?)"
            + " ORDER BY due_utc DESC, reminders.id DESC LIMIT ?",
            (author_id, guild_id, guild_id, limit),
        )
        return tuple(map(to_reminder, rows))

    async def last_delivered(self, author_id: int, *, channel_id: int) -> Reminder | None:
        rows = await self._database.read(
            SELECT_REMINDER
            + """
            JOIN occurrences ON occurrences.reminder_id = reminders.id
            WHERE author_id = ? AND delivered_utc IS NOT NULL AND ? IN (channel_id, delivered_channel_id)
            ORDER BY delivered_utc DESC, occurrences.id DESC LIMIT 1
            """,
            (author_id, channel_id),
        )
        return next(map(to_reminder, rows), None)

    async def find(self, reminder_id: int, *, author_id: int) -> Reminder:
        """This author's reminder in whatever state. Raises NotFound."""
        condition = "WHERE reminders.id = ? AND author_id = ?"
        rows = await self._database.read(SELECT_REMINDER + condition, (reminder_id, author_id))
        for row in rows:
            return to_reminder(row)
        raise NotFound(f"You have no reminder {reminder_id}.")

    async def find_for(self, reminder_id: int, *, user_id: int) -> Reminder:
        """A reminder that this user set, or that is for them, in whatever state. Raises NotFound."""
        condition = "WHERE reminders.id = ? AND (author_id = ? OR (target_id = ? AND NOT target_is_role))"
        rows = await self._database.read(SELECT_REMINDER + condition, (reminder_id, user_id, user_id))
        for row in rows:
            return to_reminder(row)
        raise NotFound(f"You have no reminder {reminder_id}.")

    async def all_pending(self) -> tuple[Reminder, ...]:
        """Everybody's, soonest first; for the operator."""
        rows = await self._database.read(
            SELECT_REMINDER + "WHERE state = 'pending' ORDER BY due_utc, reminders.id"
        )
        return tuple(map(to_reminder, rows))

    async def edit(
        self,
        reminder_id: int,
        *,
        author_id: int,
        now: datetime,
        resolved: Resolved | None = None,
        rule: str | None = None,
        text: str | None = None,
    ) -> Reminder:
        if text is not None:
            check_text(text, self._limits)
        if resolved is not None:
            check_time(resolved.at, self._limits, now=now)
        change = changes.Change(resolved=resolved, rule=rule, text=text, version=self._version())
        edited = await self._database.write(partial(changes.edit, reminder_id, author_id, change))
        self._on_added(edited.due)
        return edited

    async def set_paused(self, reminder_id: int, *, author_id: int, paused: bool) -> Reminder:
        changed = await self._database.write(partial(changes.set_paused, reminder_id, author_id, paused))
        self._on_added(changed.due)
        return changed

    async def remove(self, reminder_id: int, *, author_id: int) -> Reminder:
        return await self._database.write(partial(_remove, reminder_id, author_id))

    # ------------------------------------------------------------------ tasks

    async def push_task(self, draft: TaskDraft) -> Task:
        return await self._database.write(partial(tasks.push, draft, self._limits))

    async def open_tasks(
        self, author_id: int, *, limit: int = 50, guild_id: int | None = None
    ) -> tuple[Task, ...]:
        rows = await self._database.read(
            SELECT_TASK
            + "WHERE author_id = ? AND completed_utc IS NULL AND (? IS NULL OR guild_id = ?)"
            + " ORDER BY number LIMIT ?",
            (author_id, guild_id, guild_id, limit),
        )
        return tuple(map(to_task, rows))

    async def complete_task(self, number: int, *, author_id: int, now: datetime) -> Task:
        return await self._database.write(partial(tasks.complete, number, author_id, now))


async def _add(
    draft: ReminderDraft, limits: ReminderLimits, version: str, connection: aiosqlite.Connection
) -> Reminder:
    key = (draft.author_id, draft.source_message_id, draft.call_index)
    existing = await _find(
        connection, "WHERE author_id = ? AND source_message_id = ? AND call_index = ?", key
    )
    if existing is not None:
        return existing
    pending, requests = await _count_pending(connection, draft.author_id)
    check_pending(pending, limits)
    if draft.request:
        check_requests(requests, limits)
    await remember_channel(connection, draft.channel)
    await ensure_user(connection, draft.author_id)
    reminder_id = await _insert(connection, draft, version)
    await schedule(connection, reminder_id, draft.resolved.at)
    return await _get(connection, reminder_id)


async def _insert(connection: aiosqlite.Connection, draft: ReminderDraft, version: str) -> int:
    resolved = draft.resolved
    cursor = await connection.execute(
        """
        INSERT INTO reminders (
            author_id, channel_id, text, kind, due_utc, zone, basis, grain, wall,
            source_message_id, call_index, created_utc, rule, parent_id, zone_version, language,
            request, target_id, target_is_role
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
            draft.rule,
            draft.parent_id,
            version,
            draft.language,
            draft.request,
            None if draft.target is None else draft.target.id,
            draft.target is not None and draft.target.is_role,
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


async def _count_pending(connection: aiosqlite.Connection, author_id: int) -> tuple[int, int]:
    """All of the author's pending reminders, and the requests among them."""
    rows = await connection.execute_fetchall(
        "SELECT count(*), total(request) FROM reminders WHERE author_id = ? AND state = 'pending'",
        (author_id,),
    )
    pending, requests = next(iter(rows))
    return int(pending), int(requests)


async def _get(connection: aiosqlite.Connection, reminder_id: int) -> Reminder:
    reminder = await _find(connection, "WHERE reminders.id = ?", (reminder_id,))
    assert reminder is not None
    return reminder


async def _find(
    connection: aiosqlite.Connection, condition: str, parameters: tuple[int, ...]
) -> Reminder | None:
    rows = await connection.execute_fetchall(SELECT_REMINDER + condition, parameters)
    return next(map(to_reminder, rows), None)
