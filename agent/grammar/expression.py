"""The algebra that both renderings are printed from: what may stand on the right of a rule.

Every expression is bounded: a `Repeat` has a largest count, and references never form a cycle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LAST_CODE_POINT = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Exact:
    """This text and no other; may be empty."""

    text: str


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of inclusive, ascending, disjoint code point ranges."""

    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Parts one after the other."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`part` from `minimum` to `maximum` times."""

    part: Expression
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Ref:
    """A rule by name: a production of ours or a base rule. `leaf` as in the rule."""

    name: str
    leaf: bool = True


Expression = Exact | Chars | Chain | Choice | Repeat | Ref

EMPTY = Exact("")


def chars(*ranges: str) -> Chars:
    """`chars("az", "09", "_")`: ranges as pairs of ends, or single characters."""
    return Chars(merge_ranges((ord(pair[0]), ord(pair[-1])) for pair in ranges))


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ascending and disjoint, with touching neighbours joined."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(ranges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Every code point that is not in `ranges`."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= LAST_CODE_POINT:
        gaps.append((start, LAST_CODE_POINT))
    return tuple(gaps)


def chain(*parts: Expression, fused: bool = True) -> Expression:
    """Parts in a row: nested chains are opened, empty parts dropped, and neighbouring exact texts joined if
    `fused`.
    """
    flat: list[Expression] = []
    for part in _opened(parts):
        if fused and isinstance(part, Exact) and flat and isinstance(flat[-1], Exact):
            flat[-1] = Exact(flat[-1].text + part.text)
        elif part != EMPTY:
            flat.append(part)
    if not flat:
        return EMPTY
    return flat[0] if len(flat) == 1 else Chain(tuple(flat))


def _opened(parts: Iterable[Expression]) -> Iterable[Expression]:
    for part in parts:
        if isinstance(part, Chain):
            yield from part.parts
        else:
            yield part


def choice(*options: Expression) -> Expression:
    """One of the options: nested choices are opened, repeated options dropped."""
    flat: list[Expression] = []
    for option in options:
        flat.extend(option.options if isinstance(option, Choice) else (option,))
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else Choice(unique)


def repeat(part: Expression, minimum: int, maximum: int) -> Expression:
    """`part` repeated; {1,1} is the part itself and {0,0} is empty."""
    if maximum == 0:
        return EMPTY
    if (minimum, maximum) == (1, 1):
        return part
    return Repeat(part, minimum, maximum)


def optional(part: Expression) -> Expression:
    return repeat(part, 0, 1)
