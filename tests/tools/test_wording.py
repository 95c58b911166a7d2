"""Times and names as users read them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.tools._wording import local_time, without_pings, zone_hint
from agent.types import Channel, ChannelKind
from tests.turn.house import origin

INSTANT = datetime(2026, 3, 28, 22, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Saturday, 28 March 2026, 23:05"),
        ("de", "Samstag, 28. März 2026, 23:05"),
        ("fr", "samedi 28 mars 2026, 23:05"),
        ("fi", "Saturday, 28 March 2026, 23:05"),
    ],
)
def test_local_time_in_words(language: str, text: str) -> None:
    assert local_time(INSTANT, zone="Europe/Berlin", language=language) == text


def test_local_time_knows_its_zone_and_seconds() -> None:
    later = INSTANT.replace(second=7)
    assert local_time(later, zone="Asia/Kolkata", language="en") == "Sunday, 29 March 2026, 03:35:07"


def test_the_zone_is_hinted_at_only_where_nobody_chose_it() -> None:
    assert zone_hint(origin("x")) == ""
    assert "Europe/Berlin, the default" in zone_hint(origin("x", zone_is_default=True))
    assert "Voreinstellung" in zone_hint(origin("x", zone_is_default=True, language="de"))


def test_the_hint_names_a_way_to_choose_that_works_in_its_place() -> None:
    console = Channel(id=1, kind=ChannelKind.CONSOLE)
    for language in ("en", "de"):
        assert "/timezone" in zone_hint(origin("x", zone_is_default=True, language=language))
        at_home = zone_hint(origin("x", zone_is_default=True, language=language, channel=console))
        assert "time.zone" in at_home
        assert "/timezone" not in at_home


@pytest.mark.parametrize("ping", ["@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "@Everyone"])
def test_no_text_can_ping(ping: str) -> None:
    shown = without_pings(f"party with {ping} tonight")
    assert ping not in shown
    assert shown.replace("\u200b", "") == f"party with {ping} tonight"


@given(st.text())
def test_words_stay_as_they_were(text: str) -> None:
    plain = text.replace("\u200b", "")
    assert without_pings(plain).replace("\u200b", "") == plain
