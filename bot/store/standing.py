"""Which messages stand in the channels, as far as the session knows."""

from __future__ import annotations

from agent.types import Channel, ChannelKind
from bot.store.db import Database

_SPOKEN_IN = """
    SELECT channel_id, channel_kind, guild_id FROM handled_messages
    WHERE in_channel = 1 AND channel_id IS NOT NULL
    GROUP BY channel_id ORDER BY max(message_id) DESC LIMIT ?
"""
_STANDING = """
    SELECT messages.message_id FROM messages
        JOIN handled_messages ON handled_messages.message_id = messages.message_id AND in_channel = 1
        WHERE messages.channel_id = ?1
    UNION
    SELECT sent.message_id FROM messages
        JOIN answer_links AS asked ON asked.row_id = messages.id
        JOIN handled_messages ON handled_messages.message_id = asked.message_id AND in_channel = 1
        JOIN answer_links AS sent ON sent.row_id = messages.id
        WHERE messages.channel_id = ?1
"""
"""What people wrote, and the messages that the answers to it were sent as."""


class SqliteStanding:
    """Implements `bot.comparing.Session`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spoken_in(self, *, most: int) -> tuple[Channel, ...]:
        rows = await self._database.read(_SPOKEN_IN, (most,))
        return tuple(
            Channel(id=row["channel_id"], kind=ChannelKind(row["channel_kind"]), guild_id=row["guild_id"])
            for row in rows
        )

    async def standing(self, channel_id: int) -> frozenset[int]:
        rows = await self._database.read(_STANDING, (channel_id,))
        return frozenset(int(row["message_id"]) for row in rows)
