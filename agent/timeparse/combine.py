"""From the parts of a phrase to one wall time, by the rules of a `Policy`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from agent.timeparse.clock import ClockTime, within
from agent.timeparse.days import Day, dates
from agent.timeparse.grammar import Phrase
from agent.timeparse.lexicon import SmallHours
from agent.timeparse.policy import Part, Policy
from agent.types import Grain

_SMALL = range(1 * 60, 6 * 60)
"""Minutes after midnight of the hours that people mostly sleep through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTime:
    wall: datetime
    grain: Grain


def combine(phrase: Phrase, now: datetime, policy: Policy, small_hours: SmallHours) -> WallTime | None:
    """The wall time that `phrase` means, seen from the naive local `now`; None where past or unclear."""
    if phrase.clock is not None and phrase.clock.present:
        return _at_present(phrase, now)
    if phrase.clock is not None:
        return _at_clock(phrase, phrase.clock, now, policy, small_hours)
    if phrase.part is not None:
        return _at_part(phrase, phrase.part, now, policy)
    return _at_day(phrase.day, now, policy)


def _names_today_in_the_night(day: Day, now: datetime, policy: Policy) -> bool:
    """At one o'clock on a Monday morning, "Monday" may be the day that has begun or the one in a week."""
    return day == Day(weekday=now.weekday()) and now.time() < policy.night_ends


def _at_day(day: Day, now: datetime, policy: Policy) -> WallTime | None:
    if _names_today_in_the_night(day, now, policy):
        return None
    for found in dates(day, now.date()):
        times: tuple[time, ...] = (policy.morning,)
        if found == now.date():
            if day == Day(weekday=day.weekday):
                continue  # said on a Monday, "Monday" is the one in a week
            times = policy.rest_of_day()
        for at in times:
            wall = datetime.combine(found, at)
            if wall > now or day.absolute:
                return WallTime(wall=wall, grain=Grain.DAY)
    return None


def _at_present(phrase: Phrase, now: datetime) -> WallTime | None:
    """ "This time tomorrow"; "this time next week" is seven days from now, not that week's Monday."""
    day = phrase.day
    if day.weeks and day == Day(weeks=day.weeks):
        day = Day(ahead_days=7 * day.weeks)
    if day.empty or phrase.part is not None:
        return None
    walls = (datetime.combine(found, now.time()) for found in dates(day, now.date()))
    wall = next((wall for wall in walls if wall > now), None)
    return None if wall is None else WallTime(wall=wall, grain=Grain.MINUTE)


def _at_part(phrase: Phrase, part: Part, now: datetime, policy: Policy) -> WallTime | None:
    start = policy.start_of(part)
    if start is None:
        return None
    for found in _dates(phrase, now):
        wall = datetime.combine(found, start)
        if wall > now or phrase.day.absolute:
            return WallTime(wall=wall, grain=Grain.HOUR)
    return None


def _absolute(phrase: Phrase) -> bool:
    """Whether it names one day and no other, so that a time on it may have passed."""
    return phrase.day.absolute or phrase.bound or phrase.day.ahead_days == 0


def _dates(phrase: Phrase, now: datetime) -> Iterator[date]:
    """The days that a phrase with a time of day may mean: those it names, or today and tomorrow."""
    if phrase.bound:
        if phrase.day.empty or phrase.day == Day(ahead_days=0):
            yield now.date()
    elif not phrase.day.empty:
        yield from dates(phrase.day, now.date())
    else:
        yield now.date()
        yield now.date() + timedelta(days=1)


def _at_clock(
    phrase: Phrase, clock: ClockTime, now: datetime, policy: Policy, small_hours: SmallHours
) -> WallTime | None:
    placed = _placed(phrase, _by_date(clock, phrase.day, small_hours), now, policy)
    if placed is None or _unclear(placed[0], now, policy, small_hours):
        return None
    clock, later = placed
    grain = Grain.SECOND if clock.seconds else Grain.MINUTE
    for found in _dates(phrase, now):
        chosen = _reading(clock, found + timedelta(days=later), now, policy, absolute=_absolute(phrase))
        if chosen is not None:
            return WallTime(wall=chosen, grain=grain)
    return None


def _placed(phrase: Phrase, clock: ClockTime, now: datetime, policy: Policy) -> tuple[ClockTime, int] | None:
    """The clock time within the named part of the day, and how many days after the named day it falls."""
    if clock.closing:
        named = (
            phrase.day.ahead_days is not None or phrase.day.weekday is not None or phrase.day.day is not None
        )
        return (clock, 0) if named and phrase.part is None else None
    if phrase.part is not None:
        inside = within(clock, phrase.part)
        if inside is not None and inside[1] and phrase.day.empty and now.time() < policy.night_ends:
            return inside[0], 0
        return inside
    if clock.day_end and not phrase.day.empty:
        # "Friday at midnight" may be the night before or the one after; "today at midnight" is still to come.
        return (replace(clock, day_end=False), 1) if phrase.day == Day(ahead_days=0) else None
    return clock, 0


def _by_date(clock: ClockTime, day: Day, small_hours: SmallHours) -> ClockTime:
    """ "Le 2 mars à 5h" is on the 24-hour clock, "à 5h" alone may not be."""
    dated = not day.empty and day.ahead_days is None
    if small_hours is SmallHours.DATED_LITERAL and dated and _small(clock):
        return replace(clock, twelve=False, habit=False)
    return clock


def _unclear(clock: ClockTime, now: datetime, policy: Policy, small_hours: SmallHours) -> bool:
    """Whether an hour that people sleep through is written as on the 24-hour clock, but may be meant
    otherwise. An alarm clock is set for some of these hours.
    """
    if not _small(clock) or not (clock.habit or (small_hours is SmallHours.MINUTES_UNCLEAR and clock.exact)):
        return False
    written = now.replace(hour=clock.halves()[0] // 60, minute=clock.minutes % 60, second=clock.seconds)
    return not policy.awake(written.time()) and not timedelta() < written - now < policy.at_hand


def _small(clock: ClockTime) -> bool:
    return len(clock.halves()) > 1 and clock.halves()[0] in _SMALL


def _reading(
    clock: ClockTime, day: date, now: datetime, policy: Policy, *, absolute: bool
) -> datetime | None:
    walls = [datetime.combine(day, reading) for reading in clock.readings()]
    if not clock.twelve:
        return walls[0] if walls[0] > now or absolute else None
    likely = [
        wall for wall in walls if policy.awake(wall.time()) or timedelta() < wall - now < policy.at_hand
    ]
    return next((wall for wall in likely if wall > now), likely[0] if absolute and likely else None)
