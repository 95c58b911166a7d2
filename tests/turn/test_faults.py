"""Every way a turn can go wrong ends in a sentence; nothing but cancelling leaves it as an exception."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from agent import replies
from agent.errors import EngineBusy, EngineCancelled, EngineDeadline, EngineDown, EngineLost
from agent.steps import TurnLimits
from agent.testing.engine import BrokenOff, Reply, ScriptedEngine
from agent.types import Completion, GenerationRequest, Reminder, ReminderDraft, TurnEnd
from tests.turn.house import NOW, WIDE, build, idle, origin, task

TIMER = ("clock:timer", {"time": "for 5 minutes", "label": ""})


def slow_answer(asked: asyncio.Event) -> Callable[[GenerationRequest], str]:
    """A reply of several seconds; `asked` is set when its generation starts."""

    def reply(_request: GenerationRequest) -> str:
        asked.set()
        return idle("a" * 190)

    return reply


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b\u200b", "\u202e \u2066\ufe0f", "\0"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_empty_input(text: str, language: str) -> None:
    engine = ScriptedEngine()
    house = build(engine)
    outcome = await house.turn.run(origin(text, language=language))
    assert outcome.end is TurnEnd.EMPTY_INPUT
    assert outcome.text == replies.sentence(TurnEnd.EMPTY_INPUT, language)
    assert engine.rendered == []


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (EngineDown("x"), TurnEnd.ENGINE_DOWN),
        (EngineBusy("x"), TurnEnd.ENGINE_BUSY),
        (EngineDeadline("x"), TurnEnd.DEADLINE),
        (EngineCancelled("x"), TurnEnd.CANCELLED),
        (RuntimeError("a bug"), TurnEnd.INTERNAL),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_engine_errors(error: Exception, end: TurnEnd, language: str) -> None:
    text = {"en": "tell me about trains", "de": "erzähl mir etwas über Züge"}[language]
    outcome = await build(ScriptedEngine([error])).turn.run(origin(text, language=language))
    assert outcome.end is end
    assert outcome.text == replies.sentence(end, language)


async def test_a_closed_engine_is_down_from_the_first_step() -> None:
    engine = ScriptedEngine()
    await engine.close()
    outcome = await build(engine).turn.run(origin("tell me about trains"))
    assert outcome.end is TurnEnd.ENGINE_DOWN


@pytest.mark.parametrize("error", [EngineDown("x"), EngineLost("x"), EngineBusy("x"), EngineDeadline("x")])
@pytest.mark.parametrize("text", ["remind me in 5 minutes to stretch", "erinnere mich in 5 Minuten an Tee"])
async def test_a_message_that_leaves_one_call_needs_no_engine(error: Exception, text: str) -> None:
    house = build(ScriptedEngine([error, error]))
    outcome = await house.turn.run(origin(text))
    assert outcome.end is TurnEnd.CONFIRMED
    assert outcome.calls == ("agenda:remind_at",)
    (reminder,) = house.reminders.reminders.values()
    assert reminder.text in ("stretch", "Tee")
    assert reminder.due == NOW + timedelta(minutes=5)


async def test_a_stopped_message_sets_nothing_though_it_leaves_one_call() -> None:
    house = build(ScriptedEngine([EngineCancelled("x")]))
    outcome = await house.turn.run(origin("remind me in 5 minutes to stretch"))
    assert outcome.end is TurnEnd.CANCELLED
    assert not house.reminders.reminders


async def test_a_message_that_leaves_a_choice_waits_for_the_engine() -> None:
    house = build(ScriptedEngine([EngineDown("x")]), profile=WIDE)
    outcome = await house.turn.run(origin("remind me in 5 minutes to stretch"))
    assert outcome.end is TurnEnd.ENGINE_DOWN
    assert not house.reminders.reminders


async def test_the_next_turn_works_after_a_fault() -> None:
    house = build(ScriptedEngine([EngineDown("x"), task(TIMER)]))
    await house.turn.run(origin("tell me about trains", message_id=1))
    outcome = await house.turn.run(origin("set a timer for 5 minutes", message_id=2))
    assert outcome.end is TurnEnd.CONFIRMED


async def test_what_was_done_before_the_fault_is_told() -> None:
    set_it = ("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"})
    house = build(ScriptedEngine([task(set_it), EngineDown("x")]), profile=WIDE)
    outcome = await house.turn.run(origin("remind me tomorrow at 9 to call mum"))
    assert outcome.end is TurnEnd.ENGINE_DOWN
    assert outcome.text.startswith(replies.sentence(TurnEnd.ENGINE_DOWN, "en"))
    assert "I will remind you: Tuesday, 3 March 2026, 09:00" in outcome.text


STORY = idle("Once there was a fox. It was red. It ran.")
LOST = EngineLost("x")


async def test_a_turn_whose_engine_is_lost_before_anything_was_shown_goes_on_elsewhere() -> None:
    engine = ScriptedEngine([BrokenOff(STORY[:60], LOST), STORY])
    shown: list[str] = []
    outcome = await build(engine, profile=WIDE).turn.run(origin("tell me a story"), shown.append)
    assert outcome.end is TurnEnd.REPLIED
    assert outcome.text == "Once there was a fox. It was red. It ran."
    first, second = engine.requests
    assert (first.prompt, first.session) == (second.prompt, second.session)
    assert first.id != second.id


async def test_what_was_done_is_not_done_again_elsewhere() -> None:
    set_it = ("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"})
    house = build(ScriptedEngine([task(set_it), LOST, idle("There you are.")]), profile=WIDE)
    outcome = await house.turn.run(origin("remind me tomorrow at 9 to call mum"))
    assert "I will remind you" in outcome.text
    assert len(house.reminders.reminders) == 1


async def test_a_turn_whose_engine_is_lost_twice_ends_in_a_sentence() -> None:
    engine = ScriptedEngine([LOST, LOST])
    outcome = await build(engine, profile=WIDE).turn.run(origin("tell me a story"))
    assert outcome.text == replies.sentence(TurnEnd.ENGINE_LOST, "en")
    assert len(engine.requests) == 2


async def test_an_answer_that_was_shown_in_part_is_not_begun_again() -> None:
    engine = ScriptedEngine([BrokenOff(STORY[:-20], LOST), STORY])
    shown: list[str] = []
    outcome = await build(engine, profile=WIDE).turn.run(origin("tell me a story"), shown.append)
    assert shown
    assert outcome.end is TurnEnd.ENGINE_LOST
    assert outcome.text == replies.sentence(TurnEnd.ENGINE_LOST, "en")
    assert len(engine.requests) == 1


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "hello",
        "[]",
        '{"thought":""',
        '{"thought":"","status":"Idle","message_to_user":null,"tool_calls":[]}',
    ],
)
async def test_an_unreadable_answer_is_asked_for_once_more(garbage: str) -> None:
    engine = ScriptedEngine([garbage, idle("Here I am.")], strict=False)
    outcome = await build(engine).turn.run(origin("tell me something about trains"))
    assert outcome.text == "Here I am."
    assert len(engine.requests) == 2


async def test_two_unreadable_answers_end_the_turn() -> None:
    engine = ScriptedEngine(["what", "ever"], strict=False)
    outcome = await build(engine).turn.run(origin("tell me something about trains"))
    assert outcome.end is TurnEnd.EMPTY_REPLY
    assert outcome.text == replies.sentence(TurnEnd.EMPTY_REPLY, "en")


class CutShort(ScriptedEngine):
    """Has room for so few tokens that answers are closed early."""

    def __init__(self, script: Sequence[Reply], *, tokens: int) -> None:
        super().__init__(script)
        self._tokens = tokens

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        return await super().generate(replace(request, max_tokens=self._tokens), on_text=on_text)


async def test_the_budget_is_enough_for_the_longest_answer() -> None:
    engine = ScriptedEngine([idle("Here I am.")])
    await build(engine, profile=WIDE).turn.run(origin("tell me something about trains"))
    (request,) = engine.requests
    assert request.grammar is not None
    assert request.max_tokens == request.grammar.longest


async def test_an_answer_cut_off_before_it_said_anything_is_none() -> None:
    engine = CutShort([idle("Here I am."), idle("Here I am.")], tokens=3)
    outcome = await build(engine).turn.run(origin("tell me about trains"))
    assert outcome.end is TurnEnd.EMPTY_REPLY
    assert len(engine.requests) == 2


async def test_calls_of_a_cut_off_answer_do_not_run() -> None:
    """With two alarms to choose from, an answer that was closed early may name the wrong one."""
    call = task(("clock:alarm", {"time": "tomorrow at 7", "label": "wake me tomorrow at 7, no, at 8"}))
    engine = CutShort([call, call], tokens=20)
    house = build(engine, profile=WIDE)
    outcome = await house.turn.run(origin("wake me tomorrow at 7, no, at 8"))
    assert house.reminders.reminders == {}
    assert outcome.end is TurnEnd.EMPTY_REPLY


async def test_a_cut_off_answer_that_can_only_be_one_call_runs() -> None:
    house = build(CutShort([task(TIMER)], tokens=5))
    outcome = await house.turn.run(origin("set a timer for 5 minutes"))
    assert outcome.end is TurnEnd.CONFIRMED


@pytest.mark.parametrize(
    ("message", "shown"),
    [("Trains are fun. They run on rails " * 3, "Trains are fun."), ("trains " * 20, "trains")],
)
async def test_a_message_that_was_cut_off_does_not_look_whole(message: str, shown: str) -> None:
    house = build(CutShort([idle(message)], tokens=20))
    outcome = await house.turn.run(origin("tell me something about trains"))
    assert outcome.text.startswith(shown)
    assert outcome.text.endswith((".", "…"))


async def test_the_turn_has_a_deadline() -> None:
    engine = ScriptedEngine([idle("a" * 100)], pause=1.0)
    house = build(engine, limits=TurnLimits(seconds=0.05))
    outcome = await house.turn.run(origin("tell me something about trains"))
    assert outcome.end is TurnEnd.DEADLINE


async def test_a_tools_bug_is_logged_and_answered() -> None:
    house = build(ScriptedEngine([task(TIMER)]))

    async def broken(draft: ReminderDraft) -> Reminder:
        raise OSError("disk on fire")

    house.reminders.add = broken  # type: ignore[method-assign]
    with capture_logs() as logs:
        outcome = await house.turn.run(origin("set a timer for 5 minutes"))
    assert outcome.end is TurnEnd.TOOL_FAILED
    assert outcome.text == replies.BROKEN["en"]
    assert "tool broke" in [entry["event"] for entry in logs]


async def test_a_failing_store_ends_in_a_sentence() -> None:
    house = build(ScriptedEngine())

    async def broken(author_id: int, *, limit: int = 25, guild_id: int | None = None) -> tuple[Reminder, ...]:
        raise OSError("disk on fire")

    house.reminders.pending = broken  # type: ignore[method-assign]
    with capture_logs() as logs:
        outcome = await house.turn.run(origin("hello there"))
    assert outcome.end is TurnEnd.INTERNAL
    assert "turn broke" in [entry["event"] for entry in logs]


async def test_a_history_that_cannot_be_written_takes_no_answer_away() -> None:
    house = build(ScriptedEngine([task(TIMER)]))

    async def broken(*arguments: object, **options: object) -> None:
        raise OSError("disk on fire")

    house.history.append = broken  # type: ignore[method-assign]
    outcome = await house.turn.run(origin("set a timer for 5 minutes"))
    assert outcome.end is TurnEnd.CONFIRMED


async def test_cancelling_a_turn_withdraws_its_request() -> None:
    asked = asyncio.Event()
    engine = ScriptedEngine([slow_answer(asked), idle("b")], pause=0.05)
    house = build(engine)
    running = asyncio.create_task(house.turn.run(origin("tell me something about trains", message_id=1)))
    await asked.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    outcome = await house.turn.run(origin("tell me something about planes", message_id=2))
    assert outcome.text == "b"


async def test_withdrawing_at_the_engine_ends_in_a_sentence() -> None:
    asked = asyncio.Event()
    engine = ScriptedEngine([slow_answer(asked)], pause=0.05)
    house = build(engine)
    running = asyncio.create_task(house.turn.run(origin("tell me something about trains")))
    await asked.wait()
    await engine.cancel(engine.requests[0].id)
    outcome = await running
    assert outcome.end is TurnEnd.CANCELLED
    assert outcome.text == replies.sentence(TurnEnd.CANCELLED, "en")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "word " * 20_000,
        "💥" * 3000,
        "\u200b\u200b\u200b",
        "؟ ما هو الوقت",
        "```python\nprint('remind me')\n```",
        "remind me in 5 minutes to " + "x " * 5000,
        "\ud800 lone",
    ],
)
async def test_odd_input_still_gets_an_answer(text: str) -> None:
    engine = ScriptedEngine([idle("Well."), idle("Well.")], strict=False)
    outcome = await build(engine).turn.run(origin(text))
    assert outcome.text.strip()
    assert outcome.end is not TurnEnd.INTERNAL
    needed = sum(len(message.content) for message in engine.rendered[-1]) if engine.rendered else 0
    assert needed < 4 * 4096
