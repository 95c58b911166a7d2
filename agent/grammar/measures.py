"""How long the texts of a language can get, and how short."""

from __future__ import annotations

from agent.grammar import base
from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat
from agent.grammar.productions import ROOT, Production, Productions, references


def longest(rules: Productions) -> int:
    """Bytes of UTF-8 that the longest text of the language has."""
    lengths = {name: len(text.encode()) for name, text in base.LONGEST.items()}
    for rule in _users_last(rules):
        lengths[rule.name] = _longest(rule.body, lengths)
    return lengths[ROOT]


def _longest(expression: Expression, lengths: dict[str, int]) -> int:
    match expression:
        case Exact(text):
            return len(text.encode())
        case Chars(ranges):
            return len(chr(ranges[-1][1]).encode())
        case Ref(name):
            return lengths[name]
        case Chain(parts):
            return sum(_longest(part, lengths) for part in parts)
        case Choice(options):
            return max(_longest(option, lengths) for option in options)
        case Repeat(part, _, maximum):
            return maximum * _longest(part, lengths)


def shortest(rules: Productions) -> str:
    """A text of the language that has as few bytes as any."""
    texts = dict(base.SHORTEST)
    for rule in _users_last(rules):
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


def _users_last(rules: Productions) -> list[Production]:
    """Each rule after all that it refers to. A stack of our own: a quote's chain is as deep as its text is
    long.
    """
    by_name = {rule.name: rule for rule in rules.rules}
    done: dict[str, Production] = {}
    stack = [rules.rules[0]]
    while stack:
        rule = stack[-1]
        missing = [name for name in references(rule.body) if name in by_name and name not in done]
        if missing:
            stack.extend(by_name[name] for name in missing)
        else:
            done[stack.pop().name] = rule
    return list(done.values())
