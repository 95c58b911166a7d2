"""The terms and limits that rules are written in."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from agent.errors import LimitReached

SHORTEST_INTERVAL = timedelta(seconds=60)
LONGEST_YEARS = 5
"""The longest interval, and how far ahead a first occurrence may lie unless a caller sets another limit."""
MOST_TIMES = 48
"""Times in one day: every half hour around the clock."""
MOST_OCCURRENCES = 100_000
EARLIEST_YEAR = 1970
LATEST_YEAR = 2200

LAST = -1
"""The last day of a month, or the last of the days that weekdays name in it."""
WORKING_DAYS = (0, 1, 2, 3, 4)
WEEKEND = (5, 6)

_UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))


def too_often(shortest: timedelta) -> LimitReached:
    seconds = int(shortest.total_seconds())
    unit, length = next(unit for unit in _UNITS if not seconds % unit[1] and seconds > unit[1])
    return LimitReached(f"The shortest interval is {seconds // length} {unit}.")


def too_rarely() -> LimitReached:
    return LimitReached(f"The longest interval is {LONGEST_YEARS} years.")


class RuleError(ValueError):
    """No such rule; `str(error)` is one sentence that says what is wrong with it."""


class Frequency(StrEnum):
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    YEARLY = "yearly"


MOST_INTERVALS = {
    Frequency.DAILY: LONGEST_YEARS * 365 + 1,
    Frequency.WEEKLY: LONGEST_YEARS * 52,
    Frequency.MONTHLY: LONGEST_YEARS * 12,
    Frequency.YEARLY: LONGEST_YEARS,
}
