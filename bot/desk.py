"""What commands do, whoever shows the result: no model, no Discord. One instance serves everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from agent import direct
from agent.direct import Direct, Outcome
from agent.errors import LimitReached
from agent.ports import ReminderStore
from agent.types import Clock, Incoming, Origin, Reminder, ReminderKind, ReminderState
from agent.words import LANGUAGE_NAMES, LANGUAGES, Words, say
from bot import command_words as words
from bot import zones
from bot.asking import Asked, Origins
from bot.calendar_file import to_calendar
from bot.forget_desk import ForgetDesk
from bot.note_desk import NoteDesk
from bot.store.messages import SqliteHistory
from bot.store.users import SqliteUsers

PER_PAGE = 5
LISTED_TEXT = 80
LISTED_REASON = 60
MESSAGE_LIMIT = 2000
"""Characters of a reminder's text in a list: a page of long lines still fits one message."""
SUGGESTED = 5
AUTOMATIC = "auto"
CHOICE_LIMIT = 100
"""Characters of a choice's name and value."""
LEAST_TYPED = 20
"""Characters of what was typed that a choice shows, however long its meaning is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is offered while somebody types: shown as `name`, filled in as `value`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of somebody's reminders. `entries` are (id, line for a menu) of those that can be changed;
    `number` counts from 0.
    """

    text: str
    entries: tuple[tuple[int, str], ...]
    number: int
    pages: int
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """What whoever wanted to stop an answer is told; `over`: there is nothing to stop any more."""

    text: str
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One pending reminder of the asker: what is shown of it, and what a form to change it starts with."""

    reminder: Reminder
    text: str
    phrase: str
    language: str


class Turns(Protocol):
    """What runs in the channels."""

    @property
    def waiting(self) -> int:
        """Messages that wait in all channels."""
        ...

    def running(self, channel_id: int) -> Incoming | None:
        """The message whose turn runs in this channel."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is told of the bot itself. `tools` are (name, what it is for); `latency` seconds, None while not
    connected.
    """

    tools: Sequence[tuple[str, str]]
    model: Callable[[], str | None]
    latency: Callable[[], float | None]
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the desk works with. `stop` ends a message's turn, `forget` drops what a channel's turns hold in
    memory; `most` is the limit of pending reminders; `apart`: other daemons keep those of other servers.
    """

    direct: Direct
    origins: Origins
    reminders: ReminderStore
    users: SqliteUsers
    history: SqliteHistory
    turns: Turns
    stop: Callable[[int], None]
    forget: Callable[[int], None]
    most: int
    notes: NoteDesk
    forgetting: ForgetDesk
    apart: bool = False


class Desk:
    """Every method acts for the author of what was asked, and may raise StoreUnavailable."""

    def __init__(self, parts: Parts, facts: Facts, *, clock: Clock) -> None:
        self._parts = parts
        self._facts = facts
        self._clock = clock
        self.notes = parts.notes
        self.forgetting = parts.forgetting

    # ------------------------------------------------------------------ reminders

    async def set(self, asked: Asked, *, kind: ReminderKind, phrase: str) -> Outcome:
        origin = await self._parts.origins.of(asked)
        return await self._parts.direct.set(origin, kind=kind, phrase=phrase, text=asked.text)

    async def meanings(self, asked: Asked, *, kind: ReminderKind, phrase: str) -> tuple[Choice, ...]:
        """What the phrase would mean, or examples while there is none."""
        origin = await self._parts.origins.of(asked)
        if phrase.strip():
            return await asyncio.to_thread(self._choices, origin, kind, phrase.strip())
        examples = words.DURATIONS if kind is ReminderKind.TIMER else words.TIMES
        spoken = examples.get(origin.language, examples["en"])
        return tuple(choice for each in spoken for choice in self._choices(origin, kind, each))

    def _choices(self, origin: Origin, kind: ReminderKind, phrase: str) -> tuple[Choice, ...]:
        if len(phrase) > CHOICE_LIMIT:
            return ()  # a choice would cut it short
        try:
            meanings = self._parts.direct.meanings(origin, kind=kind, phrase=phrase)
        except LimitReached as limit:
            return (_choice(phrase, limit.told(origin.language), phrase),)
        if not meanings:
            return (_choice(phrase, say(words.UNREADABLE, origin.language), phrase),)
        return tuple(_choice(phrase, meaning.shown, meaning.phrase) for meaning in meanings)

    async def calendar(self, asked: Asked) -> tuple[str, bytes | None]:
        """What is said, and the author's pending reminders as iCalendar; None where there are none."""
        language = (await self._parts.origins.of(asked)).language
        pending = await self._parts.reminders.pending(asked.author.id, limit=self._parts.most)
        if not pending:
            return say(words.NO_REMINDERS, language), None
        return say(words.CALENDAR, language).format(count=len(pending)), to_calendar(
            pending, now=self._clock()
        )

    async def page(self, asked: Asked, number: int) -> Page:
        """Page `number` of the author's reminders, or the last one before it that there is: the pending ones,
        then those that could not be delivered.
        """
        origin = await self._parts.origins.of(asked)
        pending = await self._parts.reminders.pending(asked.author.id, limit=self._parts.most)
        failed = await self._parts.reminders.failures(asked.author.id)
        language, count = origin.language, len(pending) + len(failed)
        if not count:
            text = self._told_apart(say(words.NO_REMINDERS, language), language)
            return Page(text=text, entries=(), number=0, pages=1, language=language)
        pages = -(-count // PER_PAGE)
        number = min(number, pages - 1)
        first = number * PER_PAGE
        shown = pending[first : first + PER_PAGE]
        room = PER_PAGE - len(shown)
        lost = failed[max(0, first - len(pending)) :][:room] if room else ()
        return Page(
            text=self._told_apart(
                _listed(shown, lost, first=first, count=len(pending), language=language), language
            ),
            entries=tuple((each.id, direct.brief(each, language)) for each in shown),
            number=number,
            pages=pages,
            language=language,
        )

    def _told_apart(self, text: str, language: str) -> str:
        if not self._parts.apart:
            return text
        note = say(words.APART, language)
        return f"{_cut(text, MESSAGE_LIMIT - len(note) - 1)}\n{note}"

    async def detail(self, asked: Asked, reminder_id: int) -> Detail | None:
        """One pending reminder of the author; None where it is not there any more."""
        origin = await self._parts.origins.of(asked)
        reminder = await self._parts.direct.find(origin, reminder_id)
        if reminder is None:
            return None
        (line,) = direct.lines((reminder,), origin.language)
        return Detail(
            reminder=reminder,
            text=_cut("\n".join((line, *_why(reminder, origin.language))), MESSAGE_LIMIT),
            phrase=direct.time_phrase(reminder, zone=origin.zone, language=origin.language),
            language=origin.language,
        )

    async def edit(self, asked: Asked, reminder_id: int, *, phrase: str) -> Outcome:
        """Gives a reminder `asked.text`, and the time of `phrase` unless that is the one it has."""
        origin = await self._parts.origins.of(asked)
        reminder = await self._parts.direct.find(origin, reminder_id)
        if reminder is None:
            return Outcome(text=say(words.GONE, origin.language), done=False)
        known = direct.time_phrase(reminder, zone=origin.zone, language=origin.language)
        new = "" if phrase.strip() == known else phrase.strip()
        changed = await self._parts.direct.edit(origin, reminder, phrase=new, text=asked.text)
        return replace(changed, text=_cut(changed.text, 300))

    async def set_paused(self, asked: Asked, reminder_id: int, *, paused: bool) -> Outcome:
        origin = await self._parts.origins.of(asked)
        changed = await self._parts.direct.set_paused(origin, reminder_id, paused=paused)
        return replace(changed, text=_cut(changed.text, 300))

    async def remove(self, asked: Asked, reminder_id: int) -> Outcome:
        origin = await self._parts.origins.of(asked)
        removed = await self._parts.direct.remove(origin, reminder_id)
        return replace(removed, text=_cut(removed.text, 300))

    # ------------------------------------------------------------------ languages

    async def language(self, asked: Asked) -> str:
        return (await self._parts.origins.of(asked)).language

    async def set_language(self, asked: Asked, chosen: str) -> str:
        """Stores the language to answer the author in; `AUTOMATIC` follows their Discord and messages."""
        if chosen != AUTOMATIC and chosen not in LANGUAGES:
            names = ", ".join(LANGUAGE_NAMES.values())
            return say(words.LANGUAGE_UNKNOWN, await self.language(asked)).format(names=names)
        await self._parts.users.set_language(asked.author.id, None if chosen == AUTOMATIC else chosen)
        if chosen == AUTOMATIC:
            return say(words.LANGUAGE_FREE, await self.language(asked))
        return say(words.LANGUAGE_SET, chosen).format(name=LANGUAGE_NAMES[chosen])

    # ------------------------------------------------------------------ time zones

    def zone_choices(self, typed: str) -> tuple[Choice, ...]:
        now = self._clock()
        return tuple(
            Choice(name=f"{place.city}: {place.zone}, {_wall(now, place.zone)}", value=place.zone)
            for place in zones.search(typed)
        )

    async def set_zone(self, asked: Asked, typed: str) -> str:
        """Stores the zone, or says which may be meant; without one it tells the zone that is in use."""
        origin = await self._parts.origins.of(asked)
        if not typed.strip():
            return self._zone_said(words.ZONE_IS, origin.zone, origin.language)
        zone = zones.exact(typed)
        if zone is None:
            return _zone_unknown(typed, origin.language)
        await self._parts.users.set_zone(asked.author.id, zone)
        return self._zone_said(words.ZONE_SET, zone, origin.language)

    def _zone_said(self, text: Words, zone: str, language: str) -> str:
        return say(text, language).format(zone=zone, now=_wall(self._clock(), zone))

    # ------------------------------------------------------------------ turns

    async def stop(self, asked: Asked, *, moderates: bool) -> str:
        """Ends the turn that runs in the channel, where the asker wrote its message or `moderates`."""
        running = self._parts.turns.running(asked.channel.id)
        message_id = running.message_id if running else 0
        return (await self.stop_answer(asked, message_id, moderates=moderates)).text

    async def stop_answer(self, asked: Asked, message_id: int, *, moderates: bool) -> Stopped:
        """Ends the answer to this message, for its author or whoever `moderates`."""
        language = (await self._parts.origins.of(asked)).language
        running = self._parts.turns.running(asked.channel.id)
        if running is None or running.message_id != message_id:
            return Stopped(text=say(words.NOTHING_RUNS, language), over=True)
        if running.author.id != asked.author.id and not moderates:
            return Stopped(text=say(words.NOT_YOURS, language), over=False)
        self._parts.stop(message_id)
        return Stopped(text=say(words.STOPPED, language), over=True)

    async def reset(self, asked: Asked) -> str:
        origin = await self._parts.origins.of(asked)
        await self._parts.history.clear(asked.channel.id)
        self._parts.forget(asked.channel.id)
        return say(words.RESET, origin.language)

    # ------------------------------------------------------------------ about the bot

    async def help(self, asked: Asked) -> str:
        return say(words.HELP, (await self._parts.origins.of(asked)).language)

    async def tools(self, asked: Asked) -> str:
        language = (await self._parts.origins.of(asked)).language
        lines = (f"`{name}`: {purpose}" for name, purpose in self._facts.tools)
        return "\n".join((say(words.TOOLS, language), *lines))

    async def status(self, asked: Asked) -> str:
        origin = await self._parts.origins.of(asked)
        pending = await self._parts.reminders.pending(asked.author.id, limit=self._parts.most)
        latency = self._facts.latency()
        return say(words.STATUS, origin.language).format(
            model=self._facts.model() or say(words.NO_MODEL, origin.language),
            latency="–" if latency is None else f"{latency * 1000:.0f} ms",
            waiting=self._parts.turns.waiting,
            pending=len(pending),
            zone=origin.zone,
            since=int(self._facts.since.timestamp()),
        )


def _listed(
    pending: Sequence[Reminder], failed: Sequence[Reminder], *, first: int, count: int, language: str
) -> str:
    """One page in words, which fits one message whatever stands in it."""
    lines: list[str] = []
    if pending:
        heading = say(words.REMINDERS, language)
        lines.append(heading.format(first=first + 1, last=first + len(pending), count=count))
    for each in pending:
        lines += _entry(each, language)
    if failed:
        lines.append(say(words.FAILED, language))
    for each in failed:
        lines += _entry(each, language)
    return _cut("\n".join(lines), MESSAGE_LIMIT)


def _entry(reminder: Reminder, language: str) -> list[str]:
    short = replace(reminder, text=_cut(" ".join(reminder.text.split())))
    return [*direct.lines((short,), language), *_why(reminder, language)]


def _why(reminder: Reminder, language: str) -> list[str]:
    """A line of its own with the reason why a reminder was not delivered."""
    if not reminder.failure:
        return []
    why = _cut(direct.without_pings(" ".join(reminder.failure.split())), LISTED_REASON)
    text = "{why}" if reminder.state is ReminderState.FAILED else say(words.NOT_DELIVERED, language)
    return [f"– {text.format(why=why)}"]


def _choice(typed: str, meaning: str, value: str) -> Choice:
    room = CHOICE_LIMIT - len(meaning) - 2
    return Choice(name=_cut(f"{_cut(typed, max(room, LEAST_TYPED))}: {meaning}", CHOICE_LIMIT), value=value)


def _zone_unknown(typed: str, language: str) -> str:
    near = [place.zone for place in zones.search(typed, limit=SUGGESTED)]
    perhaps = say(words.ZONE_PERHAPS, language).format(zones=", ".join(near)) if near else ""
    return say(words.ZONE_UNKNOWN, language) + perhaps


def _wall(now: datetime, zone: str) -> str:
    return f"{now.astimezone(ZoneInfo(zone)):%H:%M}"


def _cut(text: str, limit: int = LISTED_TEXT) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
