"""Reminders without the model: what commands ask for, done by the code of the tools and in its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

from agent.errors import LimitReached, NotFound, ToolFailed, ToolRetry
from agent.ports import ReminderStore, Services, TimeParser
from agent.recurrence import CalendarRule, Frequency, Rule, describe, next_occurrence, read
from agent.routing.language import language_of
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule, when_meant
from agent.tools._wording import (
    KIND,
    local_time,
    reminder_line,
    rule_words,
    say,
    short_time,
    without_pings,
    zone_hint,
)
from agent.tools.agenda import NO_SUCH, REMOVED
from agent.tools.changes import CHANGED
from agent.tools.changes import NO_SUCH as NONE_TO_CHANGE
from agent.types import Origin, Reminder, ReminderKind, ReminderState, Resolved, ToolContext

__all__ = [
    "KIND",
    "LONGEST_PHRASE",
    "LONGEST_TEXT",
    "Direct",
    "Meaning",
    "Outcome",
    "brief",
    "language_of",
    "lines",
    "time_phrase",
    "without_pings",
]

SHOWN_OCCURRENCES = 3
_SECOND = re.compile(r"second|2nd|2\.|zweite|segund|secondo|deuxième|2e", re.IGNORECASE)
""" "Every second Tuesday": every other one, or that of the month?"""
_EITHER = re.compile(r"(?P<one>\S+) (?:or|oder|o|ou|of) (?P<other>\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the author reads; `done` says that something was stored, changed or removed."""

    text: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One thing that a phrase may stand for: `phrase` alone means it. `shown` is local time and zone; of a
    series, its first occurrences.
    """

    phrase: str
    shown: str


class Direct:
    """Every method acts for the author of the origin, whose `text` is what was typed into the command."""

    def __init__(self, *, reminders: ReminderStore, times: TimeParser, morning: time = time(9)) -> None:
        self._services = Services(reminders=reminders, times=times, morning=morning)

    async def set(self, origin: Origin, *, kind: ReminderKind, phrase: str, text: str) -> Outcome:
        """Stores a reminder, or says why not. Raises StoreUnavailable."""
        context = ToolContext(origin=self._read(origin, phrase, kind), call_index=0)
        try:
            result = await schedule(self._services, context, Wish(kind=kind, phrase=phrase, text=text))
        except (ToolRetry, ToolFailed) as error:
            return _refused(error)
        return Outcome(text=result.user_text or result.content, done=True)

    async def find(self, origin: Origin, reminder_id: int) -> Reminder | None:
        """A pending reminder of the author, None where there is none such. Raises StoreUnavailable."""
        try:
            found = await self._services.reminders.find(reminder_id, author_id=origin.author.id)
        except NotFound:
            return None
        return found if found.state is ReminderState.PENDING else None

    async def edit(self, origin: Origin, reminder: Reminder, *, phrase: str, text: str) -> Outcome:
        """Gives a reminder another time, where `phrase` is not empty, and another text. Raises
        StoreUnavailable.
        """
        resolved, rule = None, None
        try:
            if phrase:
                asking = self._read(replace(origin, text=phrase), phrase, reminder.kind)
                wish = Wish(kind=reminder.kind, phrase=phrase, text="")
                resolved, rule = when_meant(self._services, asking, wish)
            changed = await self._services.reminders.edit(
                reminder.id,
                author_id=origin.author.id,
                now=origin.now,
                resolved=resolved,
                rule=rule,
                text=text if text != reminder.text else None,
            )
        except (ToolRetry, ToolFailed) as error:
            return _refused(error)
        except LimitReached as limit:
            return Outcome(text=limit.told(origin.language), done=False)
        except NotFound:
            return _no_such(origin, reminder.id)
        line = reminder_line(changed, origin.language)
        return Outcome(text=say(CHANGED, origin.language).format(line=line) + zone_hint(origin), done=True)

    async def set_paused(self, origin: Origin, reminder_id: int, *, paused: bool) -> Outcome:
        """Holds a pending reminder back, or lets it go on. Raises StoreUnavailable."""
        try:
            changed = await self._services.reminders.set_paused(
                reminder_id, author_id=origin.author.id, paused=paused
            )
        except NotFound:
            return _no_such(origin, reminder_id)
        line = reminder_line(changed, origin.language)
        return Outcome(text=say(CHANGED, origin.language).format(line=line), done=True)

    async def remove(self, origin: Origin, reminder_id: int) -> Outcome:
        """Removes a pending reminder of the author. Raises StoreUnavailable."""
        try:
            removed = await self._services.reminders.remove(reminder_id, author_id=origin.author.id)
        except NotFound:
            return Outcome(text=say(NO_SUCH, origin.language).format(id=reminder_id), done=False)
        line = reminder_line(removed, origin.language)
        return Outcome(text=say(REMOVED, origin.language).format(line=line), done=True)

    # ------------------------------------------------------------------ what a phrase means

    def meanings(self, origin: Origin, *, kind: ReminderKind, phrase: str) -> tuple[Meaning, ...]:
        """What `phrase` means, or may mean where it is unclear; soonest first. Takes up to 100 ms.

        Raises LimitReached for a series that is not allowed.
        """
        asking = self._read(origin, phrase, kind)
        series = None if kind is ReminderKind.TIMER else self._series(asking, phrase)
        if series is not None:
            return self._series_meanings(asking, phrase, series)
        resolved = self._resolve(asking, phrase, kind)
        if resolved is not None:
            return (_meaning(phrase, resolved, asking),) if resolved.at > origin.now else ()
        readings = self._services.times.ambiguities(
            phrase, now=asking.now, zone=asking.zone, language=asking.reading_language
        )
        if readings:
            return tuple(_meaning(_spelled(reading), reading, asking) for reading in readings)
        return tuple(meaning for each in _either(phrase) for meaning in self._clear(origin, kind, each))

    def _clear(self, origin: Origin, kind: ReminderKind, phrase: str) -> tuple[Meaning, ...]:
        """The one thing that `phrase` means, nothing where it is unclear itself."""
        found = self.meanings(origin, kind=kind, phrase=phrase) if not _either(phrase) else ()
        return found if len(found) == 1 else ()

    def _series(self, origin: Origin, phrase: str) -> Rule | None:
        return read(
            phrase,
            now=origin.now,
            zone=origin.zone,
            language=origin.reading_language,
            times=self._services.times,
        )

    def _series_meanings(self, origin: Origin, phrase: str, rule: Rule) -> tuple[Meaning, ...]:
        """The series as it is read, and the other one that the same words may mean."""
        other = _of_the_month(rule) if _SECOND.search(phrase) else None
        if other is None:
            return _first_times(phrase, rule, origin)
        zone = ZoneInfo(origin.zone)
        meanings: tuple[Meaning, ...] = ()
        for each in (rule, other):
            words = describe(each, zone=zone, language=origin.reading_language)
            read_again = self._series(origin, words)
            if read_again is not None and _pattern(read_again) == _pattern(each):
                meanings += _first_times(words, read_again, origin)
        return meanings or _first_times(phrase, rule, origin)

    def _read(self, origin: Origin, phrase: str, kind: ReminderKind) -> Origin:
        """`origin` with the language in which the phrase can be read, its own where none can."""
        guess = language_of(f"{phrase} {origin.text}", default=origin.language)
        for language in dict.fromkeys((guess, language_of(phrase, default=origin.language), origin.language)):
            seen = replace(origin, written_in=language)
            if self._can_read(seen, phrase, kind):
                return seen
        return origin

    def _can_read(self, origin: Origin, phrase: str, kind: ReminderKind) -> bool:
        try:
            return self._resolve(origin, phrase, kind) is not None or self._series(origin, phrase) is not None
        except LimitReached:
            return True  # read, and refused

    def _resolve(self, origin: Origin, phrase: str, kind: ReminderKind) -> Resolved | None:
        return self._services.times.resolve(
            phrase,
            now=origin.now,
            zone=origin.zone,
            language=origin.reading_language,
            alarm=kind is ReminderKind.ALARM,
        )


def lines(reminders: Sequence[Reminder], language: str) -> tuple[str, ...]:
    """One line for each, in the words of the tools."""
    return tuple(reminder_line(reminder, language) for reminder in reminders)


def brief(reminder: Reminder, language: str) -> str:
    """Number, local time and text on one line without markup, for a menu; texts of users stand last."""
    local = local_time(reminder.due, zone=reminder.zone, language=language)
    return f"#{reminder.id} {local}: {' '.join(reminder.text.split())}"


def time_phrase(reminder: Reminder, *, zone: str, language: str) -> str:
    """When a reminder is due, in words that mean just that again when they are read in `zone`."""
    if reminder.rule is not None:
        return rule_words(reminder, language)
    return f"{reminder.due.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def _refused(error: ToolRetry | ToolFailed) -> Outcome:
    question = error.question if isinstance(error, ToolRetry) else None
    return Outcome(text=question or str(error), done=False)


def _no_such(origin: Origin, reminder_id: int) -> Outcome:
    return Outcome(text=say(NONE_TO_CHANGE, origin.language).format(id=reminder_id), done=False)


def _meaning(phrase: str, resolved: Resolved, origin: Origin) -> Meaning:
    local = local_time(resolved.at, zone=resolved.zone, language=origin.language)
    return Meaning(phrase=phrase, shown=f"{local} ({resolved.zone})")


def _first_times(phrase: str, rule: Rule, origin: Origin) -> tuple[Meaning, ...]:
    """The series by its first occurrences; nothing where it has ended."""
    zone, at = ZoneInfo(origin.zone), origin.now
    found: list[datetime] = []
    while len(found) < SHOWN_OCCURRENCES and (due := next_occurrence(rule, after=at, zone=zone)) is not None:
        found.append(due)
        at = due
    if not found:
        return ()
    first = local_time(found[0], zone=origin.zone, language=origin.language)
    more = [short_time(due, zone=origin.zone, language=origin.language) for due in found[1:]]
    return (Meaning(phrase=phrase, shown="; ".join((first, *more))),)


def _of_the_month(rule: Rule) -> Rule | None:
    """Every second Tuesday of the month, for every other Tuesday."""
    if not isinstance(rule, CalendarRule) or rule.frequency is not Frequency.WEEKLY:
        return None
    if rule.interval != 2 or len(rule.weekdays) != 1:
        return None
    return replace(rule, frequency=Frequency.MONTHLY, interval=1, nth=(2,))


def _pattern(rule: Rule) -> tuple[object, ...]:
    """What a series says of its days and times, whenever it starts."""
    if not isinstance(rule, CalendarRule):
        return (rule,)
    return (rule.frequency, rule.interval, rule.weekdays, rule.nth, rule.times, rule.count, rule.until_wall)


def _either(phrase: str) -> tuple[str, ...]:
    """ "at 3 or 4" as "at 3" and "at 4"."""
    found = _EITHER.search(phrase)
    if found is None:
        return ()
    return tuple(phrase[: found.start()] + found[each] + phrase[found.end() :] for each in ("one", "other"))


def _spelled(reading: Resolved) -> str:
    """ISO 8601 in UTC: no other reading is possible, whatever the clocks do in the author's zone."""
    return f"{reading.at:%Y-%m-%dT%H:%M:%SZ}"
