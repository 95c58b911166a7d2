"""What the pieces of a phrase say, one by one and together."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace

from agent.recurrence.clock import Clock, Part
from agent.recurrence.lexicon import Form, Unit
from agent.recurrence.terms import LAST, WEEKEND, WORKING_DAYS
from agent.recurrence.vocabulary import Vocabulary
from agent.types import Resolved

_NOON = 12 * 60
_HALF_DAY = 12
_LONGEST_YEARS = 100
"""For a series; 9999 months, the most that can be written, are 833 years and still within the calendar."""
_FIXED_INTERVALS = {
    "half_hour": (Unit.MINUTE, 30),
    "quarter_hour": (Unit.MINUTE, 15),
    "hour_and_half": (Unit.MINUTE, 90),
    "quarter_year": (Unit.MONTH, 3),
    "half_year": (Unit.MONTH, 6),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """None is open. `series`: it recurs. `of_the_month`: it does if it is the n-th of a weekday.

    `month`: that of which `nth` is a day. `any_day`: `nth` counts days instead of weekdays. `per`: so many
    times in a `unit`. `apart`: the `count` stands apart, so it counts the series and not the times of a day.
    """

    series: bool | None = None
    of_the_month: bool | None = None
    unit: Unit | None = None
    interval: int | None = None
    weekdays: tuple[int, ...] | None = None
    nth: tuple[int, ...] | None = None
    any_day: bool | None = None
    month_days: tuple[int, ...] | None = None
    date: tuple[int, int] | None = None
    month: int | None = None
    part: Part | None = None
    clocks: tuple[Clock, ...] | None = None
    window: tuple[Clock, Clock] | None = None
    on_the_hour: bool | None = None
    count: int | None = None
    apart: bool | None = None
    per: int | None = None
    length: tuple[int, Unit] | None = None
    until: Resolved | None = None
    start: Resolved | None = None


def merge(one: Said, other: Said) -> Said | None:
    """Both together, or None where they contradict each other."""
    merged = {}
    for name in (item.name for item in fields(Said)):
        first, second = getattr(one, name), getattr(other, name)
        if first is not None and second is not None and first != second:
            return None
        merged[name] = second if first is None else first
    return Said(**merged)


def with_clocks(one: Said, clocks: tuple[Clock, ...]) -> Said:
    return replace(one, clocks=(one.clocks or ()) + clocks)


def meaning(form: Form, match: re.Match[str], words: Vocabulary) -> Said | None:
    """What a match says; None where it makes no sense ("at 25")."""
    groups = {name: text for name, text in match.groupdict().items() if text is not None}
    match form:
        case Form.CLOCK | Form.BARE:
            clock = _clock(groups, words)
            return None if clock is None else Said(clocks=(clock,))
        case Form.WINDOW:
            return _window(groups, words)
        case Form.LENGTH:
            return _length(groups, words)
        case Form.COUNT:
            count = words.number(groups["n"])
            return Said(count=count, apart="lead" in groups or None) if count else None
        case Form.PER:
            return _per(groups, words)
        case Form.ON_THE_HOUR:
            return Said(on_the_hour=True)
        case Form.NOW | Form.OPEN_END:
            return Said()
        case Form.OF_MONTH:
            return Said(of_the_month=True)
        case _:
            return _days(groups, words, series=form is not Form.PLAIN)


def _length(groups: dict[str, str], words: Vocabulary) -> Said | None:
    unit, amount = _interval(groups, words) or (None, 0)
    if unit is None or not amount or (unit is Unit.YEAR and amount > _LONGEST_YEARS):
        return None
    return Said(length=(amount, unit))


def _per(groups: dict[str, str], words: Vocabulary) -> Said | None:
    times = 1 if "once" in groups else 2 if "twice" in groups else words.number(groups["n"])
    return Said(series=True, unit=_unit(groups), interval=1, per=times) if times else None


def _days(groups: dict[str, str], words: Vocabulary, *, series: bool) -> Said | None:
    unit, interval = _interval(groups, words) or (None, None)
    said = Said(series=series or None, unit=unit, interval=interval)
    if "weekdays" in groups:
        said = replace(said, weekdays=words.weekdays(groups["weekdays"]))
    elif "working" in groups or "weekend" in groups:
        said = replace(said, weekdays=WORKING_DAYS if "working" in groups else WEEKEND)
    if "nth" in groups:
        said = replace(said, nth=words.nth(groups["nth"]), any_day="any_day" in groups or None)
    if "days" in groups:
        said = replace(said, month_days=words.days(groups["days"]))
    if "month_start" in groups or "month_end" in groups:
        said = replace(said, month_days=(1 if "month_start" in groups else LAST,))
    if "month" in groups:
        said = _with_month(said, groups, words)
    if "part" in groups:
        said = replace(said, part=words.part(groups["part"]))
    return None if _has_no_meaning(said) else _every_other(said, "other" in groups)


def _with_month(said: Said, groups: dict[str, str], words: Vocabulary) -> Said:
    month = words.month(groups["month"])
    if "day" not in groups:
        return replace(said, month=month)
    return replace(said, date=(month, words.days(groups["day"])[0]))


def _has_no_meaning(said: Said) -> bool:
    days = (*(said.month_days or ()), *(said.date or ())[1:])
    return said.interval == 0 or any(day != LAST and not 1 <= day <= 31 for day in days)


def _every_other(said: Said, other: bool) -> Said:
    if not other:
        return said
    return replace(said, unit=Unit.WEEK if said.weekdays else said.unit, interval=2)


def _interval(groups: dict[str, str], words: Vocabulary) -> tuple[Unit, int] | None:
    fixed = next((value for group, value in _FIXED_INTERVALS.items() if group in groups), None)
    if fixed is not None:
        return fixed
    unit = _unit(groups)
    return None if unit is None else (unit, (words.number(groups["n"]) or 0) if "n" in groups else 1)


def _unit(groups: dict[str, str]) -> Unit | None:
    return next((unit for unit in Unit if f"u_{unit}" in groups), None)


def _window(groups: dict[str, str], words: Vocabulary) -> Said | None:
    ends = [
        _clock({name[:-1]: text for name, text in groups.items() if name.endswith(number)}, words)
        for number in "12"
    ]
    first, last = ends
    return None if first is None or last is None else Said(window=(first, last))


_SHIFTS = {
    "half_past": 30,
    "half_to": -30,
    "quarter_past": 15,
    "quarter_to": -15,
    "quarter_of": -45,
    "three_quarters": -15,
}


def _clock(groups: dict[str, str], words: Vocabulary) -> Clock | None:
    hour = _hour(groups, words)
    if hour is None:
        return None
    shift = sum(minutes for group, minutes in _SHIFTS.items() if group in groups)
    shift += (words.number(groups["past"]) or 0) if "past" in groups else 0
    shift -= (words.number(groups["to"]) or 0) if "to" in groups else 0
    if not shift:
        return hour
    return (
        None
        if abs(shift) > 59
        else replace(hour, minutes=(hour.minutes + shift) % (2 * _NOON), midnight=False)
    )


def _hour(groups: dict[str, str], words: Vocabulary) -> Clock | None:
    if "noon" in groups or "midnight" in groups:
        return Clock(minutes=0 if "midnight" in groups else _NOON, midnight="midnight" in groups)
    hour, minute = words.number(groups["h"]), int(groups.get("m") or 0)
    if hour is None or hour > 24 or minute > 59:
        return None
    if "am" in groups or "pm" in groups:
        return _half_day(hour, minute, afternoon="pm" in groups)
    if hour == 24:
        return None if minute else Clock(minutes=0, midnight=True)
    unclear = 1 <= hour <= _HALF_DAY and not groups["h"].startswith("0")
    habit = "literal" in groups or ("m" in groups and words.lexicon.literal_minutes)
    return Clock(minutes=hour * 60 + minute, twelve=unclear and not habit, habit=unclear and habit)


def _half_day(hour: int, minute: int, *, afternoon: bool) -> Clock | None:
    if _HALF_DAY < hour < 24:
        return Clock(minutes=hour * 60 + minute) if afternoon else None  # "15:00 am" contradicts itself
    if not 1 <= hour <= _HALF_DAY:
        return None
    return Clock(minutes=hour % _HALF_DAY * 60 + minute + (_NOON if afternoon else 0))
