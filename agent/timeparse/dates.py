"""Dates in words and digits: which constraints a date pattern of a lexicon sets.

Forms of a pattern, with its named groups:
  day_month   a day [d] of a month {month}, perhaps with a year [y] day         a day of the month [d]
  numeric     two numbers [a] [b] in the order of the language, perhaps with a year [y] dotted
  likewise, the day always first iso         a year [y], month [mo] and day [d] year        a year [y]
  offset      days, weeks or months from now, as a [duration] plus        likewise, from the day that the
  rest of the phrase names next_week, week_after_next, this_week, this_weekend, next_weekend, next_month,
  this_month, month_end, next_month_end week_after  a week after the day that the rest of the phrase names
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from agent.timeparse.days import Day
from agent.timeparse.durations import read_duration
from agent.timeparse.lexicon import Lexicon

_WITHOUT_GROUPS: Mapping[str, Day] = MappingProxyType(
    {
        "next_week": Day(weeks=1),
        "week_after_next": Day(weeks=2),
        "this_week": Day(weeks=0),
        "this_weekend": Day(weeks=0, weekday=5),
        "next_weekend": Day(weeks=1, weekday=5),
        "next_month": Day(months=1),
        "this_month": Day(months=0),
        "month_end": Day(months=0, last=True),
        "next_month_end": Day(months=1, last=True),
        "week_after": Day(plus_days=7),
        "fortnight_after": Day(plus_days=14),
    }
)


def read_date(
    form: str,
    match: re.Match[str],
    *,
    lexicon: Lexicon,
    months: tuple[re.Pattern[str], ...],
    month_first: bool,
) -> Day | None:
    """The constraints of a matched date pattern; None where it names no date."""
    if form in _WITHOUT_GROUPS:
        return _WITHOUT_GROUPS[form]
    groups = match.groupdict()
    if form in ("offset", "plus"):
        return _offset(form, groups["duration"] or "", lexicon)
    if form == "year":
        return Day(year=_year(groups["y"]))
    if form in ("numeric", "dotted"):
        return _numeric(groups, month_first=month_first and form == "numeric")
    month = int(groups.get("mo") or 0)
    if groups.get("month"):
        month = next(n for n, pattern in enumerate(months, 1) if pattern.fullmatch(groups["month"] or ""))
    return _date(int(groups["d"] or 0), month, groups.get("y"), named_month=form != "day")


def _offset(form: str, written: str, lexicon: Lexicon) -> Day | None:
    duration = read_duration(written, lexicon)
    if duration is None or not duration.calendar:
        return None
    if form == "plus":
        return Day(plus_days=duration.days, plus_months=duration.months)
    return Day(ahead_days=duration.days, ahead_months=duration.months)


def _numeric(groups: dict[str, str | None], *, month_first: bool) -> Day | None:
    first, second = int(groups["a"] or 0), int(groups["b"] or 0)
    month, day = (first, second) if month_first else (second, first)
    if month > 12 >= day:
        month, day = day, month
    return _date(day, month, groups.get("y"), named_month=True)


def _date(day: int, month: int, year: str | None, *, named_month: bool) -> Day | None:
    if not 1 <= day <= 31 or (named_month and not 1 <= month <= 12):
        return None
    return Day(day=day, month=month or None, year=_year(year))


def _year(written: str | None) -> int | None:
    """Two digits are the years from 1970 to 2069, as most programs read them."""
    if not written:
        return None
    year = int(written)
    if len(written) == 2:
        return year + (1900 if year >= 70 else 2000)
    return year
