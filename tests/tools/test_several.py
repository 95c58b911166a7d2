"""Several reminders named at once, stretches of time, and what failed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from agent.recurrence import to_json
from agent.routing.plan import Request
from agent.testing.engine import ScriptedEngine
from agent.tools._several import due_in, period_in, several
from agent.types import Regime, Reminder, ReminderKind, ReminderState, ToolContext, TurnEnd
from tests.store.making import daily
from tests.turn.house import NOW, ZONE, House, build, origin, task

HOUR, DAY = 60, 24 * 60


async def house_with(*texts: tuple[str, int], answer: str = "", **args: int) -> House:
    house = build(ScriptedEngine([task((answer, dict(args)))] if answer else []))
    for text, minutes in texts:
        await house.set(text, minutes=minutes)
    return house


FOUR = (("dentist", HOUR), ("water the plants", 12 * HOUR), ("call mum", 13 * HOUR), ("pay rent", 9 * DAY))
"""An hour ahead (Monday night), twice tomorrow, and on the Wednesday of next week."""


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("cancel all my reminders", {"dentist", "water the plants", "call mum", "pay rent"}),
        ("cancel all of tomorrow's", {"water the plants", "call mum"}),
        ("please delete all of tomorrow's reminders", {"water the plants", "call mum"}),
        ("delete the dentist and the plants ones", {"dentist", "water the plants"}),
        ("cancel #1, 3 and 4", {"dentist", "call mum", "pay rent"}),
        ("lösch alle meine Erinnerungen", {"dentist", "water the plants", "call mum", "pay rent"}),
        ("lösche alles von morgen", {"water the plants", "call mum"}),
        ("streich dentist und plants", {"dentist", "water the plants"}),
        ("supprime tous mes rappels de demain", {"water the plants", "call mum"}),
        ("borra todos mis recordatorios de mañana", {"water the plants", "call mum"}),
        ("cancella tutti i promemoria di domani", {"water the plants", "call mum"}),
        ("verwijder alle herinneringen van morgen", {"water the plants", "call mum"}),
        ("apague todos os lembretes de amanhã", {"water the plants", "call mum"}),
        ("cancel all my reminders except the dentist", set()),
        ("cancel the all hands dentist reminder", set()),
        ("cancel the dentist", set()),
        ("cancel dentist and something else", set()),
    ],
)
async def test_which_several_reminders_are_named(text: str, texts: set[str]) -> None:
    house = await house_with(*FOUR)
    pending = await house.reminders.pending(7, limit=99)
    found = several(text, pending, now=NOW, zone=ZONE)
    assert {reminder.text for reminder in found} == texts


@pytest.mark.parametrize("regime", list(Regime))
@pytest.mark.parametrize(
    "text",
    ["cancel all my reminders", "cancel all of tomorrow's", "lösche alles von morgen",
     "delete the dentist and the plants ones"],
)  # fmt: skip
async def test_several_named_in_so_many_words_are_not_asked_about(text: str, regime: Regime) -> None:
    house = await house_with(*FOUR)
    pending = await house.reminders.pending(7, limit=99)
    plan = house.planner.plan(Request(origin=origin(text), regime=regime, pending=pending))
    assert plan.question is None
    assert plan.offer.names()[0] == "agenda:remove"


async def test_every_one_that_is_cancelled_is_named_and_counted() -> None:
    house = await house_with(*FOUR, answer="agenda:remove", reminder_id=2)
    outcome = await house.turn.run(origin("cancel all of tomorrow's"))
    assert outcome.end is TurnEnd.CONFIRMED
    heading, *lines = outcome.text.splitlines()
    assert heading == "Cancelled, 2 in all:"
    assert [line.rpartition(": ")[2] for line in lines] == ["water the plants", "call mum"]
    assert [each.text for each in await house.reminders.pending(7)] == ["dentist", "pay rent"]


async def test_a_long_list_of_cancelled_ones_is_bounded() -> None:
    many = [(f"thing {number}", HOUR + number) for number in range(20)]
    house = await house_with(*many, answer="agenda:remove", reminder_id=1)
    outcome = await house.turn.run(origin("cancel all my reminders"))
    assert outcome.text.splitlines()[0] == "Cancelled, 20 in all:"
    assert outcome.text.endswith("… and 5 more.")
    assert await house.reminders.pending(7) == ()


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("what reminders do I have this week?", ["dentist", "water the plants", "call mum"]),
        ("what reminders do I have tomorrow?", ["water the plants", "call mum"]),
        ("welche Erinnerungen habe ich nächste Woche?", ["pay rent"]),
        ("quels rappels ai-je demain ?", ["water the plants", "call mum"]),
    ],
)
async def test_a_list_is_of_the_time_that_is_named(text: str, texts: list[str]) -> None:
    house = await house_with(*FOUR, answer="agenda:list")
    outcome = await house.turn.run(origin(text))
    assert [line.rpartition(": ")[2] for line in outcome.text.splitlines()[1:]] == texts


async def test_a_series_is_due_in_every_week_that_it_reaches() -> None:
    house = await house_with(("dentist", HOUR))
    (single,) = await house.reminders.pending(7)
    period = period_in("next week", now=NOW, zone=ZONE)
    assert period is not None
    assert not due_in(single, period)
    assert due_in(replace(single, rule=to_json(daily(9))), period)


async def test_what_failed_is_shown_with_its_reason() -> None:
    house = await house_with(("dentist", HOUR), ("call mum", 2 * HOUR), answer="agenda:list")
    lost: Reminder = house.reminders.reminders[1]
    house.reminders.reminders[1] = replace(lost, state=ReminderState.FAILED, failure="unknown channel")
    outcome = await house.turn.run(origin("which reminders failed?"))
    assert outcome.text.startswith("Could not be delivered:\n#1 ")
    assert outcome.text.endswith("dentist – unknown channel")
    assert "call mum" not in outcome.text


async def test_a_series_that_failed_last_time_says_so_in_the_list() -> None:
    house = await house_with(("dentist", HOUR), answer="agenda:list")
    house.reminders.reminders[1] = replace(house.reminders.reminders[1], failure="missing permissions")
    outcome = await house.turn.run(origin("what reminders do I have?"))
    assert "(last time not delivered: missing permissions)" in outcome.text


@pytest.mark.parametrize("regime", list(Regime))
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("move the plants one to 10am", 2),
        ("push the dentist to Friday", 1),
        ("make the dentist one an hour earlier", 1),
        ("can you move the rent one to tomorrow at 9", 4),
        ("verschieb dentist auf Freitag", 1),
        ("mach den dentist eine Stunde früher", 1),
    ],
)
async def test_moving_a_pending_reminder_by_its_words_offers_the_edit(
    text: str, meant: int, regime: Regime
) -> None:
    house = await house_with(*FOUR)
    pending = await house.reminders.pending(7, limit=99)
    plan = house.planner.plan(Request(origin=origin(text), regime=regime, pending=pending))
    assert plan.question is None
    assert plan.offer.names()[0] == "agenda:edit"
    ids = next(each.values for each in plan.offer.grounded if each.argument == "reminder_id")
    assert ids[0] == meant


@pytest.mark.parametrize("text", ["move the sofa to Friday", "make dinner at 6", "put the kettle on at 5"])
async def test_moving_something_else_offers_no_edit_by_words(text: str) -> None:
    house = await house_with(*FOUR)
    pending = await house.reminders.pending(7, limit=99)
    plan = house.planner.plan(Request(origin=origin(text), regime=Regime.NARROW, pending=pending))
    assert not any(hit.tool == "agenda:edit" for hit in plan.signals.hits)


async def test_an_hour_earlier_moves_the_one_that_is_named() -> None:
    house = await house_with(*FOUR, answer="agenda:edit")
    await house.set("dinner", minutes=3 * HOUR, kind=ReminderKind.REMINDER)
    before = house.reminders.reminders[2].due
    tool = house.catalogue["agenda:edit"].tool
    arguments = tool.arguments.model_validate({"reminder_id": 2, "time": ""})
    said = origin("make the plants one an hour earlier")
    await tool.run(arguments, ToolContext(origin=said, call_index=0))
    assert house.reminders.reminders[2].due == before - timedelta(hours=1)
