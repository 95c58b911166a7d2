"""Which day a phrase means: constraints that its words set, and the first date that satisfies them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

HORIZON = 366
LEAP_HORIZON = 8 * 366 + 1
"""Days: 29 February can be eight years away (1896-1904, 2096-2104)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What is known of a day; None is open. `weekday` 0 is Monday.

    `ahead_days` / `ahead_months`: from today. `weeks`: calendar weeks (from Monday) after this one.
    `months`: calendar months after this one. `last`: the last day of its month.
    `upcoming`: the phrase said "next" in a language whose speakers disagree which week that is.
    """

    ahead_days: int | None = None
    ahead_months: int | None = None
    weekday: int | None = None
    weeks: int | None = None
    months: int | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    last: bool | None = None
    upcoming: bool | None = None

    @property
    def empty(self) -> bool:
        return self == Day()

    @property
    def absolute(self) -> bool:
        """It names its year, so it may lie in the past."""
        return self.year is not None


def merge(one: Day, other: Day) -> Day | None:
    """Both sets of constraints together, or None where they contradict each other."""
    merged = {}
    for name in (item.name for item in fields(Day)):
        first, second = getattr(one, name), getattr(other, name)
        if first is not None and second is not None and first != second:
            return None
        merged[name] = second if first is None else first
    return Day(**merged)


def dates(day: Day, today: date) -> Iterator[date]:
    """The dates that satisfy `day`, soonest first; past ones only for a day that names its year."""
    try:
        yield from _dates(day, today)
    except (OverflowError, ValueError):
        return


def _dates(day: Day, today: date) -> Iterator[date]:
    if day.year is not None:
        yield from _absolute(day)
    elif day.ahead_days is not None or day.ahead_months is not None:
        yield from _relative(day, today)
    elif day.months is not None:
        yield from _in_month(day, today)
    elif day.weeks is not None:
        yield from _in_week(day, today)
    else:
        yield from _next_ones(day, today)


def _absolute(day: Day) -> Iterator[date]:
    if day.month is None or day.day is None or day.year is None:
        return
    found = date(day.year, day.month, day.day)
    if day.weekday in (None, found.weekday()):
        yield found


def _relative(day: Day, today: date) -> Iterator[date]:
    shift = relativedelta(months=day.ahead_months or 0, days=day.ahead_days or 0)
    if day.weekday is None:
        if day.day in (None, (today + shift).day):
            yield today + shift
    elif day.ahead_days == 0 or day.ahead_days == 1:
        if (today + shift).weekday() == day.weekday:
            yield today + shift
    elif day.ahead_days is not None and day.ahead_days % 7 == 0 and not day.ahead_months:
        yield _coming(day.weekday, today) + shift


def _in_month(day: Day, today: date) -> Iterator[date]:
    first = today.replace(day=1) + relativedelta(months=day.months or 0)
    if day.last:
        yield first + relativedelta(day=31)
    elif day.day is not None:
        yield first.replace(day=day.day)
    elif day.weekday is None and day.months:
        yield first


def _in_week(day: Day, today: date) -> Iterator[date]:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=day.weeks or 0)
    if day.weekday is not None:
        yield monday + timedelta(days=day.weekday)
    elif day.weeks:
        yield monday


def _next_ones(day: Day, today: date) -> Iterator[date]:
    if day.upcoming and day.weekday is not None:
        found = _coming(day.weekday, today)
        if found.isocalendar()[:2] != today.isocalendar()[:2]:
            yield found
        return
    named_date = day.month is not None and day.day is not None
    for ahead in range(LEAP_HORIZON if named_date else HORIZON):
        candidate = today + timedelta(days=ahead)
        if (day.day, day.month) in ((candidate.day, candidate.month), (candidate.day, None)) or (
            day.day is None and day.month is None
        ):
            if day.weekday in (None, candidate.weekday()):
                yield candidate
            elif named_date:
                return


def _coming(weekday: int, today: date) -> date:
    """The first such weekday after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
