"""From the parts of a phrase to one wall time, by the rules of a `Policy`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from agent.timeparse.clock import ClockTime, within
from agent.timeparse.days import Day, dates
from agent.timeparse.grammar import Phrase
from agent.timeparse.policy import Part, Policy
from agent.types import Grain

_SMALL_HOURS = time(5)
"""Until then "tonight" is the night that is still going on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTime:
    wall: datetime
    grain: Grain


def combine(phrase: Phrase, now: datetime, policy: Policy) -> WallTime | None:
    """The wall time that `phrase` means, seen from the naive local `now`; None where past or unclear."""
    if phrase.clock is not None:
        return _at_clock(phrase, phrase.clock, now, policy)
    if phrase.part is not None:
        return _at_part(phrase, phrase.part, now, policy)
    return _at_day(phrase.day, now, policy)


def _at_day(day: Day, now: datetime, policy: Policy) -> WallTime | None:
    for found in dates(day, now.date()):
        wall = datetime.combine(found, policy.morning)
        if wall > now and not (day.weekday is not None and found == now.date()):
            return WallTime(wall=wall, grain=Grain.DAY)
        if day.absolute:
            return WallTime(wall=wall, grain=Grain.DAY)
    return None


def _at_part(phrase: Phrase, part: Part, now: datetime, policy: Policy) -> WallTime | None:
    for found in _dates(phrase, now):
        wall = datetime.combine(found, policy.start_of(part))
        if wall > now or phrase.day.absolute:
            return WallTime(wall=wall, grain=Grain.HOUR)
    return None


def _dates(phrase: Phrase, now: datetime) -> Iterator[date]:
    """The days that a phrase with a time of day may mean: those it names, or today and tomorrow."""
    if phrase.bound:
        if phrase.day.ahead_days in (None, 0):
            yield now.date()
    elif not phrase.day.empty:
        yield from dates(phrase.day, now.date())
    else:
        yield now.date()
        yield now.date() + timedelta(days=1)


def _at_clock(phrase: Phrase, clock: ClockTime, now: datetime, policy: Policy) -> WallTime | None:
    later = 0
    if phrase.part is not None:
        inside = within(clock, phrase.part)
        if inside is None:
            return None
        clock, later = inside
        if later and phrase.day.empty and now.time() < _SMALL_HOURS:
            later = 0
    elif clock.day_end and not phrase.day.empty:
        if phrase.day.ahead_days != 0:
            return None  # "Friday at midnight" may be the night before it or the one after
        clock, later = replace(clock, day_end=False), 1
    grain = Grain.SECOND if clock.seconds else Grain.MINUTE
    for found in _dates(phrase, now):
        chosen = _reading(clock, found + timedelta(days=later), now, policy, absolute=phrase.day.absolute)
        if chosen is not None:
            return WallTime(wall=chosen, grain=grain)
    return None


def _reading(
    clock: ClockTime, day: date, now: datetime, policy: Policy, *, absolute: bool
) -> datetime | None:
    walls = [datetime.combine(day, reading) for reading in clock.readings()]
    if not clock.twelve:
        return walls[0] if walls[0] > now or absolute else None
    return next((wall for wall in walls if wall > now and _likely(wall, now, policy)), None)


def _likely(wall: datetime, now: datetime, policy: Policy) -> bool:
    return policy.awake(wall.time()) or wall - now < policy.at_hand
