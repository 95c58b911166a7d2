"""Values that the tests of stores and schedule are made of."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count

import aiosqlite

from agent.testing.clock import START
from agent.types import (
    Basis,
    Channel,
    ChannelKind,
    Grain,
    ReminderDraft,
    ReminderKind,
    Resolved,
)
from bot.store.writer import Work

ANN = 11
BOB = 12
GENERAL = Channel(id=500, kind=ChannelKind.GUILD, guild_id=900)
THREAD = Channel(id=501, kind=ChannelKind.THREAD, guild_id=900, parent_id=500)
DIRECT = Channel(id=502, kind=ChannelKind.DM)

_message_ids = count(10_000)


def resolved(at: datetime, *, zone: str = "Europe/Berlin") -> Resolved:
    return Resolved(at=at, zone=zone, grain=Grain.SECOND, basis=Basis.ELAPSED)


def draft(
    *,
    text: str = "stretch",
    after: timedelta = timedelta(minutes=5),
    author_id: int = ANN,
    channel: Channel = GENERAL,
    kind: ReminderKind = ReminderKind.REMINDER,
    source_message_id: int | None = None,
    call_index: int = 0,
    now: datetime = START,
) -> ReminderDraft:
    """A draft that is due `after` the clock's start, from a message of its own unless one is named."""
    return ReminderDraft(
        author_id=author_id,
        channel=channel,
        text=text,
        kind=kind,
        resolved=resolved(now + after),
        source_message_id=next(_message_ids) if source_message_id is None else source_message_id,
        call_index=call_index,
        created_at=now,
    )


def add_user(user_id: int) -> Work[int]:
    """The smallest unit of work: one row."""

    async def add(connection: aiosqlite.Connection) -> int:
        await connection.execute("INSERT INTO users (id) VALUES (?)", (user_id,))
        return user_id

    return add
