"""What repeats, and how: two typed rules. A rule that exists is valid and has at least one occurrence.

`ElapsedRule` counts seconds from an instant, whatever clocks do. `CalendarRule` names days and times on the
wall; the zone is not part of it, so the same rule can be read in another one. Neither is ever built from
RRULE text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from agent.errors import LimitReached
from agent.recurrence import walls
from agent.recurrence.terms import (
    EARLIEST_YEAR,
    LAST,
    LATEST_YEAR,
    MOST_INTERVALS,
    MOST_OCCURRENCES,
    MOST_TIMES,
    SHORTEST_INTERVAL,
    TOO_MANY_OCCURRENCES,
    TOO_MANY_TIMES,
    Frequency,
    RuleError,
    too_often,
    too_rarely,
)

_SAFE_MONTH_DAY = 27
"""Up to this day no two days of a month can be clamped onto each other."""
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class ElapsedRule:
    """`start + n * interval` for n = 0, 1, 2 ...: whole seconds of elapsed time, so nothing drifts.

    `start` and `until` (included) are aware and in UTC; `count`, instead of `until`, is the number of
    occurrences. Raises LimitReached and RuleError.
    """

    interval: timedelta
    start: datetime
    count: int | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        _require(not self.interval.microseconds, "An interval is a whole number of seconds.")
        if self.interval < SHORTEST_INTERVAL:
            raise too_often(SHORTEST_INTERVAL)
        if self.interval > timedelta(days=MOST_INTERVALS[Frequency.DAILY]):
            raise too_rarely()
        _check_instant("start", self.start)
        if self.until is not None:
            _check_instant("end", self.until)
            _require(self.until >= self.start, "The series ends before its first occurrence.")
        _check_end(self.count, self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarRule:
    """Days by a pattern, each at all of `times`: wall times in whole minutes, in the zone it is read in.

    The pattern, in every `interval`-th day, week (from Monday), month or year, counted from the one that
    holds `start_wall`:
      daily    the day itself
      weekly   the `weekdays` (0 is Monday)
      monthly  the `month_days` (1 to 31, or LAST), or the `nth` (1 to 4, or LAST) of all its `weekdays`
      yearly   likewise a single day, in `month`
    A day that a month lacks becomes that month's last one: the 31st is the 28th or 29th in February and the
    31st again in March; 29 February is 28 February in common years.

    Nothing occurs before `start_wall` or after `until_wall`; both are naive and included, and are compared
    with wall times before clock changes shift any. `count`, instead of `until_wall`, is the number of wall
    times. The tuples are put in order, without repetitions. Raises LimitReached and RuleError.
    """

    frequency: Frequency
    start_wall: datetime
    times: tuple[time, ...]
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    nth: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    month: int | None = None
    count: int | None = None
    until_wall: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "times", tuple(sorted(set(self.times))))
        for name in ("weekdays", "nth", "month_days"):
            object.__setattr__(self, name, _ordered(getattr(self, name)))
        _check_times(self.times)
        _check_interval(self.frequency, self.interval)
        _check_numbers(self)
        _CHECKS[self.frequency](self)
        _check_bounds(self)

    @property
    def first_wall(self) -> datetime:
        """The first wall time: `start_wall` itself, or the first after it that fits the pattern."""
        first = walls.wall_at(self, 0)
        assert first is not None
        return first


Rule = ElapsedRule | CalendarRule


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise RuleError(sentence)


def _ordered(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(values), key=lambda value: (value == LAST, value)))


def _check_instant(name: str, at: datetime) -> None:
    _require(at.tzinfo is UTC, f"The {name} of such a series is an instant in UTC.")
    _check_range(name, at)


def _check_wall(name: str, wall: datetime) -> None:
    _require(wall.tzinfo is None, f"The {name} of such a series is a local time without a zone.")
    _check_range(name, wall)


def _check_range(name: str, at: datetime) -> None:
    in_range = EARLIEST_YEAR <= at.year <= LATEST_YEAR
    _require(in_range, f"The {name} of a series lies between the years {EARLIEST_YEAR} and {LATEST_YEAR}.")
    _require(not at.microsecond, f"The {name} of a series is a whole second.")


def _check_end(count: int | None, until: datetime | None) -> None:
    if count is None:
        return
    _require(until is None, "A series ends after a number of occurrences or at a time, not both.")
    _require(count >= 1, "A series has at least one occurrence.")
    if count > MOST_OCCURRENCES:
        raise LimitReached(TOO_MANY_OCCURRENCES, most=MOST_OCCURRENCES)


def _check_times(times: tuple[time, ...]) -> None:
    _require(bool(times), "Such a series needs a time of day.")
    whole = all(at.tzinfo is None and at == time(at.hour, at.minute) for at in times)
    _require(whole, "A time of day is a whole minute without a zone.")
    if len(times) > MOST_TIMES:
        raise LimitReached(TOO_MANY_TIMES, most=MOST_TIMES)


def _check_interval(frequency: Frequency, interval: int) -> None:
    _require(interval >= 1, "An interval is at least 1.")
    if interval > MOST_INTERVALS[frequency]:
        raise too_rarely()


def _check_numbers(rule: CalendarRule) -> None:
    weekdays = all(0 <= day <= 6 for day in rule.weekdays)
    _require(weekdays, "Weekdays are numbered from 0 (Monday) to 6 (Sunday).")
    nth = all(number == LAST or 1 <= number <= 4 for number in rule.nth)
    _require(nth, "Every month has the first four of a weekday and a last one; not every month has a fifth.")
    days = all(day == LAST or 1 <= day <= 31 for day in rule.month_days)
    _require(days, "A day of the month is a number from 1 to 31, or the last day.")
    _require(rule.month is None or 1 <= rule.month <= 12, "Months are numbered from 1 to 12.")


def _check_daily(rule: CalendarRule) -> None:
    named = rule.weekdays or rule.nth or rule.month_days or rule.month
    _require(not named, "A daily series names no weekday, day or month.")


def _check_weekly(rule: CalendarRule) -> None:
    _require(bool(rule.weekdays), "A weekly series names its weekdays.")
    _require(not (rule.nth or rule.month_days or rule.month), "A weekly series names nothing but weekdays.")


def _check_monthly(rule: CalendarRule) -> None:
    _require(rule.month is None, "A monthly series names no month.")
    _check_days_of_month(rule)


def _check_days_of_month(rule: CalendarRule) -> None:
    by_weekday = bool(rule.nth and rule.weekdays) and not rule.month_days
    by_number = bool(rule.month_days) and not (rule.nth or rule.weekdays)
    _require(by_weekday or by_number, "Such a series names days of the month, or which of its weekdays.")
    coincide = len(rule.weekdays) == 1 and {4, LAST} <= set(rule.nth)
    _require(not coincide, "The fourth and the last of a weekday are the same in some months.")
    late = [day for day in rule.month_days if not 1 <= day <= _SAFE_MONTH_DAY]
    _require(len(late) <= 1, f"Only one of several days of the month may lie after the {_SAFE_MONTH_DAY}th.")


def _check_yearly(rule: CalendarRule) -> None:
    if rule.month is None:
        raise RuleError("A yearly series names its month.")
    _check_days_of_month(rule)
    _require(len(rule.month_days) <= 1 and len(rule.nth) <= 1, "A yearly series names one day.")
    exists = all(day <= _LONGEST_MONTHS[rule.month - 1] for day in rule.month_days)
    _require(exists, f"Month {rule.month} never has such a day.")


_CHECKS = {
    Frequency.DAILY: _check_daily,
    Frequency.WEEKLY: _check_weekly,
    Frequency.MONTHLY: _check_monthly,
    Frequency.YEARLY: _check_yearly,
}


def _check_bounds(rule: CalendarRule) -> None:
    _check_wall("start", rule.start_wall)
    if rule.until_wall is not None:
        _check_wall("end", rule.until_wall)
    _check_end(rule.count, rule.until_wall)
    _require(walls.wall_at(rule, 0) is not None, "The series ends before its first occurrence.")
