"""What llama.cpp makes of repeated groups, and which of them need a rule of their own."""

from __future__ import annotations

from agent.grammar.expression import Chain, Chars, Choice, Exact, Expression, Ref, Repeat

HEAVIEST_GROUP = 500
"""Rules inside a repeated group, times its turns; llama.cpp refuses 2000."""


def needs_rule(part: Expression, maximum: int) -> bool:
    """Whether what is repeated must stand in a rule of its own."""
    return (maximum > 1 and not _is_simple(part)) or _weight(part) * maximum > HEAVIEST_GROUP


def _weight(expression: Expression) -> int:
    """Rules that llama.cpp makes of an expression, roughly."""
    match expression:
        case Chain(parts):
            return sum(map(_weight, parts))
        case Choice(options):
            return 1 + sum(map(_weight, options))
        case Repeat(part, _, maximum):
            return _weight(part) + min(maximum, 2000)
        case _:
            return 0


def _is_simple(expression: Expression) -> bool:
    """One character, text or name, or a choice of them."""
    options = expression.options if isinstance(expression, Choice) else (expression,)
    return all(isinstance(option, Chars | Exact | Ref) for option in options)
