"""Phrases and messages to series: what is understood, what is left to be asked, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.errors import LimitReached
from agent.ports import TimeParser
from agent.recurrence import LANGUAGES, DayHours, ElapsedRule, SeriesLimits, find, read
from tests.recurrence.messages import MESSAGES
from tests.recurrence.saying import BERLIN, FRIDAY_EVENING, ZONE, found, line, said
from tests.recurrence.sentences import UNDERSTOOD
from tests.recurrence.unclear import NO_SERIES, UNCLEAR


def _flat(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in table.items() for text in texts]


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [(language, phrase, rule) for language, table in UNDERSTOOD.items() for phrase, rule in table.items()],
)
def test_it_understands(times: TimeParser, language: str, phrase: str, expected: str) -> None:
    assert line(said(phrase, language, times)) == expected


def test_every_language_has_its_table() -> None:
    assert set(UNDERSTOOD) == set(UNCLEAR) == set(MESSAGES) == set(LANGUAGES)


@pytest.mark.parametrize(("language", "phrase"), _flat(UNCLEAR))
def test_what_is_unclear_contradictory_or_no_series_gives_none(
    times: TimeParser, language: str, phrase: str
) -> None:
    assert said(phrase, language, times) is None


@pytest.mark.parametrize(
    ("language", "message", "pieces", "rule"),
    [
        (language, message, pieces, rule)
        for language, table in MESSAGES.items()
        for message, (pieces, rule) in table.items()
    ],
)
def test_it_finds_the_series_in_a_message(
    times: TimeParser, language: str, message: str, pieces: list[str], rule: str
) -> None:
    (phrase,) = found(message, language, times)
    assert [piece.text for piece in phrase.pieces] == pieces
    assert all(message[piece.start : piece.end] == piece.text for piece in phrase.pieces)
    assert (line(phrase.rule) or "").partition(" |")[0] == rule


@pytest.mark.parametrize(("language", "message"), _flat(NO_SERIES))
def test_it_finds_none_where_none_is_meant_or_it_is_unclear_when(
    times: TimeParser, language: str, message: str
) -> None:
    assert found(message, language, times) == ()


def test_two_series_in_a_message_are_found_apart(times: TimeParser) -> None:
    message = "remind me every Monday at 9 about the team, and every Friday at 15:00 about the report"
    assert [line(phrase.rule) for phrase in found(message, "en", times)] == [
        "every Monday at 09:00 | 2026-03-30 09:00",
        "every Friday at 15:00 | 2026-04-03 15:00",
    ]


def test_a_time_that_is_not_named_is_the_usual_one_and_marked_as_such(times: TimeParser) -> None:
    named, usual = found("every day at 9", "en", times)[0], found("every day", "en", times)[0]
    assert (named.timed, usual.timed) == (True, False)
    assert named.rule == usual.rule
    assert found("every 2 hours", "en", times)[0].timed


def test_the_usual_hours_can_be_set() -> None:
    hours = DayHours(morning=datetime(2026, 1, 1, 7, 30).time())  # noqa: DTZ001 - only its time of day counts
    rule = read("every day", now=FRIDAY_EVENING, zone=ZONE, language="en", hours=hours)
    assert line(rule) == "every day at 07:30 | 2026-03-28 07:30"


def test_a_limit_is_refused_in_one_sentence() -> None:
    with pytest.raises(LimitReached, match=r"^The shortest interval is 60 seconds\.$"):
        said("every 30 seconds", "en")
    with pytest.raises(LimitReached, match=r"^The longest interval is 5 years\.$"):
        said("every 9999 days", "en")
    (phrase,) = found("ping me every 30 seconds please", "en")
    assert (phrase.rule, str(phrase.refusal)) == (None, "The shortest interval is 60 seconds.")


def test_limits_can_be_set() -> None:
    limits = SeriesLimits(shortest=timedelta(minutes=10))
    with pytest.raises(LimitReached, match=r"^The shortest interval is 10 minutes\.$"):
        read("every 5 minutes", now=FRIDAY_EVENING, zone=ZONE, language="en", limits=limits)


def test_a_start_beyond_the_horizon_is_refused(times: TimeParser) -> None:
    with pytest.raises(LimitReached, match="at most 5 years ahead"):
        said("every day starting on 1 May 2040", "en", times)


def test_dates_behind_until_need_a_time_parser(times: TimeParser) -> None:
    assert said("every day at 8 until 1 May", "en") is None
    assert said("every day at 8 until 1 May", "en", times) is not None


def test_unknown_languages_and_zones_give_nothing() -> None:
    assert read("every day", now=FRIDAY_EVENING, zone=ZONE, language="xx") is None
    assert find("every day", now=FRIDAY_EVENING, zone="Mars/Olympus", language="en") == ()


@pytest.mark.parametrize(
    ("hour", "phrase", "first"),
    [
        (7, "every day at 9", "2026-03-27 09:00"),
        (10, "every day at 9", "2026-03-28 09:00"),
        (7, "every other day at 9", "2026-03-27 09:00"),
        (10, "every other day at 9", "2026-03-29 09:00"),
        (7, "every 2 weeks", "2026-04-10 09:00"),
        (7, "every 2 weeks at 9", "2026-03-27 09:00"),
        (7, "every other Friday", "2026-03-27 09:00"),
        (10, "every other Friday", "2026-04-03 09:00"),
        (7, "every month", "2026-04-27 09:00"),
        (7, "every 6 months from today", "2026-09-27 09:00"),
        (7, "every 90 minutes", "2026-03-27 08:30"),
    ],
)
def test_where_a_series_begins(times: TimeParser, hour: int, phrase: str, first: str) -> None:
    now = datetime(2026, 3, 27, hour, tzinfo=BERLIN)
    assert (line(said(phrase, "en", times, now=now)) or "").partition("| ")[2] == first


def test_the_31st_said_in_a_short_month_still_is_the_31st() -> None:
    now = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert (
        line(said("every month", "en", now=now))
        == "every month on the 31st or the last day at 09:00 | 2026-02-28 09:00"
    )


def test_a_first_time_that_clocks_skip_keeps_its_wall_time() -> None:
    rule = said("every day at 2:30 in the morning", "en", now=datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert line(rule) is None  # 2:30 is no hour of the morning in English
    rule = said("jeden Tag um 2:30", "de", now=datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert line(rule) == "every day at 02:30 | 2026-03-29 02:30"


def test_counted_time_starts_now_whatever_the_clocks_do() -> None:
    rule = said("every 2 hours", "en", now=datetime(2026, 10, 24, 23, 30, tzinfo=UTC))
    assert isinstance(rule, ElapsedRule)
    assert rule.start == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
