"""Italian phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "tra 3 secondi": "2026-03-27 22:15:03",
    "tra tre minuti": "2026-03-27 22:18",
    "fra mezz'ora": "2026-03-27 22:45",
    "tra un quarto d'ora": "2026-03-27 22:30",
    "tra due ore e mezza": "2026-03-28 00:45",
    "tra un'ora": "2026-03-27 23:15",
    "tra 36 ore": "2026-03-29 11:15",
    "tra 15 giorni": "2026-04-11 22:15",
    "tra un mese": "2026-04-27 22:15",
    "alle 3": "2026-03-28 15:00",
    "alle 6:45": "2026-03-28 06:45",
    "alle 17:30": "2026-03-28 17:30",
    "alle otto meno un quarto": "2026-03-28 07:45",
    "alle otto e mezza": "2026-03-28 08:30",
    "alle 3 del pomeriggio": "2026-03-28 15:00",
    "a mezzogiorno": "2026-03-28 12:00",
    "a mezzanotte": "2026-03-28 00:00",
    "domani": "2026-03-28 09:00",
    "domani alle 8": "2026-03-28 08:00",
    "domani mattina": "2026-03-28 09:00",
    "domani pomeriggio alle 5": "2026-03-28 17:00",
    "dopodomani a mezzogiorno": "2026-03-29 12:00",
    "lunedì": "2026-03-30 09:00",
    "venerdì sera": "2026-04-03 19:00",
    "venerdì alle 17": "2026-04-03 17:00",
    "lunedì prossimo alle 9": "2026-03-30 09:00",
    "martedì della prossima settimana": "2026-03-31 09:00",
    "sabato 4 aprile alle 10": "2026-04-04 10:00",
    "il 1 maggio alle 14": "2026-05-01 14:00",
    "il 15": "2026-04-15 09:00",
    "15/4": "2026-04-15 09:00",
    "il primo lunedì di maggio": "2026-05-04 09:00",
    "l'ultimo venerdì di ottobre": "2026-10-30 09:00",
    "martedì 3 alle 15": "2026-11-03 15:00",
    "dieci minuti alle 8": "2026-03-28 07:50",
    "a fine mese": "2026-03-31 09:00",
    "la prossima settimana": "2026-03-30 09:00",
    "questo weekend": "2026-03-28 09:00",
    "Natale": "2026-12-25 09:00",
    "Ferragosto": "2026-08-15 09:00",
    "Pasquetta": "2026-04-06 09:00",
}
UNCLEAR = (
    "ogni lunedì alle 9",
    "ogni giorno",
    "5 minuti fa",
    "ieri",
    "alle 25",
    "il 31 febbraio",
    "più tardi",
    "alle tre e venti",
    "alle 3:30",
    "maggio",
    "un'ora prima della riunione",
)
MESSAGES = {
    "ricordami domani alle 8 di chiamare mamma": ["domani alle 8"],
    "svegliami alle 6:45": ["alle 6:45"],
    "imposta un timer di 10 minuti": ["di 10 minuti"],
    "alle tre e un quarto": [],
    "ogni lunedì alle 9": [],
    "5 minuti fa": [],
    "ho 3 gatti": [],
    "uno di loro": [],
    "a maggio": [],
    "per favore": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "it")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "it") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "it") == expected
