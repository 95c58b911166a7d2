"""Any offer of the shipped tools, grounded in any way: each text of its grammar is an envelope whose calls
validate.

`pytest --grammar-walks 100 --timeout 0` tries 100,000 texts.
"""

from __future__ import annotations

import json
import random
from functools import cache

from agent.engine.closing import Closings
from agent.grammar.cache import GrammarCache
from agent.grammar.envelope import call_record, envelope_form
from agent.grammar.form import Form, Named
from agent.grammar.grounding import ungrounded
from agent.grammar.measures import longest
from agent.grammar.parse import parse_envelope
from agent.types import GroundedArgument, Offer, OfferedTool
from tests.grammar.shipped import an_offer, shipped
from tests.grammar.walks import Walker, accepts_lark

OFFERS = 50
TEXTS = 20
"""Per offer; one of them is written from llguidance's masks, and one is cut anywhere and closed."""


def check(text: str, offer: Offer) -> None:
    envelope = parse_envelope(text)
    arguments = {tool.tool.name: tool.tool.arguments for tool in offer.tools}
    strict = {(each.tool, each.argument): each for each in offer.grounded if not each.free}
    assert envelope.calls or not offer.required
    for call in envelope.calls:
        arguments[call.name].model_validate_json(json.dumps(call.args))
        for name, value in call.args.items():
            if (call.name, name) in strict and value is not None:
                assert is_grounded(value, strict[call.name, name]), (call.name, name, value)


def is_grounded(value: object, argument: GroundedArgument) -> bool:
    if isinstance(value, list):
        return all(is_grounded(each, argument) for each in value)
    if argument.quote and isinstance(value, str):
        return any(value in " ".join(str(text).split()) for text in argument.values)
    return value in argument.values


@cache
def plain() -> dict[str, Form]:
    return {tool.tool.name: ungrounded(tool) for tool in shipped()}


def call_form(offer: Offer, tool: OfferedTool) -> Form:
    return Named(f"call {tool.tool.name}", call_record(offer, tool, plain()[tool.tool.name]))


def test_every_offer_of_the_shipped_tools_gives_envelopes_that_validate(grammar_walks: int) -> None:
    grammars, closings = GrammarCache(), Closings()
    for number in range(OFFERS * grammar_walks):
        chance = random.Random(number)
        offer = an_offer(chance)
        limits = {
            "thought_limit": chance.choice((0, 100)),
            "message_limit": 200,
            "max_calls": chance.randint(1, 8),
        }
        grammar = grammars.envelope(offer, **limits)
        walker = Walker(envelope_form(offer, **limits, call=call_form), seed=number)
        texts = [walker.text() for _ in range(TEXTS - 2)]
        texts.append(walker.matched())
        texts.append(closed(closings, grammar.lark, texts[0].encode(), chance))
        for text in texts:
            check(text, offer)
            assert len(text.encode()) <= grammar.longest
        assert accepts_lark(grammar.lark, texts[1])
        assert longest(walker.rules) == grammar.longest


def closed(closings: Closings, lark: str, text: bytes, chance: random.Random) -> str:
    """The text cut anywhere, with the ending that the engine would put there."""
    closing = closings.start(lark)
    kept = text[: chance.randint(0, len(text))]
    closing.feed(kept)
    return (kept + closing.suffix()).decode()
