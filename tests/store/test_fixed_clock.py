"""The clock that tests move by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from agent.testing.clock import START, FixedClock


def test_it_stands_still_until_it_is_moved() -> None:
    clock = FixedClock()
    assert (clock(), clock()) == (START, START)
    assert clock.advance(timedelta(hours=1)) == START + timedelta(hours=1) == clock()
    clock.advance(timedelta(hours=-2))
    assert clock() == START - timedelta(hours=1)


def test_it_tells_utc_whatever_it_was_set_to() -> None:
    clock = FixedClock(START.astimezone(timezone(timedelta(hours=5))))
    assert clock() == START
    assert clock().tzinfo is UTC


def test_it_takes_no_naive_time() -> None:
    with pytest.raises(ValueError, match="aware"):
        FixedClock(datetime(2026, 3, 2))  # noqa: DTZ001
