"""Rows to values, and the rows that others refer to."""

from __future__ import annotations

import sqlite3
from datetime import datetime

import aiosqlite

from agent.types import Basis, Channel, ChannelKind, Reminder, ReminderKind, ReminderState, Target, Task
from bot.store.instants import from_stored

SELECT_REMINDER = """
    SELECT reminders.id, reminders.author_id, reminders.channel_id, channels.kind AS channel_kind,
        channels.guild_id, channels.parent_id, reminders.text, reminders.kind, reminders.state,
        reminders.due_utc, reminders.zone, reminders.basis, reminders.wall, reminders.created_utc,
        reminders.rule, reminders.failure, reminders.paused, reminders.request,
        reminders.target_id, reminders.target_is_role,
        reminders.parent_id AS snooze_of, coalesce(users.language, reminders.language) AS language
    FROM reminders JOIN channels ON channels.id = reminders.channel_id
    LEFT JOIN users ON users.id = reminders.author_id
"""
"""What `to_reminder` reads; a condition follows."""
SELECT_TASK = """
    SELECT tasks.number, tasks.author_id, tasks.channel_id, channels.kind AS channel_kind,
        channels.guild_id, channels.parent_id, tasks.text, tasks.created_utc
    FROM tasks JOIN channels ON channels.id = tasks.channel_id
"""
"""What `to_task` reads; a condition follows."""


def to_reminder(row: sqlite3.Row) -> Reminder:
    return Reminder(
        id=row["id"],
        author_id=row["author_id"],
        channel=Channel(
            id=row["channel_id"],
            kind=ChannelKind(row["channel_kind"]),
            guild_id=row["guild_id"],
            parent_id=row["parent_id"],
        ),
        text=row["text"],
        kind=ReminderKind(row["kind"]),
        state=ReminderState(row["state"]),
        due=from_stored(row["due_utc"]),
        zone=row["zone"],
        basis=Basis(row["basis"]),
        wall=None if row["wall"] is None else datetime.fromisoformat(row["wall"]),
        created_at=from_stored(row["created_utc"]),
        rule=row["rule"],
        failure=row["failure"],
        paused=bool(row["paused"]),
        parent_id=row["snooze_of"],
        language=row["language"],
        request=bool(row["request"]),
        target=None
        if row["target_id"] is None
        else Target(id=row["target_id"], is_role=bool(row["target_is_role"])),
    )


def to_task(row: sqlite3.Row) -> Task:
    channel = Channel(
        id=row["channel_id"],
        kind=ChannelKind(row["channel_kind"]),
        guild_id=row["guild_id"],
        parent_id=row["parent_id"],
    )
    return Task(
        number=row["number"],
        author_id=row["author_id"],
        channel=channel,
        text=row["text"],
        created_at=from_stored(row["created_utc"]),
    )


async def remember_channel(connection: aiosqlite.Connection, channel: Channel) -> None:
    await connection.execute(
        """
        INSERT INTO channels (id, kind, guild_id, parent_id) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            kind = excluded.kind, guild_id = excluded.guild_id, parent_id = excluded.parent_id
        """,
        (channel.id, channel.kind, channel.guild_id, channel.parent_id),
    )


async def ensure_channel(connection: aiosqlite.Connection, channel_id: int) -> None:
    """A row to refer to, where only the id is known."""
    await connection.execute("INSERT INTO channels (id) VALUES (?) ON CONFLICT DO NOTHING", (channel_id,))


async def ensure_user(connection: aiosqlite.Connection, user_id: int) -> None:
    await connection.execute("INSERT INTO users (id) VALUES (?) ON CONFLICT DO NOTHING", (user_id,))
