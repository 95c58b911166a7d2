"""The envelope's couplings, as llguidance sees them, and its reading."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent.errors import EnvelopeError, GrammarError, SchemaError
from agent.grammar.check import check
from agent.grammar.envelope import envelope
from agent.grammar.parse import parse_envelope
from agent.types import Call, Grammar, GroundedArgument, Offer, Regime, Source
from tests.grammar.models import MODELS
from tests.grammar.offers import NARROW, NOTHING, NOW, REMOVE, REQUIRED, THREE, offered
from tests.grammar.walks import accepts_lark

CALL = {"name": "clock:now", "args": {"zone": None}}
REMIND = {"name": "agenda:remind_at", "args": {"text": "call", "when": "in 20 minutes"}}


def written(status: str, message: str | None, calls: list[dict[str, Any]], thought: str = "") -> str:
    value = {"thought": thought, "status": status, "message_to_user": message, "tool_calls": calls}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def grammar_of(offer: Offer, *, thought_limit: int = 40) -> Grammar:
    return envelope(offer, thought_limit=thought_limit, message_limit=80, max_calls=2)


@pytest.mark.parametrize(
    ("offer", "text", "legal"),
    [
        (THREE, written("Task", None, [CALL]), True),
        (THREE, written("Process", "One moment.", [CALL, REMIND]), True),
        (THREE, written("Task", None, []), False),
        (THREE, written("Process", "One moment.", []), False),
        (THREE, written("Task", None, [CALL, CALL, CALL]), False),
        (THREE, written("Task", "", [CALL]), False),
        (THREE, written("Reflect", None, []), True),
        (THREE, written("Reflect", "Hm.", []), False),
        (THREE, written("Reflect", None, [CALL]), False),
        (THREE, written("Idle", "Hello!", []), True),
        (THREE, written("Idle", None, []), False),
        (THREE, written("Idle", "", []), False),
        (THREE, written("Idle", " x", []), False),
        (THREE, written("Idle", "\u00a0", []), False),
        (THREE, written("Idle", "\u200b", []), False),
        (THREE, written("Idle", "👋 \u00a0\u200b", []), True),
        (THREE, written("Idle", "Hello!", [CALL]), False),
        (THREE, written("Done", "Hello!", []), False),
        (THREE, written("Task", None, [{"name": "clock:alarm", "args": {}}]), False),
        (THREE, written("Idle", "x" * 80, [], "y" * 40), True),
        (THREE, written("Idle", "x" * 81, []), False),
        (THREE, written("Idle", "x", [], "y" * 41), False),
        (REQUIRED, written("Task", None, [CALL]), True),
        (REQUIRED, written("Process", None, [CALL]), False),
        (REQUIRED, written("Idle", "Hello!", []), False),
        (REQUIRED, written("Reflect", None, []), False),
        (NARROW, written("Task", None, [REMIND]), True),
        (NARROW, written("Task", "Done.", [REMIND]), False),
        (NARROW, written("Task", None, [REMIND, REMIND]), False),
        (NOTHING, written("Idle", "Hello!", []), True),
        (NOTHING, written("Reflect", None, []), False),
        (NOTHING, written("Task", None, [CALL]), False),
    ],
)
def test_status_calls_and_message_are_coupled(offer: Offer, text: str, legal: bool) -> None:
    assert accepts_lark(grammar_of(offer).lark, text) == legal
    if legal:
        assert parse_envelope(text).status == json.loads(text)["status"]


def test_white_space_and_other_orders_are_not_legal() -> None:
    lark = grammar_of(THREE).lark
    text = written("Idle", "Hello!", [])
    assert not accepts_lark(lark, text.replace(",", ", "))
    assert not accepts_lark(lark, text + "\n")
    assert not accepts_lark(lark, '{"status":"Idle","thought":"","message_to_user":"x","tool_calls":[]}')


def test_a_thought_limit_of_zero_leaves_it_empty() -> None:
    lark = grammar_of(NOTHING, thought_limit=0).lark
    assert accepts_lark(lark, written("Idle", "x", []))
    assert not accepts_lark(lark, written("Idle", "x", [], "y"))


@pytest.mark.parametrize("offer", [THREE, REQUIRED, NARROW, NOTHING])
def test_both_renderings_compile(offer: Offer) -> None:
    check(grammar_of(offer))


def test_all_test_tools_together_compile() -> None:
    tools = tuple(offered(f"test:{model.__name__.lower()}", model) for model in MODELS)
    check(grammar_of(Offer(tools=tools)))


def test_tools_whose_names_collide_as_rules_stay_apart() -> None:
    offer = Offer(tools=(offered("a:b", NOW.tool.arguments), offered("a-b", REMOVE.tool.arguments)))
    lark = grammar_of(offer).lark
    check(grammar_of(offer))
    assert accepts_lark(lark, written("Task", None, [{"name": "a-b", "args": {"reminder_id": 1}}]))
    assert not accepts_lark(lark, written("Task", None, [{"name": "a:b", "args": {"reminder_id": 1}}]))


def test_errors_name_what_is_wrong() -> None:
    unknown = GroundedArgument(tool="clock:now", argument="moon", source=Source.ZONE, values=("x",))
    with pytest.raises(GrammarError, match='"clock:now" has no argument "moon"'):
        grammar_of(Offer(tools=(NOW,), grounded=(unknown,)))
    empty = GroundedArgument(
        tool="agenda:remove", argument="reminder_id", source=Source.REMINDER_ID, values=()
    )
    with pytest.raises(GrammarError, match='"reminder_id" of "agenda:remove" has no value'):
        grammar_of(Offer(tools=(REMOVE,), grounded=(empty,)))
    with pytest.raises(SchemaError, match="test:bad"):
        grammar_of(Offer(tools=(offered("test:bad", _bad_model()),)))


def _bad_model() -> type[Any]:
    from pydantic import BaseModel, FutureDate

    class Bad(BaseModel):
        day: FutureDate

    return Bad


# ------------------------------------------------------------------ reading


def test_an_envelope_is_read() -> None:
    envelope = parse_envelope(written("Process", "Ä moment.", [REMIND], "I think"))
    assert (envelope.thought, envelope.status, envelope.message) == ("I think", "Process", "Ä moment.")
    assert envelope.calls == (Call(name="agenda:remind_at", args={"text": "call", "when": "in 20 minutes"}),)


GOOD = written("Task", "x", [CALL])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        (GOOD[:-1], "not JSON"),
        (GOOD[: len(GOOD) // 2], "not JSON"),
        (GOOD + "x", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"thought":NaN}', "NaN"),
        ("[]", "keys"),
        ("null", "keys"),
        ('{"status":"Idle","thought":"","message_to_user":"x","tool_calls":[]}', "keys"),
        ('{"thought":"","thought":"","status":"Idle","message_to_user":"x","tool_calls":[]}', "keys"),
        ('{"thought":"","status":"Idle","message_to_user":"x"}', "keys"),
        ('{"thought":1,"status":"Idle","message_to_user":"x","tool_calls":[]}', "thought"),
        ('{"thought":"","status":["Idle"],"message_to_user":"x","tool_calls":[]}', "status"),
        ('{"thought":"","status":"done","message_to_user":"x","tool_calls":[]}', "status"),
        ('{"thought":"","status":"Idle","message_to_user":3,"tool_calls":[]}', "message_to_user"),
        ('{"thought":"","status":"Idle","message_to_user":" ","tool_calls":[]}', "message_to_user"),
        ('{"thought":"","status":"Idle","message_to_user":"x","tool_calls":{}}', "tool_calls"),
        ('{"thought":"\\ud800","status":"Idle","message_to_user":"x","tool_calls":[]}', "surrogate"),
        (written("Task", None, []), "at least one call"),
        (written("Idle", None, []), "Idle"),
        (written("Idle", "x", [CALL]), "Idle"),
        (written("Reflect", "x", []), "Reflect"),
        (written("Task", None, [{"name": "x"}]), "name and args"),
        (written("Task", None, [{"args": {}, "name": "x"}]), "name and args"),
        (written("Task", None, [{"name": 1, "args": {}}]), "name"),
        (written("Task", None, [{"name": "x", "args": []}]), "args"),
        (written("Task", None, [{"name": "x", "args": {}, "more": 1}]), "name and args"),
    ],
)
def test_anything_else_is_an_error_that_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(EnvelopeError, match=reason):
        parse_envelope(text)


def test_every_cut_of_an_envelope_is_an_error() -> None:
    text = written("Process", 'Ein "Zitat" 👋', [REMIND, CALL], "…")
    for end in range(len(text)):
        with pytest.raises(EnvelopeError):
            parse_envelope(text[:end])


def test_a_narrow_offer_that_requires_nothing_may_still_answer() -> None:
    lark = grammar_of(Offer(tools=(NOW,), regime=Regime.NARROW)).lark
    assert accepts_lark(lark, written("Idle", "Hello!", []))
    assert accepts_lark(lark, written("Task", None, [CALL]))
