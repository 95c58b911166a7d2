"""Which messages have been taken up, so that none is answered twice, and which of them were answered."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import aiosqlite

from agent.types import Channel, ChannelKind, Clock, Incoming
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored

KEPT_FOR = timedelta(days=30)
"""Discord repeats an event within a session's resume window, which is minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """A message that was taken up and has got no answer."""

    message_id: int
    channel: Channel
    author_id: int
    taken_up: datetime


class SqliteHandledMessages:
    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, incoming: Incoming) -> bool:
        """True for the first caller with this message, False for all others. To be asked before any work.

        Forgets what was claimed more than 30 days ago. Raises StoreUnavailable, also where the file is gone.
        """
        self._database.require_in_place()
        return await self._database.write(partial(_claim, incoming, self._clock()))

    async def settle(self, message_ids: Collection[int]) -> None:
        """Their authors need no further answer. Raises StoreUnavailable."""
        await self._database.write(partial(_settle, tuple(message_ids)))

    async def interrupted(self) -> tuple[Interrupted, ...]:
        """What was taken up and not settled, oldest first: after a start, what the last run left behind."""
        rows = await self._database.read(
            """
            SELECT message_id, channel_id, channel_kind, guild_id, author_id, handled_utc
            FROM handled_messages WHERE answered = 0 ORDER BY message_id
            """,
        )
        return tuple(_interrupted(row) for row in rows)

    async def direct_channels(self) -> tuple[int, ...]:
        """The direct message channels from which messages came within 30 days, the latest first."""
        rows = await self._database.read(
            """
            SELECT channel_id FROM handled_messages WHERE channel_kind = ?
            GROUP BY channel_id ORDER BY max(message_id) DESC
            """,
            (ChannelKind.DM.value,),
        )
        return tuple(row["channel_id"] for row in rows)


def _interrupted(row: aiosqlite.Row) -> Interrupted:
    return Interrupted(
        message_id=row["message_id"],
        channel=Channel(
            id=row["channel_id"], kind=ChannelKind(row["channel_kind"]), guild_id=row["guild_id"]
        ),
        author_id=row["author_id"],
        taken_up=from_stored(row["handled_utc"]),
    )


async def _claim(incoming: Incoming, now: datetime, connection: aiosqlite.Connection) -> bool:
    await connection.execute(
        "DELETE FROM handled_messages WHERE handled_utc < ?", (to_stored(now - KEPT_FOR),)
    )
    channel = incoming.channel
    cursor = await connection.execute(
        """
        INSERT INTO handled_messages
            (message_id, handled_utc, channel_id, channel_kind, guild_id, author_id, answered, in_channel)
        VALUES (?, ?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING
        """,
        (
            incoming.message_id,
            to_stored(now),
            channel.id,
            channel.kind.value,
            channel.guild_id,
            incoming.author.id,
            incoming.picked is None and not incoming.by_command,
        ),
    )
    return cursor.rowcount == 1


async def _settle(message_ids: tuple[int, ...], connection: aiosqlite.Connection) -> None:
    for message_id in message_ids:
        await connection.execute(
            "UPDATE handled_messages SET answered = 1 WHERE message_id = ?", (message_id,)
        )
