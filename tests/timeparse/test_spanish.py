"""Spanish phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "en 3 segundos": "2026-03-27 22:15:03",
    "en tres minutos": "2026-03-27 22:18",
    "dentro de media hora": "2026-03-27 22:45",
    "en un cuarto de hora": "2026-03-27 22:30",
    "en dos horas y media": "2026-03-28 00:45",
    "en una hora y media": "2026-03-27 23:45",
    "en 36 horas": "2026-03-29 11:15",
    "en 15 días": "2026-04-11 22:15",
    "en un mes": "2026-04-27 22:15",
    "a las 3": "2026-03-28 15:00",
    "a la una": "2026-03-28 13:00",
    "a las 6:45": "2026-03-28 06:45",
    "a las 17:30": "2026-03-28 17:30",
    "a las tres y cuarto": "2026-03-28 15:15",
    "a las ocho menos cuarto": "2026-03-28 07:45",
    "a las ocho y media": "2026-03-28 08:30",
    "diez para las ocho": "2026-03-28 07:50",
    "a las 20.30 horas": "2026-03-28 20:30",
    "a las 8 de la tarde": "2026-03-28 20:00",
    "a las 3 de la madrugada": "2026-03-28 03:00",
    "a mediodía": "2026-03-28 12:00",
    "a medianoche": "2026-03-28 00:00",
    "mañana": "2026-03-28 09:00",
    "manana a las 9": "2026-03-28 09:00",
    "mañana a las 8": "2026-03-28 08:00",
    "mañana por la mañana": "2026-03-28 09:00",
    "mañana por la tarde": "2026-03-28 15:00",
    "pasado mañana a mediodía": "2026-03-29 12:00",
    "lunes": "2026-03-30 09:00",
    "el viernes por la tarde": "2026-04-03 15:00",
    "el viernes a las 5": "2026-04-03 17:00",
    "el lunes que viene": "2026-03-30 09:00",
    "el martes de la próxima semana": "2026-03-31 09:00",
    "el sábado 4 de abril a las 10": "2026-04-04 10:00",
    "el 1 de mayo a las 2 de la tarde": "2026-05-01 14:00",
    "el 15": "2026-04-15 09:00",
    "15/4": "2026-04-15 09:00",
    "el 3 de mayo de 2027": "2027-05-03 09:00",
    "el segundo lunes de mayo": "2026-05-11 09:00",
    "el último viernes de octubre": "2026-10-30 09:00",
    "a fin de mes": "2026-03-31 09:00",
    "la semana que viene": "2026-03-30 09:00",
    "este fin de semana": "2026-03-28 09:00",
    "Navidad": "2026-12-25 09:00",
    "Nochebuena a las 8 de la noche": "2026-12-24 20:00",
}
UNCLEAR = (
    "todos los lunes a las 9",
    "cada día",
    "hace 5 minutos",
    "ayer",
    "a las 25",
    "el 31 de febrero",
    "luego",
    "mayo",
    "una hora antes de la reunión",
    "el lunes pasado",
)
MESSAGES = {
    "recuérdame mañana a las 8 llamar a mamá": ["mañana a las 8"],
    "despiértame a las 6:45": ["a las 6:45"],
    "pon un temporizador de 10 minutos": ["de 10 minutos"],
    "recuérdame comer a la una": ["a la una"],
    "todos los lunes a las 9": [],
    "hace 5 minutos": [],
    "tengo 3 gatos": [],
    "en mayo": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "es")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "es") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "es") == expected
