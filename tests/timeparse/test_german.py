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
    "in einer Viertelstunde": "2026-03-27 22:30",
    "in einer Dreiviertelstunde": "2026-03-27 23:00",
    "in 1,5 Stunden": "2026-03-27 23:45",
    "in einer Stunde und 20 Minuten": "2026-03-27 23:35",
    "in ner Stunde": "2026-03-27 23:15",
    "in 1h 30min": "2026-03-27 23:45",
    "in ein paar Minuten": "2026-03-27 22:17",
    "in 36 Stunden": "2026-03-29 11:15",
    "in zwei Tagen": "2026-03-29 22:15",
    "in 14 Tagen": "2026-04-10 22:15",
    "in einem Monat": "2026-04-27 22:15",
    "heute in zwei Stunden": "2026-03-28 00:15",
    "heute in einer Woche": "2026-04-03 22:15",
    "um 3": "2026-03-28 15:00",
    "um 6:45": "2026-03-28 06:45",
    "um 17 Uhr": "2026-03-28 17:00",
    "17 Uhr 30": "2026-03-28 17:30",
    "um 20.15 Uhr": "2026-03-28 20:15",
    "um eins": "2026-03-28 13:00",
    "viertel nach drei": "2026-03-28 15:15",
    "viertel vor acht": "2026-03-28 07:45",
    "viertel acht": "2026-03-28 07:15",
    "dreiviertel neun": "2026-03-28 08:45",
    "drei viertel neun": "2026-03-28 08:45",
    "halb neun": "2026-03-28 08:30",
    "fünf vor halb vier": "2026-03-28 15:25",
    "zehn nach halb 8": "2026-03-28 07:40",
    "zwanzig vor sieben": "2026-03-28 06:40",
    "mittags": "2026-03-28 12:00",
    "um Mitternacht": "2026-03-28 00:00",
    "gegen halb sechs": "2026-03-28 17:30",
    "morgen": "2026-03-28 09:00",
    "morgen um 8": "2026-03-28 08:00",
    "morgen früh": "2026-03-28 09:00",
    "morgen früh um 7": "2026-03-28 07:00",
    "morgen Abend um 8": "2026-03-28 20:00",
    "mogen um 8": "2026-03-28 08:00",
    "übermorgen": "2026-03-29 09:00",
    "uebermorgen um halb neun": "2026-03-29 08:30",
    "heute Nacht um 2": "2026-03-28 02:00",
    "heute um 23 Uhr": "2026-03-27 23:00",
    "früh um 6": "2026-03-28 06:00",
    "abends um 9": "2026-03-28 21:00",
    "Montag": "2026-03-30 09:00",
    "am Freitag um 16 Uhr": "2026-04-03 16:00",
    "diesen Sonntag": "2026-03-29 09:00",
    "nächsten Freitag": "2026-04-03 09:00",
    "kommenden Dienstag": "2026-03-31 09:00",
    "Freitagabend": "2026-04-03 19:00",
    "Donnerstagmorgen": "2026-04-02 09:00",
    "Samstag früh um 9": "2026-03-28 09:00",
    "nächste Woche Montag": "2026-03-30 09:00",
    "Mittwoch nächster Woche": "2026-04-01 09:00",
    "Montag in einer Woche": "2026-04-06 09:00",
    "am 5. Mai um 15 Uhr": "2026-05-05 15:00",
    "1. Mai": "2026-05-01 09:00",
    "am ersten Mai": "2026-05-01 09:00",
    "am 5.": "2026-04-05 09:00",
    "15.4.": "2026-04-15 09:00",
    "24.12. um 18 Uhr": "2026-12-24 18:00",
    "3.4.2027": "2027-04-03 09:00",
    "am 29. Februar": "2028-02-29 09:00",
    "Freitag, den 10. April": "2026-04-10 09:00",
    "in 3 Tagen um 18 Uhr": "2026-03-30 18:00",
    "Ende des Monats": "2026-03-31 09:00",
    "Monatsende": "2026-03-31 09:00",
    "Ende nächsten Monats": "2026-04-30 09:00",
    "nächste Woche": "2026-03-30 09:00",
    "nächsten Monat": "2026-04-01 09:00",
    "am Wochenende": "2026-03-28 09:00",
    "Weihnachten": "2026-12-25 09:00",
    "Heiligabend um 17 Uhr": "2026-12-24 17:00",
    "an Silvester": "2026-12-31 09:00",
    "Ostermontag": "2026-04-06 09:00",
    "Nikolaus": "2026-12-06 09:00",
    "Tag der Arbeit": "2026-05-01 09:00",
}
UNCLEAR = (
    "jeden Montag um 9",
    "täglich um 8",
    "alle 2 Stunden",
    "montags um 7",
    "vor 5 Minuten",
    "gestern",
    "letzten Freitag",
    "um 25 Uhr",
    "am 31. Februar",
    "irgendwann",
    "später",
    "um 3:30",
    "um 9 Uhr 75",
    "abends um 3",
    "eine",
    "Mai",
    "Feierabend",
    "eine Stunde vor dem Termin",
    "Freitag um Mitternacht",
    "in sieben Wochen eine",
)
MESSAGES = {
    "kannst du mich in 3 Sekunden ans Dehnen erinnern?": ["in 3 Sekunden"],
    "erinnere mich morgen früh um 8 an den Zahnarzt": ["morgen früh um 8"],
    "weck mich um 6:45": ["um 6:45"],
    "stell einen Timer auf 10 Minuten": ["auf 10 Minuten"],
    "Erinner mich heute Abend um 11 an den Müll": ["heute Abend um 11"],
    "erinnere mich übermorgen um halb neun an Müll": ["übermorgen um halb neun"],
    "am Freitag um 16 Uhr los, in 2 Stunden packen": ["am Freitag um 16 Uhr", "in 2 Stunden"],
    "erinnere mich Ende des Monats an die Miete": ["Ende des Monats"],
    "buche in sieben Wochen eine Reise": ["in sieben Wochen"],
    "das ist so schön, ich do it": [],
    "so ein Tag": [],
    "jeden Montag um 9": [],
    "jeden Tag um 8": [],
    "das war vor 5 Minuten": [],
    "gestern um 5": [],
    "ich habe 3 Katzen": [],
    "der zweite Versuch": [],
    "eins von beiden": [],
    "das dauerte 3 Stunden": [],
    "10 Minuten vor dem Termin um 5": [],
    "Version 3.11": [],
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
