"""Times of day: what a clock pattern of a lexicon says, and which of two halves of a day it means.

Forms of a pattern (its named groups in brackets):
  point     an hour [h], minutes [m], seconds [s], half of the day [am] or [pm]
  digital   likewise, written in digits as H:MM: on the 24-hour clock where the language has that habit
  past      minutes [n], a quarter [q] or a half [half] after an hour [h], noon or midnight
  to        the same before it
  fraction  half of the named hour, a quarter [q1] or three quarters [q3]: "halb vier", "dreiviertel neun"
  short_to / short_past   n minutes before or after the half hour: "5 vor halb 4"
  noon, midnight
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import time

from agent.timeparse.policy import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTime:
    """A time of day. `twelve`: the other half of the day is as possible. `day_end`: 24:00 of its day.

    `exact`: minutes were named.
    """

    minutes: int
    seconds: int = 0
    twelve: bool = False
    day_end: bool = False
    exact: bool = False
    bare: bool = False

    def readings(self) -> Iterator[time]:
        """The times of day it may mean, earlier first."""
        first = self.minutes % 720 if self.twelve else self.minutes
        yield time(first // 60, first % 60, self.seconds)
        if self.twelve:
            yield time(first // 60 + 12, first % 60, self.seconds)


NOON = ClockTime(minutes=720)
MIDNIGHT = ClockTime(minutes=0, day_end=True)


def read_clock(form: str, match: re.Match[str], *, literal_minutes: bool) -> ClockTime | None:
    """The time of day that a matched clock pattern of this form says; None where no clock shows it."""
    if form == "noon":
        return NOON
    if form == "midnight":
        return MIDNIGHT
    groups = match.groupdict()
    hour = _hour(groups, literal=literal_minutes and form == "digital")
    if hour is None:
        return None
    bare = form == "bare"
    if form in ("point", "digital", "bare"):
        return replace(hour, bare=bare)
    return _shifted(hour, _shift(form, groups))


def _hour(groups: dict[str, str | None], *, literal: bool) -> ClockTime | None:
    if groups.get("noon"):
        return NOON
    if groups.get("midnight"):
        return MIDNIGHT
    written = groups["h"] or ""
    hour, minute, second = int(written), int(groups.get("m") or 0), int(groups.get("s") or 0)
    if minute > 59 or second > 59 or hour > 24 or (hour == 24 and (minute or second)):
        return None
    exact = groups.get("m") is not None
    if groups.get("am") or groups.get("pm"):
        if not 1 <= hour <= 12:
            # "15:00 pm" says the same thing twice; "15:00 am" contradicts itself.
            return (
                ClockTime(minutes=hour * 60 + minute, seconds=second, exact=exact)
                if groups.get("pm") and hour > 12
                else None
            )
        hour = hour % 12 + (12 if groups.get("pm") else 0)
        return ClockTime(minutes=hour * 60 + minute, seconds=second, exact=exact)
    if hour == 24:
        return MIDNIGHT
    twelve = 1 <= hour <= 12 and not literal and not written.startswith("0")
    return ClockTime(minutes=hour * 60 + minute, seconds=second, twelve=twelve, exact=exact)


def _shift(form: str, groups: dict[str, str | None]) -> int:
    minutes = int(groups.get("n") or 0)
    if groups.get("q"):
        minutes = 15
    if groups.get("half"):
        minutes = 30
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
    minutes = (hour.minutes + shift) % 1440
    return replace(hour, minutes=minutes, day_end=hour.day_end and shift == 0, exact=True)


_WINDOWS = {
    Part.EARLY: range(3 * 60, 12 * 60),
    Part.MORNING: range(12 * 60),
    Part.NOON: range(11 * 60, 15 * 60),
    Part.AFTERNOON: range(12 * 60, 19 * 60),
    Part.EVENING: range(16 * 60, 24 * 60),
    Part.TONIGHT: range(16 * 60, 24 * 60),
    Part.NIGHT: range(18 * 60, 24 * 60),
}
_NIGHT_ENDS = 6 * 60


def within(clock: ClockTime, part: Part) -> tuple[ClockTime, int] | None:
    """The reading of `clock` that lies in `part`, and how many days later it falls (1 after midnight).

    None where no reading does: "3 in the evening".
    """
    if clock.day_end:
        return (
            (replace(clock, day_end=False), 1) if part in (Part.TONIGHT, Part.NIGHT, Part.EVENING) else None
        )
    minutes = [reading.hour * 60 + reading.minute for reading in clock.readings()]
    inside = [value for value in minutes if value in _WINDOWS[part]]
    if len(inside) == 1:
        return replace(clock, minutes=inside[0], twelve=False), 0
    if part in (Part.TONIGHT, Part.NIGHT):
        late = [value for value in minutes if value < _NIGHT_ENDS]
        if len(late) == 1:
            return replace(clock, minutes=late[0], twelve=False), 1
    return None
