"""How the bot is to sound in a channel or on a server."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import aiosqlite

from agent.types import Channel
from bot.store.db import Database
from bot.store.instants import to_stored


class SqlitePersonas:
    """Implements `agent.ports.Personas`. A server and its oldest channel may have the same id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def persona(self, channel: Channel) -> str:
        if channel.guild_id is None:
            return ""
        rows = await self._database.read(
            """
            SELECT text FROM personas
            WHERE guild_id = ? AND ((place_id IN (?, ?) AND is_server = 0) OR is_server = 1)
            ORDER BY is_server, place_id = ? DESC LIMIT 1
            """,
            (channel.guild_id, channel.id, channel.parent_id or 0, channel.id),
        )
        return str(rows[0]["text"]) if rows else ""

    async def get(self, place_id: int, *, is_server: bool) -> str:
        """What is set for just this place; empty where nothing is."""
        rows = await self._database.read(
            "SELECT text FROM personas WHERE place_id = ? AND is_server = ?", (place_id, is_server)
        )
        return str(rows[0]["text"]) if rows else ""

    async def put(
        self, place_id: int, text: str, *, is_server: bool, guild_id: int, author_id: int, now: datetime
    ) -> None:
        """An empty text takes it away."""
        row = (place_id, is_server, guild_id, text, author_id, to_stored(now))
        await self._database.write(partial(_put, row))


async def _put(row: tuple[int, bool, int, str, int, int], connection: aiosqlite.Connection) -> None:
    await connection.execute("DELETE FROM personas WHERE place_id = ? AND is_server = ?", row[:2])
    if row[3]:
        await connection.execute(
            """
            INSERT INTO personas (place_id, is_server, guild_id, text, author_id, set_utc)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            row,
        )
