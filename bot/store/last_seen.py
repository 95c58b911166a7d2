"""The newest message that came in from a place, so that what came after it can be looked for."""

from __future__ import annotations

from functools import partial

import aiosqlite

from bot.store.db import Database

DISCORD = "discord"


class SqliteLastSeen:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self) -> int | None:
        """None where nothing was ever seen."""
        rows = await self._database.read("SELECT message_id FROM last_seen WHERE place = ?", (DISCORD,))
        for row in rows:
            return int(row["message_id"])
        return None

    async def advance(self, message_id: int) -> None:
        """Never goes back. Raises StoreUnavailable."""
        await self._database.write(partial(_advance, message_id))


async def _advance(message_id: int, connection: aiosqlite.Connection) -> None:
    await connection.execute(
        """
        INSERT INTO last_seen (place, message_id) VALUES (?, ?)
        ON CONFLICT (place) DO UPDATE SET message_id = max(message_id, excluded.message_id)
        """,
        (DISCORD, message_id),
    )
