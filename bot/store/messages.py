"""The per-channel session."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

import aiosqlite

from agent.types import HistoryMessage, Summary
from bot.store import summaries
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.rows import ensure_channel

DELETIONS_KEPT = 20_000
EDITS_KEPT = 500
"""How many of the newest changes are remembered for messages that are still on their way here."""

T = TypeVar("T")

_SELECT = "SELECT id, role, author_name, text, sent_utc, composed, author_id FROM messages "
_UNSUMMARISED = """
    WHERE channel_id = ? AND id < ?
        AND id > coalesce((SELECT through_id FROM summaries WHERE channel_id = ?), 0)
    ORDER BY id DESC LIMIT ?
"""


class SqliteHistory:
    """Implements `agent.ports.History`.

    One instance for each database: it knows what was changed while it was on its way here.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._deleted: OrderedDict[int, None] = OrderedDict()
        self._edited: OrderedDict[int, str] = OrderedDict()

    async def append(
        self,
        channel_id: int,
        message: HistoryMessage,
        *,
        message_id: int | None = None,
        answers: Collection[int] = (),
    ) -> None:
        await self._database.write(partial(self._append, channel_id, message, message_id, answers))

    async def sent(self, answered: int, message_ids: Collection[int]) -> None:
        await self._database.write(partial(self._sent, answered, message_ids))

    async def window(self, channel_id: int, *, limit: int) -> tuple[HistoryMessage, ...]:
        rows = await self._database.read(
            _SELECT + "WHERE channel_id = ? ORDER BY id DESC LIMIT ?", (channel_id, limit)
        )
        return tuple(map(_message, reversed(rows)))

    async def edit(self, message_id: int, text: str) -> None:
        _remember(self._edited, message_id, text, most=EDITS_KEPT)
        await self._database.write(partial(self._edit, message_id, text))

    async def delete(self, message_ids: Collection[int]) -> None:
        for message_id in message_ids:
            _remember(self._deleted, message_id, None, most=DELETIONS_KEPT)
            self._edited.pop(message_id, None)
        await self._database.write(partial(_delete, message_ids))

    async def clear(self, channel_id: int) -> int:
        """Also drops the open questions."""
        return await self._database.write(partial(_clear, channel_id))

    async def prune(self, *, before: datetime) -> int:
        return await self._database.write(partial(_prune, before))

    # ------------------------------------------------------------------ the summary

    async def summary(self, channel_id: int) -> Summary:
        return await summaries.get(self._database, channel_id)

    async def unsummarised(self, channel_id: int, *, before: int, limit: int) -> tuple[HistoryMessage, ...]:
        rows = await self._database.read(
            _SELECT + _UNSUMMARISED,
            (channel_id, before, channel_id, limit),
        )
        return tuple(map(_message, reversed(rows)))

    async def keep_summary(
        self, channel_id: int, text: str, *, of: Sequence[HistoryMessage], seen: Summary
    ) -> bool:
        return await self._database.write(partial(summaries.keep, channel_id, text, of, seen))

    # ------------------------------------------------------------------ in a transaction

    async def _append(
        self,
        channel_id: int,
        message: HistoryMessage,
        message_id: int | None,
        answers: Collection[int],
        connection: aiosqlite.Connection,
    ) -> None:
        if message_id in self._deleted or any(answered in self._deleted for answered in answers):
            return
        text = message.text if message_id is None else self._edited.get(message_id, message.text)
        await ensure_channel(connection, channel_id)
        row_id = await _insert(connection, channel_id, message, message_id, text)
        if row_id is not None:
            await connection.executemany(
                "INSERT INTO answer_links (message_id, row_id) VALUES (?, ?)",
                [(answered, row_id) for answered in set(answers)],
            )

    async def _sent(
        self, answered: int, message_ids: Collection[int], connection: aiosqlite.Connection
    ) -> None:
        for message_id in message_ids:
            await connection.execute(
                """
                INSERT INTO answer_links (message_id, row_id)
                SELECT ?, row_id FROM answer_links WHERE message_id = ?
                ON CONFLICT DO NOTHING
                """,
                (message_id, answered),
            )
        await _delete([each for each in message_ids if each in self._deleted], connection)

    async def _edit(self, message_id: int, text: str, connection: aiosqlite.Connection) -> None:
        newest = self._edited.get(message_id, text)
        changed = await connection.execute_fetchall(
            "UPDATE messages SET text = ? WHERE message_id = ? AND text <> ? RETURNING id, channel_id",
            (newest, message_id, newest),
        )
        await _note_changes(connection, changed)


def _remember(kept: OrderedDict[int, T], message_id: int, value: T, *, most: int) -> None:
    kept[message_id] = value
    kept.move_to_end(message_id)
    while len(kept) > most:
        kept.popitem(last=False)


def _message(row: sqlite3.Row) -> HistoryMessage:
    return HistoryMessage(
        role=row["role"],
        author_name=row["author_name"],
        text=row["text"],
        sent_at=from_stored(row["sent_utc"]),
        composed=bool(row["composed"]),
        author_id=row["author_id"],
        number=row["id"],
    )


async def _insert(
    connection: aiosqlite.Connection,
    channel_id: int,
    message: HistoryMessage,
    message_id: int | None,
    text: str,
) -> int | None:
    """The id of the new row; None where the message is there already."""
    rows = await connection.execute_fetchall(
        """
        INSERT INTO messages (channel_id, message_id, role, author_name, text, sent_utc, composed, author_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (channel_id, message_id) WHERE message_id IS NOT NULL DO NOTHING
        RETURNING id
        """,
        (
            channel_id,
            message_id,
            message.role,
            message.author_name,
            text,
            to_stored(message.sent_at),
            message.composed,
            message.author_id,
        ),
    )
    return next((row["id"] for row in rows), None)


async def _delete(message_ids: Collection[int], connection: aiosqlite.Connection) -> None:
    for message_id in message_ids:
        await connection.execute(
            "DELETE FROM clarifications WHERE question_id = ? AND question_id <> 0", (message_id,)
        )
        removed = await connection.execute_fetchall(
            """
            DELETE FROM messages
            WHERE message_id = ? OR id IN (SELECT row_id FROM answer_links WHERE message_id = ?)
            RETURNING id, channel_id
            """,
            (message_id, message_id),
        )
        await _note_changes(connection, removed)


async def _note_changes(connection: aiosqlite.Connection, rows: Iterable[sqlite3.Row]) -> None:
    for row in rows:
        await summaries.note_change(connection, row["channel_id"], row["id"])


async def _clear(channel_id: int, connection: aiosqlite.Connection) -> int:
    await ensure_channel(connection, channel_id)
    await connection.execute("DELETE FROM clarifications WHERE channel_id = ?", (channel_id,))
    cursor = await connection.execute("DELETE FROM messages WHERE channel_id = ?", (channel_id,))
    await summaries.note_change(connection, channel_id, 0)
    return cursor.rowcount


async def _prune(before: datetime, connection: aiosqlite.Connection) -> int:
    removed = list(
        await connection.execute_fetchall(
            "DELETE FROM messages WHERE sent_utc < ? RETURNING channel_id", (to_stored(before),)
        )
    )
    await summaries.prune(connection, before, channel_ids={row["channel_id"] for row in removed})
    return len(removed)
