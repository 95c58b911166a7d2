"""The exported RRULE, read by dateutil as a calendar would, says what the rule says."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings

from agent.recurrence import LAST, CalendarRule, ElapsedRule, Frequency, Rule, rrule_text
from agent.recurrence.terms import LATEST_YEAR
from agent.recurrence.walls import walls_from
from tests.recurrence.strategies import any_rules

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime.fromisoformat("2026-03-31T09:00")


@settings(max_examples=300)
@given(any_rules)
def test_a_calendar_reads_the_same_series(rule: Rule) -> None:
    text = rrule_text(rule, zone=UTC)
    if text is None:
        assert isinstance(rule, CalendarRule)
        assert len(rule.times) > 1
        return
    if isinstance(rule, ElapsedRule):
        read = rrulestr(text, dtstart=rule.start)
        most = rule.count or 1000
        expected = [rule.start + n * rule.interval for n in range(min(60, most))]
        expected = [at for at in expected if rule.until is None or at <= rule.until]
    else:
        read = rrulestr(text, dtstart=rule.first_wall.replace(tzinfo=UTC))
        expected = [wall.replace(tzinfo=UTC) for wall in islice(walls_from(rule, 0), 60)]
    # A calendar counts on to the year 9999, which takes it minutes.
    assert list(takewhile(lambda at: at.year <= LATEST_YEAR, islice(read, 60))) == expected


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"frequency": Frequency.DAILY}, "FREQ=DAILY;INTERVAL=1;BYHOUR=9;BYMINUTE=0"),
        (
            {"frequency": Frequency.WEEKLY, "weekdays": (1,), "interval": 2, "count": 10},
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0;COUNT=10",
        ),
        (
            {"frequency": Frequency.MONTHLY, "month_days": (31,)},
            "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0",
        ),
        (
            {"frequency": Frequency.MONTHLY, "weekdays": (4,), "nth": (LAST,)},
            "FREQ=MONTHLY;INTERVAL=1;BYDAY=FR;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0",
        ),
        (
            {"frequency": Frequency.YEARLY, "month": 12, "month_days": (24,)},
            "FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYMONTHDAY=24;BYHOUR=9;BYMINUTE=0",
        ),
        (
            {"frequency": Frequency.DAILY, "until_wall": datetime.fromisoformat("2026-12-25T23:59:59")},
            "FREQ=DAILY;INTERVAL=1;BYHOUR=9;BYMINUTE=0;UNTIL=20261225T225959Z",
        ),
        ({"frequency": Frequency.DAILY, "times": (time(8), time(20, 30))}, None),
    ],
)
def test_the_text(parts: dict[str, object], expected: str | None) -> None:
    rule = CalendarRule(**{"start_wall": START, "times": (time(9),), **parts})  # type: ignore[arg-type]
    assert rrule_text(rule, zone=BERLIN) == expected


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (timedelta(hours=2), "FREQ=HOURLY;INTERVAL=2"),
        (timedelta(minutes=90), "FREQ=MINUTELY;INTERVAL=90"),
        (timedelta(seconds=90), "FREQ=SECONDLY;INTERVAL=90"),
    ],
)
def test_elapsed_intervals_take_the_largest_unit(interval: timedelta, expected: str) -> None:
    assert (
        rrule_text(ElapsedRule(interval=interval, start=datetime(2026, 3, 1, tzinfo=UTC)), zone=BERLIN)
        == expected
    )
