"""Instants in the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.instants import from_stored, to_stored

OFFSETS = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.datetimes(datetime(1900, 1, 1), datetime(9000, 1, 1), timezones=OFFSETS)  # noqa: DTZ001


@given(INSTANTS)
def test_an_instant_comes_back_exactly_and_in_utc(instant: datetime) -> None:
    back = from_stored(to_stored(instant))
    assert back == instant
    assert back.tzinfo is UTC


@given(INSTANTS, INSTANTS)
def test_the_order_is_kept(one: datetime, other: datetime) -> None:
    assert (one < other) == (to_stored(one) < to_stored(other))


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        to_stored(datetime(2026, 3, 2, 9, 0))  # noqa: DTZ001
