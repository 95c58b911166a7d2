"""Series: typed rules, when they are due, and how people say them. Pure: `now` and zones are arguments."""

from __future__ import annotations

from agent.recurrence.clock import DayHours
from agent.recurrence.languages import LANGUAGES
from agent.recurrence.limits import SeriesLimits, check_limits
from agent.recurrence.occurrences import (
    MOST_LISTED,
    latest_occurrences,
    next_occurrence,
    occurrences_between,
)
from agent.recurrence.phrases import RecurringPhrase, find, read
from agent.recurrence.rrule_text import rrule_text
from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.terms import LAST, LONGEST_YEARS, SHORTEST_INTERVAL, Frequency, RuleError
from agent.recurrence.times import RecurringTimes, first_of
from agent.recurrence.wire import from_json, to_json
from agent.recurrence.wording import describe

__all__ = [
    "LANGUAGES",
    "LAST",
    "LONGEST_YEARS",
    "MOST_LISTED",
    "SHORTEST_INTERVAL",
    "CalendarRule",
    "DayHours",
    "ElapsedRule",
    "Frequency",
    "RecurringPhrase",
    "RecurringTimes",
    "Rule",
    "RuleError",
    "SeriesLimits",
    "check_limits",
    "describe",
    "find",
    "first_of",
    "from_json",
    "latest_occurrences",
    "next_occurrence",
    "occurrences_between",
    "read",
    "rrule_text",
    "to_json",
]
