"""Values that the tests of stores and schedule are made of."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import aiosqlite

from agent.recurrence import CalendarRule, ElapsedRule, Frequency, Rule, next_occurrence, to_json
from agent.testing.clock import START
from agent.types import (
    Basis,
    Channel,
    ChannelKind,
    Grain,
    ReminderDraft,
    ReminderKind,
    Resolved,
    Target,
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
    rule: Rule | None = None,
    zone: str = "Europe/Berlin",
    request: bool = False,
    target: Target | None = None,
) -> ReminderDraft:
    """A draft that is due `after` the clock's start, from a message of its own unless one is named.

    With a `rule` it is due at its first occurrence after `now`.
    """
    first = None if rule is None else next_occurrence(rule, after=now, zone=ZoneInfo(zone))
    return ReminderDraft(
        author_id=author_id,
        channel=channel,
        text=text,
        kind=kind,
        resolved=resolved(first or now + after, zone=zone),
        source_message_id=next(_message_ids) if source_message_id is None else source_message_id,
        call_index=call_index,
        created_at=now,
        rule=None if rule is None else to_json(rule),
        request=request,
        target=target,
    )


def daily(hour: int, *, start: datetime = START, **options: Any) -> CalendarRule:
    """Every day at that full hour, from `start`'s day on."""
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return CalendarRule(frequency=Frequency.DAILY, start_wall=midnight, times=(time(hour),), **options)


def every(interval: timedelta, *, start: datetime = START, **options: Any) -> ElapsedRule:
    """The first one is an interval after `start`."""
    first = (start + interval).replace(microsecond=0)
    return ElapsedRule(interval=interval, start=first, **options)


def add_user(user_id: int) -> Work[int]:
    """The smallest unit of work: one row."""

    async def add(connection: aiosqlite.Connection) -> int:
        await connection.execute("INSERT INTO users (id) VALUES (?)", (user_id,))
        return user_id

    return add
