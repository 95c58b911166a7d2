"""What of an answer is shown while the model writes it: whole sentences, and none that is not true."""

from __future__ import annotations

import itertools

import pytest

from agent.outcome import fit_to_show, whole_sentences
from agent.reports import CallReport, Standing
from agent.testing.engine import ScriptedEngine
from tests.turn.house import NARROW, WIDE, build, idle, origin, reflect, task

STORY = "Once there was a fox. It was red!\nIt ran. And it ended"


async def shown_of(*script: str, text: str = "tell me a story") -> tuple[list[str], str]:
    house = build(ScriptedEngine(script), profile=WIDE)
    shown: list[str] = []
    result = await house.turn.run(origin(text), shown.append)
    return shown, result.text


async def test_an_answer_appears_sentence_by_sentence() -> None:
    shown, text = await shown_of(idle(STORY))
    assert text == STORY
    assert shown[0] == "Once there was a fox."
    assert shown[-1] == "Once there was a fox. It was red!\nIt ran."
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(shown))


async def test_a_claim_that_no_call_bears_out_is_never_shown() -> None:
    false = "Sure. I have set a reminder for you. Sleep well, my friend."
    shown, text = await shown_of(idle(false), idle(false))
    assert set(shown) <= {"Sure."}
    assert "set a reminder" not in text


async def test_beside_what_was_done_nothing_is_shown_early() -> None:
    call = task(("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"}))
    shown, text = await shown_of(
        call, idle("Good luck. You will do fine. Yes."), text="remind me tomorrow at 9 to call mum"
    )
    assert shown == []
    assert text.startswith("I will remind you")


async def test_thinking_steps_show_nothing() -> None:
    shown, _ = await shown_of(reflect(), idle("Hello. How are you?"), text="what is pending?")
    assert shown == ["Hello."]


async def test_a_small_model_is_shown_too() -> None:
    house = build(ScriptedEngine([idle("Hello. How are you?")]), profile=NARROW)
    shown: list[str] = []
    await house.turn.run(origin("hello there my friend"), shown.append)
    assert shown == ["Hello."]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ("Hello", ""),
        ("Hello.", ""),
        ("Hello. W", "Hello."),
        ("It costs 3.50 euros", ""),
        ("- one\n- tw", "- one\n"),
        ("a\n\nb", "a\n\n"),
    ],
)
def test_whole_sentences(text: str, whole: str) -> None:
    assert whole_sentences(text) == whole


def test_all_before_the_first_claim_is_fit_to_show() -> None:
    text = "Hello. Nice to see you. I have deleted your alarm. Bye."
    assert fit_to_show(text, [], pending=False) == "Hello. Nice to see you."
    done = CallReport(
        name="agenda:remove",
        standing=Standing.DONE,
        content="removed",
        effect="reminder_removed",
        user_text="Gone.",
    )
    assert fit_to_show(text, [done], pending=False) == ""
