"""Times of day as people name them in a series, and which half of the day they mean."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from enum import StrEnum

_NOON, _DAY = 12 * 60, 24 * 60
_WAKING_FROM = 6 * 60
"""A bare hour before this one is the hour in the afternoon."""


class Part(StrEnum):
    EARLY = "early"
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayHours:
    """When a part of the day is due if no hour is named; a day without any is due in the morning."""

    early: time = time(7)
    morning: time = time(9)
    noon: time = time(12)
    afternoon: time = time(15)
    evening: time = time(19)
    night: time = time(22)

    def start_of(self, part: Part) -> time:
        match part:
            case Part.EARLY:
                return self.early
            case Part.MORNING:
                return self.morning
            case Part.NOON:
                return self.noon
            case Part.AFTERNOON:
                return self.afternoon
            case Part.EVENING:
                return self.evening
            case Part.NIGHT:
                return self.night


_WINDOWS = {
    Part.EARLY: range(3 * 60, _NOON),
    Part.MORNING: range(3 * 60, _NOON),
    Part.NOON: range(11 * 60, 15 * 60),
    Part.AFTERNOON: range(_NOON, 19 * 60),
    Part.EVENING: range(16 * 60, _DAY),
    Part.NIGHT: range(17 * 60, _DAY),
}
_SMALL_HOURS = range(6 * 60)
"""They belong to the night that began the day before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A named time, in `minutes` after midnight.

    `twelve`: the other half of the day is as possible. `habit`: it is read on the 24-hour clock by habit
    only, so a part of the day may say otherwise. `midnight`: the word, or 24:00, which may be at either end
    of a day.
    """

    minutes: int
    twelve: bool = False
    habit: bool = False
    midnight: bool = False

    def halves(self) -> tuple[int, ...]:
        if self.twelve or self.habit:
            return self.minutes % _NOON, self.minutes % _NOON + _NOON
        return (self.minutes,)


class Context(StrEnum):
    """What a bare hour from 1 to 5 is: in the afternoon, unclear, or in the morning (to wake somebody)."""

    WAKING = "waking"
    UNCLEAR = "unclear"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Times of day, ascending. `nightly`: some lie after midnight, in what people call the night before."""

    times: tuple[time, ...]
    nightly: bool = False


def place(clocks: tuple[Clock, ...], part: Part | None, context: Context) -> Placed | None:
    """Which times of day are meant; None where that is unclear, or two of them are the same."""
    literal = any(not clock.twelve and clock.minutes >= _NOON + 60 for clock in clocks)
    minutes = [_minutes(clock, part, context, literal=literal) for clock in clocks]
    known = [value for value in minutes if value is not None]
    if len(known) < len(minutes) or len(set(known)) < len(known):
        return None
    nightly = any(clock.midnight for clock in clocks)
    nightly = nightly or (part is Part.NIGHT and any(value in _SMALL_HOURS for value in known))
    return Placed(times=tuple(time(value // 60, value % 60) for value in sorted(known)), nightly=nightly)


def _minutes(clock: Clock, part: Part | None, context: Context, *, literal: bool) -> int | None:
    if part is not None:
        inside = [value for value in clock.halves() if _belongs(value, part)]
        return inside[0] if len(inside) == 1 else None
    if not clock.twelve or literal:
        return clock.minutes
    early, late = clock.halves()
    if early < 60:
        return late if context is not Context.ALARM else None  # "at 12" is noon, but nobody is woken then
    if early >= _WAKING_FROM or context is Context.ALARM:
        return early
    return late if context is Context.WAKING else None


def _belongs(value: int, part: Part) -> bool:
    return value in _WINDOWS[part] or (part is Part.NIGHT and value in _SMALL_HOURS)


def hours_between(first: Clock, last: Clock, step: int, context: Context) -> tuple[time, ...] | None:
    """Every `step` minutes from the one to the other: "from 9 to 5" ends in the afternoon."""
    start = _minutes(first, None, context, literal=not last.twelve and last.minutes >= _NOON + 60)
    if start is None:
        return None
    end = next((value for value in last.halves() if value > start), None)
    if end is None:
        return None
    return tuple(time(value // 60, value % 60) for value in range(start, end + 1, step))
