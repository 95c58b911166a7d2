"""A model that can choose: several tools, several steps, the last word its own."""

from __future__ import annotations

from typing import Any

import pytest

from agent import replies
from agent.engine.profile import ModelProfile
from agent.prompt import texts
from agent.steps import TurnLimits
from agent.testing.engine import Reply, ScriptedEngine
from agent.types import Channel, ChannelKind, TurnEnd
from tests.turn.house import ANN, WIDE, House, build, idle, origin, reflect, task

REMIND = "remind me tomorrow at 9 to call mum, please"
SET: tuple[str, dict[str, Any]] = ("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"})
LIST: tuple[str, dict[str, Any]] = ("agenda:list", {})


def wide(
    *script: Reply, limits: TurnLimits | None = None, profile: ModelProfile = WIDE
) -> tuple[House, ScriptedEngine]:
    engine = ScriptedEngine(script)
    return build(engine, profile=profile, limits=limits), engine


async def test_calls_then_words() -> None:
    house, engine = wide(task(SET), idle("Say hello to her!"))
    outcome = await house.turn.run(origin(REMIND))
    first, second = outcome.text.splitlines()
    assert first.startswith("I will remind you: Tuesday, 3 March 2026, 09:00 (Europe/Berlin)")
    assert second == "Say hello to her!"
    assert (outcome.end, outcome.steps, outcome.calls) == (TurnEnd.CONFIRMED, 2, ("agenda:remind_at",))
    assert "agenda:remind_at: done: Set: reminder 1, due" in engine.rendered[1][-1].content


async def test_the_model_may_quote_other_words() -> None:
    house, _ = wide(
        task(("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum, please"})), idle("OK!")
    )
    await house.turn.run(origin(REMIND))
    (stored,) = await house.reminders.pending(ANN.id)
    assert stored.text == "call mum, please"


async def test_the_model_may_just_talk() -> None:
    house, _ = wide(idle("Do you mean your own mother?"))
    outcome = await house.turn.run(origin(REMIND))
    assert (outcome.text, outcome.end) == ("Do you mean your own mother?", TurnEnd.REPLIED)


async def test_a_second_claim_about_the_time_is_left_out() -> None:
    house, _ = wide(task(SET), idle("I have set it for 8 in the morning."))
    outcome = await house.turn.run(origin(REMIND))
    assert "\n" not in outcome.text
    assert "09:00" in outcome.text


async def test_a_claim_without_a_call_is_corrected_once() -> None:
    house, engine = wide(idle("I have set a reminder."), idle("Nothing is set yet. When should it be?"))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.text == "Nothing is set yet. When should it be?"
    assert engine.rendered[1][-1].content == texts.CORRECTION


async def test_a_claim_that_is_repeated_is_replaced() -> None:
    house, _ = wide(idle("I have set a reminder."), idle("I have set a reminder."))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.text == replies.nothing_done("en")


async def test_a_call_written_out_as_text_is_corrected_and_never_posted() -> None:
    written = '{"name": "agenda:remind_at", "args": {"time": "in 20 minutes"}}'
    house, _ = wide(idle(written), task(SET), idle("There."))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.end is TurnEnd.CONFIRMED
    house, _ = wide(idle(written), idle(written))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.text == replies.nothing_done("en")


async def test_a_correction_may_lead_to_the_call() -> None:
    house, _ = wide(idle("I have set a reminder."), task(SET), idle("There."))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.end is TurnEnd.CONFIRMED
    assert len(await house.reminders.pending(ANN.id)) == 1


async def test_thinking_goes_on() -> None:
    house, engine = wide(reflect(), task(SET), idle("There."))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.steps == 3
    assert engine.rendered[1][-1].content == texts.GO_ON


async def test_after_the_last_step_there_are_words_only() -> None:
    house, engine = wide(reflect(), reflect(), idle("That was a lot."), limits=TurnLimits(steps=2))
    outcome = await house.turn.run(origin(REMIND))
    assert (outcome.text, outcome.end, outcome.steps) == ("That was a lot.", TurnEnd.REPLIED, 3)
    assert engine.rendered[2][-1].content == texts.LAST_STEP
    grammar = engine.requests[2].grammar
    assert grammar is not None
    assert "agenda" not in grammar.gbnf


async def test_the_step_limit_has_its_sentence() -> None:
    engine = ScriptedEngine([reflect(), "no", "no"], strict=False)
    house = build(engine, profile=WIDE, limits=TurnLimits(steps=1))
    outcome = await house.turn.run(origin(REMIND))
    assert outcome.end is TurnEnd.STEP_LIMIT
    assert outcome.text == replies.sentence(TurnEnd.STEP_LIMIT, "en")


async def test_six_steps_by_default() -> None:
    house, engine = wide(*[reflect()] * 6, idle("Done thinking."))
    outcome = await house.turn.run(origin(REMIND))
    assert len(engine.requests) == 7
    assert outcome.text == "Done thinking."


async def test_a_batch_is_confirmed_in_its_order() -> None:
    text = "wake me tomorrow at 7 and remind me tomorrow at 9 to call mum"
    alarm = ("clock:alarm", {"time": "tomorrow at 7", "label": "wake"})
    house, _ = wide(task(alarm, SET), idle("Sleep well!"))
    outcome = await house.turn.run(origin(text))
    lines = outcome.text.splitlines()
    assert [line.split(":")[0] for line in lines] == ["Alarm set", "I will remind you", "Sleep well!"]
    assert len(house.reminders.reminders) == 2


async def test_repeating_itself_ends_the_calling() -> None:
    house, engine = wide(task(SET), task(SET), idle("There."))
    outcome = await house.turn.run(origin(REMIND))
    assert len(house.reminders.reminders) == 1
    assert outcome.text.splitlines()[0].startswith("I will remind you")
    assert outcome.text.count("I will remind you") == 1
    assert engine.rendered[2][-1].content == texts.LAST_STEP


async def test_reading_lets_the_model_say_it() -> None:
    house, engine = wide(task(LIST), idle("Nothing planned."))
    outcome = await house.turn.run(origin("what reminders do I have?"))
    assert (outcome.text, outcome.end) == ("Nothing planned.", TurnEnd.REPLIED)
    assert "agenda:list: done: You have no pending reminders." in engine.rendered[1][-1].content


async def test_a_question_of_a_tool_goes_to_the_author() -> None:
    past = ("agenda:remind_at", {"time": "on 2020-01-01 at 5pm", "text": "dance"})
    house, _ = wide(task(past), idle("Which day do you mean?"))
    outcome = await house.turn.run(origin("remind me on 2020-01-01 at 5pm to dance"))
    assert outcome.end is TurnEnd.ASKED
    assert "already over" in outcome.text
    asked = await house.clarifications.get(1, ANN.id)
    assert asked is not None
    assert asked.tool == "agenda:remind_at"


async def test_a_missing_time_is_asked_for_here_too() -> None:
    house, engine = wide()
    outcome = await house.turn.run(origin("remind me to buy milk"))
    assert outcome.text == "When should I remind you?"
    assert engine.requests == []


@pytest.mark.parametrize("kind", [ChannelKind.GUILD, ChannelKind.THREAD])
async def test_people_have_names_where_there_are_several(kind: ChannelKind) -> None:
    house, engine = wide(idle("Hi Ann!"), idle("Hi again!"))
    channel = Channel(id=5, kind=kind, guild_id=6)
    await house.turn.run(origin("tell me about trains please", channel=channel, message_id=1))
    await house.turn.run(origin("and about planes, if you can", channel=channel, message_id=2))
    contents = [message.content for message in engine.rendered[1]]
    assert contents[1] == "Ann: tell me about trains please"
    assert contents[-1].endswith("\nAnn: and about planes, if you can")


# ------------------------------------------------------------------ recovery


PAST: tuple[str, dict[str, Any]] = ("agenda:remind_at", {"time": "on 2020-01-01 at 5pm", "text": "dance"})


async def test_a_wrong_call_is_corrected_once_and_then_given_up_honestly() -> None:
    """Its time is over: no other text can mend that, and after the second attempt the turn ends."""
    text = "remind me on 2020-01-01 at 5pm to dance"
    house, engine = wide(task(PAST), task(("agenda:remind_at", PAST[1] | {"text": "to dance"})))
    outcome = await house.turn.run(origin(text))
    assert len(engine.requests) == 2
    assert outcome.end is TurnEnd.ASKED
    assert "already over" in outcome.text
    assert house.reminders.reminders == {}


# ------------------------------------------------------------------ claims about what was before


async def test_a_reminder_from_before_may_be_spoken_of() -> None:
    house, engine = wide(idle("Yes, your reminder is still set."))
    await house.set("stretch")
    outcome = await house.turn.run(origin("you do not forget me, do you, my friend?"))
    assert outcome.text == "Yes, your reminder is still set."
    assert len(engine.requests) == 1


async def test_a_reminder_that_never_was_may_not() -> None:
    house, _ = wide(idle("Yes, your reminder is still set."), idle("Yes, your reminder is still set."))
    outcome = await house.turn.run(origin("you do not forget me, do you, my friend?"))
    assert outcome.text == replies.nothing_done("en")


async def test_what_the_turn_listed_may_be_spoken_of() -> None:
    house, _ = wide(task(LIST), idle("Your reminder is set for this evening."))
    await house.set("stretch")
    outcome = await house.turn.run(origin("what reminders do I have?"))
    assert outcome.text == "Your reminder is set for this evening."
