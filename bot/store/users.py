"""What users chose for themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

import aiosqlite

from bot.store.db import Database
from bot.store.rows import ensure_user


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSettings:
    """`zone` is an IANA name, `language` an ISO 639-1 code; None where the user never chose.

    `has_set_reminders`: has ever set one, whatever became of it.
    """

    zone: str | None = None
    language: str | None = None
    has_set_reminders: bool = False


class SqliteUsers:
    """Zone and language are checked by whoever lets a user choose them, not here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> UserSettings:
        rows = await self._database.read(
            """
            SELECT zone, language, EXISTS (SELECT 1 FROM reminders WHERE author_id = users.id) AS has_set
            FROM users WHERE id = ?
            """,
            (user_id,),
        )
        for row in rows:
            return UserSettings(
                zone=row["zone"], language=row["language"], has_set_reminders=bool(row["has_set"])
            )
        return UserSettings()

    async def set_zone(self, user_id: int, zone: str | None) -> None:
        """None goes back to the configured default."""
        await self._database.write(partial(_set, user_id, "zone", zone))

    async def set_language(self, user_id: int, language: str | None) -> None:
        """None goes back to the configured default."""
        await self._database.write(partial(_set, user_id, "language", language))


async def _set(
    user_id: int,
    column: Literal["zone", "language"],
    value: str | None,
    connection: aiosqlite.Connection,
) -> None:
    await ensure_user(connection, user_id)
    statements = {
        "zone": "UPDATE users SET zone = ? WHERE id = ?",
        "language": "UPDATE users SET language = ? WHERE id = ?",
    }
    await connection.execute(statements[column], (value, user_id))
