"""Grammars and requests that the engine's tests share."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from agent.types import GenerationRequest, Grammar, Prompt, Segment

Ask = Callable[..., GenerationRequest]

SHORT_LARK = r"""
start: "{\"colour\":" COLOUR ",\"count\":" COUNT "}"
COLOUR: /"(red|green|blue)"/
COUNT: /[1-9]/
"""
SHORT_GBNF = r"""
root ::= "{\"colour\":" colour ",\"count\":" count "}"
colour ::= "\"red\"" | "\"green\"" | "\"blue\""
count ::= [1-9]
"""
LONG_LARK = r"""
start: "{\"text\":" TEXT "}"
TEXT: /"[a-z ]{1500,2000}"/
"""
LONG_GBNF = r"""
root ::= "{\"text\":" text "}"
text ::= "\"" [a-z ]{1500,2000} "\""
"""
CLOSABLE_LARK = r"""
start: "{\"text\":" TEXT ",\"calls\":[" (CALL ("," CALL){0,3})? "]}"
TEXT: /"([^"\\\x00-\x1f\x7f]|\\["\\n]){0,4000}"/
CALL: /\{"name":"(now|list)"\}/
"""
CLOSABLE_GBNF = r"""
root ::= "{\"text\":" text ",\"calls\":[" (call ("," call){0,3})? "]}"
text ::= "\"" ([^"\\\x00-\x1f\x7f] | "\\" ["\\n]){0,2000} "\""
call ::= "{\"name\":\"" ("now" | "list") "\"}"
"""

SHORT = Grammar(gbnf=SHORT_GBNF, lark=SHORT_LARK, longest=29)
"""Three colours and nine counts: most of an output is forced."""
LONG = Grammar(gbnf=LONG_GBNF, lark=LONG_LARK, longest=2011)
"""No output is shorter than 1511 bytes, so that a model is busy for a while."""
CLOSABLE = Grammar(gbnf=CLOSABLE_GBNF, lark=CLOSABLE_LARK, longest=8100)
"""A long text that may end anywhere, and a few calls."""
BROKEN = Grammar(gbnf='root ::= "a', lark='start: nowhere "a', longest=10)


def chat(text: str) -> Prompt:
    """SmolLM2's own turn marks around a user's text."""
    return Prompt(
        segments=(
            Segment(text="<|im_start|>user\n", special=True),
            Segment(text=text, special=False),
            Segment(text="<|im_end|>\n<|im_start|>assistant\n", special=True),
        )
    )


@pytest.fixture
def ask() -> Ask:
    """Makes requests with ids of their own."""
    numbers = itertools.count(1)

    def make(
        text: str = "Say a colour.",
        *,
        grammar: Grammar | None = None,
        max_tokens: int = 4000,
        deadline: float = 60.0,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> GenerationRequest:
        return GenerationRequest(
            id=f"request-{next(numbers)}",
            prompt=chat(text),
            grammar=grammar,
            max_tokens=max_tokens,
            deadline=deadline,
            temperature=temperature,
            seed=seed,
        )

    return make
