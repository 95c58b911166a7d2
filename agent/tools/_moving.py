"""A mere time of day as the new time of a reminder: its day, or its series, stays as it is. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent.ports import TimeParser
from agent.recurrence import CalendarRule, first_of, from_json, to_json
from agent.types import Basis, Origin, Reminder, ReminderKind, Resolved

_EVENINGS = (time(20), time(22))
"""Of the day before: from there a bare hour is one of the morning, whatever was near at hand ..."""
_NOON = time(12)
"""... and from here one of the afternoon."""
_STARTS, _ENDS = time(0, 0, 30), time(23, 59)


class DayReader:
    """Reads `phrase` as a time of day in the author's zone and language."""

    def __init__(self, times: TimeParser, origin: Origin, phrase: str, *, kind: ReminderKind) -> None:
        self._times, self._origin, self._phrase = times, origin, phrase
        self._alarm = kind is ReminderKind.ALARM
        self._zone = ZoneInfo(origin.zone)

    def on_the_day_of(self, reminder: Reminder) -> Resolved | None:
        """The phrase on the day that the reminder is due; None where it names a day of its own, or is over.

        Of the two halves of a bare hour the one nearer to the reminder's hour.
        """
        due = reminder.due.astimezone(self._zone)
        if not self._is_time_of_day(due.date()):
            return None
        ahead = [each for each in self._readings(due.date()) if each.at > self._origin.now]
        return min(ahead, key=lambda each: (abs(each.at - reminder.due), -each.at.timestamp()), default=None)

    def of_the_series(self, reminder: Reminder) -> tuple[Resolved, str] | None:
        """The series that occurs on the same days at the time of the phrase, and its next occurrence.

        None where the phrase is no mere time of day, or where the series has no single time of day.
        """
        rule = from_json(reminder.rule) if reminder.rule is not None else None
        if not isinstance(rule, CalendarRule) or len(rule.times) != 1:
            return None
        day = reminder.due.astimezone(self._zone).date()
        readings = list(self._readings(day)) if self._is_time_of_day(day) else []
        if not readings:
            return None
        at = min(readings, key=lambda each: abs(each.at - reminder.due)).at.astimezone(self._zone).time()
        start = datetime.combine(rule.first_wall.date(), at)
        changed = replace(rule, times=(at,), start_wall=start)
        first = first_of(changed, now=self._origin.now, zone=reminder.zone)
        return None if first is None else (first, to_json(changed))

    def _is_time_of_day(self, day: date) -> bool:
        """Whether it is today's at the start of any day, and tomorrow's at its end: it names no day then."""
        return all(
            self._day_from(each, _STARTS) == each and self._day_from(each, _ENDS) == each + timedelta(days=1)
            for each in (day, day + timedelta(days=1))
        )

    def _readings(self, day: date) -> Iterator[Resolved]:
        before = day - timedelta(days=1)
        for reference in (*((before, evening) for evening in _EVENINGS), (day, _NOON)):
            found = self._from(*reference)
            if found is not None and found.at.astimezone(self._zone).date() == day:
                yield found

    def _day_from(self, day: date, clock: time) -> date | None:
        found = self._from(day, clock)
        return None if found is None else found.at.astimezone(self._zone).date()

    def _from(self, day: date, clock: time) -> Resolved | None:
        found = self._times.resolve(
            self._phrase,
            now=datetime.combine(day, clock, tzinfo=self._zone).astimezone(UTC),
            zone=self._origin.zone,
            language=self._origin.reading_language,
            alarm=self._alarm,
        )
        return found if found is not None and found.basis is Basis.WALL else None
