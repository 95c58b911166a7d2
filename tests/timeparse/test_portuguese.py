"""Portuguese phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "em 3 segundos": "2026-03-27 22:15:03",
    "em três minutos": "2026-03-27 22:18",
    "daqui a meia hora": "2026-03-27 22:45",
    "em um quarto de hora": "2026-03-27 22:30",
    "em duas horas e meia": "2026-03-28 00:45",
    "em 1h30": "2026-03-27 23:45",
    "em 36 horas": "2026-03-29 11:15",
    "em 15 dias": "2026-04-11 22:15",
    "em um mês": "2026-04-27 22:15",
    "às 3": "2026-03-28 15:00",
    "às 6:45": "2026-03-28 06:45",
    "às 17:30": "2026-03-28 17:30",
    "às 15 horas": "2026-03-28 15:00",
    "às três e quinze": "2026-03-28 15:15",
    "às quinze para as oito": "2026-03-28 07:45",
    "às oito e meia": "2026-03-28 08:30",
    "às 8 da noite": "2026-03-28 20:00",
    "ao meio-dia": "2026-03-28 12:00",
    "à meia-noite": "2026-03-28 00:00",
    "amanhã": "2026-03-28 09:00",
    "amanha às 9": "2026-03-28 09:00",
    "amanhã às 8": "2026-03-28 08:00",
    "amanhã de manhã": "2026-03-28 09:00",
    "amanhã à noite": "2026-03-28 20:00",
    "depois de amanhã ao meio-dia": "2026-03-29 12:00",
    "segunda": "2026-03-30 09:00",
    "segunda-feira às 9h": "2026-03-30 09:00",
    "sexta à noite": "2026-04-03 20:00",
    "próxima terça às 10": "2026-03-31 10:00",
    "quarta da semana que vem": "2026-04-01 09:00",
    "sábado 4 de abril às 10h": "2026-04-04 10:00",
    "dia 1 de maio às 14h": "2026-05-01 14:00",
    "dia 15": "2026-04-15 09:00",
    "15/4": "2026-04-15 09:00",
    "3 de maio de 2027": "2027-05-03 09:00",
    "a primeira segunda de maio": "2026-05-04 09:00",
    "última sexta-feira de outubro": "2026-10-30 09:00",
    "no fim do mês": "2026-03-31 09:00",
    "semana que vem": "2026-03-30 09:00",
    "este fim de semana": "2026-03-28 09:00",
    "Natal": "2026-12-25 09:00",
    "Páscoa": "2026-04-05 09:00",
}
UNCLEAR = (
    "toda segunda às 9",
    "todos os dias",
    "há 5 minutos",
    "ontem",
    "às 25",
    "31 de fevereiro",
    "mais tarde",
    "7 horas",
    "maio",
    "uma hora antes da reunião",
)
MESSAGES = {
    "me lembra amanhã às 8 de ligar pra mãe": ["amanhã às 8"],
    "me acorda às 6:45": ["às 6:45"],
    "coloca um timer de 10 minutos": ["de 10 minutos"],
    "toda segunda às 9": [],
    "há 5 minutos": [],
    "tenho 3 gatos": [],
    "um deles": [],
    "em maio": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "pt")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "pt") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "pt") == expected
