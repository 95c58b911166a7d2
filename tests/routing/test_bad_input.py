"""Texts that nobody should send: each gets a plan, fast and without tools that nobody asked for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.grammar.cache import GrammarCache
from agent.prompt.render import tool_lines
from agent.routing.explain import explain
from agent.routing.plan import Plan, Planner, Request
from agent.testing.stores import InMemoryReminderStore
from agent.types import Regime
from tests.turn.house import catalogue_with, origin, planner_of

ODD = {
    "empty": "",
    "blank": " \n\t ",
    "long": "word " * 20_000,
    "long without blanks": "x" * 100_000,
    "emoji": "🎉🎉🔥",
    "zero width": "\u200b\u200c\u200d\ufeff",
    "combining": "e" + "\u0301" * 500,
    "mixed scripts": "привет мир こんにちは hello שלום",
    "right to left": "מה שלומך היום?",
    "overridden direction": "\u202eolleh ereht\u202c",
    "code": "```python\nprint('set a timer for 5 minutes')\n```",
    "half a surrogate": "hi \ud800 there",
    "null": "a\x00b",
    "digits": "1234567890" * 50,
}


@pytest.fixture(scope="module")
def planner() -> Planner:
    return planner_of(catalogue_with(InMemoryReminderStore()))


@pytest.mark.parametrize("regime", Regime)
@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_an_odd_text_gets_no_tools(planner: Planner, text: str, regime: Regime) -> None:
    plan = planner.plan(Request(origin=origin(text), regime=regime))
    assert plan.offer.tools == ()
    assert plan.question is None
    assert explain(plan).endswith("offer: no tools")


@pytest.mark.parametrize(
    "text", ["ذكرني بعد 5 دقائق", "remind me in 5 minutes " + "x" * 100_000, "REMIND ME IN 5 MINUTES 🎉🎉🎉"]
)
def test_an_odd_request_is_still_one(planner: Planner, text: str) -> None:
    plan = planner.plan(Request(origin=origin(text), regime=Regime.WIDE))
    assert "agenda:remind_at" in plan.offer.names() or plan.question is not None


@settings(max_examples=60, deadline=None)
@given(text=st.one_of(st.text(max_size=80), st.sampled_from([
    "remind me in 5 minutes to stretch", "wake me at 7", "what time is it?", "cancel my alarm",
    "which reminders do I have and can you set a timer for 3 minutes", "in 10 min: laundry",
])), regime=st.sampled_from(Regime))  # fmt: skip
def test_prompt_and_grammar_name_the_same_tools(planner: Planner, text: str, regime: Regime) -> None:
    offer = planner.plan(Request(origin=origin(text), regime=regime)).offer
    block = "\n".join(tool_lines(offer))
    grammar = GrammarCache().envelope(offer, thought_limit=50, message_limit=100, max_calls=2).gbnf
    for name in catalogue_with(InMemoryReminderStore()):
        assert (f"- {name}(" in block) == (name in grammar) == (name in offer.names())


def test_threads_get_the_same_plan(planner: Planner) -> None:
    def plan(text: str) -> Plan:
        return planner.plan(Request(origin=origin(text), regime=Regime.WIDE))

    assert plan("in 10 min: laundry") == plan("in 10 min: laundry")
