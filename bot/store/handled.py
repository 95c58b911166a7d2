"""Which messages have been taken up, so that none is answered twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import aiosqlite

from agent.types import Clock
from bot.store.db import Database
from bot.store.instants import to_stored

KEPT_FOR = timedelta(days=30)
"""Discord repeats an event within a session's resume window, which is minutes."""


class SqliteHandledMessages:
    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, message_id: int) -> bool:
        """True for the first caller of this id, False for all others. To be asked before any work.

        Forgets what was claimed more than 30 days ago. Raises StoreUnavailable, also where the file is gone.
        """
        self._database.require_in_place()
        return await self._database.write(partial(_claim, message_id, self._clock()))


async def _claim(message_id: int, now: datetime, connection: aiosqlite.Connection) -> bool:
    await connection.execute(
        "DELETE FROM handled_messages WHERE handled_utc < ?", (to_stored(now - KEPT_FOR),)
    )
    cursor = await connection.execute(
        "INSERT INTO handled_messages (message_id, handled_utc) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (message_id, to_stored(now)),
    )
    return cursor.rowcount == 1
