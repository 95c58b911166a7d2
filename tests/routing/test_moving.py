"""Messages that move what is set, or want once more what arrived: a small model's one call."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent.routing.plan import Need, Plan, Request
from agent.routing.recent import ToolUse
from agent.testing.engine import ScriptedEngine
from agent.types import Regime, Reminder
from tests.turn.house import NOW, House, build, origin

EDIT, SNOOZE = "agenda:edit", "agenda:snooze"
JUST_SET = (ToolUse(tool="agenda:remind_at", at=NOW),)


@pytest.fixture
async def house() -> House:
    """Three reminders, the last one set last."""
    built = build(ScriptedEngine([]))
    for text in ("dentist", "water the plants", "Zahnarzt anrufen"):
        await built.set(text, minutes=600)
    return built


def pending(house: House) -> tuple[Reminder, ...]:
    return tuple(house.reminders.reminders.values())


def planned(house: House, text: str, *, recent: tuple[ToolUse, ...] = (), language: str = "en") -> Plan:
    request = Request(
        origin=origin(text, language=language), regime=Regime.NARROW, pending=pending(house), recent=recent
    )
    return house.planner.plan(request)


def call(plan: Plan) -> tuple[str, dict[str, Any]]:
    """The one call that the grammar allows."""
    assert plan.question is None
    assert plan.offer.required
    (name,) = plan.offer.names()
    return name, {each.argument: each.values[0] for each in plan.offer.grounded}


@pytest.mark.parametrize(
    ("language", "text", "reminder", "time"),
    [
        ("en", "push the dentist by an hour", 1, ""),
        ("en", "push the dentist back an hour", 1, ""),
        ("en", "postpone the plants one by two hours", 2, ""),
        ("en", "snooze the dentist by an hour", 1, ""),
        ("en", "snooze the plants until tomorrow", 2, "tomorrow"),
        ("en", "push #2 by an hour", 2, ""),
        ("en", "move the dentist to 6", 1, "at 6"),
        ("en", "move #3 to 6pm", 3, "to 6pm"),
        ("de", "verschieb den Zahnarzt um eine Stunde", 3, ""),
        ("de", "kannst du den Zahnarzt um eine Stunde verschieben?", 3, ""),
        ("de", "verschieb Zahnarzt auf 10 Uhr", 3, "auf 10 Uhr"),
        ("fr", "repousse le dentist d'une heure", 1, ""),
        ("es", "aplaza el dentist una hora", 1, ""),
        ("it", "posticipa dentist di due ore", 1, ""),
        ("nl", "verzet dentist met een uur", 1, ""),
        ("pt", "adia o dentist por 20 minutos", 1, ""),
    ],
)
async def test_a_pending_one_that_is_named_is_moved(
    house: House, language: str, text: str, reminder: int, time: str
) -> None:
    assert call(planned(house, text, language=language)) == (EDIT, {"reminder_id": reminder, "time": time})


@pytest.mark.parametrize(
    ("language", "text", "time"),
    [
        ("en", "snooze that 20 minutes", "in 20 minutes"),
        ("en", "snooze it until tomorrow", "tomorrow"),
        ("en", "push that by an hour", "in an hour"),
        ("en", "remind me of that again in 20 minutes", "in 20 minutes"),
        ("de", "verschieb das um 20 Minuten", "in 20 minuten"),
        ("de", "schlummern 10 Minuten", "in 10 minuten"),
        ("de", "später nochmal, in 20 Minuten", "in 20 Minuten"),
        ("es", "pospón eso 20 minutos", "en 20 minutos"),
        ("it", "posticipa di 20 minuti", "tra 20 minuti"),
        ("nl", "snooze dat 20 minuten", "over 20 minuten"),
    ],
)
async def test_what_arrived_comes_once_more(house: House, language: str, text: str, time: str) -> None:
    assert call(planned(house, text, language=language)) == (SNOOZE, {"time": time})


@pytest.mark.parametrize(
    ("language", "text", "time"),
    [
        ("en", "make it 6 instead", "at 6"),
        ("en", "make it 6pm instead", "6pm"),
        ("en", "make that 10 minutes later", ""),
        ("en", "push that by an hour", ""),
        ("en", "move it to 6", "at 6"),
        ("de", "lieber um 18 Uhr", "um 18 Uhr"),
        ("de", "mach es stattdessen um 6", "um 6"),
        ("de", "mach daraus 18 Uhr", "18 Uhr"),
        ("fr", "plutôt à 18 h", "plutôt à 18 h"),
        ("es", "mejor a las 6", "a las 6"),
        ("it", "alle 18 invece", "alle 18"),
        ("nl", "liever om 18:00", "om 18:00"),
        ("pt", "melhor às 18h", "às 18h"),
    ],
)
async def test_right_after_setting_one_it_is_that_one_that_changes(
    house: House, language: str, text: str, time: str
) -> None:
    asked = planned(house, text, language=language, recent=JUST_SET)
    assert call(asked) == (EDIT, {"reminder_id": 3, "time": time})


async def test_a_number_that_is_an_hour_names_no_reminder(house: House) -> None:
    first = house.reminders.reminders[1]
    house.reminders.reminders[6] = replace(first, id=6, text="pay rent")
    house.reminders.reminders[3] = replace(house.reminders.reminders[3], created_at=NOW.replace(hour=22))
    assert call(planned(house, "make it 6 instead", recent=JUST_SET))[1]["reminder_id"] == 3
    assert call(planned(house, "move the dentist to 6"))[1]["reminder_id"] == 1


async def test_after_a_change_it_is_asked_which_one_is_meant(house: House) -> None:
    recent = (*JUST_SET, ToolUse(tool=EDIT, at=NOW))
    question = planned(house, "make it 7pm instead", recent=recent).question
    assert question is not None
    assert (question.tool, question.need, len(question.candidates)) == (EDIT, Need.WHICH, 3)


@pytest.mark.parametrize(
    ("text", "need"),
    [("push the meeting by an hour", Need.NO_MATCH), ("push the reminder by an hour", Need.WHICH)],
)
async def test_which_one_is_asked_where_none_or_all_may_be_meant(house: House, text: str, need: Need) -> None:
    question = planned(house, text).question
    assert question is not None
    assert (question.tool, question.need) == (EDIT, need)


@pytest.mark.parametrize(
    "text",
    [
        "the team pushed the release by a week",
        "put 6 eggs on to boil",
        "thanks, 6 is great",
        "can you make it rhyme instead",
        "ich mag das lieber ohne Zucker",
    ],
)
async def test_talk_moves_nothing(house: House, text: str) -> None:
    plan = planned(house, text, recent=JUST_SET)
    assert plan.offer.names() == ()
    assert plan.question is None


async def test_without_reminders_there_is_nothing_to_move() -> None:
    plan = planned(build(ScriptedEngine([])), "push the meeting by an hour")
    assert plan.signals.hits == ()
