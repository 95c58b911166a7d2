"""From a message to an offer with its values, on the real encoder and time parser."""

from __future__ import annotations

from typing import Any

import pytest

from agent.routing.lexical import SETTING
from agent.routing.plan import Need, Plan, Planner, Request
from agent.testing.engine import ScriptedEngine
from agent.testing.stores import InMemoryReminderStore
from agent.types import Clarification, OfferReason, Regime, ReminderKind, Source
from tests.turn.house import build, catalogue_with, origin, planner_of


@pytest.fixture(scope="module")
def planner() -> Planner:
    return planner_of(catalogue_with(InMemoryReminderStore()))


def plan(planner: Planner, text: str, regime: Regime = Regime.NARROW, **changes: Any) -> Plan:
    return planner.plan(Request(origin=origin(text, **changes), regime=regime))


def values(found: Plan) -> dict[str, tuple[str | int, ...]]:
    return {argument.argument: argument.values for argument in found.offer.grounded}


def test_a_narrow_offer_is_one_tool_with_its_values(planner: Planner) -> None:
    found = plan(planner, "remind me in 3 seconds to stretch")
    assert found.offer.names() == ("agenda:remind_at",)
    assert found.offer.required
    assert found.offer.tools[0].reason is OfferReason.FORCED
    assert values(found) == {"time": ("in 3 seconds",), "text": ("stretch",)}
    assert found.question is None


def test_the_message_decides_the_language_of_its_times(planner: Planner) -> None:
    found = plan(planner, "erinnere mich übermorgen um halb neun an den Zahnarzt", language="en")
    assert found.language == "de"
    assert values(found) == {"time": ("übermorgen um halb neun",), "text": ("den Zahnarzt",)}


def test_the_authors_language_is_tried_too(planner: Planner) -> None:
    found = plan(planner, "remind me übermorgen to call", language="de")
    assert found.language == "de"
    assert values(found)["time"] == ("übermorgen",)


EARLY_ALARMS = [
    ("de", "Wecker morgen auf 4:30"),
    ("de", "stell den Wecker auf 5:15 Uhr"),
    ("de", "weck mich um 5:20"),
    ("fr", "réveille-moi demain à 4h30"),
    ("fr", "mets une alarme à 5h10"),
    ("it", "svegliami domani alle 5:30"),
    ("nl", "maak me om 5:30 wakker"),
    ("nl", "wekker om 5.15 uur"),
]


@pytest.mark.parametrize(("language", "text"), EARLY_ALARMS)
def test_an_early_alarm_is_set_without_asking_for_the_half_of_the_day(
    planner: Planner, language: str, text: str
) -> None:
    found = plan(planner, text, language=language)
    assert found.question is None
    assert found.offer.names() == ("clock:alarm",)


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "erinnere mich morgen um 5:20 an den Zug"), ("fr", "rappelle-moi demain à 4h30 d'appeler maman")],
)
def test_a_reminder_so_early_is_asked_about(planner: Planner, language: str, text: str) -> None:
    found = plan(planner, text, language=language)
    assert found.question is not None
    assert found.question.need is Need.READING


def test_an_answer_about_an_alarm_is_a_time_of_one(planner: Planner) -> None:
    said = origin("um 5:45", language="de")
    open_question = Clarification(tool="clock:alarm", text="stell einen Wecker", asked_at=said.now)
    found = planner.plan(Request(origin=said, regime=Regime.NARROW, clarification=open_question))
    assert values(found)["time"] == ("um 5:45",)


async def test_an_alarm_is_found_by_the_hour_that_it_was_set_for_or_rings_at() -> None:
    house = build(ScriptedEngine())
    early = await house.set("early", kind=ReminderKind.ALARM, minutes=7 * 60)  # 5:00 in Berlin
    late = await house.set("late", kind=ReminderKind.ALARM, minutes=17 * 60)  # 15:00
    pending = await house.reminders.pending(7)
    for text, meant in (("cancel the alarm at 5", early), ("cancel the alarm at 3", late)):
        found = house.planner.plan(Request(origin=origin(text), regime=Regime.NARROW, pending=pending))
        assert values(found) == {"reminder_id": (meant.id,)}


def test_a_day_and_a_time_apart_are_one(planner: Planner) -> None:
    found = plan(planner, "remind me tomorrow to call mum at 9")
    assert values(found) == {"time": ("tomorrow at 9",), "text": ("call mum",)}


def test_a_wide_offer_is_ranked_and_quotes(planner: Planner) -> None:
    found = plan(planner, "remind me tomorrow at 9 to call mum", Regime.WIDE)
    assert found.offer.names()[0] == "agenda:remind_at"
    assert not found.offer.required
    (text,) = [
        a for a in found.offer.grounded if a.tool == "agenda:remind_at" and a.source is Source.MESSAGE_TEXT
    ]
    assert text.quote


def test_what_cannot_be_called_is_not_offered(planner: Planner) -> None:
    found = plan(planner, "what reminders do I have?", Regime.WIDE)
    assert "agenda:list" in found.offer.names()
    assert "agenda:remove" not in found.offer.names(), "nothing is pending"
    assert "agenda:remind_at" not in found.offer.names(), "no time is named"


@pytest.mark.parametrize("regime", Regime)
def test_a_request_without_a_time_is_asked_about(planner: Planner, regime: Regime) -> None:
    found = plan(planner, "remind me to buy milk", regime)
    assert found.question is not None
    assert found.question.need is Need.TIME
    assert found.offer.tools == ()
    assert found.offer.regime is regime


@pytest.mark.parametrize("text", ["hello there", "", "💥", "I like trains", "the weather is nice in spring"])
@pytest.mark.parametrize("regime", Regime)
def test_talk_gets_no_tools(planner: Planner, text: str, regime: Regime) -> None:
    found = plan(planner, text, regime)
    assert found.offer.tools == ()
    assert found.question is None
    assert not found.offer.required


TWO_TIMERS = [
    ("en", "set timers for 5 minutes and 10 minutes"),
    ("en", "start a 5 minute and a 10 minute timer"),
    ("en", "set two timers, one for 5 minutes and one for 10 minutes"),
    ("de", "stell einen Timer auf 5 und einen auf 10 Minuten"),
    ("de", "Timer auf 5 Minuten und noch einen auf 10 Minuten"),
    ("fr", "mets un minuteur de 5 minutes et un de 10 minutes"),
    ("es", "pon un temporizador de 5 minutos y uno de 10 minutos"),
    ("it", "imposta un timer di 5 minuti e uno di 10 minuti"),
    ("nl", "zet een timer van 5 minuten en een van 10 minuten"),
    ("pt", "inicia um temporizador de 5 minutos e um de 10 minutos"),
]


@pytest.mark.parametrize(("language", "text"), TWO_TIMERS)
def test_of_two_timers_none_is_left_out_silently(planner: Planner, language: str, text: str) -> None:
    found = plan(planner, text, language=language)
    assert found.question is not None
    assert found.question.need is Need.READING
    minutes = [(each.at - origin(text).now).total_seconds() / 60 for each in found.question.readings]
    assert minutes == [5, 10]
    assert found.question.args["label"] == ""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "buenas noches, ¿qué tal estás?"),
        ("es", "hola, ¿qué tal te va hoy?"),
        ("fr", "bonne nuit, ça va bien ?"),
        ("pt", "boa noite, tudo bem com você?"),
    ],
)
@pytest.mark.parametrize("regime", Regime)
def test_small_talk_is_not_asked_about(planner: Planner, language: str, text: str, regime: Regime) -> None:
    found = plan(planner, text, regime, language=language)
    assert found.offer.tools == ()
    assert found.question is None


async def test_the_list_of_a_choice_is_the_authors_own() -> None:
    house = build(ScriptedEngine())
    first, second = await house.set("call mum"), await house.set("call dad")
    pending = await house.reminders.pending(7)
    found = house.planner.plan(
        Request(origin=origin("cancel the call reminder"), regime=Regime.WIDE, pending=pending)
    )
    assert found.question is not None
    assert found.question.candidates == (first, second)


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to be woken at 7",
        "ich will nicht um 7 geweckt werden",
        "no quiero que me despiertes a las 7",
    ],
)
def test_what_is_refused_is_not_set(planner: Planner, text: str) -> None:
    found = plan(planner, text)
    assert not SETTING & {*found.offer.names()}
    assert found.question is None or found.question.tool not in SETTING
