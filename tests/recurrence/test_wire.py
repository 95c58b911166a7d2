"""Rules as JSON and back, and what is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import LimitReached
from agent.recurrence import CalendarRule, ElapsedRule, Frequency, Rule, RuleError, from_json, to_json
from agent.recurrence.wire import LONGEST_JSON
from tests.recurrence.strategies import any_rules

CALENDAR = {
    "version": 1,
    "kind": "calendar",
    "frequency": "weekly",
    "start": "2026-03-31T09:00:00",
    "times": ["09:00"],
    "interval": 2,
    "weekdays": [1],
}
ELAPSED = {"version": 1, "kind": "elapsed", "seconds": 5400, "start": "2026-03-27T21:15:00Z"}


def with_(base: dict[str, Any], **changed: Any) -> str:
    return json.dumps({**base, **changed})


@given(any_rules)
def test_every_rule_comes_back_equal(rule: Rule) -> None:
    text = to_json(rule)
    assert from_json(text) == rule
    assert to_json(from_json(text)) == text
    assert len(text) < LONGEST_JSON / 4


def test_the_longest_rule_fits() -> None:
    times = tuple(time(n // 2, n % 2 * 30) for n in range(48))
    rule = CalendarRule(
        frequency=Frequency.MONTHLY,
        start_wall=datetime.fromisoformat("2026-03-31T09:00"),
        times=times,
        month_days=tuple(range(1, 29)),
        count=100_000,
        interval=60,
    )
    assert from_json(to_json(rule)) == rule


def test_version_1_stays_readable() -> None:
    """These texts stand in databases; never change them."""
    assert from_json(json.dumps(CALENDAR)) == CalendarRule(
        frequency=Frequency.WEEKLY,
        start_wall=datetime.fromisoformat("2026-03-31T09:00"),
        times=(time(9),),
        interval=2,
        weekdays=(1,),
    )
    assert from_json(json.dumps(ELAPSED)) == ElapsedRule(
        interval=timedelta(minutes=90), start=datetime(2026, 3, 27, 21, 15, tzinfo=UTC)
    )
    assert to_json(from_json(json.dumps(CALENDAR))) == json.dumps(CALENDAR, separators=(",", ":"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "RRULE:FREQ=DAILY",
        with_(CALENDAR, version=2),
        with_(CALENDAR, version="1"),
        with_(CALENDAR, kind="cron"),
        with_(CALENDAR, frequency="hourly"),
        with_(CALENDAR, rrule="FREQ=DAILY"),
        with_(CALENDAR, interval=2.0),
        with_(CALENDAR, interval=True),
        with_(CALENDAR, interval="2"),
        with_(CALENDAR, weekdays=["1"]),
        with_(CALENDAR, weekdays=1),
        with_(CALENDAR, weekdays=[]),
        with_(CALENDAR, times=["9:00"]),
        with_(CALENDAR, times=["09:00:00"]),
        with_(CALENDAR, times=["25:00"]),
        with_(CALENDAR, start="2026-03-31T09:00:00Z"),
        with_(CALENDAR, start="2026-03-31"),
        with_(CALENDAR, start="2026-3-31T09:00:00"),
        with_(CALENDAR, start="2026-02-30T09:00:00"),
        with_(CALENDAR, start=1_700_000_000),
        with_(ELAPSED, start="2026-03-27T21:15:00"),
        with_(ELAPSED, start="2026-03-27T21:15:00+00:00"),
        with_(ELAPSED, seconds=90.5),
        with_(ELAPSED, seconds=10**30),
        with_(ELAPSED, seconds=-60),
        with_(ELAPSED, weekdays=[1]),
        " " * (LONGEST_JSON + 1),
    ],
)
def test_what_was_not_written_by_us_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(RuleError, match=r"\.$"):
        from_json(text)


def test_a_stored_rule_beyond_a_limit_names_the_limit() -> None:
    with pytest.raises(LimitReached, match="60 seconds"):
        from_json(with_(ELAPSED, seconds=5))


@given(
    st.text(max_size=200)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5).map(json.dumps)
)
def test_no_text_does_anything_but_fail_clearly(text: str) -> None:
    with pytest.raises(RuleError):
        from_json(text)
