"""The per-channel session."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import aiosqlite

from agent.types import HistoryMessage
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.rows import ensure_channel


class SqliteHistory:
    """Implements `agent.ports.History`. A message id that is in the session already is not added again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(
        self, channel_id: int, message: HistoryMessage, *, message_id: int | None = None
    ) -> None:
        await self._database.write(partial(_append, channel_id, message, message_id))

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        rows = await self._database.read(
            """
            SELECT role, author_name, text, sent_utc, composed, author_id FROM messages
            WHERE channel_id = ? ORDER BY id DESC LIMIT ?
            """,
            (channel_id, limit),
        )
        return tuple(
            HistoryMessage(
                role=row["role"],
                author_name=row["author_name"],
                text=row["text"],
                sent_at=from_stored(row["sent_utc"]),
                composed=bool(row["composed"]),
                author_id=row["author_id"],
            )
            for row in reversed(rows)
        )

    async def clear(self, channel_id: int) -> int:
        """Starts the session afresh, open questions included; gives the number of messages forgotten."""
        return await self._database.write(partial(_clear, channel_id))

    async def prune(self, *, before: datetime) -> int:
        """Forgets what was said before an instant; how many messages that were."""
        return await self._database.write(partial(_prune, before))


async def _prune(before: datetime, connection: aiosqlite.Connection) -> int:
    cursor = await connection.execute("DELETE FROM messages WHERE sent_utc < ?", (to_stored(before),))
    return cursor.rowcount


async def _clear(channel_id: int, connection: aiosqlite.Connection) -> int:
    await connection.execute("DELETE FROM clarifications WHERE channel_id = ?", (channel_id,))
    cursor = await connection.execute("DELETE FROM messages WHERE channel_id = ?", (channel_id,))
    return cursor.rowcount


async def _append(
    channel_id: int, message: HistoryMessage, message_id: int | None, connection: aiosqlite.Connection
) -> None:
    await ensure_channel(connection, channel_id)
    await connection.execute(
        """
        INSERT INTO messages (channel_id, message_id, role, author_name, text, sent_utc, composed, author_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (channel_id, message_id) WHERE message_id IS NOT NULL DO NOTHING
        """,
        (
            channel_id,
            message_id,
            message.role,
            message.author_name,
            message.text,
            to_stored(message.sent_at),
            message.composed,
            message.author_id,
        ),
    )
