"""Reminders as iCalendar (RFC 5545) and back. Pure.

What a calendar cannot say travels in properties of our own, so that an export can be imported without loss.
A rule is read back from those alone: RRULE text of other programs is never run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from icalendar import Alarm, Calendar, Event, vRecur

from agent.errors import LimitReached
from agent.recurrence import CalendarRule, RuleError, first_of, from_json, rrule_text
from agent.types import (
    Basis,
    Channel,
    ChannelKind,
    Grain,
    Reminder,
    ReminderDraft,
    ReminderKind,
    Resolved,
    Target,
)
from agent.words import LANGUAGES

PRODUCT = "-//Kallisti//reminders//EN"
LARGEST_FILE = 20_000_000
"""Bytes of a file that is read."""
_OWN = "X-KALLISTI-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """`drafts` are ready to store, and to be held back after that where `paused` has their
    `source_message_id`; `refused` says of each other event why it is not.
    """

    drafts: tuple[ReminderDraft, ...]
    paused: frozenset[int]
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose reminders the events of other programs become, and where they arrive."""

    author_id: int
    channel: Channel


class CalendarError(ValueError):
    """The file is no calendar; `str(error)` is one sentence."""


def to_calendar(reminders: Iterable[Reminder], *, now: datetime) -> bytes:
    """A VCALENDAR with one VEVENT for each reminder."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    for reminder in reminders:
        calendar.add_component(_event(reminder, now))
    return bytes(calendar.to_ical())


def _event(reminder: Reminder, now: datetime) -> Event:
    event, zone = Event(), ZoneInfo(reminder.zone)
    event.add("uid", f"reminder-{reminder.id}@kallisti")
    event.add("dtstamp", now.astimezone(UTC))
    event.add("summary", reminder.text)
    event.add("dtstart", _start(reminder, zone))
    recurrence = None if reminder.rule is None else rrule_text(from_json(reminder.rule), zone=zone)
    if recurrence is not None:
        event.add("rrule", vRecur.from_ical(recurrence))
    for name, value in _own_properties(reminder).items():
        event.add(_OWN + name, value)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", reminder.text)
    alarm.add("trigger", timedelta(0))
    event.add_component(alarm)
    return event


def _start(reminder: Reminder, zone: ZoneInfo) -> datetime:
    """Where the rule starts, as RRULE needs it; of a single reminder, when it is due."""
    if reminder.rule is None:
        return reminder.due
    rule = from_json(reminder.rule)
    return rule.first_wall.replace(tzinfo=zone) if isinstance(rule, CalendarRule) else rule.start


def _own_properties(reminder: Reminder) -> dict[str, str]:
    channel, target = reminder.channel, reminder.target
    found: dict[str, Any] = {
        "AUTHOR": reminder.author_id,
        "CHANNEL": channel.id,
        "CHANNEL-KIND": channel.kind.value,
        "GUILD": channel.guild_id,
        "PARENT": channel.parent_id,
        "KIND": reminder.kind.value,
        "ZONE": reminder.zone,
        "BASIS": reminder.basis.value,
        "WALL": None if reminder.wall is None else reminder.wall.isoformat(),
        "RULE": reminder.rule,
        "LANGUAGE": reminder.language,
        "REQUEST": "TRUE" if reminder.request else None,
        "PAUSED": "TRUE" if reminder.paused else None,
        "TARGET": None if target is None else f"{'role' if target.is_role else 'user'} {target.id}",
    }
    return {name: str(value) for name, value in found.items() if value is not None}


# ------------------------------------------------------------------ and back


def from_calendar(
    data: bytes, *, now: datetime, owner: Owner | None, zone: str, trusted: bool = False
) -> Imported:
    """The reminders of a calendar file. `zone` is where times without one are read.

    Events of other programs become single reminders of `owner`, if there is one. A file can name anybody as
    an author, so what would work under that author's rights or ping others is taken from `trusted` ones.
    Raises CalendarError.
    """
    drafts, refused, paused = [], [], set()
    for event in _events(data):
        name = str(event.get("summary", "")).strip() or "without a title"
        try:
            draft = _draft(event, now=now, owner=owner, zone=zone)
            _check_rights(draft, trusted=trusted)
        except (ValueError, KeyError, OSError, LimitReached) as why:
            refused.append(f"“{name[:60]}”: {why}")
            continue
        drafts.append(draft)
        if _own(event, "PAUSED") == "TRUE":
            paused.add(draft.source_message_id)
    return Imported(drafts=tuple(drafts), refused=tuple(refused), paused=frozenset(paused))


def _check_rights(draft: ReminderDraft, *, trusted: bool) -> None:
    if trusted or not (draft.request or draft.target):
        return
    what = "a request to work on later" if draft.request else "a reminder for somebody else"
    raise ValueError(f"it is {what}; name --trusted if nobody else can have changed this file")


def _events(data: bytes) -> Iterator[Any]:
    if len(data) > LARGEST_FILE:
        raise CalendarError(f"the file is larger than {LARGEST_FILE:,} bytes")
    try:
        calendars = Calendar.from_ical(data, multiple=True)
    except (ValueError, IndexError, KeyError) as error:
        raise CalendarError(f"the file is no iCalendar: {error}") from None
    if not calendars:
        raise CalendarError("the file holds no calendar")
    for calendar in calendars:
        yield from calendar.walk("VEVENT")


def _draft(event: Any, *, now: datetime, owner: Owner | None, zone: str) -> ReminderDraft:
    placed = _placed(event, owner)
    rule = _own(event, "RULE")
    place = _own(event, "ZONE") or zone
    resolved = _single(event, now, place) if rule is None else _first(rule, now, place)
    return ReminderDraft(
        author_id=placed.author_id,
        channel=placed.channel,
        text=str(event.get("summary", "")).strip() or "Reminder",
        kind=ReminderKind(_own(event, "KIND") or "reminder"),
        resolved=resolved,
        source_message_id=_key(str(event.get("uid", "")), event),
        call_index=0,
        created_at=now,
        rule=rule,
        language=_language(event),
        request=_own(event, "REQUEST") == "TRUE",
        target=_target(event),
    )


def _language(event: Any) -> str | None:
    language = _own(event, "LANGUAGE")
    return language if language in LANGUAGES else None


def _target(event: Any) -> Target | None:
    stated = _own(event, "TARGET")
    if stated is None:
        return None
    kind, _, number = stated.partition(" ")
    if kind not in ("user", "role"):
        raise ValueError(f"“{stated[:40]}” is neither a user nor a role")
    return Target(id=_snowflake(number), is_role=kind == "role")


def _placed(event: Any, owner: Owner | None) -> Owner:
    author, channel = _own(event, "AUTHOR"), _own(event, "CHANNEL")
    if author is None or channel is None:
        if owner is None:
            raise ValueError("it does not say whose it is; name --author and --channel")
        return owner
    guild, parent = _own(event, "GUILD"), _own(event, "PARENT")
    kind = ChannelKind(_own(event, "CHANNEL-KIND") or "guild")
    found = Channel(
        id=_snowflake(channel),
        kind=kind,
        guild_id=None if guild is None else _snowflake(guild),
        parent_id=None if parent is None else _snowflake(parent),
    )
    return Owner(author_id=_snowflake(author), channel=found)


def _first(rule: str, now: datetime, zone: str) -> Resolved:
    try:
        first = first_of(from_json(rule), now=now, zone=zone)
    except RuleError as error:
        raise ValueError(str(error)) from None
    if first is None:
        raise ValueError("its series has ended")
    return first


def _single(event: Any, now: datetime, zone: str) -> Resolved:
    if event.get("rrule") is not None:
        raise ValueError("it repeats, and only series of Kallisti's own exports are taken")
    start = event.get("dtstart")
    if start is None:
        raise ValueError("it has no start")
    at = start.dt
    if not isinstance(at, datetime):
        raise ValueError("it has a date but no time")
    at = (at if at.tzinfo else at.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC)
    if at <= now:
        raise ValueError("it is over")
    wall = _own(event, "WALL")
    return Resolved(
        at=at,
        zone=zone,
        grain=Grain.MINUTE,
        basis=Basis(_own(event, "BASIS") or "elapsed"),
        wall=None if wall is None else datetime.fromisoformat(wall),
    )


def _own(event: Any, name: str) -> str | None:
    value = event.get(_OWN + name)
    return None if value is None else str(value)


def _snowflake(text: str) -> int:
    number = int(text)
    if not 0 < number < 2**63:
        raise ValueError(f"{number} is no id")
    return number


def _key(uid: str, event: Any) -> int:
    """The same event is the same key, so importing a file twice stores nothing twice."""
    start = event.get("dtstart")
    what = f"{uid}\0{event.get('summary', '')}\0{'' if start is None else start.dt}\0{_own(event, 'AUTHOR')}"
    return int.from_bytes(hashlib.sha256(what.encode()).digest()[:8]) >> 1
