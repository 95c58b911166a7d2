"""Productions as GBNF: the documented artefact, for llama-server and for readers.

llama.cpp's reader sets the terms (src/llama-grammar.cpp): names of letters, digits and hyphens; a line
break ends a rule except after `|` or inside brackets; a repetition above 2000 loses its bound without a
word; inside a group every rule counts once per repetition, so that what is repeated stands in a rule of its
own.
"""

from __future__ import annotations

from collections.abc import Iterable

from agent.grammar import base
from agent.grammar.expression import (
    LAST_CODE_POINT,
    Chain,
    Chars,
    Choice,
    Exact,
    Expression,
    Ref,
    Repeat,
    complement,
)
from agent.grammar.rules import Production, Productions

MOST_REPETITIONS = 2000
WIDEST_LINE = 110

_LITERAL = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_ASCII_END = 0x7F


def gbnf(rules: Productions) -> str:
    """The whole text, root first, generated rules next, base rules last."""
    return gbnf_text((gbnf_rule(rule) for rule in rules.rules), rules.base)


def gbnf_text(lines: Iterable[str], base_names: Iterable[str]) -> str:
    """Rules already written, with the base rules that they need."""
    bases = (f"{name} ::= {body}" for name, body in base.closure(base.GBNF, base_names))
    return "\n".join((*lines, *bases)) + "\n"


def gbnf_rule(rule: Production) -> str:
    """One rule; a long choice takes a line for each option."""
    if not isinstance(rule.body, Choice):
        return f"{rule.name} ::= {_sequence(rule.body)}"
    options = [_sequence(option) for option in rule.body.options]
    line = f"{rule.name} ::= " + " | ".join(options)
    if len(line) <= WIDEST_LINE:
        return line
    return f"{rule.name} ::=\n  " + " |\n  ".join(options)


def _sequence(expression: Expression) -> str:
    """As it stands between two bars."""
    if isinstance(expression, Chain):
        return " ".join(_item(part) for part in expression.parts)
    return _item(expression)


def _item(expression: Expression) -> str:
    """As it stands among neighbours."""
    match expression:
        case Exact(text):
            return f'"{text.translate(_LITERAL)}"'
        case Chars(ranges):
            return _class(ranges)
        case Ref(name):
            return name
        case Choice(options):
            return "(" + " | ".join(_sequence(option) for option in options) + ")"
        case Chain():
            return f"({_sequence(expression)})"
        case Repeat(part, minimum, maximum):
            item = f"({_item(part)})" if isinstance(part, Repeat) else _item(part)
            return _repeat(item, minimum, maximum)


def _repeat(item: str, minimum: int, maximum: int) -> str:
    """Bounds above the largest are split so that each text is read in one way only."""
    if maximum <= MOST_REPETITIONS:
        return item + _count(minimum, maximum)
    block = f"{item}{{{MOST_REPETITIONS}}}"
    rest = _repeat(item, max(0, minimum - MOST_REPETITIONS), maximum - MOST_REPETITIONS)
    if minimum >= MOST_REPETITIONS:
        return f"{block} {rest}"
    return f"({block} {rest} | {item}{_count(minimum, MOST_REPETITIONS - 1)})"


def _count(minimum: int, maximum: int) -> str:
    if (minimum, maximum) == (0, 1):
        return "?"
    return f"{{{minimum}}}" if minimum == maximum else f"{{{minimum},{maximum}}}"


def _class(ranges: tuple[tuple[int, int], ...]) -> str:
    """Negated where all of ASCII's rest is meant, as only ASCII may stand in a negated class."""
    if ranges[-1][0] <= _ASCII_END + 1 and ranges[-1][1] == LAST_CODE_POINT:
        return "[^" + "".join(_range(low, high) for low, high in complement(ranges)) + "]"
    return "[" + "".join(_range(low, high) for low, high in ranges) + "]"


def _range(low: int, high: int) -> str:
    if low == high:
        return _point(low)
    return _point(low) + ("" if high == low + 1 else "-") + _point(high)


def _point(code_point: int) -> str:
    """Letters, digits and what cannot be misread as themselves.

    Escapes are such that llguidance's converter reads them alike: it strips the zeros from `\\u` and `\\U`.
    """
    character = chr(code_point)
    if character.isascii():
        return (
            character if character.isalnum() or character in " !#%'(),.:;<=>@_`{}" else f"\\x{code_point:02X}"
        )
    if code_point <= 0xFF:
        return f"\\x{code_point:02X}"
    if 0x1000 <= code_point <= 0xFFFF and not character.isprintable():
        return f"\\u{code_point:04X}"
    return character
