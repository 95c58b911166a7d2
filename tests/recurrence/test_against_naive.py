"""The engine against a naive walk through days and clocks, around the clock changes of 200 zones."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.recurrence import (
    CalendarRule,
    Frequency,
    latest_occurrences,
    next_occurrence,
    occurrences_between,
)
from agent.recurrence.occurrences import instant
from tests.recurrence import naive
from tests.recurrence.strategies import calendar_rules
from tests.recurrence.zones import ZONES, changes

DAY = timedelta(days=1)


@st.composite
def around_a_change(draw: st.DrawFn) -> tuple[CalendarRule, ZoneInfo, datetime]:
    """A rule that began days or years ago, its zone, and a moment near a change of its clocks."""
    name, instants = draw(st.sampled_from(changes()))
    zone = ZoneInfo(name)
    change = draw(st.sampled_from(instants))
    begun = change - timedelta(
        days=draw(st.integers(0, 40) | st.integers(0, 800)), hours=draw(st.integers(0, 23))
    )
    rule = draw(calendar_rules(begun.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)))
    return rule, zone, change + timedelta(minutes=draw(st.integers(-3000, 3000)))


def test_there_are_two_hundred_zones_with_changes() -> None:
    assert len(changes()) == ZONES
    assert sum(len(instants) for _, instants in changes()) > 2000


@settings(max_examples=1000)
@given(around_a_change())
def test_the_next_occurrence_is_that_of_the_naive_walk(
    drawn: tuple[CalendarRule, ZoneInfo, datetime],
) -> None:
    rule, zone, after = drawn
    until = after + timedelta(days=40)
    expected = naive.between(rule, zone, after=after, until=until)
    found = next_occurrence(rule, after=after, zone=zone)
    if expected:
        assert found == expected[0]
    else:
        assert found is None or found > until


@settings(max_examples=500)
@given(around_a_change(), st.integers(0, 30))
def test_lists_are_those_of_the_naive_walk(
    drawn: tuple[CalendarRule, ZoneInfo, datetime], limit: int
) -> None:
    rule, zone, middle = drawn
    after, until = middle - 20 * DAY, middle + 20 * DAY
    expected = naive.between(rule, zone, after=after, until=until)
    first = occurrences_between(rule, after=after, until=until, zone=zone, limit=limit)
    last = latest_occurrences(rule, after=after, until=until, zone=zone, limit=limit)
    assert list(first) == expected[:limit]
    assert list(last) == (expected[-limit:] if limit else [])


@settings(max_examples=200)
@given(around_a_change())
def test_each_occurrence_is_later_than_the_one_before(drawn: tuple[CalendarRule, ZoneInfo, datetime]) -> None:
    rule, zone, at = drawn
    for _ in range(8):
        following = next_occurrence(rule, after=at, zone=zone)
        if following is None:
            break
        assert following > at
        at = following


@pytest.mark.parametrize(("name", "instants"), changes())
def test_every_change_of_the_clocks_is_met_as_the_naive_clock_says(
    name: str, instants: tuple[datetime, ...]
) -> None:
    zone = ZoneInfo(name)
    for change in instants[:: max(1, len(instants) // 2)]:
        local = change.astimezone(zone).replace(tzinfo=None)
        for minutes in (-60, -30, 30):
            wall = local.replace(second=0) + timedelta(minutes=minutes)
            assert instant(wall, zone) == naive.instant(wall, zone)


@pytest.mark.parametrize(("name", "instants"), changes())
def test_a_daily_series_is_due_exactly_once_on_every_day_whose_clocks_show_its_time(
    name: str, instants: tuple[datetime, ...]
) -> None:
    zone = ZoneInfo(name)
    for change in instants[:: max(1, len(instants) // 4)]:
        start = change.astimezone(zone).replace(tzinfo=None) - 9 * DAY
        for at in (time(0), time(0, 30), time(2), time(2, 30), time(3), time(9), time(23, 59)):
            rule = CalendarRule(frequency=Frequency.DAILY, start_wall=start, times=(at,))
            due = occurrences_between(
                rule, after=change - 4 * DAY, until=change + 4 * DAY, zone=zone, limit=20
            )
            shown = [occurrence.astimezone(zone).replace(tzinfo=None) for occurrence in due]
            days = [change.astimezone(zone).date() + n * DAY for n in range(-2, 3)]
            walls = [datetime.combine(day, at) for day in days]
            assert all(shown.count(wall) == 1 for wall in walls if _is_shown(wall, zone))
            assert len(due) <= 9


def _is_shown(wall: datetime, zone: ZoneInfo) -> bool:
    instant = wall.replace(tzinfo=zone).astimezone(UTC)
    return instant.astimezone(zone).replace(tzinfo=None) == wall
