"""Days on which clocks change: times that do not exist, times that come twice, days of 23 and 25 hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agent.timeparse import GuardedTimeParser
from agent.timeparse.localise import instant, wall_time, zone_named
from agent.types import Basis
from tests.timeparse.moments import BERLIN, berlin, local, resolve

SATURDAY_BEFORE_SPRING = berlin(2026, 3, 28, 12, 0)
SATURDAY_BEFORE_AUTUMN = berlin(2026, 10, 24, 12, 0)


def test_a_time_that_does_not_exist_moves_forward_by_the_gap(parser: GuardedTimeParser) -> None:
    resolved = resolve(parser, "tomorrow at 2:30am", "en", now=SATURDAY_BEFORE_SPRING)
    assert resolved is not None
    assert resolved.at == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert local(resolved) == "2026-03-29 03:30"
    assert resolved.wall == datetime(2026, 3, 29, 3, 30)  # noqa: DTZ001 - wall times are naive


def test_the_library_does_not_know_such_times_and_is_corrected(parser: GuardedTimeParser) -> None:
    now = berlin(2025, 12, 1, 12, 0)
    resolved = resolve(parser, "last sunday of march at 2:30am", "en", now=now)
    assert local(resolved) == "2026-03-29 03:30"


def test_of_a_time_that_comes_twice_the_first_is_taken(parser: GuardedTimeParser) -> None:
    resolved = resolve(parser, "tomorrow at 2:30am", "en", now=SATURDAY_BEFORE_AUTUMN)
    assert resolved is not None
    assert resolved.at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_once_the_first_has_passed_it_is_the_second(parser: GuardedTimeParser) -> None:
    now = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)  # 2:45 for the first time
    resolved = resolve(parser, "at 2:30am", "en", now=datetime(2026, 10, 25, 0, 15, tzinfo=UTC))
    assert resolved is not None
    assert resolved.at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    zone = zone_named(BERLIN)
    assert zone is not None
    wall = datetime(2026, 10, 25, 2, 30)  # noqa: DTZ001 - wall times are naive
    assert instant(wall, zone, now=now) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("phrase", "hours"),
    [
        ("in 24 hours", 24),
        ("in 36 hours", 36),
        ("in 2 hours", 2),
        ("in 90 minutes", 1.5),
        ("in half a day", 12),
    ],
)
@pytest.mark.parametrize("now", [SATURDAY_BEFORE_SPRING, SATURDAY_BEFORE_AUTUMN, berlin(2026, 10, 25, 1, 30)])
def test_hours_are_elapsed_time_over_a_change(
    parser: GuardedTimeParser, phrase: str, hours: float, now: datetime
) -> None:
    resolved = resolve(parser, phrase, "en", now=now)
    assert resolved is not None
    assert resolved.basis is Basis.ELAPSED
    assert resolved.at - now.astimezone(UTC) == timedelta(hours=hours)


def test_days_keep_the_time_of_day_over_a_change(parser: GuardedTimeParser) -> None:
    assert local(resolve(parser, "in 1 day", "en", now=SATURDAY_BEFORE_SPRING)) == "2026-03-29 12:00"
    assert local(resolve(parser, "in 1 day", "en", now=SATURDAY_BEFORE_AUTUMN)) == "2026-10-25 12:00"
    at_half_past_two = berlin(2026, 3, 28, 2, 30)
    assert local(resolve(parser, "in 1 day", "en", now=at_half_past_two)) == "2026-03-29 03:30"


@pytest.mark.parametrize(
    ("zone", "wall", "shown"),
    [
        ("America/New_York", datetime(2026, 3, 8, 2, 30), datetime(2026, 3, 8, 3, 30)),  # noqa: DTZ001
        ("Australia/Lord_Howe", datetime(2026, 10, 4, 2, 15), datetime(2026, 10, 4, 2, 45)),  # noqa: DTZ001
        ("Africa/Casablanca", datetime(2026, 3, 22, 2, 30), datetime(2026, 3, 22, 3, 30)),  # noqa: DTZ001
        ("Pacific/Apia", datetime(2011, 12, 30, 12, 0), datetime(2011, 12, 31, 12, 0)),  # noqa: DTZ001
    ],
)
def test_gaps_of_other_zones(zone: str, wall: datetime, shown: datetime) -> None:
    place = ZoneInfo(zone)
    assert wall_time(instant(wall, place), place) == shown


@pytest.mark.parametrize(
    "name", ["", "Nowhere/Land", "../../etc/passwd", "Europe/", "\0", "Europe/Berlin\0", "x" * 999]
)
def test_an_unknown_zone_gives_none(parser: GuardedTimeParser, name: str) -> None:
    assert zone_named(name) is None
    assert resolve(parser, "tomorrow", "en", zone=name) is None
    assert parser.find("tomorrow", now=SATURDAY_BEFORE_SPRING, zone=name, language="en") == ()
