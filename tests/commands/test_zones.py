"""Time zones by IANA name or city."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.zones import CITIES, MOST, exact, search

WINTER = datetime(2026, 1, 15)  # noqa: DTZ001 - wall time


def test_every_city_belongs_to_a_zone_that_exists_and_is_found() -> None:
    assert CITIES.keys() <= available_timezones()
    for zone, cities in CITIES.items():
        for city in cities:
            assert exact(city) == zone, city


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("berlin", "Europe/Berlin"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("new y", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Köln", "Europe/Berlin"),
        ("koln", "Europe/Berlin"),
        ("UTC", "UTC"),
    ],
)
def test_the_best_comes_first(typed: str, first: str) -> None:
    assert search(typed)[0].zone == first


@pytest.mark.parametrize("typed", ["", "Atlantis", "Berlin and Rome", "../etc/passwd", "a"])
def test_what_is_no_place_is_none(typed: str) -> None:
    assert exact(typed) is None


def test_every_iana_name_is_that_zone() -> None:
    for name in available_timezones():
        found = exact(name.lower())
        assert found is not None, name
        assert ZoneInfo(found).utcoffset(WINTER) == ZoneInfo(name).utcoffset(WINTER), name


@given(st.text(max_size=40))
def test_whatever_is_typed_each_zone_is_offered_once(typed: str) -> None:
    found = search(typed)
    zones = [place.zone for place in found]
    assert len(zones) == len(set(zones)) <= MOST
    assert set(zones) <= available_timezones()
    one = exact(typed)
    assert one is None or one in available_timezones()
