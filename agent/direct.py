"""Reminders without the model: what commands ask for, done by the code of the tools and in its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.errors import NotFound, ToolFailed, ToolRetry
from agent.ports import ReminderStore, Services, TimeParser
from agent.routing.language import language_of
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule
from agent.tools._wording import local_time, reminder_line, say
from agent.tools.agenda import NO_SUCH, REMOVED
from agent.types import Origin, Reminder, ReminderKind, Resolved, ToolContext

__all__ = ["LONGEST_PHRASE", "LONGEST_TEXT", "Direct", "Meaning", "Outcome", "brief", "lines"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the author reads; `done` says that something was stored or removed."""

    text: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One instant that a phrase may stand for: `phrase` alone means it, `shown` is local time and zone."""

    phrase: str
    shown: str


class Direct:
    """Every method acts for the author of the origin, whose `text` is what was typed into the command."""

    def __init__(self, *, reminders: ReminderStore, times: TimeParser) -> None:
        self._services = Services(reminders=reminders, times=times)

    async def set(self, origin: Origin, *, kind: ReminderKind, phrase: str, text: str) -> Outcome:
        """Stores a reminder, or says why not. Raises StoreUnavailable."""
        context = ToolContext(origin=self._read(origin, phrase, kind), call_index=0)
        try:
            result = await schedule(self._services, context, Wish(kind=kind, phrase=phrase, text=text))
        except ToolRetry as error:
            return Outcome(text=error.question or str(error), done=False)
        except ToolFailed as error:
            return Outcome(text=str(error), done=False)
        return Outcome(text=result.user_text or result.content, done=True)

    async def remove(self, origin: Origin, reminder_id: int) -> Outcome:
        """Removes a pending reminder of the author. Raises StoreUnavailable."""
        try:
            removed = await self._services.reminders.remove(reminder_id, author_id=origin.author.id)
        except NotFound:
            return Outcome(text=say(NO_SUCH, origin.language).format(id=reminder_id), done=False)
        line = reminder_line(removed, origin.language)
        return Outcome(text=say(REMOVED, origin.language).format(line=line), done=True)

    def meanings(self, origin: Origin, *, kind: ReminderKind, phrase: str) -> tuple[Meaning, ...]:
        """What `phrase` means, or may mean where it is unclear; soonest first. Takes up to 30 ms."""
        read = self._read(origin, phrase, kind)
        resolved = self._resolve(read, phrase, kind)
        if resolved is not None:
            return (_meaning(phrase, resolved, read),) if resolved.at > origin.now else ()
        readings = self._services.times.ambiguities(
            phrase, now=read.now, zone=read.zone, language=read.language
        )
        return tuple(_meaning(_spelled(reading), reading, read) for reading in readings)

    def _read(self, origin: Origin, phrase: str, kind: ReminderKind) -> Origin:
        """`origin` in the language in which the phrase can be read, its own where none can."""
        guess = language_of(f"{phrase} {origin.text}", default=origin.language)
        for language in dict.fromkeys((guess, language_of(phrase, default=origin.language), origin.language)):
            seen = replace(origin, language=language)
            if self._resolve(seen, phrase, kind) is not None:
                return seen
        return origin

    def _resolve(self, origin: Origin, phrase: str, kind: ReminderKind) -> Resolved | None:
        return self._services.times.resolve(
            phrase,
            now=origin.now,
            zone=origin.zone,
            language=origin.language,
            alarm=kind is ReminderKind.ALARM,
        )


def lines(reminders: Sequence[Reminder], language: str) -> tuple[str, ...]:
    """One line for each, in the words of the tools."""
    return tuple(reminder_line(reminder, language) for reminder in reminders)


def brief(reminder: Reminder, language: str) -> str:
    """Number, local time and text on one line without markup, for a menu; texts of users stand last."""
    local = local_time(reminder.due, zone=reminder.zone, language=language)
    return f"#{reminder.id} {local}: {' '.join(reminder.text.split())}"


def _meaning(phrase: str, resolved: Resolved, origin: Origin) -> Meaning:
    local = local_time(resolved.at, zone=resolved.zone, language=origin.language)
    return Meaning(phrase=phrase, shown=f"{local} ({resolved.zone})")


def _spelled(reading: Resolved) -> str:
    """ISO 8601 in UTC: no other reading is possible, whatever the clocks do in the author's zone."""
    return f"{reading.at:%Y-%m-%dT%H:%M:%SZ}"
