"""The contract of `agent.ports.TimeParser`, for both parsers and any text."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.ports import TimeParser
from agent.timeparse import (
    LANGUAGES,
    DateparserTimeParser,
    DucklingTimeParser,
    GuardedTimeParser,
    time_parser,
)
from agent.timeparse.duckling_reader import available
from agent.timeparse.find import MOST_PHRASES, SCANNED_CHARACTERS
from agent.types import Basis
from tests.timeparse import test_dutch, test_english, test_french, test_german, test_italian
from tests.timeparse.moments import BERLIN, FRIDAY_EVENING, local, resolve

LANGUAGE = st.sampled_from(LANGUAGES)
NOW = st.datetimes(datetime(1980, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
ZONE = st.sampled_from(sorted(available_timezones()))
PIECES = """
    in at on the 3 5 8:30 17 minutes hours days tomorrow tonight friday next week march 5th am pm half past to
    a , and for before every um uhr halb morgen früh heute nacht montag viertel vor nach in einer stunde
    demain à midi et quart moins dans jours mañana a las tres y media de la tarde over kwart voor avond alle
    mezzogiorno domani às amanhã noite 2026-03-29 02:30 1/2 3.4. christmas ago vor
"""
WORDS = st.sampled_from(PIECES.split())
MESSAGE = st.one_of(
    st.text(max_size=300),
    st.lists(WORDS, max_size=40).map(" ".join),
    st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=30).map(" ".join),
)
unhurried = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module", params=["parser", "fallback"])
def any_parser(request: pytest.FixtureRequest) -> GuardedTimeParser:
    chosen: GuardedTimeParser = request.getfixturevalue(request.param)
    return chosen


@unhurried
@given(phrase=MESSAGE, now=NOW, zone=ZONE, language=st.one_of(LANGUAGE, st.text(max_size=5)))
def test_any_text_resolves_to_an_instant_or_none(
    any_parser: GuardedTimeParser, phrase: str, now: datetime, zone: str, language: str
) -> None:
    resolved = any_parser.resolve(phrase, now=now, zone=zone, language=language)
    if resolved is not None:
        assert resolved.at.tzinfo is UTC
        assert resolved.zone == zone
        assert (resolved.wall is None) == (resolved.basis is Basis.ELAPSED)
        assert resolved.wall is None or resolved.wall.tzinfo is None
        if resolved.basis is Basis.ELAPSED:
            assert resolved.at > now


@unhurried
@given(text=MESSAGE, now=NOW, zone=ZONE, language=LANGUAGE)
def test_what_is_found_is_exact_apart_and_resolves(
    any_parser: GuardedTimeParser, text: str, now: datetime, zone: str, language: str
) -> None:
    phrases = any_parser.find(text, now=now, zone=zone, language=language)
    assert len(phrases) <= MOST_PHRASES
    end = 0
    for phrase in phrases:
        assert phrase.start >= end
        assert phrase.end > phrase.start
        assert text[phrase.start : phrase.end] == phrase.text
        assert any_parser.resolve(phrase.text, now=now, zone=zone, language=language) is not None
        end = phrase.end


@unhurried
@given(phrase=MESSAGE, now=NOW, zone=ZONE, language=LANGUAGE)
def test_readings_are_two_or_three_ahead_and_in_order(
    any_parser: GuardedTimeParser, phrase: str, now: datetime, zone: str, language: str
) -> None:
    readings = [item.at for item in any_parser.ambiguities(phrase, now=now, zone=zone, language=language)]
    assert len(readings) in (0, 2, 3)
    assert readings == sorted(set(readings))
    assert all(at > now for at in readings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "tomorrow" * 12_500,
        "in 3 minutes " * 8_000,
        "9" * 100_000,
        "at " * 33_000,
        "(" * 100_000,
        "\ud800 tomorrow \udfff",
        "🦊 tomorrow 🦊 at 9 👩‍👩‍👧",
        "\u202etomorrow at 9\u202c",
        "غدا الساعة 9",
        "tomorrow\u200bat 9",
        "in 99999999999999999999 minutes",
        "in 999999999 years",
        "in 100000 days",
        "31/31/31",
        "0/0/0",
        "9999-99-99T99:99",
        "99:99:99",
    ],
)
@pytest.mark.parametrize("language", [*LANGUAGES, "xx", ""])
def test_hostile_text_does_no_harm(any_parser: GuardedTimeParser, text: str, language: str) -> None:
    resolve(any_parser, text, language)
    any_parser.ambiguities(text, now=FRIDAY_EVENING, zone=BERLIN, language=language)
    for phrase in any_parser.find(text, now=FRIDAY_EVENING, zone=BERLIN, language=language):
        assert text[phrase.start : phrase.end] == phrase.text
        assert phrase.start < SCANNED_CHARACTERS


@pytest.mark.parametrize("year", [1, 1900, 9999])
def test_a_clock_far_off_gives_none(any_parser: GuardedTimeParser, year: int) -> None:
    now = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    for phrase in ("tomorrow", "in 3 days", "last friday of october", "at 5", "easter"):
        assert resolve(any_parser, phrase, "en", now=now) is None


def test_emoji_and_marks_beside_a_phrase_are_left_out(parser: GuardedTimeParser) -> None:
    text = "🦊 remind me tomorrow at 9! 🦊"
    (phrase,) = parser.find(text, now=FRIDAY_EVENING, zone=BERLIN, language="en")
    assert phrase.text == "tomorrow at 9"
    assert text[phrase.start : phrase.end] == "tomorrow at 9"


def test_a_phrase_late_in_a_message_is_found_up_to_the_limit(parser: GuardedTimeParser) -> None:
    early = "word " * 300 + "in 3 minutes"
    late = "word " * 500 + "in 3 minutes"
    assert [phrase.text for phrase in parser.find(early, now=FRIDAY_EVENING, zone=BERLIN, language="en")] == [
        "in 3 minutes"
    ]
    assert parser.find(late, now=FRIDAY_EVENING, zone=BERLIN, language="en") == ()


def test_threads_may_share_a_parser(parser: GuardedTimeParser) -> None:
    work = [
        (phrase, language, expected)
        for language, module in (
            ("en", test_english),
            ("de", test_german),
            ("fr", test_french),
            ("nl", test_dutch),
            ("it", test_italian),
        )
        for phrase, expected in module.UNDERSTOOD.items()
    ]
    start = threading.Barrier(4)

    def run(offset: int) -> list[str]:
        start.wait(timeout=10)
        turned = work[offset:] + work[:offset]
        return [
            phrase
            for phrase, language, expected in turned
            if local(resolve(parser, phrase, language)) != expected
        ]

    with ThreadPoolExecutor(4) as pool:
        wrong = [phrase for phrases in pool.map(run, (0, 50, 100, 150)) for phrase in phrases]
    assert wrong == []


# ------------------------------------------------------------------ which parser


def test_the_parser_says_which_it_is(parser: GuardedTimeParser, fallback: GuardedTimeParser) -> None:
    assert parser.name == ("own grammar, then duckling" if available() else "own grammar, then dateparser")
    assert fallback.name == "own grammar, then dateparser"
    port: TimeParser = parser
    assert port is parser


def test_without_the_wheel_dateparser_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.timeparse.available", lambda: False)
    assert isinstance(time_parser(), DateparserTimeParser)


@pytest.mark.skipif(not available(), reason="there is no Duckling wheel for this platform")
def test_with_the_wheel_duckling_is_used() -> None:
    assert isinstance(time_parser(), DucklingTimeParser)


NEEDS_DUCKLING = {"thanksgiving", "Thursday 8:00 GMT"}


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [
        (language, phrase, expected)
        for language, module in (("en", test_english), ("de", test_german), ("fr", test_french))
        for phrase, expected in module.UNDERSTOOD.items()
        if phrase not in NEEDS_DUCKLING
    ],
)
def test_the_fallback_understands_the_same_everyday_phrases(
    fallback: GuardedTimeParser, language: str, phrase: str, expected: str
) -> None:
    assert local(resolve(fallback, phrase, language)) == expected


@pytest.mark.parametrize("phrase", sorted(NEEDS_DUCKLING) + list(test_english.UNCLEAR))
def test_the_fallback_is_never_bolder(fallback: GuardedTimeParser, phrase: str) -> None:
    assert resolve(fallback, phrase, "en") is None
