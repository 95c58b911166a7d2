"""What Duckling gets wrong, and that none of it reaches the user."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from agent.timeparse import GuardedTimeParser
from agent.timeparse.duckling_reader import Duckling, available, zone_directory
from agent.timeparse.guards import accept, sole_reading
from agent.timeparse.languages import lexicon_of
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.policy import Policy
from agent.timeparse.readings import Reading
from tests.timeparse.moments import BERLIN, FRIDAY_EVENING, found, local, resolve


def wall(*parts: int) -> datetime:
    """A naive wall time."""
    return datetime(*parts)  # type: ignore[arg-type]  # noqa: DTZ001


NOW = wall(2026, 3, 27, 22, 15)
"""The wall time of FRIDAY_EVENING in Berlin."""

needs_duckling = pytest.mark.skipif(not available(), reason="there is no Duckling wheel for this platform")


@pytest.fixture(scope="module")
def duckling() -> Duckling:
    return Duckling()


@pytest.fixture
def english() -> Lexicon:
    lexicon = lexicon_of("en")
    assert lexicon is not None
    return lexicon


def read(duckling: Duckling, text: str, language: str = "en") -> tuple[Reading, ...]:
    return duckling.read(
        text, now=FRIDAY_EVENING, zone=ZoneInfo(BERLIN), language=language, month_first=False
    )


@needs_duckling
def test_a_value_in_the_past_is_passed_over(duckling: Duckling, english: Lexicon) -> None:
    (reading,) = read(duckling, "friday at 5pm")
    assert reading.points[0][0] == wall(2026, 3, 27, 17, 0)  # five hours ago
    chosen = accept(reading, "friday at 5pm", now=NOW, lexicon=english, policy=Policy())
    assert chosen is not None
    assert chosen.wall == wall(2026, 4, 3, 17, 0)


@needs_duckling
def test_a_match_of_a_part_of_the_phrase_is_no_match(duckling: Duckling, english: Lexicon) -> None:
    readings = read(duckling, "meeting 4:30pm monday, remind me 15 minutes before")
    assert readings
    assert sole_reading(readings, "meeting 4:30pm monday, remind me 15 minutes before", english) is None


def test_two_readings_are_no_answer(english: Lexicon) -> None:
    one = Reading(body="monday", interval=False, points=((wall(2026, 3, 30, 0, 0), "day"),))
    two = Reading(body="friday", interval=False, points=((wall(2026, 4, 3, 0, 0), "day"),))
    assert sole_reading((one, two), "monday friday", english) is None
    assert sole_reading((one,), "on monday", english) is one
    assert sole_reading((one,), "monday 7", english) is None
    assert sole_reading((), "monday", english) is None


def test_an_interval_is_no_instant(english: Lexicon) -> None:
    reading = Reading(body="all week", interval=True, points=((wall(2026, 3, 30, 0, 0), "day"),))
    assert sole_reading((reading,), "all week", english) is None


@pytest.mark.parametrize("grain", ["week", "month", "quarter", "year"])
def test_a_coarse_grain_is_no_instant(english: Lexicon, grain: str) -> None:
    reading = Reading(body="then", interval=False, points=((wall(2026, 6, 1, 0, 0), grain),))
    assert accept(reading, "then", now=NOW, lexicon=english, policy=Policy()) is None


def test_a_far_answer_needs_a_year_in_the_phrase(english: Lexicon) -> None:
    reading = Reading(body="feb 30", interval=False, points=((wall(2030, 2, 1, 0, 0), "day"),))
    assert accept(reading, "feb 30", now=NOW, lexicon=english, policy=Policy()) is None
    assert accept(reading, "feb 1 2030", now=NOW, lexicon=english, policy=Policy()) is not None


def test_a_named_month_or_weekday_must_be_that_of_the_answer(english: Lexicon) -> None:
    reading = Reading(body="x", interval=False, points=((wall(2026, 5, 4, 0, 0), "day"),))  # a Monday
    assert accept(reading, "third monday of may", now=NOW, lexicon=english, policy=Policy()) is not None
    assert accept(reading, "third friday of may", now=NOW, lexicon=english, policy=Policy()) is None
    assert accept(reading, "third monday of june", now=NOW, lexicon=english, policy=Policy()) is None


def test_of_two_halves_of_a_day_the_waking_one_is_taken(english: Lexicon) -> None:
    points = tuple((wall(2026, 5, 4, hour, 0), "hour") for hour in (3, 15))
    reading = Reading(body="x", interval=False, points=points)
    chosen = accept(reading, "first monday of may at 3", now=NOW, lexicon=english, policy=Policy())
    assert chosen is not None
    assert chosen.wall.hour == 15


@pytest.mark.parametrize(
    ("phrase", "language"),
    [
        ("in 3 days at 6pm", "en"),
        ("in 3 tagen um 18 uhr", "de"),
        ("uebermorgen", "de"),
        ("in 1d 2hr 5min", "en"),
        ("in 36 hours", "en"),
        ("every monday at 9", "en"),
        ("february 30", "en"),
        ("heute nacht um 2", "de"),
    ],
)
def test_phrases_that_duckling_alone_gets_wrong(
    parser: GuardedTimeParser, phrase: str, language: str
) -> None:
    right = {
        "in 3 days at 6pm": "2026-03-30 18:00",
        "in 3 tagen um 18 uhr": "2026-03-30 18:00",
        "uebermorgen": "2026-03-29 09:00",
        "in 1d 2hr 5min": "2026-03-29 00:20",
        "in 36 hours": "2026-03-29 11:15",
        "heute nacht um 2": "2026-03-28 02:00",
    }
    assert local(resolve(parser, phrase, language)) == right.get(phrase)


@needs_duckling
def test_bodies_are_unicode(duckling: Duckling) -> None:
    (reading,) = read(duckling, "übermorgen", "de")
    assert reading.body == "übermorgen"


@needs_duckling
def test_a_panic_in_the_binding_is_no_reading(duckling: Duckling) -> None:
    assert read(duckling, "tomorrow\0") == ()


@needs_duckling
def test_a_language_that_it_is_not_set_up_for_is_no_reading(duckling: Duckling) -> None:
    assert read(duckling, "tomorrow", "xx") == ()


def test_a_nul_is_taken_out(parser: GuardedTimeParser) -> None:
    assert local(resolve(parser, "\0tomor\0row\0", "en")) == "2026-03-28 09:00"


def test_zone_files_are_found() -> None:
    assert (zone_directory() / "Europe" / "Berlin").is_file()


def test_without_the_systems_zone_files_those_of_the_package_serve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("agent.timeparse.duckling_reader.SYSTEM_ZONES", tmp_path)
    assert (zone_directory() / "Europe" / "Berlin").is_file()
    assert zone_directory() != tmp_path


@needs_duckling
def test_duckling_runs_on_the_packages_zone_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("agent.timeparse.duckling_reader.SYSTEM_ZONES", tmp_path)
    (reading,) = read(Duckling(), "thanksgiving at 5pm")
    assert reading.points[0][0] == wall(2026, 11, 26, 17, 0)


@needs_duckling
def test_a_zone_in_the_phrase_is_minded(duckling: Duckling) -> None:
    (reading,) = read(duckling, "thursday 8:00 gmt")
    assert reading.points[0][0] == wall(2026, 4, 2, 10, 0)
    (reading,) = read(duckling, "thursday 8:00")
    assert reading.points[0][0] == wall(2026, 4, 2, 8, 0)


@needs_duckling
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", BERLIN])
def test_the_day_is_that_of_the_zone(duckling: Duckling, zone: str) -> None:
    place = ZoneInfo(zone)
    for hour in (0, 11, 23):
        now = datetime(2026, 1, 15, hour, 30, tzinfo=place)
        (reading,) = duckling.read("tomorrow", now=now, zone=place, language="en", month_first=False)
        assert reading.points[0][0] == wall(2026, 1, 16)


@needs_duckling
@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("America/New_York", "2026-05-10"),
        ("Europe/London", "2027-03-07"),
        ("Australia/Sydney", "2026-05-10"),
        (BERLIN, None),
    ],
)
def test_a_day_that_differs_by_country_needs_the_country(
    parser: GuardedTimeParser, zone: str, day: str | None
) -> None:
    resolved = resolve(parser, "mother's day", "en", zone=zone)
    assert (str(resolved.wall.date()) if resolved and resolved.wall else None) == day


def test_words_around_a_phrase_are_looked_at(parser: GuardedTimeParser) -> None:
    assert found(parser, "5 minutes", "en") == ["5 minutes"]
    assert found(parser, "5 minutes ago", "en") == []
    assert found(parser, "5 minutes before the match", "en") == []
    assert found(parser, "last 5 minutes", "en") == []
    assert found(parser, "every 5 minutes", "en") == []
