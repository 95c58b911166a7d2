"""What an answer costs, in function calls and not in time: the same near the start and decades later."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings

from agent.recurrence import (
    LAST,
    CalendarRule,
    ElapsedRule,
    Frequency,
    Rule,
    latest_occurrences,
    next_occurrence,
    occurrences_between,
)
from agent.recurrence.walls import _candidates
from tests.recurrence.strategies import any_rules

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime.fromisoformat("1990-01-31T09:00")
MOST_CALLS = 5_000
"""For the worst rule, every half hour around the clock; about twice what it needs today."""
MOST_CALLS_OF_A_COMMON_RULE = 1_000
AGES = (timedelta(days=400), timedelta(days=36 * 365), timedelta(days=150 * 365))
EVERY_HALF_HOUR = tuple(time(n // 2, n % 2 * 30) for n in range(48))

COMMON: tuple[dict[str, object], ...] = (
    {"frequency": Frequency.DAILY},
    {"frequency": Frequency.WEEKLY, "weekdays": (0, 2, 4), "interval": 2},
    {"frequency": Frequency.MONTHLY, "month_days": (31,)},
    {"frequency": Frequency.MONTHLY, "weekdays": (4,), "nth": (LAST,)},
    {"frequency": Frequency.YEARLY, "month": 2, "month_days": (29,)},
    {"frequency": Frequency.YEARLY, "month": 5, "weekdays": (6,), "nth": (2,), "interval": 5},
)


def calls(action: Callable[[], object]) -> int:
    """How many Python and C functions the action calls, with nothing remembered from before."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    _candidates.cache_clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return counted


def made(parts: dict[str, object]) -> CalendarRule:
    return CalendarRule(**{"start_wall": START, "times": (time(9),), **parts})  # type: ignore[arg-type]


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("parts", COMMON)
def test_a_common_rule_is_cheap_at_any_age(parts: dict[str, object], age: timedelta) -> None:
    rule, after = made(parts), START.replace(tzinfo=UTC) + age
    cost = calls(lambda: next_occurrence(rule, after=after, zone=BERLIN))
    assert cost < MOST_CALLS_OF_A_COMMON_RULE


@pytest.mark.parametrize("age", AGES)
def test_the_finest_calendar_rule_is_bounded_at_any_age(age: timedelta) -> None:
    rule, after = (
        made({"frequency": Frequency.DAILY, "times": EVERY_HALF_HOUR}),
        START.replace(tzinfo=UTC) + age,
    )
    assert calls(lambda: next_occurrence(rule, after=after, zone=BERLIN)) < MOST_CALLS


def test_the_finest_interval_is_cheap_after_centuries() -> None:
    rule = ElapsedRule(interval=timedelta(seconds=60), start=datetime(1970, 1, 1, tzinfo=UTC))
    after = datetime(2199, 12, 31, tzinfo=UTC)
    assert calls(lambda: next_occurrence(rule, after=after, zone=BERLIN)) < 100
    assert calls(lambda: latest_occurrences(rule, after=rule.start, until=after, zone=BERLIN, limit=5)) < 200


def test_a_series_that_has_ended_says_so_cheaply() -> None:
    rule = made({"frequency": Frequency.DAILY, "count": 100_000})
    after = datetime(2199, 1, 1, tzinfo=UTC)
    answers: list[object] = []
    cost = calls(
        lambda: answers.append(next_occurrence(rule, after=datetime(2300, 1, 1, tzinfo=UTC), zone=BERLIN))
    )
    assert answers == [None]
    assert cost < MOST_CALLS_OF_A_COMMON_RULE
    assert next_occurrence(rule, after=after, zone=BERLIN) is not None


def test_lists_are_bounded_whatever_is_asked_for() -> None:
    rule = made({"frequency": Frequency.DAILY, "times": EVERY_HALF_HOUR})
    window = (START.replace(tzinfo=UTC), datetime(2190, 1, 1, tzinfo=UTC))
    for listed in (occurrences_between, latest_occurrences):
        found = listed(rule, after=window[0], until=window[1], zone=BERLIN, limit=10**9)
        assert len(found) == 1000


@settings(max_examples=100)
@given(any_rules)
def test_no_rule_costs_more_than_the_finest(rule: Rule) -> None:
    for after in (datetime(2031, 3, 1, tzinfo=UTC), datetime(2190, 10, 26, tzinfo=UTC)):
        assert calls(lambda after=after: next_occurrence(rule, after=after, zone=BERLIN)) < MOST_CALLS  # type: ignore[misc]
