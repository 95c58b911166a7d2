"""Which day a phrase means: constraints that its words set, and the dates that satisfy them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta

from dateutil.easter import easter
from dateutil.relativedelta import FR, MO, SA, SU, TH, TU, WE, relativedelta

_WEEKDAYS = (MO, TU, WE, TH, FR, SA, SU)
HORIZON = 366
LEAP_HORIZON = 8 * 366 + 1
"""Days: 29 February can be eight years away (1896-1904, 2096-2104)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What is known of a day; None is open. `weekday` 0 is Monday.

    `ahead_days` / `ahead_months`: from today. `plus_days` / `plus_months`: from the day that the rest names.
    `nth`: which one of the weekday in its month, -1 the last. `weeks`: calendar weeks (from Monday) after
    this one. `months`: calendar months after this one. `last`: the last day of its month. `easter`: days from
    Easter Sunday. `later`: it is not today. `upcoming`: the phrase said "next" in a language whose speakers
    disagree which week that is.
    """

    ahead_days: int | None = None
    ahead_months: int | None = None
    plus_days: int | None = None
    plus_months: int | None = None
    weekday: int | None = None
    nth: int | None = None
    weeks: int | None = None
    months: int | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    easter: int | None = None
    last: bool | None = None
    later: bool | None = None
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
    shift = relativedelta(months=day.plus_months or 0, days=day.plus_days or 0)
    base = replace(day, plus_days=None, plus_months=None)
    if shift and base.empty:
        return
    try:
        for found in _dates(base, today):
            yield found + shift
    except (OverflowError, ValueError):
        return


def _dates(day: Day, today: date) -> Iterator[date]:
    if day.easter is not None:
        yield from _easter(day, today)
    elif day.nth is not None:
        yield from _nth_weekday(day, today)
    elif day.last and day.month is not None:
        yield from _month_end(day, today)
    elif day.year is not None:
        yield from _absolute(day)
    elif day.ahead_days is not None or day.ahead_months is not None:
        yield from _relative(day, today)
    elif day.months is not None:
        yield from _in_month(day, today)
    elif day.weeks is not None:
        yield from _in_week(day, today)
    else:
        yield from _next_ones(day, today)


def _easter(day: Day, today: date) -> Iterator[date]:
    years = range(today.year, today.year + 3) if day.year is None else (day.year,)
    for year in years:
        found = easter(year) + timedelta(days=day.easter or 0)
        if (found >= today or day.absolute) and day.weekday in (None, found.weekday()):
            yield found


def _nth_weekday(day: Day, today: date) -> Iterator[date]:
    """The first Monday of a month that is named, of this month or of the next."""
    weekday, nth = _WEEKDAYS[day.weekday or 0], day.nth or 1
    for first in _months(day, today):
        start = first + relativedelta(day=31) if nth < 0 else first
        found = start + relativedelta(weekday=weekday(nth))
        fits = found.month == first.month and day.day in (None, found.day)
        if fits and (found >= today or day.absolute):
            yield found


def _months(day: Day, today: date) -> Iterator[date]:
    """The first days of the months that `day` may mean."""
    if day.months is not None:
        yield today.replace(day=1) + relativedelta(months=day.months)
    elif day.month is not None:
        years = (today.year, today.year + 1) if day.year is None else (day.year,)
        yield from (date(year, day.month, 1) for year in years)


def _absolute(day: Day) -> Iterator[date]:
    if day.month is None or day.day is None or day.year is None:
        return
    found = date(day.year, day.month, day.day)
    if day.weekday in (None, found.weekday()):
        yield found


def _relative(day: Day, today: date) -> Iterator[date]:
    """From today. "Monday in two weeks" counts from Monday or goes by the week: answered where both agree."""
    found = today + relativedelta(months=day.ahead_months or 0, days=day.ahead_days or 0)
    if day.day not in (None, found.day) or day.month not in (None, found.month):
        return
    if day.weekday in (None, found.weekday()):
        yield found
    elif day.ahead_days and day.ahead_days % 7 == 0 and not day.ahead_months:
        counted = _coming(day.weekday or 0, today) + timedelta(days=day.ahead_days)
        if counted == _monday(today) + timedelta(days=day.ahead_days + (day.weekday or 0)):
            yield counted


def _in_month(day: Day, today: date) -> Iterator[date]:
    first = today.replace(day=1) + relativedelta(months=day.months or 0)
    if day.last:
        found = first + relativedelta(day=31)
    elif day.day is not None:
        found = first.replace(day=day.day)
    elif day.weekday is None and day.months:
        found = first
    else:
        return
    if day.weekday in (None, found.weekday()):
        yield found


def _in_week(day: Day, today: date) -> Iterator[date]:
    if day.weekday is not None:
        found = _monday(today) + timedelta(weeks=day.weeks or 0, days=day.weekday)
        if day.day in (None, found.day) and day.month in (None, found.month):
            yield found
    elif day.weeks and day.day is None:
        yield _monday(today) + timedelta(weeks=day.weeks)


def _next_ones(day: Day, today: date) -> Iterator[date]:
    if day.upcoming and day.weekday is not None and day.day is None:
        found = _coming(day.weekday, today)
        if _monday(found) != _monday(today):
            yield found
        return
    if day.month is not None and day.day is None:
        return
    named_date = day.month is not None
    for ahead in range(LEAP_HORIZON if named_date else HORIZON):
        candidate = today + timedelta(days=ahead)
        if day.day not in (None, candidate.day) or day.month not in (None, candidate.month):
            continue
        if day.weekday in (None, candidate.weekday()):
            if ahead or not day.later:
                yield candidate
        elif named_date:
            return  # "Tuesday 7 March" when the next one is no Tuesday: a slip, and no way to tell which half


def _month_end(day: Day, today: date) -> Iterator[date]:
    """The last day of a named month, in the year that is named or the coming one."""
    for first in _months(day, today):
        found = first + relativedelta(day=31)
        fits = day.day in (None, found.day) and day.weekday in (None, found.weekday())
        if fits and (found >= today or day.absolute):
            yield found


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())


def _coming(weekday: int, today: date) -> date:
    """The first such weekday after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
