"""A small model: one tool that must be called where routing is sure, else talk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from agent import replies
from agent.prompt import texts
from agent.testing.engine import ScriptedEngine
from agent.types import Channel, ChannelKind, Regime, ReminderKind, TurnEnd
from tests.turn.house import ANN, NOW, build, idle, origin, task

CALLS = [
    (
        "remind me in 3 seconds to stretch",
        "agenda:remind_at",
        {"time": "in 3 seconds", "text": "stretch"},
        "I will remind you: Monday, 2 March 2026, 22:00:03 (Europe/Berlin)",
    ),
    (
        "kannst du mich in 3 Sekunden ans Dehnen erinnern?",
        "agenda:remind_at",
        {"time": "in 3 Sekunden", "text": "Dehnen"},
        "Ich erinnere dich: Montag, 2. März 2026, 22:00:03 (Europe/Berlin)",
    ),
    (
        "ping me in three seconds, I need to stretch",
        "agenda:remind_at",
        {"time": "in three seconds", "text": "I need to stretch"},
        "I will remind you: Monday, 2 March 2026, 22:00:03 (Europe/Berlin)",
    ),
    (
        "wake me at 6:45",
        "clock:alarm",
        {"time": "at 6:45", "label": ""},
        "Alarm set: Tuesday, 3 March 2026, 06:45",
    ),
    (
        "set a timer for 5 minutes",
        "clock:timer",
        {"time": "for 5 minutes", "label": ""},
        "Timer set: it rings Monday, 2 March 2026, 22:05",
    ),
    ("what time is it?", "clock:now", {}, "It is Monday, 2 March 2026, 22:00 (Europe/Berlin)."),
    ("what reminders do I have?", "agenda:list", {}, "You have no pending reminders."),
]


@pytest.mark.parametrize(("text", "tool", "args", "answer"), CALLS)
async def test_one_call_and_its_confirmation(text: str, tool: str, args: dict[str, str], answer: str) -> None:
    """The script is strict: each of these envelopes is what the grammar of its request allows."""
    engine = ScriptedEngine([task((tool, args))])
    house = build(engine)
    outcome = await house.turn.run(origin(text))
    assert outcome.text.startswith(answer)
    assert outcome.calls == outcome.offer == (tool,)
    assert outcome.steps == len(engine.requests) == 1
    assert outcome.end is (TurnEnd.CONFIRMED if args else TurnEnd.REPLIED)


async def test_the_call_is_the_only_thing_that_can_be_said() -> None:
    engine = ScriptedEngine([idle("I will do that.")])
    outcome = await build(engine).turn.run(origin("set a timer for 5 minutes"))
    assert outcome.end is TurnEnd.INTERNAL, "the scripted engine refuses what the grammar forbids"


async def test_the_row_holds_the_users_words_and_time() -> None:
    house = build(
        ScriptedEngine([task(("agenda:remind_at", {"time": "in an hour", "text": "feed the cat"}))])
    )
    await house.turn.run(origin("don't let me forget to feed the cat in an hour", message_id=99))
    (stored,) = await house.reminders.pending(ANN.id)
    assert (stored.text, stored.due, stored.kind) == (
        "feed the cat",
        NOW + timedelta(hours=1),
        ReminderKind.REMINDER,
    )


@pytest.mark.parametrize("text", ["hello there", "thanks!", "What's the capital of France?", "I like trains"])
async def test_talk_offers_no_tools(text: str) -> None:
    engine = ScriptedEngine([idle("Hello!")])
    outcome = await build(engine).turn.run(origin(text))
    assert (outcome.text, outcome.end, outcome.offer, outcome.calls) == ("Hello!", TurnEnd.REPLIED, (), ())
    assert engine.rendered[0][-1].content == text


@pytest.mark.parametrize("claim", ["I have set a reminder for you.", "Der Wecker ist gestellt."])
async def test_a_claim_without_a_result_is_not_sent(claim: str) -> None:
    engine = ScriptedEngine([idle(claim)])
    outcome = await build(engine).turn.run(origin("What's the capital of France?"))
    assert outcome.text == replies.nothing_done("en")
    assert len(engine.requests) == 1, "a small model would only repeat it"


async def test_a_german_message_is_answered_in_german() -> None:
    engine = ScriptedEngine([idle("Ich habe den Wecker gestellt.")])
    outcome = await build(engine).turn.run(origin("was denkst du über den Regen und die Sonne?"))
    assert outcome.text == replies.nothing_done("de")


async def test_both_sides_are_remembered() -> None:
    engine = ScriptedEngine([idle("Paris."), idle("Rome.")])
    house = build(engine)
    await house.turn.run(origin("What is the capital of France?", message_id=1))
    await house.turn.run(origin("and what about the one of Italy?", message_id=2))
    past = await house.history.window(1, limit=10)
    assert [(message.role, message.text) for message in past] == [
        ("user", "What is the capital of France?"),
        ("assistant", "Paris."),
        ("user", "and what about the one of Italy?"),
        ("assistant", "Rome."),
    ]
    shown = [message.content for message in engine.rendered[1]]
    assert shown[-3:] == [
        "What is the capital of France?",
        texts.as_envelope("Paris."),
        "and what about the one of Italy?",
    ]


async def test_what_the_host_said_is_not_shown_to_be_said_again() -> None:
    engine = ScriptedEngine([task(("agenda:list", {})), idle("Paris.")])
    house = build(engine)
    listed = await house.turn.run(origin("list my reminders", message_id=1))
    none = await house.turn.run(origin("cancel my reminder", message_id=2))
    spoken = await house.turn.run(origin("What is the capital of France?", message_id=3))
    assert (listed.composed, none.composed, spoken.composed) == (True, True, False)
    assert none.text == replies.NONE_PENDING["en"]
    past = await house.history.window(1, limit=10)
    assert [message.composed for message in past if message.role == "assistant"] == [True, True, False]
    assert len(engine.rendered[-1]) == len(texts.prefix(Regime.NARROW)) + 1


async def test_one_reminder_of_many_can_be_named_by_its_number() -> None:
    engine = ScriptedEngine([task(("agenda:remove", {"reminder_id": 30}))])
    house = build(engine)
    for number in range(40):
        await house.set(f"chore {number + 1}", minutes=60 + number)
    outcome = await house.turn.run(origin("cancel reminder 30", message_id=1))
    assert outcome.text.startswith("Cancelled: #30 ")


async def test_a_question_in_a_guild_shows_no_text_of_a_direct_message() -> None:
    house = build(ScriptedEngine([]))
    for text in ("the surprise", "the secret"):
        await house.set(text)
    guild = Channel(id=5, kind=ChannelKind.GUILD, guild_id=6)
    outcome = await house.turn.run(origin("cancel my reminder", message_id=1, channel=guild))
    assert outcome.end is TurnEnd.ASKED
    assert "#1 " in outcome.text
    assert "#2 " in outcome.text
    assert "surprise" not in outcome.text
    assert "secret" not in outcome.text


async def test_a_required_call_sees_no_history() -> None:
    engine = ScriptedEngine([idle("Paris."), task(("clock:now", {}))])
    house = build(engine)
    await house.turn.run(origin("What is the capital of France?", message_id=1))
    await house.turn.run(origin("what time is it?", message_id=2))
    assert len(engine.rendered[1]) == len(texts.prefix(Regime.NARROW)) + 1


async def test_one_line_is_logged_for_each_turn() -> None:
    house = build(ScriptedEngine([task(("clock:timer", {"time": "for 5 minutes", "label": ""}))]))
    with capture_logs() as logs:
        await house.turn.run(origin("set a timer for 5 minutes", message_id=77))
    (line,) = [entry for entry in logs if entry["event"] == "turn"]
    assert line["message"] == 77
    assert line["end"] == "confirmed"
    assert line["offer"] == line["calls"] == ("clock:timer",)
    assert line["generated_tokens"] > 0
    spoken = [entry for entry in logs if entry["log_level"] != "debug" and "minutes" in str(entry)]
    assert spoken == [], "what people say is logged at debug level only"


async def test_a_guild_changes_nothing_for_a_small_model() -> None:
    engine = ScriptedEngine([idle("Hi!")])
    channel = origin("x").channel
    guild = type(channel)(id=5, kind=ChannelKind.GUILD, guild_id=6)
    await build(engine).turn.run(origin("tell me something about trains", channel=guild))
    assert engine.rendered[0][-1].content == "tell me something about trains"
