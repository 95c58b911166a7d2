"""Dates in words and digits: which constraints a date pattern of a lexicon sets.

Forms of a pattern, with its named groups:
  day_month   a day [d] of a month {month}, perhaps with a year [y]
  month       a month {month}, perhaps with a year [y]: no date by itself, but for "the first Monday of"
  day         a day of the month [d]
  numeric     two numbers [a] [b] in the order of the language, perhaps with a year [y]
  dotted      likewise, the day always first
  iso         a year [y], month [mo] and day [d]
  year        a year [y]
  offset      days, weeks or months from now, as a [duration]
  plus        likewise, from the day that the rest of the phrase names
  week_after, day_after                         a week or a day after that day
  ends_month  the last day of a month {month}, perhaps with a year [y]
  next_week, week_after_next, this_week         calendar weeks
  this_weekend, next_weekend                    their Saturdays
  next_month, this_month, month_end, next_month_end
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
        "day_after": Day(plus_days=1),
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
    if form == "ends_month":
        return Day(month=_month(groups, months), year=_year(groups.get("y")), last=True)
    if form == "month":
        return Day(month=_month(groups, months), year=_year(groups.get("y")))
    return _date(int(groups["d"] or 0), _month(groups, months), groups.get("y"), named_month=form != "day")


def _month(groups: dict[str, str | None], months: tuple[re.Pattern[str], ...]) -> int:
    """From January = 1; 0 where none is named."""
    name = groups.get("month")
    if name is None:
        return int(groups.get("mo") or 0)
    return next(number for number, pattern in enumerate(months, 1) if pattern.fullmatch(name))


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
