"""Dutch phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "over 3 seconden": "2026-03-27 22:15:03",
    "over drie minuten": "2026-03-27 22:18",
    "over een half uur": "2026-03-27 22:45",
    "over een kwartier": "2026-03-27 22:30",
    "over anderhalf uur": "2026-03-27 23:45",
    "over 2,5 uur": "2026-03-28 00:45",
    "over 36 uur": "2026-03-29 11:15",
    "over twee weken": "2026-04-10 22:15",
    "over een maand": "2026-04-27 22:15",
    "om 3 uur": "2026-03-28 15:00",
    "om 6:45": "2026-03-28 06:45",
    "om 17:30": "2026-03-28 17:30",
    "om kwart over drie": "2026-03-28 15:15",
    "kwart voor acht": "2026-03-28 07:45",
    "om half negen": "2026-03-28 08:30",
    "om tien voor half vier": "2026-03-28 15:20",
    "vijf over half zes": "2026-03-28 17:35",
    "'s middags om 3": "2026-03-28 15:00",
    "om middernacht": "2026-03-28 00:00",
    "23.59 uur": "2026-03-27 23:59",
    "morgenvroeg om 7": "2026-03-28 07:00",
    "20 uur": "2026-03-28 20:00",
    "morgen": "2026-03-28 09:00",
    "morgen om 8 uur": "2026-03-28 08:00",
    "morgenochtend": "2026-03-28 09:00",
    "morgenavond om 8": "2026-03-28 20:00",
    "overmorgen om 12 uur": "2026-03-29 12:00",
    "maandag": "2026-03-30 09:00",
    "vrijdagavond": "2026-04-03 19:00",
    "vrijdag om 17 uur": "2026-04-03 17:00",
    "volgende maandag om 9 uur": "2026-03-30 09:00",
    "komende dinsdag": "2026-03-31 09:00",
    "volgende week woensdag": "2026-04-01 09:00",
    "zaterdag 4 april om 10 uur": "2026-04-04 10:00",
    "op 1 mei om 14 uur": "2026-05-01 14:00",
    "de 15e": "2026-04-15 09:00",
    "15-4": "2026-04-15 09:00",
    "over 2 dagen om 18.00": "2026-03-29 18:00",
    "eerste maandag van mei": "2026-05-04 09:00",
    "laatste vrijdag in oktober": "2026-10-30 09:00",
    "eind van de maand": "2026-03-31 09:00",
    "volgende week": "2026-03-30 09:00",
    "dit weekend": "2026-03-28 09:00",
    "eerste kerstdag": "2026-12-25 09:00",
    "oudejaarsavond": "2026-12-31 09:00",
    "tweede paasdag": "2026-04-06 09:00",
}
UNCLEAR = (
    "elke maandag om 9",
    "dagelijks om 8",
    "5 minuten geleden",
    "gisteren",
    "om 25 uur",
    "31 februari",
    "later",
    "3 uur",
    "om 3:30",
    "mei",
    "een uur voor de vergadering",
)
MESSAGES = {
    "herinner me morgen om 8 uur aan mama bellen": ["morgen om 8 uur"],
    "maak me wakker om 6:45": ["om 6:45"],
    "zet een timer op 10 minuten": ["10 minuten"],
    "elke maandag om 9": [],
    "5 minuten geleden": [],
    "ik heb 3 katten": [],
    "een van hen": [],
    "in mei": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "nl")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "nl") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "nl") == expected
