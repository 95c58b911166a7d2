"""Questions that wait for their answers."""

from __future__ import annotations

from functools import partial

import aiosqlite

from agent.types import Clarification
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.rows import ensure_channel, ensure_user


class SqliteClarifications:
    """Implements `agent.ports.Clarifications`. A choice stands in the column `tool`: its names with spaces
    between them, which no name has.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, channel_id: int, author_id: int) -> Clarification | None:
        rows = await self._database.read(
            "SELECT tool, text, asked_utc FROM clarifications WHERE channel_id = ? AND author_id = ?",
            (channel_id, author_id),
        )
        for row in rows:
            names = tuple(row["tool"].split())
            return Clarification(
                tool=names[0],
                text=row["text"],
                asked_at=from_stored(row["asked_utc"]),
                choices=names if len(names) > 1 else (),
            )
        return None

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None:
        await self._database.write(partial(_put, channel_id, author_id, clarification))

    async def clear(self, channel_id: int, author_id: int) -> None:
        await self._database.write(partial(_clear, channel_id, author_id))


async def _put(
    channel_id: int, author_id: int, clarification: Clarification, connection: aiosqlite.Connection
) -> None:
    await ensure_channel(connection, channel_id)
    await ensure_user(connection, author_id)
    names = " ".join(clarification.choices or (clarification.tool,))
    await connection.execute(
        """
        INSERT OR REPLACE INTO clarifications (channel_id, author_id, tool, text, asked_utc)
        VALUES (?, ?, ?, ?, ?)
        """,
        (channel_id, author_id, names, clarification.text, to_stored(clarification.asked_at)),
    )


async def _clear(channel_id: int, author_id: int, connection: aiosqlite.Connection) -> None:
    await connection.execute(
        "DELETE FROM clarifications WHERE channel_id = ? AND author_id = ?", (channel_id, author_id)
    )
