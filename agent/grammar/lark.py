"""Productions as Lark, for llguidance: every leaf one terminal, structure as rules.

A repetition of a one-character rule in the structure would cost milliseconds per mask; inside one terminal
it costs microseconds.
"""

from __future__ import annotations

import json

from agent.grammar import base
from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat
from agent.grammar.productions import ROOT, Production, Productions

START = "start"
HEADER = "%llguidance {}\n"


def lark(rules: Productions) -> str:
    """The text, beginning with `start`."""
    terminals = {rule.name for rule in rules.rules if rule.leaf} | base.names()
    lines = [_rule(rule, terminals) for rule in rules.rules]
    lines += [
        f"{name}: {body}"
        for name, body in base.closure(base.LARK, [_name(name, terminals) for name in rules.base])
    ]
    return HEADER + "\n".join(lines) + "\n"


def _rule(rule: Production, terminals: set[str]) -> str:
    body = _options(rule.body, terminals)
    if rule.name != ROOT:
        return f"{_name(rule.name, terminals)}: {body}"
    if rule.leaf:
        return f"{START}: ROOT\nROOT: {body}"
    return f"{START}: {body}"


def _name(name: str, terminals: set[str]) -> str:
    written = name.replace("-", "_")
    return written.upper() if name in terminals else written


def _options(expression: Expression, terminals: set[str]) -> str:
    if isinstance(expression, Choice):
        return " | ".join(_sequence(option, terminals) for option in expression.options)
    return _sequence(expression, terminals)


def _sequence(expression: Expression, terminals: set[str]) -> str:
    if isinstance(expression, Chain):
        return " ".join(_item(part, terminals) for part in expression.parts)
    return _item(expression, terminals)


def _item(expression: Expression, terminals: set[str]) -> str:
    match expression:
        case Exact(text):
            return json.dumps(text, ensure_ascii=False)
        case Chars(ranges):
            return _class(ranges)
        case Ref(name):
            return _name(name, terminals)
        case Chain() | Choice():
            return f"({_options(expression, terminals)})"
        case Repeat(part, minimum, maximum):
            item = _item(part, terminals)
            return (f"({item})" if isinstance(part, Repeat) else item) + _count(minimum, maximum)


def _count(minimum: int, maximum: int) -> str:
    if (minimum, maximum) == (0, 1):
        return "?"
    return f"{{{minimum}}}" if minimum == maximum else f"{{{minimum},{maximum}}}"


def _class(ranges: tuple[tuple[int, int], ...]) -> str:
    """A class in the syntax of Rust's regular expressions."""
    return "/[" + "".join(_range(low, high) for low, high in ranges) + "]/"


def _range(low: int, high: int) -> str:
    if low == high:
        return _point(low)
    return f"{_point(low)}-{_point(high)}"


def _point(code_point: int) -> str:
    character = chr(code_point)
    return character if character.isascii() and character.isalnum() else f"\\u{{{code_point:X}}}"
