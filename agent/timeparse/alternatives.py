"""The concrete readings of a phrase that may be understood in two or three ways, to let its author choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from agent.timeparse.clock import ClockTime
from agent.timeparse.combine import WallTime, combine
from agent.timeparse.days import Day
from agent.timeparse.grammar import Phrase
from agent.timeparse.lexicon import SmallHours
from agent.timeparse.policy import Policy


def alternatives(phrase: Phrase, now: datetime, policy: Policy) -> Iterator[WallTime]:
    """What `phrase` may mean, seen from the naive local `now`; not in order, perhaps repeated."""
    for day in _days(phrase.day, now):
        for clock, later in _clocks(phrase.clock, phrase):
            plain = replace(phrase, day=replace(day, plus_days=_sum(day.plus_days, later)), clock=clock)
            found = combine(plain, now, policy, SmallHours.WAKING)
            if found is not None and found.wall > now:
                yield found


def _sum(days: int | None, later: int) -> int | None:
    return (days or 0) + later if later else days


def _days(day: Day, now: datetime) -> Iterator[Day]:
    """ "Next Friday" is the one that comes or that of next week; "Monday", on a Monday, is today or in a
    week.
    """
    if day.upcoming:
        plain = replace(day, upcoming=None)
        yield replace(plain, later=True)
        yield replace(plain, weeks=1)
    elif day == Day(weekday=now.weekday()):
        yield Day(ahead_days=0)
        yield replace(day, later=True)
    else:
        yield day


def _clocks(clock: ClockTime | None, phrase: Phrase) -> Iterator[tuple[ClockTime | None, int]]:
    """The times of day, each with the days that it falls after the one that is named."""
    if clock is None:
        yield None, 0
    elif clock.day_end and not phrase.day.empty:
        yield replace(clock, day_end=False), 0
        yield replace(clock, day_end=False), 1
    elif phrase.part is None and len(clock.halves()) > 1:
        for minutes in clock.halves():
            yield replace(clock, minutes=minutes, twelve=False, habit=False, bare=False, count=False), 0
    else:
        yield clock, 0
