"""The running summary of each channel: what its older messages come to.

It moves on only together with the number of the last message in it, so that none is summarised twice or left
out, whenever the process ends.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime

import aiosqlite

from agent.types import HistoryMessage, Summary
from bot.store.db import Database
from bot.store.instants import to_stored


async def get(database: Database, channel_id: int) -> Summary:
    rows = await database.read(
        "SELECT text, through_id, revision FROM summaries WHERE channel_id = ?", (channel_id,)
    )
    for row in rows:
        return Summary(text=row["text"], through=row["through_id"], revision=row["revision"])
    return Summary()


async def keep(
    channel_id: int,
    text: str,
    of: Sequence[HistoryMessage],
    seen: Summary,
    connection: aiosqlite.Connection,
) -> bool:
    """See `agent.ports.History.keep_summary`."""
    if not await _all_there(connection, of):
        return False
    since = min(to_stored(message.sent_at) for message in of)
    await connection.execute(
        "INSERT INTO summaries (channel_id) VALUES (?) ON CONFLICT DO NOTHING", (channel_id,)
    )
    cursor = await connection.execute(
        """
        UPDATE summaries SET text = ?, through_id = ?, since_utc = min(coalesce(since_utc, ?), ?)
        WHERE channel_id = ? AND through_id = ? AND revision = ?
        """,
        (text, of[-1].number, since, since, channel_id, seen.through, seen.revision),
    )
    return cursor.rowcount == 1


async def _all_there(connection: aiosqlite.Connection, messages: Sequence[HistoryMessage]) -> bool:
    """False once somebody had one of them removed, in whatever way."""
    numbers = json.dumps([message.number for message in messages])
    rows = await connection.execute_fetchall(
        "SELECT count(*) FROM messages WHERE id IN (SELECT value FROM json_each(?))", (numbers,)
    )
    return any(row[0] == len(messages) for row in rows)


async def note_change(connection: aiosqlite.Connection, channel_id: int, row_id: int) -> None:
    """Drops the summary where the message of this row is in it; one that is being made will not be kept."""
    await connection.execute(
        """
        INSERT INTO summaries (channel_id, revision) VALUES (?, 1)
        ON CONFLICT (channel_id) DO UPDATE SET revision = revision + 1
        """,
        (channel_id,),
    )
    await connection.execute(
        """
        UPDATE summaries SET text = '', through_id = 0, since_utc = NULL
        WHERE channel_id = ? AND through_id >= ?
        """,
        (channel_id, row_id),
    )


async def prune(connection: aiosqlite.Connection, before: datetime, *, channel_ids: Collection[int]) -> None:
    """Drops the summaries that go back further than this; messages of these channels were removed."""
    await connection.executemany(
        """
        INSERT INTO summaries (channel_id, revision) VALUES (?, 1)
        ON CONFLICT (channel_id) DO UPDATE SET revision = revision + 1
        """,
        [(channel_id,) for channel_id in channel_ids],
    )
    await connection.execute(
        """
        UPDATE summaries SET text = '', through_id = 0, since_utc = NULL, revision = revision + 1
        WHERE since_utc < ?
        """,
        (to_stored(before),),
    )
