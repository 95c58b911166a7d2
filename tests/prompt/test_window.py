"""How much of the past and of a long message fits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from agent.prompt.window import CUT, MESSAGE_OVERHEAD, history_start, shortened, worth_recalling
from agent.routing.lexical import is_greeting
from agent.types import HistoryMessage


@given(st.lists(st.integers(0, 500), max_size=40), st.integers(-50, 4000))
def test_the_newest_that_fit(counts: list[int], budget: int) -> None:
    start = history_start(counts, budget)
    kept = [count + MESSAGE_OVERHEAD for count in counts[start:]]
    assert not kept or sum(kept) <= budget
    if start > 0:
        assert sum(kept) + counts[start - 1] + MESSAGE_OVERHEAD > budget


@given(st.text(min_size=1, max_size=400), st.integers(1, 400))
def test_a_long_message_is_cut_in_its_middle(text: str, budget: int) -> None:
    tokens = len(text)
    short = shortened(text, tokens=tokens, budget=budget)
    if tokens <= budget:
        assert short == text
    else:
        head, tail = short.split(CUT)
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) + len(tail) <= budget


def said(role: Literal["user", "assistant"], text: str, *, composed: bool = False) -> HistoryMessage:
    sent = datetime(2026, 3, 2, tzinfo=UTC)
    return HistoryMessage(role=role, author_name="x", text=text, sent_at=sent, composed=composed)


def test_a_small_model_sees_neither_greetings_nor_what_the_host_said() -> None:
    past = (
        said("assistant", "a reminder that was due"),
        said("user", "hello"),
        said("assistant", "Hello!"),
        said("user", "What is the capital of France?"),
        said("assistant", "Paris."),
        said("user", "remind me at 5"),
        said("assistant", "I will remind you: <t:1:F>", composed=True),
        said("user", "cancel it"),
        said("assistant", "You have no pending reminders.", composed=True),
        said("user", "unanswered"),
    )
    assert worth_recalling(past, is_greeting) == past[3:5]
