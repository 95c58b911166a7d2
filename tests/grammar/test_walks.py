"""Whatever a grammar lets through, pydantic accepts; whatever the productions spell, llguidance accepts."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from agent.grammar.check import byte_matcher
from agent.grammar.form import Form
from agent.grammar.from_schema import from_model
from agent.grammar.measures import longest, shortest
from agent.grammar.parse import parse_envelope
from agent.types import Offer, OfferedTool
from tests.grammar.models import MODELS
from tests.grammar.offers import GROUNDED, NARROW, NOW, REMIND_AT, REMOVE, envelope_of, offered
from tests.grammar.walks import Walker, accepts_lark

SPELLED = 400
MATCHED = 60
"""Texts of each model; `--grammar-walks` multiplies both."""


def form_of(model: type[BaseModel]) -> Form:
    return from_model(model, tool=model.__name__)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_what_the_productions_spell_validates(model: type[BaseModel], grammar_walks: int) -> None:
    walker = Walker(form_of(model))
    most = longest(walker.rules)
    for _ in range(SPELLED * grammar_walks):
        text = walker.text()
        assert len(text.encode()) <= most
        model.model_validate_json(text)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_what_llguidance_lets_through_validates(model: type[BaseModel], grammar_walks: int) -> None:
    walker = Walker(form_of(model))
    for _ in range(MATCHED * grammar_walks):
        model.model_validate_json(walker.matched())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_llguidance_accepts_what_the_productions_spell(model: type[BaseModel], grammar_walks: int) -> None:
    walker = Walker(form_of(model), seed=1)
    matcher = byte_matcher(walker.lark)
    for _ in range(MATCHED * grammar_walks):
        text = walker.text()
        tokens = list(text.encode())
        assert matcher.validate_tokens(tokens) == len(tokens), text


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_shortest_text_validates_and_is_no_longer_than_any_other(model: type[BaseModel]) -> None:
    walker = Walker(form_of(model), seed=2)
    least = shortest(walker.rules)
    model.model_validate_json(least)
    assert accepts_lark(walker.lark, least)
    assert all(len(walker.text().encode()) >= len(least.encode()) for _ in range(50))


TOOLS = (REMIND_AT, REMOVE, NOW, *(offered(f"test:{model.__name__.lower()}", model) for model in MODELS))
ARGUMENTS = {each.tool.name: each.tool.arguments for each in TOOLS}


def check_envelope(text: str, offer: Offer) -> None:
    """The text is an envelope of the offer, and each call's arguments validate."""
    envelope = parse_envelope(text)
    if offer.required:
        assert envelope.calls
    for call in envelope.calls:
        assert call.name in offer.names()
        ARGUMENTS[call.name].model_validate_json(json.dumps(call.args))


@given(
    tools=st.lists(st.sampled_from(TOOLS), max_size=4, unique_by=lambda each: each.tool.name),
    required=st.booleans(),
    grounded=st.booleans(),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60)
def test_every_envelope_of_every_offer_parses_and_validates(
    tools: list[OfferedTool], required: bool, grounded: bool, seed: int
) -> None:
    offer = Offer(
        tools=tuple(tools), required=required and bool(tools), grounded=GROUNDED if grounded else ()
    )
    walker = Walker(envelope_of(offer), seed=seed)
    most = longest(walker.rules)
    for _ in range(20):
        text = walker.text()
        check_envelope(text, offer)
        assert len(text.encode()) <= most
    check_envelope(walker.matched(), offer)
    check_envelope(shortest(walker.rules), offer)


def test_every_subset_of_the_tools_gives_envelopes_that_validate(grammar_walks: int) -> None:
    for size in range(4):
        for tools in combinations((REMIND_AT, REMOVE, NOW), size):
            offer = Offer(tools=tools, grounded=GROUNDED)
            walker = Walker(envelope_of(offer), seed=size)
            for _ in range(200 * grammar_walks):
                check_envelope(walker.text(), offer)


def test_a_narrow_offer_is_one_call_with_the_words_of_the_message() -> None:
    walker = Walker(envelope_of(NARROW))
    for text in [walker.text() for _ in range(200)] + [walker.matched() for _ in range(40)]:
        envelope = parse_envelope(text)
        assert (envelope.status, envelope.message, len(envelope.calls)) == ("Task", None, 1)
        assert envelope.calls[0].args["when"] in {"in 20 minutes", "20 minutes"}
