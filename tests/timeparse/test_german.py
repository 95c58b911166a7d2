"""German phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "in 3 Sekunden": "2026-03-27 22:15:03",
    "in drei Sekunden": "2026-03-27 22:15:03",
    "in anderthalb Stunden": "2026-03-27 23:45",
    "in zweieinhalb Stunden": "2026-03-28 00:45",
    "in einer halben Stunde": "2026-03-27 22:45",
    "in einer Stunde und 20 Minuten": "2026-03-27 23:35",
    "morgen früh": "2026-03-28 09:00",
    "morgen um 8": "2026-03-28 08:00",
    "übermorgen um halb neun": "2026-03-29 08:30",
    "uebermorgen": "2026-03-29 09:00",
    "viertel nach drei": "2026-03-28 15:15",
    "dreiviertel neun": "2026-03-28 08:45",
    "fünf vor halb vier": "2026-03-28 15:25",
    "Freitagabend": "2026-04-03 19:00",
    "heute Nacht um 2": "2026-03-28 02:00",
    "am 5. Mai um 15 Uhr": "2026-05-05 15:00",
    "15.4.": "2026-04-15 09:00",
    "Montag in einer Woche": "2026-04-06 09:00",
    "Monatsende": "2026-03-31 09:00",
    "Weihnachten": "2026-12-25 09:00",
}
UNCLEAR = (
    "jeden Montag um 9",
    "täglich um 8",
    "vor 5 Minuten",
    "gestern",
    "um 25 Uhr",
    "am 31. Februar",
    "irgendwann",
)
MESSAGES = {
    "kannst du mich in 3 Sekunden ans Dehnen erinnern?": ["in 3 Sekunden"],
    "erinnere mich morgen früh um 8 an den Zahnarzt": ["morgen früh um 8"],
    "weck mich um 6:45": ["um 6:45"],
    "stell einen Timer auf 10 Minuten": ["auf 10 Minuten"],
    "das ist so schön, ich do it": [],
    "jeden Montag um 9": [],
    "das war vor 5 Minuten": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "de")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "de") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "de") == expected
