"""How long the texts of a language can get, and how short."""

from __future__ import annotations

from agent.grammar import base
from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat
from agent.grammar.rules import ROOT, Productions, users_last


def longest(rules: Productions) -> int:
    """Bytes of UTF-8 that the longest text of the language has."""
    return lengths(rules)[ROOT]


def lengths(rules: Productions) -> dict[str, int]:
    """Bytes of UTF-8 that the longest text of each rule has."""
    known = {name: len(text.encode()) for name, text in base.LONGEST.items()}
    known.update((name, printed.longest) for name, printed in rules.printed.items())
    for rule in users_last(rule for rule in rules.rules if rule.name not in known):
        known[rule.name] = _longest(rule.body, known)
    return known


def _longest(expression: Expression, known: dict[str, int]) -> int:
    match expression:
        case Exact(text):
            return len(text.encode())
        case Chars(ranges):
            return len(chr(ranges[-1][1]).encode())
        case Ref(name):
            return known[name]
        case Chain(parts):
            return sum(_longest(part, known) for part in parts)
        case Choice(options):
            return max(_longest(option, known) for option in options)
        case Repeat(part, _, maximum):
            return maximum * _longest(part, known)


def shortest(rules: Productions) -> str:
    """A text of the language that has as few bytes as any."""
    texts = dict(base.SHORTEST)
    for rule in users_last(rules.rules):
        texts[rule.name] = _shortest(rule.body, texts)
    return texts[ROOT]


def _shortest(expression: Expression, texts: dict[str, str]) -> str:
    match expression:
        case Exact(text):
            return text
        case Chars(ranges):
            return chr(ranges[0][0])
        case Ref(name):
            return texts[name]
        case Chain(parts):
            return "".join(_shortest(part, texts) for part in parts)
        case Choice(options):
            return min((_shortest(option, texts) for option in options), key=lambda text: len(text.encode()))
        case Repeat(part, minimum, _):
            return minimum * _shortest(part, texts)
