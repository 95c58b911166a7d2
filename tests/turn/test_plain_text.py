"""Characters that no grammar, store or channel takes never get past the door."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.grammar.cache import GrammarCache
from agent.plain_text import is_visible, plain_text
from agent.routing.plan import Request
from agent.testing.stores import InMemoryReminderStore
from agent.types import Regime
from tests.turn.house import catalogue_with, origin, planner_of


@given(st.text())
def test_what_can_be_written_stays_as_it_is(text: str) -> None:
    plain = plain_text(text)
    assert len(plain) == len(text)
    plain.encode()
    changed = {before for before, after in zip(text, plain, strict=True) if before != after}
    assert all(character < " " or character == "\x7f" for character in changed)
    assert not changed & {"\n", "\t", "\r"}


@pytest.mark.parametrize(
    ("text", "plain"), [("a\x00b", "a b"), ("hi \ud800", "hi \ufffd"), ("\ud83d\ude00", "\U0001f600")]
)
def test_what_cannot_be_written_is_replaced(text: str, plain: str) -> None:
    assert plain_text(text) == plain


@pytest.mark.parametrize("text", ["\x1b<d", "W\x1b~\x0b", "\x1b0> \x080000¨1:9", "\x07\x07push\x1b[2J"])
def test_every_offer_for_control_characters_has_a_grammar(text: str) -> None:
    planner = planner_of(catalogue_with(InMemoryReminderStore()))
    for regime in Regime:
        offer = planner.plan(Request(origin=origin(text), regime=regime)).offer
        GrammarCache().envelope(offer, thought_limit=50, message_limit=100, max_calls=2)


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b\u2060", "\u3164", "\u00ad", "\u2800", "\ufeff", "\u202e"]
)
def test_what_shows_nothing_is_not_visible(text: str) -> None:
    assert not is_visible(text)
    assert is_visible(f"{text}.")
    assert is_visible(f"{text}\N{SLIGHTLY SMILING FACE}")
