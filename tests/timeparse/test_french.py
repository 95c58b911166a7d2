"""French phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "dans 3 secondes": "2026-03-27 22:15:03",
    "dans trois minutes": "2026-03-27 22:18",
    "dans une demi-heure": "2026-03-27 22:45",
    "dans un quart d'heure": "2026-03-27 22:30",
    "dans trois quarts d'heure": "2026-03-27 23:00",
    "dans deux heures et demie": "2026-03-28 00:45",
    "dans une heure et quart": "2026-03-27 23:30",
    "dans 1h30": "2026-03-27 23:45",
    "dans 36 heures": "2026-03-29 11:15",
    "dans 15 jours": "2026-04-11 22:15",
    "dans un mois": "2026-04-27 22:15",
    "à 3h": "2026-03-28 15:00",
    "à 6h45": "2026-03-28 06:45",
    "à 17 heures": "2026-03-28 17:00",
    "à dix-sept heures trente": "2026-03-28 17:30",
    "à trois heures et quart": "2026-03-28 15:15",
    "à huit heures moins le quart": "2026-03-28 07:45",
    "à huit heures et demie": "2026-03-28 08:30",
    "à midi": "2026-03-28 12:00",
    "à minuit": "2026-03-28 00:00",
    "midi et demi": "2026-03-28 12:30",
    "16 heures": "2026-03-28 16:00",
    "demain": "2026-03-28 09:00",
    "demain à 8h30": "2026-03-28 08:30",
    "demain matin": "2026-03-28 09:00",
    "demain soir à 8h": "2026-03-28 20:00",
    "après-demain à midi": "2026-03-29 12:00",
    "dem1 à 9h": "2026-03-28 09:00",
    "lundi": "2026-03-30 09:00",
    "vendredi soir": "2026-04-03 19:00",
    "vendredi à 17h": "2026-04-03 17:00",
    "lundi prochain": "2026-03-30 09:00",
    "mardi de la semaine prochaine": "2026-03-31 09:00",
    "samedi 4 avril à 10h": "2026-04-04 10:00",
    "le 1er mai à 14h": "2026-05-01 14:00",
    "le 14 juillet": "2026-07-14 09:00",
    "le 2 avril à 5h": "2026-04-02 05:00",
    "le 15": "2026-04-15 09:00",
    "15/04": "2026-04-15 09:00",
    "le premier lundi de mai": "2026-05-04 09:00",
    "le dernier vendredi d'octobre": "2026-10-30 09:00",
    "fin du mois": "2026-03-31 09:00",
    "la semaine prochaine": "2026-03-30 09:00",
    "ce week-end": "2026-03-28 09:00",
    "noël": "2026-12-25 09:00",
    "lundi de Pâques": "2026-04-06 09:00",
    "cette nuit à 2h": "2026-03-28 02:00",
}
UNCLEAR = (
    "tous les lundis à 9h",
    "chaque jour",
    "il y a 5 minutes",
    "hier",
    "à 25h",
    "le 31 février",
    "un jour",
    "plus tard",
    "3 heures",
    "à 3h30",
    "mai",
    "une heure avant la réunion",
    "lundi dernier",
)
MESSAGES = {
    "rappelle-moi demain à 8h30 d'appeler maman": ["demain à 8h30"],
    "réveille-moi à 6h45": ["à 6h45"],
    "mets un minuteur de 10 minutes": ["de 10 minutes"],
    "rappelle-moi lundi prochain à 9h": ["lundi prochain à 9h"],
    "dans deux heures et demie": ["dans deux heures et demie"],
    "tous les lundis à 9h": [],
    "il y a 5 minutes": [],
    "je vais à 3 magasins": [],
    "j'ai 3 chats": [],
    "un peu": [],
    "en mai": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "fr")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "fr") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "fr") == expected
