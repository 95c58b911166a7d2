"""Messages that lean on the one before, and questions between two tools."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from agent import replies
from agent.routing.choosing import Option
from agent.routing.plan import Need, Question
from agent.testing.engine import ScriptedEngine
from agent.types import Author, Choice, Clarification, QuestionKind, TurnEnd
from tests.turn.house import ANN, NOW, build, idle, origin, task

SET = task(("agenda:remind_at", {"time": "in 20 minutes", "text": "stretch"}))


async def test_that_is_the_reminder_that_was_set_last() -> None:
    house = build(ScriptedEngine([SET, task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.turn.run(origin("remind me in 20 minutes to stretch", message_id=1))
    outcome = await house.turn.run(origin("delete that", message_id=2))
    assert outcome.text.startswith("Cancelled: #2 ")
    assert [reminder.text for reminder in await house.reminders.pending(ANN.id)] == ["call mum"]


@pytest.mark.parametrize(
    "changes", [{"now": NOW + timedelta(minutes=11)}, {"author": Author(id=8, name="Bob")}]
)
async def test_that_means_nothing_later_or_to_others(changes: dict[str, object]) -> None:
    house = build(ScriptedEngine([SET, idle("What do you mean?")]))
    await house.turn.run(origin("remind me in 20 minutes to stretch", message_id=1))
    outcome = await house.turn.run(origin("delete that", message_id=2, **changes))
    assert outcome.calls == ()
    assert len(await house.reminders.pending(ANN.id)) == 1


async def test_the_same_again_at_another_time() -> None:
    again = task(("agenda:remind_at", {"time": "tomorrow at 9", "text": "stretch"}))
    house = build(ScriptedEngine([SET, again]))
    await house.turn.run(origin("remind me in 20 minutes to stretch", message_id=1))
    outcome = await house.turn.run(origin("and tomorrow at 9?", message_id=2))
    assert outcome.end is TurnEnd.CONFIRMED
    assert [reminder.text for reminder in await house.reminders.pending(ANN.id)] == ["stretch", "stretch"]


@pytest.mark.parametrize(
    ("text", "time", "due"),
    [
        ("make it 11pm instead", "11pm", NOW + timedelta(hours=1)),
        ("lieber um 23:30 Uhr", "um 23:30 Uhr", NOW + timedelta(hours=1, minutes=30)),
        ("push that by an hour", "", NOW + timedelta(hours=1, minutes=20)),
    ],
)
async def test_a_change_moves_what_was_just_set(text: str, time: str, due: datetime) -> None:
    change = task(("agenda:edit", {"reminder_id": 2, "time": time}))
    house = build(ScriptedEngine([SET, change]))
    await house.set("call mum")
    await house.turn.run(origin("remind me in 20 minutes to stretch", message_id=1))
    outcome = await house.turn.run(origin(text, message_id=2))
    assert outcome.end is TurnEnd.CONFIRMED
    assert [(each.text, each.due) for each in await house.reminders.pending(ANN.id)] == sorted(
        [("call mum", NOW + timedelta(minutes=60)), ("stretch", due)], key=lambda each: each[1]
    )


async def test_a_change_goes_on_once_it_is_said_which_one_is_meant() -> None:
    house = build(ScriptedEngine([task(("agenda:edit", {"reminder_id": 2, "time": ""}))]))
    await house.set("call mum")
    await house.set("buy milk", minutes=90)
    asked = await house.turn.run(origin("push the reminder by an hour", message_id=1))
    assert asked.end is TurnEnd.ASKED
    outcome = await house.turn.run(origin("the milk one", message_id=2))
    assert outcome.end is TurnEnd.CONFIRMED
    assert house.reminders.reminders[2].due == NOW + timedelta(minutes=150)


async def test_the_milk_one_is_found_by_its_word() -> None:
    house = build(ScriptedEngine([task(("agenda:remove", {"reminder_id": 2}))]))
    await house.set("call mum")
    await house.set("buy milk")
    outcome = await house.turn.run(origin("cancel the milk one"))
    assert outcome.text.startswith("Cancelled: #2 ")


CHOICE = Clarification(
    tool="clock:alarm",
    text="in 20 minutes: stretch",
    asked_at=NOW,
    kind=QuestionKind.TOOL,
    choices=(
        Choice(label="an alarm", value="clock:alarm"),
        Choice(label="a reminder", value="agenda:remind_at"),
        Choice(label="just to talk", value="none"),
    ),
)


@pytest.mark.parametrize("answer", ["2", "a reminder", "eine Erinnerung"])
async def test_an_answer_by_number_or_word_completes_the_request(answer: str) -> None:
    house = build(ScriptedEngine([SET]))
    await house.clarifications.put(1, ANN.id, CHOICE)
    outcome = await house.turn.run(origin(answer))
    assert outcome.end is TurnEnd.CONFIRMED
    (stored,) = await house.reminders.pending(ANN.id)
    assert (stored.text, stored.due) == ("stretch", NOW + timedelta(minutes=20))
    assert await house.clarifications.get(1, ANN.id) is None


async def test_just_talk_talks_about_what_was_said() -> None:
    engine = ScriptedEngine([idle("Stretching is good for you.")])
    house = build(engine)
    await house.clarifications.put(1, ANN.id, CHOICE)
    outcome = await house.turn.run(origin("3"))
    assert outcome.text == "Stretching is good for you."
    assert engine.rendered[0][-1].content == CHOICE.text
    (said, _) = await house.history.window(1, limit=10)
    assert said.text == "3"


def test_the_question_numbers_its_answers() -> None:
    found = Question(
        tool="clock:alarm",
        need=Need.CHOICE,
        options=(
            Option(tool="agenda:remind_at", words={"en": "a reminder", "de": "eine Erinnerung"}),
            Option(tool="clock:alarm", words={"en": "an alarm", "de": "einen Wecker"}),
        ),
    )
    assert replies.question(found, "en").splitlines() == [
        "Do you want a reminder, an alarm, or just to talk?",
        "1. a reminder",
        "2. an alarm",
        "3. just to talk",
    ]
    assert replies.question(found, "de").startswith(
        "Möchtest du eine Erinnerung, einen Wecker oder einfach reden?"
    )
