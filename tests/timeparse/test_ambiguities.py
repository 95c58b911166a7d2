"""The readings that an unclear phrase offers, said on Wednesday 25 March 2026 at 13:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import BERLIN, berlin, local

NOW = berlin(2026, 3, 25, 13, 15)


@pytest.mark.parametrize(
    ("phrase", "language", "expected"),
    [
        ("at 3", "en", ["2026-03-25 15:00", "2026-03-26 03:00"]),
        ("tomorrow at 3", "en", ["2026-03-26 03:00", "2026-03-26 15:00"]),
        ("5", "en", ["2026-03-25 17:00", "2026-03-26 05:00"]),
        ("um 3:30", "de", ["2026-03-25 15:30", "2026-03-26 03:30"]),
        ("alle tre e venti", "it", ["2026-03-25 15:20", "2026-03-26 03:20"]),
        ("3 heures", "fr", ["2026-03-25 15:00", "2026-03-25 16:15", "2026-03-26 03:00"]),
        ("3 uur", "nl", ["2026-03-25 15:00", "2026-03-25 16:15", "2026-03-26 03:00"]),
        ("vendredi prochain", "fr", ["2026-03-27 09:00", "2026-04-03 09:00"]),
        ("el próximo viernes a las 17:00", "es", ["2026-03-27 17:00", "2026-04-03 17:00"]),
        ("wednesday", "en", ["2026-03-25 15:00", "2026-04-01 09:00"]),
        ("friday at midnight", "en", ["2026-03-27 00:00", "2026-03-28 00:00"]),
        ("3/4", "en", ["2026-04-03 09:00", "2027-03-04 09:00"]),
    ],
)
def test_an_unclear_phrase_has_two_or_three_readings(
    parser: GuardedTimeParser, phrase: str, language: str, expected: list[str]
) -> None:
    readings = parser.ambiguities(phrase, now=NOW, zone=BERLIN, language=language)
    assert [local(reading) for reading in readings] == expected


@pytest.mark.parametrize(
    "phrase", ["tomorrow", "in 3 hours", "tonight at 8", "17:30", "every day at 3", "hello", ""]
)
def test_a_clear_phrase_and_no_phrase_have_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert parser.ambiguities(phrase, now=NOW, zone=BERLIN, language="en") == ()
