"""Phrases of everyday speech with what they mean, as stated beside them in `phrases/`.

The meanings were worked out from the calendar and the rules of docs/time.md, not taken from any parser.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from agent.timeparse import GuardedTimeParser

FOLDER = Path(__file__).parent / "phrases"
ZONES = {"english": "America/New_York", "german": "Europe/Berlin"}
LANGUAGES = {"english": "en", "german": "de"}
NOT_ONE_INSTANT = "none"


def lines(name: str) -> Iterator[tuple[str, list[str]]]:
    """Each meaning with the ways to say it."""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            meaning, *phrases = line.split(" | ")
            yield meaning, phrases


def understood(parser: GuardedTimeParser, name: str, phrase: str) -> str:
    """The local time as it is written in the files, to the second, or NOT_ONE_INSTANT."""
    zone = ZoneInfo(ZONES[name])
    now = datetime(2026, 3, 25, 12, tzinfo=zone)
    found = parser.resolve(phrase, now=now, zone=zone.key, language=LANGUAGES[name])
    if found is None or found.at <= now:  # what is over is refused by whoever asked
        return NOT_ONE_INSTANT
    return f"{found.at.astimezone(zone):%Y-%m-%d %H:%M:%S}"


def written(meaning: str, answer: str) -> str:
    """`answer` as exactly as `meaning` is written: to the day, or with a time of day."""
    if len(meaning) == len("2026-03-25"):
        return answer[: len(meaning)]
    return answer.removesuffix(":00") if meaning.count(":") == 1 else answer


@pytest.mark.parametrize(
    ("name", "meaning", "phrases"),
    [
        pytest.param(name, meaning, phrases, id=f"{name}: {phrases[0]}")
        for name in ZONES
        for meaning, phrases in lines(name)
    ],
)
def test_a_phrase_means_what_is_written_beside_it(
    parser: GuardedTimeParser, name: str, meaning: str, phrases: list[str]
) -> None:
    answers = {phrase: written(meaning, understood(parser, name, phrase)) for phrase in phrases}
    assert {phrase: answer for phrase, answer in answers.items() if answer != meaning} == {}
