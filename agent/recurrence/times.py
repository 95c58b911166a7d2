"""A time parser that knows series too: where one is named, its first occurrence is the time meant."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.errors import LimitReached
from agent.ports import TimeParser
from agent.recurrence.clock import DayHours
from agent.recurrence.occurrences import next_occurrence
from agent.recurrence.phrases import find, read
from agent.recurrence.rule import ElapsedRule, Rule
from agent.types import Basis, Grain, Resolved, TimePhrase


class RecurringTimes:
    """Implements `agent.ports.TimeParser` around another one; `hours` as for `agent.recurrence.find`."""

    def __init__(self, times: TimeParser, *, hours: DayHours | None = None) -> None:
        self._times = times
        self._hours = hours

    def resolve(
        self, phrase: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> Resolved | None:
        single = self._times.resolve(phrase, now=now, zone=zone, language=language, alarm=alarm)
        if single is not None:
            return single
        try:
            rule = read(phrase, now=now, zone=zone, language=language, times=self._times, hours=self._hours)
        except LimitReached:
            return None
        return None if rule is None else first_of(rule, now=now, zone=zone)

    def ambiguities(self, phrase: str, *, now: datetime, zone: str, language: str) -> tuple[Resolved, ...]:
        return self._times.ambiguities(phrase, now=now, zone=zone, language=language)

    def find(
        self, text: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> tuple[TimePhrase, ...]:
        recurring = find(text, now=now, zone=zone, language=language, times=self._times, hours=self._hours)
        pieces = [piece for phrase in recurring for piece in phrase.pieces]
        singles = self._times.find(text, now=now, zone=zone, language=language, alarm=alarm)
        apart = [each for each in singles if not any(_overlap(each, piece) for piece in pieces)]
        return tuple(sorted((*apart, *pieces), key=lambda phrase: phrase.start))


def first_of(rule: Rule, *, now: datetime, zone: str) -> Resolved | None:
    """The first occurrence after `now`; None where there is none to come. `wall` is where the rule starts."""
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    at = next_occurrence(rule, after=now, zone=place)
    if at is None:
        return None
    elapsed = isinstance(rule, ElapsedRule)
    return Resolved(
        at=at,
        zone=zone,
        grain=Grain.MINUTE,
        basis=Basis.ELAPSED if elapsed else Basis.WALL,
        wall=None if isinstance(rule, ElapsedRule) else rule.start_wall,
    )


def _overlap(one: TimePhrase, other: TimePhrase) -> bool:
    return one.start < other.end and other.start < one.end
