"""Tasks without a time, as units of work."""

from __future__ import annotations

from datetime import datetime

import aiosqlite

from agent.errors import NotFound
from agent.reminder_limits import ReminderLimits, check_tasks, check_text
from agent.types import Task, TaskDraft
from bot.store.instants import to_stored
from bot.store.rows import SELECT_TASK, ensure_user, remember_channel, to_task


async def push(draft: TaskDraft, limits: ReminderLimits, connection: aiosqlite.Connection) -> Task:
    check_text(draft.text, limits)
    key = (draft.author_id, draft.source_message_id, draft.call_index)
    existing = await _find(
        connection, "WHERE author_id = ? AND source_message_id = ? AND call_index = ?", key
    )
    if existing is not None:
        return existing
    check_tasks(await _number(connection, _OPEN, draft.author_id), limits)
    await remember_channel(connection, draft.channel)
    await ensure_user(connection, draft.author_id)
    number = await _number(connection, _HIGHEST, draft.author_id) + 1
    await connection.execute(
        """
        INSERT INTO tasks (
            author_id, number, channel_id, text, source_message_id, call_index, created_utc
        ) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        (
            draft.author_id,
            number,
            draft.channel.id,
            draft.text,
            draft.source_message_id,
            draft.call_index,
            to_stored(draft.created_at),
        ),
    )
    return await _get(connection, draft.author_id, number)


async def complete(number: int, author_id: int, now: datetime, connection: aiosqlite.Connection) -> Task:
    cursor = await connection.execute(
        "UPDATE tasks SET completed_utc = ? WHERE author_id = ? AND number = ? AND completed_utc IS NULL",
        (to_stored(now), author_id, number),
    )
    if cursor.rowcount != 1:
        raise NotFound(f"You have no open task {number}.")
    return await _get(connection, author_id, number)


_OPEN = "SELECT count(*) FROM tasks WHERE author_id = ? AND completed_utc IS NULL"
_HIGHEST = "SELECT coalesce(max(number), 0) FROM tasks WHERE author_id = ?"


async def _number(connection: aiosqlite.Connection, sql: str, author_id: int) -> int:
    return int(next(iter(await connection.execute_fetchall(sql, (author_id,))))[0])


async def _get(connection: aiosqlite.Connection, author_id: int, number: int) -> Task:
    task = await _find(connection, "WHERE author_id = ? AND number = ?", (author_id, number))
    assert task is not None
    return task


async def _find(connection: aiosqlite.Connection, condition: str, parameters: tuple[int, ...]) -> Task | None:
    rows = await connection.execute_fetchall(SELECT_TASK + condition, parameters)
    return next(map(to_task, rows), None)
