"""Rules that cannot be, and what they say."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given

from agent.errors import LimitReached
from agent.recurrence import LAST, CalendarRule, ElapsedRule, Frequency, RuleError, next_occurrence
from agent.recurrence.occurrences import instant
from tests.recurrence.strategies import any_rules

START = datetime.fromisoformat("2026-03-02T09:00")
NOON = (time(12),)
DAY = timedelta(days=1)


def rule(frequency: Frequency, **parts: Any) -> CalendarRule:
    return CalendarRule(**{"frequency": frequency, "start_wall": START, "times": NOON, **parts})


REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"frequency": Frequency.DAILY, "weekdays": (0,)}, "names no weekday"),
    ({"frequency": Frequency.DAILY, "times": ()}, "needs a time of day"),
    ({"frequency": Frequency.DAILY, "times": (time(9, 0, 30),)}, "whole minute"),
    ({"frequency": Frequency.DAILY, "times": (time(9, tzinfo=UTC),)}, "without a zone"),
    ({"frequency": Frequency.DAILY, "interval": 0}, "at least 1"),
    ({"frequency": Frequency.DAILY, "count": 0}, "at least one occurrence"),
    ({"frequency": Frequency.DAILY, "start_wall": START.replace(tzinfo=UTC)}, "without a zone"),
    (
        {"frequency": Frequency.DAILY, "start_wall": START.replace(year=1969)},
        "between the years 1970 and 2200",
    ),
    ({"frequency": Frequency.DAILY, "start_wall": START.replace(microsecond=1)}, "whole second"),
    ({"frequency": Frequency.DAILY, "until_wall": START - DAY}, "ends before its first occurrence"),
    ({"frequency": Frequency.DAILY, "count": 2, "until_wall": START + DAY}, "not both"),
    ({"frequency": Frequency.WEEKLY}, "names its weekdays"),
    ({"frequency": Frequency.WEEKLY, "weekdays": (7,)}, "from 0"),
    ({"frequency": Frequency.WEEKLY, "weekdays": (0,), "month_days": (1,)}, "nothing but weekdays"),
    # a Sunday after the end of the series, although the end comes after the start
    ({"frequency": Frequency.WEEKLY, "weekdays": (6,), "until_wall": START + 2 * DAY}, "before its first"),
    ({"frequency": Frequency.MONTHLY}, "days of the month"),
    ({"frequency": Frequency.MONTHLY, "month_days": (0,)}, "from 1 to 31"),
    ({"frequency": Frequency.MONTHLY, "month_days": (32,)}, "from 1 to 31"),
    ({"frequency": Frequency.MONTHLY, "month_days": (28, 31)}, "Only one"),
    ({"frequency": Frequency.MONTHLY, "month_days": (30, LAST)}, "Only one"),
    ({"frequency": Frequency.MONTHLY, "month_days": (1,), "weekdays": (0,), "nth": (1,)}, "or which"),
    ({"frequency": Frequency.MONTHLY, "weekdays": (0,)}, "which of its weekdays"),
    ({"frequency": Frequency.MONTHLY, "weekdays": (0,), "nth": (5,)}, "fifth"),
    ({"frequency": Frequency.MONTHLY, "weekdays": (0,), "nth": (4, LAST)}, "the same in some months"),
    ({"frequency": Frequency.MONTHLY, "month": 2, "month_days": (1,)}, "names no month"),
    ({"frequency": Frequency.YEARLY, "month_days": (1,)}, "names its month"),
    ({"frequency": Frequency.YEARLY, "month": 13, "month_days": (1,)}, "from 1 to 12"),
    ({"frequency": Frequency.YEARLY, "month": 2, "month_days": (30,)}, "never has such a day"),
    ({"frequency": Frequency.YEARLY, "month": 4, "month_days": (31,)}, "never has such a day"),
    ({"frequency": Frequency.YEARLY, "month": 4, "month_days": (1, 2)}, "one day"),
)
TOO_MUCH: tuple[tuple[dict[str, Any], str], ...] = (
    ({"frequency": Frequency.DAILY, "interval": 2000}, "longest interval is 5 years"),
    ({"frequency": Frequency.WEEKLY, "weekdays": (0,), "interval": 261}, "longest interval is 5 years"),
    ({"frequency": Frequency.MONTHLY, "month_days": (1,), "interval": 61}, "longest interval is 5 years"),
    ({"frequency": Frequency.YEARLY, "month": 1, "month_days": (1,), "interval": 6}, "longest interval is 5"),
    ({"frequency": Frequency.DAILY, "count": 100_001}, "at most 100,000 occurrences"),
    ({"frequency": Frequency.DAILY, "times": tuple(time(n // 60, n % 60) for n in range(49))}, "at most 48"),
)


@pytest.mark.parametrize(("parts", "sentence"), REFUSED)
def test_a_rule_that_cannot_be_is_refused_in_a_sentence(parts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence) as caught:
        rule(**parts)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(("parts", "sentence"), TOO_MUCH)
def test_a_rule_beyond_a_limit_names_the_limit(parts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LimitReached, match=sentence):
        rule(**parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"interval": timedelta(hours=1, microseconds=5)},
        {"start": START},
        {"start": START.replace(tzinfo=timezone(timedelta(hours=1)))},
        {"until": START.replace(tzinfo=UTC) - DAY},
        {"until": START},
        {"count": 0},
    ],
)
def test_an_elapsed_rule_that_cannot_be_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        ElapsedRule(**{"interval": timedelta(hours=1), "start": START.replace(tzinfo=UTC), **parts})


def test_rules_that_say_the_same_are_equal() -> None:
    one = rule(Frequency.WEEKLY, weekdays=(4, 0, 4), times=(time(18), time(9)))
    other = rule(Frequency.WEEKLY, weekdays=(0, 4), times=(time(9), time(18), time(9)))
    assert one == other
    assert hash(one) == hash(other)


def test_29_february_is_a_day_of_some_year() -> None:
    assert rule(Frequency.YEARLY, month=2, month_days=(29,)).first_wall == datetime.fromisoformat(
        "2027-02-28T12:00"
    )


@given(any_rules)
def test_every_rule_that_exists_has_an_occurrence(made: CalendarRule | ElapsedRule) -> None:
    first = made.start if isinstance(made, ElapsedRule) else instant(made.first_wall, UTC)
    assert next_occurrence(made, after=first - DAY, zone=UTC) == first
