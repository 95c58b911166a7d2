"""How often a series may be due, and how far ahead it may begin. Operators may set limits of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from itertools import pairwise

from agent.errors import LimitReached
from agent.recurrence.occurrences import next_occurrence
from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.terms import LONGEST_YEARS, SHORTEST_INTERVAL, Frequency, too_often
from agent.reminder_limits import TOO_FAR

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLimits:
    """`shortest` between two occurrences; `years` ahead of the moment of asking."""

    shortest: timedelta = SHORTEST_INTERVAL
    years: int = LONGEST_YEARS


def check_limits(rule: Rule, limits: SeriesLimits, *, now: datetime, zone: tzinfo) -> None:
    """Raises LimitReached, with a sentence for the user."""
    if _shortest_gap(rule) < limits.shortest:
        raise too_often(limits.shortest)
    due = next_occurrence(rule, after=now, zone=zone)
    # No span of n calendar years is longer than this: n * 365 days and a leap day every fourth year.
    if due is not None and due - now > timedelta(days=limits.years * 365 + -(-limits.years // 4)):
        raise LimitReached(TOO_FAR, years=limits.years)


def _shortest_gap(rule: Rule) -> timedelta:
    """Between two occurrences, as long as no clock is changed."""
    if isinstance(rule, ElapsedRule):
        return rule.interval
    times = [_of_day(at) for at in rule.times]
    gaps = [later - at for at, later in pairwise(times)]
    return min([*gaps, times[0] + _DAY - times[-1] if _may_be_due_on_neighbouring_days(rule) else _DAY])


def _may_be_due_on_neighbouring_days(rule: CalendarRule) -> bool:
    if rule.frequency is Frequency.DAILY:
        return rule.interval == 1
    return rule.frequency is Frequency.WEEKLY and any((day + 1) % 7 in rule.weekdays for day in rule.weekdays)


def _of_day(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute)
