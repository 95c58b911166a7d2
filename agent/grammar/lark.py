"""Productions as Lark, for llguidance: every leaf one terminal, structure as rules.

A repetition of a one-character rule in the structure would cost milliseconds per mask; inside one terminal
it costs microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from json.encoder import encode_basestring

from agent.grammar import base
from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat
from agent.grammar.rules import ROOT, Production, Productions

START = "start"
HEADER = "%llguidance {}\n"


def lark(rules: Productions) -> str:
    """The whole text, beginning with `start`."""
    return lark_text((lark_rule(rule) for rule in rules.rules), rules.base)


def lark_text(lines: Iterable[str], base_names: Iterable[str]) -> str:
    """Rules already written, with the base terminals that they need."""
    bases = base.closure(base.LARK, (_name(name, leaf=True) for name in base_names))
    return HEADER + "\n".join((*lines, *(f"{name}: {body}" for name, body in bases))) + "\n"


def lark_rule(rule: Production) -> str:
    """One rule; `root` is called `start`, and a root that is a leaf gets a terminal of its own."""
    body = _options(rule.body)
    if rule.name != ROOT:
        return f"{_name(rule.name, leaf=rule.leaf)}: {body}"
    return f"{START}: ROOT\nROOT: {body}" if rule.leaf else f"{START}: {body}"


def _name(name: str, *, leaf: bool) -> str:
    written = name.replace("-", "_")
    return written.upper() if leaf else written


def _options(expression: Expression) -> str:
    if isinstance(expression, Choice):
        return " | ".join(_sequence(option) for option in expression.options)
    return _sequence(expression)


def _sequence(expression: Expression) -> str:
    if isinstance(expression, Chain):
        return " ".join(_item(part) for part in expression.parts)
    return _item(expression)


def _item(expression: Expression) -> str:
    match expression:
        case Exact(text):
            return encode_basestring(text)
        case Chars(ranges):
            return _class(ranges)
        case Ref(name, leaf):
            return _name(name, leaf=leaf)
        case Chain() | Choice():
            return f"({_options(expression)})"
        case Repeat(part, minimum, maximum):
            item = _item(part)
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
