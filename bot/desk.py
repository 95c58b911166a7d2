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
from agent.types import Clock, Incoming, Origin, ReminderKind
from agent.words import Words, say
from bot import command_words as words
from bot import zones
from bot.asking import Asked, Origins
from bot.store.messages import SqliteHistory
from bot.store.users import SqliteUsers

PER_PAGE = 6
LISTED_TEXT = 80
"""Characters of a reminder's text in a list: a page of long lines still fits one message."""
SUGGESTED = 5
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
    """A page of somebody's reminders. `entries` are (id, line for a menu); `number` counts from 0."""

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
    memory; `most` is the limit of pending reminders.
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


class Desk:
    """Every method acts for the author of what was asked, and may raise StoreUnavailable."""

    def __init__(self, parts: Parts, facts: Facts, *, clock: Clock) -> None:
        self._parts = parts
        self._facts = facts
        self._clock = clock

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

    async def page(self, asked: Asked, number: int) -> Page:
        """Page `number` of the author's reminders, or the last one before it that there is."""
        origin = await self._parts.origins.of(asked)
        pending = await self._parts.reminders.pending(asked.author.id, limit=self._parts.most)
        language = origin.language
        if not pending:
            text = say(words.NO_REMINDERS, language)
            return Page(text=text, entries=(), number=0, pages=1, language=language)
        pages = -(-len(pending) // PER_PAGE)
        number = min(number, pages - 1)
        first = number * PER_PAGE
        shown = [replace(each, text=_cut(each.text)) for each in pending[first : first + PER_PAGE]]
        heading = say(words.REMINDERS, language).format(
            first=first + 1, last=first + len(shown), count=len(pending)
        )
        return Page(
            text="\n".join((heading, *direct.lines(shown, language))),
            entries=tuple((each.id, direct.brief(each, language)) for each in shown),
            number=number,
            pages=pages,
            language=language,
        )

    async def remove(self, asked: Asked, reminder_id: int) -> Outcome:
        origin = await self._parts.origins.of(asked)
        removed = await self._parts.direct.remove(origin, reminder_id)
        return replace(removed, text=_cut(removed.text, 300))

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
