"""Requests that lack something are asked about without the model, and the answer completes them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.testing.engine import ScriptedEngine
from agent.types import Author, Channel, ChannelKind, ReminderKind, TurnEnd
from tests.turn.house import ANN, NOW, build, idle, origin, task


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("remind me to buy milk", "When should I remind you?"),
        ("erinnere mich daran, Milch zu kaufen", "Wann soll ich dich erinnern?"),
        ("set a timer", "How long should the timer run?"),
        ("wake me up", "When should the alarm ring?"),
    ],
)
async def test_a_missing_time_is_asked_for_without_the_model(text: str, question: str) -> None:
    engine = ScriptedEngine()
    house = build(engine)
    outcome = await house.turn.run(origin(text))
    assert (outcome.text, outcome.end) == (question, TurnEnd.ASKED)
    assert engine.requests == []
    assert house.reminders.reminders == {}


@pytest.mark.parametrize("answer", ["in 20 minutes", "make it in 20 minutes please", "In 20 minutes!"])
async def test_the_answer_completes_the_request(answer: str) -> None:
    phrase = "In 20 minutes" if answer.startswith("In") else "in 20 minutes"
    engine = ScriptedEngine([task(("agenda:remind_at", {"time": phrase, "text": "buy milk"}))])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    outcome = await house.turn.run(origin(answer, message_id=2, now=NOW + timedelta(minutes=9)))
    assert outcome.end is TurnEnd.CONFIRMED
    (stored,) = await house.reminders.pending(ANN.id)
    assert stored.text == "buy milk"
    assert stored.due == NOW + timedelta(minutes=29)
    assert await house.clarifications.get(1, ANN.id) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"now": NOW + timedelta(minutes=11)},
        {"author": Author(id=8, name="Bob")},
        {"channel": Channel(id=2, kind=ChannelKind.DM)},
    ],
)
async def test_a_late_or_foreign_answer_is_a_message_of_its_own(changes: dict[str, object]) -> None:
    engine = ScriptedEngine([idle("Pardon?")])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    outcome = await house.turn.run(origin("in 20 minutes", message_id=2, **changes))
    assert outcome.text == "Pardon?"
    assert house.reminders.reminders == {}


async def test_a_message_that_is_no_answer_drops_the_question() -> None:
    engine = ScriptedEngine([idle("Trains are nice."), idle("Pardon?")])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    await house.turn.run(origin("I rather like trains, you know", message_id=2))
    outcome = await house.turn.run(origin("in 20 minutes", message_id=3))
    assert outcome.text == "Pardon?"
    assert house.reminders.reminders == {}


async def test_a_request_that_is_whole_itself_keeps_its_own_text() -> None:
    engine = ScriptedEngine([task(("agenda:remind_at", {"time": "in 20 minutes", "text": "call mum"}))])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    await house.turn.run(origin("in 20 minutes remind me to call mum", message_id=2))
    (stored,) = await house.reminders.pending(ANN.id)
    assert stored.text == "call mum"


@pytest.mark.parametrize("answer", ["remind me in 20 minutes", "a reminder in 20 minutes please"])
async def test_an_answer_that_asks_again_without_a_subject_keeps_the_first_one(answer: str) -> None:
    engine = ScriptedEngine([task(("agenda:remind_at", {"time": "in 20 minutes", "text": "buy milk"}))])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    await house.turn.run(origin(answer, message_id=2))
    (stored,) = await house.reminders.pending(ANN.id)
    assert stored.text == "buy milk"


async def test_another_request_is_no_answer() -> None:
    engine = ScriptedEngine([task(("clock:timer", {"time": "for 5 minutes", "label": ""}))])
    house = build(engine)
    await house.turn.run(origin("remind me to buy milk", message_id=1))
    outcome = await house.turn.run(origin("set a timer for 5 minutes", message_id=2))
    assert outcome.calls == ("clock:timer",)


async def test_a_past_time_is_asked_about_and_then_set() -> None:
    engine = ScriptedEngine(
        [
            task(("agenda:remind_at", {"time": "on 2020-01-01 at 5pm", "text": "dance"})),
            task(("agenda:remind_at", {"time": "tomorrow at 7", "text": "dance"})),
        ]
    )
    house = build(engine)
    outcome = await house.turn.run(origin("remind me on 2020-01-01 at 5pm to dance", message_id=1))
    assert outcome.end is TurnEnd.ASKED
    assert "is already over, so nothing is set" in outcome.text
    assert house.reminders.reminders == {}
    outcome = await house.turn.run(origin("tomorrow at 7", message_id=2))
    assert outcome.end is TurnEnd.CONFIRMED
    assert [reminder.text for reminder in house.reminders.reminders.values()] == ["dance"]


async def test_nothing_pending_is_said_without_the_model() -> None:
    house = build(ScriptedEngine())
    outcome = await house.turn.run(origin("cancel my reminder"))
    assert outcome.text == "You have no pending reminders, so there is nothing to cancel."
    assert await house.clarifications.get(1, ANN.id) is None


async def test_the_only_match_is_removed_at_once() -> None:
    house = build(ScriptedEngine([task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.set("the dentist")
    outcome = await house.turn.run(origin("please cancel the reminder about the dentist"))
    assert outcome.text.startswith("Cancelled: #2 Reminder, ")
    assert [reminder.text for reminder in await house.reminders.pending(ANN.id)] == ["call mum"]


@pytest.mark.parametrize("answer", ["2", "#2", "the second call is number 2", "dad"])
async def test_which_one_is_asked_and_answered(answer: str) -> None:
    house = build(ScriptedEngine([task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.set("call dad")
    outcome = await house.turn.run(origin("cancel the call reminder", message_id=1))
    assert outcome.end is TurnEnd.ASKED
    assert "#1 Reminder" in outcome.text
    assert "#2 Reminder" in outcome.text
    outcome = await house.turn.run(origin(answer, message_id=2))
    assert outcome.text.startswith("Cancelled: #2 Reminder, ")


async def test_no_match_shows_what_there_is() -> None:
    house = build(ScriptedEngine())
    await house.set("call mum")
    outcome = await house.turn.run(origin("cancel the reminder about the dentist"))
    assert outcome.end is TurnEnd.ASKED
    assert outcome.text.startswith("None of your pending reminders fits that.")
    assert "call mum" in outcome.text


async def test_the_named_kind_narrows_the_choice() -> None:
    house = build(ScriptedEngine([task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.set("Timer", kind=ReminderKind.TIMER)
    outcome = await house.turn.run(origin("stop the timer"))
    assert outcome.text.startswith("Cancelled: #2 Timer, ")


async def test_a_strangers_reminder_is_never_offered() -> None:
    house = build(ScriptedEngine())
    await house.set("call mum")
    outcome = await house.turn.run(origin("cancel reminder 1", author=Author(id=8, name="Bob")))
    assert "no pending reminders" in outcome.text
    assert len(await house.reminders.pending(ANN.id)) == 1
