"""Times of day: what a clock pattern of a lexicon says, and which of two halves of a day it means.

Forms of a pattern, with its named groups:
  point     an hour [h], minutes [m], seconds [s], half of the day [am] or [pm]
  digital   likewise, written as H:MM, which some languages read on the 24-hour clock
  literal   likewise, on the 24-hour clock in every language
  bare      likewise, without any sign that it is a time: "tomorrow 9", "ten thirty"
  hours     an hour whose word also counts hours ("3 heures"): up to twelve a time only beside a day
  packed    likewise, in one number: "tonight 815"
  past, to  minutes [n], a quarter [q], three quarters [q3] or a half [half] after or before an hour [h],
            [noon] or [midnight]
  fraction  half of the named hour, a quarter [q1] or three quarters [q3]: "halb vier", "dreiviertel neun"
  short_to, short_past   minutes [n] before or after the half hour: "5 vor halb 4"
  noon, midnight
  day_end   the last minute of the day that is named
  present   the time of day that it is now: "this time tomorrow"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import time

from agent.timeparse.policy import Part

_NOON, _DAY = 12 * 60, 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTime:
    """A time of day in `minutes` after midnight.

    `twelve`: its other half of the day is as possible. `habit`: it is read on the 24-hour clock by habit
    only, so a part of the day may say otherwise. `day_end`: 24:00 of its day. `exact`: minutes were named.
    `closing`: the end of the day that is named. `bare`: a number without any sign that it is a time.
    `count`: it may as well be a count of hours. `present`: the time that it is now, instead of `minutes`.
    """

    minutes: int
    seconds: int = 0
    twelve: bool = False
    habit: bool = False
    day_end: bool = False
    exact: bool = False
    closing: bool = False
    bare: bool = False
    count: bool = False
    present: bool = False

    def readings(self) -> Iterator[time]:
        """The times of day it may mean, earlier first."""
        for minutes in self.halves() if self.twelve else (self.minutes,):
            yield time(minutes // 60, minutes % 60, self.seconds)

    def halves(self) -> tuple[int, ...]:
        if self.twelve or self.habit:
            return self.minutes % _NOON, self.minutes % _NOON + _NOON
        return (self.minutes,)


NOON = ClockTime(minutes=_NOON)
MIDNIGHT = ClockTime(minutes=0, day_end=True)


def read_clock(form: str, match: re.Match[str], *, literal_minutes: bool) -> ClockTime | None:
    """The time of day that a matched clock pattern of this form says; None where no clock shows it."""
    if form == "noon":
        return NOON
    if form == "midnight":
        return MIDNIGHT
    if form == "day_end":
        return ClockTime(minutes=_DAY - 1, closing=True)
    if form == "present":
        return ClockTime(minutes=0, present=True)
    groups = match.groupdict()
    hour = _hour(groups, literal=form == "literal", habit=literal_minutes and form == "digital")
    if hour is None or form in ("point", "digital", "literal"):
        return hour
    if form == "hours":
        return replace(hour, count=hour.twelve)
    if form in ("bare", "packed"):
        return replace(hour, bare=True, exact=hour.exact and form == "bare")
    return _shifted(hour, _shift(form, groups))


def _hour(groups: dict[str, str | None], *, literal: bool, habit: bool) -> ClockTime | None:
    if groups.get("noon"):
        return NOON
    if groups.get("midnight"):
        return MIDNIGHT
    written = groups["h"] or ""
    hour, minute, second = int(written), int(groups.get("m") or 0), int(groups.get("s") or 0)
    if minute > 59 or second > 59 or hour > 24:
        return None
    clock = ClockTime(minutes=hour * 60 + minute, seconds=second, exact=groups.get("m") is not None)
    if groups.get("am") or groups.get("pm"):
        return _half_day(clock, afternoon=bool(groups.get("pm")))
    if hour == 24:
        return None if minute or second else MIDNIGHT
    twelve = 1 <= hour <= 12 and not literal and not written.startswith("0")
    return replace(clock, twelve=twelve and not habit, habit=twelve and habit)


def _half_day(clock: ClockTime, *, afternoon: bool) -> ClockTime | None:
    if _NOON + 60 <= clock.minutes < _DAY:
        return clock if afternoon else None  # "15:00 pm" says it twice, "15:00 am" contradicts itself
    if not 60 <= clock.minutes < _NOON + 60:
        return None
    return replace(clock, minutes=clock.minutes % _NOON + (_NOON if afternoon else 0))


def _shift(form: str, groups: dict[str, str | None]) -> int:
    minutes = int(groups.get("n") or 0)
    for group, value in (("q", 15), ("half", 30), ("q3", 45)):
        if groups.get(group):
            minutes = value
    match form:
        case "past":
            return minutes
        case "to":
            return -minutes
        case "fraction":
            return -45 if groups.get("q1") else -15 if groups.get("q3") else -30
        case "short_to":
            return -30 - minutes
        case "short_past":
            return -30 + minutes
    raise ValueError(f"unknown clock form {form!r}")


def _shifted(hour: ClockTime, shift: int) -> ClockTime | None:
    if abs(shift) > 59:
        return None
    return replace(
        hour, minutes=(hour.minutes + shift) % _DAY, day_end=hour.day_end and shift < 0, exact=True
    )


_WINDOWS = {
    Part.DAWN: range(7 * 60),
    Part.EARLY: range(3 * 60, _NOON),
    Part.MORNING: range(_NOON),
    Part.NOON: range(11 * 60, 15 * 60),
    Part.AFTERNOON: range(_NOON, 21 * 60),
    Part.EVENING: range(16 * 60, _DAY),
    Part.TONIGHT: range(17 * 60, _DAY),
    Part.NIGHT: range(18 * 60, _DAY),
}
_HALVES_OF_DAY = frozenset({Part.EARLY, Part.MORNING, Part.AFTERNOON})
_AFTER_MIDNIGHT = {Part.EVENING: 1, Part.TONIGHT: 4 * 60, Part.NIGHT: 6 * 60}
"""Minutes after midnight that still belong to the part of the day before."""


def within(clock: ClockTime, part: Part) -> tuple[ClockTime, int] | None:
    """The reading of `clock` that lies in `part`, and how many days later it falls (1 after midnight).

    None where no reading does: "3 in the evening".
    """
    late = _AFTER_MIDNIGHT.get(part, 0)
    if clock.day_end:
        return (replace(clock, day_end=False), 1) if late else None
    if clock.minutes == _NOON and clock.twelve and not clock.exact and part in _HALVES_OF_DAY:
        return None  # "12 in the morning" may be midnight, or noon to somebody who counts noon in
    inside = [value for value in clock.halves() if value in _WINDOWS[part]]
    after = [value for value in clock.halves() if value < late]
    if len(inside) + len(after) != 1:
        return None
    return replace(clock, minutes=(inside or after)[0], twelve=False, habit=False), 0 if inside else 1
