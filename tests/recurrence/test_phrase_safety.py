"""Phrases against anything that people may type, and against the rest of the house."""

from __future__ import annotations

import sys
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.ports import TimeParser
from agent.recurrence import LANGUAGES, LAST, CalendarRule, DayHours, Rule, describe
from agent.recurrence.lexicon import fold
from agent.recurrence.terms import WORKING_DAYS
from agent.timeparse.policy import PART_STARTS, Part, Policy
from agent.types import Basis
from tests.recurrence.saying import BERLIN, FRIDAY_EVENING, ZONE, found, said
from tests.recurrence.sentences import UNDERSTOOD
from tests.recurrence.strategies import calendar_rules, elapsed_rules

MOST_CALLS = 60_000
"""Python and C calls for a message of the greatest length; the worst of these needs about half of it."""

SAID = {word for table in UNDERSTOOD.values() for phrase in table for word in phrase.split()}
NUMBERS = {"0", "00", "24", "31", "60", "366", "9999", "10000", "99:99", "²", "٣"}
words = st.sampled_from(sorted(SAID | NUMBERS))
messages = st.lists(words, max_size=14).map(" ".join) | st.text(max_size=200)


@settings(max_examples=600)
@given(messages, st.sampled_from(sorted(LANGUAGES)))
def test_no_message_does_harm(times: TimeParser, text: str, language: str) -> None:
    for phrase in found(text, language, times):
        assert (phrase.rule is None) == (phrase.refusal is not None)
        assert all(text[piece.start : piece.end] == piece.text for piece in phrase.pieces)
        ends = [place for piece in phrase.pieces for place in (piece.start, piece.end)]
        assert ends == sorted(ends)


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "monday, " * 250,
        "every monday and " * 120,
        "every day until x " * 110,
        "5 past 5 past " * 140,
        "at 8 and " * 220,
        "the 1st and 2nd and " * 100,
        "every day " + "monday, " * 240,
        "every day at 8 and " + "9 and " * 300,
        "every" + " " * 1995,
        "every day " + "9" * 1990,
    ],
)
def test_the_cost_of_a_message_is_bounded(text: str) -> None:
    found("every day at 8", "en")
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found(text, "en")
    finally:
        sys.setprofile(before)
    assert calls < MOST_CALLS


def _says_the_same(one: Rule | None, other: CalendarRule) -> bool:
    if not isinstance(one, CalendarRule):
        return False
    names = [item.name for item in fields(CalendarRule) if item.name != "start_wall"]
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _can_be_said(rule: CalendarRule) -> bool:
    """No phrase: an end within a day, the n-th of several weekdays, the last day beside other days."""
    if len(rule.month_days) > 1 and LAST in rule.month_days:
        return False
    return rule.until_wall is None and (
        not rule.nth or len(rule.weekdays) == 1 or rule.weekdays == WORKING_DAYS
    )


@settings(max_examples=500)
@given(calendar_rules(datetime.fromisoformat("2026-04-01T00:00")), st.sampled_from(["en", "de"]))
def test_a_rule_in_words_is_read_back_as_the_same_rule_or_not_at_all(
    times: TimeParser, rule: CalendarRule, language: str
) -> None:
    back = said(describe(rule, zone=BERLIN, language=language), language, times)
    assert _says_the_same(back, rule) if _can_be_said(rule) else back is None or _says_the_same(back, rule)


@settings(max_examples=100)
@given(elapsed_rules(), st.sampled_from(["en", "de"]))
def test_an_interval_in_words_is_read_back(times: TimeParser, rule: Any, language: str) -> None:
    without_end = type(rule)(interval=rule.interval, start=rule.start)
    text = describe(without_end, zone=BERLIN, language=language)
    if len(text.split()[1]) > 4:
        return  # no number of five digits is read
    back = said(text, language, times)
    assert back is not None
    assert getattr(back, "interval", None) == rule.interval


SAME_HOUR = {
    "en": (
        "every day",
        "tomorrow",
        ("at 9", "at 3", "at 8:30", "at 8pm", "at half past seven", "at noon", "at 23:15"),
    ),
    "de": (
        "jeden Tag",
        "morgen",
        ("um 9", "um 3", "um 8:30", "um halb neun", "um 20 Uhr", "um Viertel vor sieben"),
    ),
    "fr": ("tous les jours", "demain", ("à 8h", "à 20h30", "à midi")),
    "es": ("todos los días", "mañana", ("a las 8", "a las 20:30", "a las 7 y media")),
    "it": ("ogni giorno", "domani", ("alle 8", "alle 20:30")),
    "nl": ("elke dag", "morgen", ("om 8 uur", "om half tien", "om 20:30")),
    "pt": ("todos os dias", "amanhã", ("às 8h", "às 20h30")),
}


@pytest.mark.parametrize(
    ("language", "every", "day", "clock"),
    [
        (language, every, day, clock)
        for language, (every, day, clocks) in SAME_HOUR.items()
        for clock in clocks
    ],
)
def test_an_hour_is_the_same_in_a_series_and_tomorrow(
    times: TimeParser, language: str, every: str, day: str, clock: str
) -> None:
    once = times.resolve(f"{day} {clock}", now=FRIDAY_EVENING, zone=ZONE, language=language)
    series = said(f"{every} {clock}", language, times)
    assert once is not None
    assert once.basis is Basis.WALL
    assert once.wall is not None
    assert isinstance(series, CalendarRule)
    assert series.times == (once.wall.time(),)


def test_parts_of_the_day_begin_when_the_time_parser_says() -> None:
    hours = DayHours()
    assert hours.morning == Policy().morning
    for part in ("early", "noon", "afternoon", "evening", "night"):
        assert getattr(hours, part) == PART_STARTS[Part(part)]


def test_now_may_be_in_any_zone() -> None:
    elsewhere = FRIDAY_EVENING.astimezone(BERLIN)
    assert said("every day at 8", "en", now=elsewhere) == said(
        "every day at 8", "en", now=elsewhere.astimezone(UTC)
    )
