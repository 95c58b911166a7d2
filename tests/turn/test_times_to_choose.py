"""Several times in one request: all are named, and the one that is chosen is set exactly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.engine.profile import ModelProfile
from agent.testing.engine import ScriptedEngine
from agent.types import Picked, QuestionState, TurnEnd
from tests.turn.house import ANN, NARROW, NOW, WIDE, House, build, idle, origin, task


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """On a day of March 2026 in Berlin, as an instant."""
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC) - timedelta(hours=1)


IN_5, IN_10 = NOW + timedelta(minutes=5), NOW + timedelta(minutes=10)
REQUESTS = [
    ("remind me at 9 or 10 to call", [at(3, 9), at(3, 10)], "call"),
    (
        "remind me at 9 or 10 pm to call",
        [at(3, 21), at(3, 22)],
        "call",
    ),
    ("remind me tomorrow at 9 or at 10 to call", [at(3, 9), at(3, 10)], "call"),
    ("remind me on Wednesday or Thursday at 5pm to run", [at(4, 17), at(5, 17)], "run"),
    (
        "remind me in 5 minutes or in an hour to go",
        [IN_5, NOW + timedelta(hours=1)],
        "go",
    ),
    ("set a timer for 5 or 10 minutes", [IN_5, IN_10], "Timer"),
    ("wake me at 6 or 7", [at(3, 6), at(3, 7)], "Alarm"),
    ("erinnere mich um 9 oder 10 ans Essen", [at(3, 9), at(3, 10)], "Essen"),
    ("remind me at midnight tomorrow to pay", [at(3, 0), at(4, 0)], "pay"),
]
BOTH = [
    ("set timers for 5 minutes and 10 minutes", [IN_5, IN_10]),
    ("stell Timer auf 5 Minuten und 10 Minuten", [IN_5, IN_10]),
]


async def due(house: House) -> list[datetime]:
    return [each.due for each in await house.reminders.pending(ANN.id)]


@pytest.mark.parametrize("profile", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize(("text", "instants", "about"), REQUESTS)
async def test_all_readings_are_named_and_the_chosen_one_is_set(
    text: str, instants: list[datetime], about: str, profile: ModelProfile
) -> None:
    engine = ScriptedEngine()
    house = build(engine, profile=profile)
    asked = await house.turn.run(origin(text, message_id=1))
    assert asked.end is TurnEnd.ASKED, asked.text
    assert asked.question is not None
    lines = asked.text.splitlines()[1:]
    assert lines == [f"{n}. {choice.label}" for n, choice in enumerate(asked.question.choices, start=1)]
    assert await due(house) == []
    answered = await house.turn.run(origin("2", message_id=2, now=NOW + timedelta(minutes=1)))
    assert answered.end is TurnEnd.CONFIRMED, answered.text
    (stored,) = await house.reminders.pending(ANN.id)
    assert (stored.due, stored.text) == (instants[1], about)
    assert len(asked.question.choices) == len(instants)
    assert engine.requests == []


@pytest.mark.parametrize(("text", "instants"), BOTH)
async def test_two_durations_are_not_their_sum(text: str, instants: list[datetime]) -> None:
    house = build(ScriptedEngine())
    asked = await house.turn.run(origin(text, message_id=1))
    assert asked.end is TurnEnd.ASKED, asked.text
    await house.turn.run(origin("1", message_id=2))
    assert await due(house) == instants[:1]


async def test_a_larger_model_sets_both_timers() -> None:
    spoken = ("for 5 minutes", "10 minutes")
    calls = [("clock:timer", {"time": phrase, "label": "timers"}) for phrase in spoken]
    house = build(ScriptedEngine([task(*calls), idle("Enjoy.")]), profile=WIDE)
    await house.turn.run(origin("set timers for 5 minutes and 10 minutes"))
    assert await due(house) == [IN_5, IN_10]


async def test_a_sum_that_a_model_writes_is_asked_about() -> None:
    both = ("clock:timer", {"time": "5 minutes and 10 minutes", "label": ""})
    profile = ModelProfile(regime=WIDE.regime, thought_limit=100, message_limit=400)
    house = build(ScriptedEngine([task(both), idle("Which one?")], strict=False), profile=profile)
    asked = await house.turn.run(origin("start timers, 5 minutes and 10 minutes", message_id=1))
    if asked.end is TurnEnd.ASKED:
        await house.turn.run(origin("the second", message_id=2))
        assert await due(house) == [NOW + timedelta(minutes=10)]
    assert NOW + timedelta(minutes=15) not in await due(house)


@pytest.mark.parametrize("answer", ["at 10", "10", "the second", "2.", "#2", "10 o'clock please"])
async def test_the_time_itself_may_be_written_instead_of_its_number(answer: str) -> None:
    script = task(("agenda:remind_at", {"time": answer.removesuffix(" please"), "text": "call"}))
    house = build(ScriptedEngine([script], strict=False))
    await house.turn.run(origin("remind me at 9 or 10 to call", message_id=1))
    await house.turn.run(origin(answer, message_id=2))
    assert await due(house) == [at(3, 10)]


@pytest.mark.parametrize(
    "text",
    [
        "remind me tomorrow at 9 to call mum",
        "remind me at 5 to call Bob about the 9 o'clock meeting",
        "set a timer for 1 hour and 30 minutes",
        "remind me every day at 9 or 10 to drink",
        "remind me next friday to pay",
    ],
)
async def test_one_time_and_a_series_offer_no_instants(text: str) -> None:
    house = build(ScriptedEngine([]))
    outcome = await house.turn.run(origin(text))
    assert outcome.question is None


async def test_a_press_picks_by_the_question_and_not_by_what_was_asked_last() -> None:
    house = build(ScriptedEngine([idle("Nice.")]))
    await house.turn.run(origin("remind me at 9 or 10 to call", message_id=1))
    await house.turn.run(origin("I rather like trains, you know", message_id=2))
    press = Picked(question_id=1, number=2, message_id=50)
    pressed = await house.turn.run(origin("10:00", message_id=3, picked=press))
    assert pressed.end is TurnEnd.CONFIRMED
    again = await house.turn.run(origin("10:00", message_id=4, picked=press))
    assert again.text == "That question has been answered already."
    assert await due(house) == [at(3, 10)]
    assert (await house.clarifications.find(1, author_id=ANN.id))[0] is QuestionState.ANSWERED


async def test_a_press_that_comes_late_or_from_somebody_else_sets_nothing() -> None:
    house = build(ScriptedEngine())
    await house.turn.run(origin("remind me at 9 or 10 to call", message_id=1))
    press = Picked(question_id=1, number=1, message_id=50)
    bob = ANN.__class__(id=8, name="Bob")
    stolen = await house.turn.run(origin("x", message_id=2, picked=press, author=bob))
    assert stolen.text == "That question is no longer open; please ask again."
    odd = Picked(question_id=1, number=9, message_id=50)
    assert (await house.turn.run(origin("x", message_id=3, picked=odd))).end is TurnEnd.REPLIED
    late = await house.turn.run(origin("x", message_id=4, picked=press, now=NOW + timedelta(minutes=11)))
    assert late.text == "That question is too old to be answered now; please ask again."
    assert await due(house) == []


async def test_which_reminder_is_meant_can_be_pressed() -> None:
    house = build(ScriptedEngine([task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.set("call dad")
    asked = await house.turn.run(origin("cancel the call reminder", message_id=1))
    assert asked.question is not None
    assert len(asked.question.choices) == 2
    press = Picked(question_id=1, number=2, message_id=50)
    outcome = await house.turn.run(origin("#2 Reminder", message_id=2, picked=press))
    assert outcome.text.startswith("Cancelled: #2 Reminder, ")
