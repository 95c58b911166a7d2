"""Regular expressions as expressions over the content of a JSON string.

A pattern matches anywhere unless anchored, as JSON Schema says. Repetition without end is bounded. Where
the length of the whole has a bound too and several parts could grow, the room is shared out from the left.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.grammar.expression import (
    Chars,
    Exact,
    Expression,
    Ref,
    chain,
    choice,
    complement,
    merge_ranges,
    repeat,
)
from agent.grammar.leaves import string_content
from agent.grammar.regex_lengths import NoRoom, fitted
from agent.grammar.regex_syntax import Edge, Either, Node, Ranges, Refused, Sequence, Set, Times, parse

_EMPTY = Sequence(())
_SURROGATES = (0xD800, 0xDFFF)
# What JSON must escape, or what no string of ours contains.
_UNSAFE = merge_ranges([(0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C), (0x7F, 0x7F), _SURROGATES])
_ESCAPABLE = '"\\\n\r\t'
_ANYTHING = Set(
    merge_ranges([*((ord(character), ord(character)) for character in _ESCAPABLE), *complement(_UNSAFE)])
)


@dataclass(frozen=True, slots=True)
class Translation:
    """`exact`: no text that the pattern matches within the length bounds was left out on purpose."""

    content: Expression
    exact: bool


def translate(pattern: str, *, minimum: int, maximum: int | None, repetitions: int) -> Translation:
    """The content of the strings that match, `minimum` to `maximum` characters long.

    A repetition without end is held to `repetitions`, or to an eighth of it inside another one. Raises
    Refused.
    """
    options: list[Expression] = []
    exact = True
    for option in _padded(parse(pattern)):
        try:
            narrowed = fitted(option, minimum, maximum, repetitions)
        except NoRoom:
            continue
        exact = exact and narrowed.exact
        content = _content(narrowed.node)
        if content is not None:
            options.append(content)
    if not options:
        raise Refused(f"nothing of {minimum} to {'any' if maximum is None else maximum} characters matches")
    return Translation(choice(*options), exact)


# ------------------------------------------------------------------ anchors


def _padded(node: Node) -> list[Node]:
    """Whole texts instead of matches: each alternative with anything around it where it is not anchored."""
    around = Times(_ANYTHING, 0, None)
    padded: list[Node] = []
    for starts, left in _stripped(node, start=True):
        for ends, whole in _stripped(left, start=False):
            if _has_edge(whole):
                raise Refused("an anchor in the middle")
            parts = (*(() if starts else (around,)), whole, *(() if ends else (around,)))
            padded.append(_sequence(parts))
    return padded


def _stripped(node: Node, *, start: bool) -> list[tuple[bool, Node]]:
    """The alternatives of a node without their anchor on one side, and whether they had it."""
    match node:
        case Edge(start=at_start) if at_start == start:
            return [(True, _EMPTY)]
        case Either(options):
            return [each for option in options for each in _stripped(option, start=start)]
        case Sequence(parts) if parts:
            outer, rest = (parts[0], parts[1:]) if start else (parts[-1], parts[:-1])
            if not _has_edge(outer):
                return [(False, node)]
            return [
                (anchored, _sequence((stripped, *rest) if start else (*rest, stripped)))
                for anchored, stripped in _stripped(outer, start=start)
            ]
        case _:
            return [(False, node)]


def _has_edge(node: Node) -> bool:
    match node:
        case Edge():
            return True
        case Sequence(parts) | Either(parts):
            return any(map(_has_edge, parts))
        case Times(part):
            return _has_edge(part)
        case _:
            return False


def _sequence(parts: tuple[Node, ...]) -> Node:
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Sequence) else (part,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


# ------------------------------------------------------------------ writing


def _content(node: Node) -> Expression | None:
    """The expression over JSON's spelling of the characters; None where nothing of it can be spelled."""
    match node:
        case Set(ranges):
            return Ref("char") if node == _ANYTHING else _characters(ranges)
        case Sequence(parts):
            contents = [_content(part) for part in parts]
            if any(content is None for content in contents):
                return None
            return chain(*(content for content in contents if content is not None))
        case Either(options):
            possible = [content for content in map(_content, options) if content is not None]
            return choice(*possible) if possible else None
        case Times(part, minimum, maximum):
            content = _content(part)
            if content is None:
                return Exact("") if minimum == 0 else None
            # Only what is empty is still without end here.
            return content if maximum is None else repeat(content, minimum, maximum)
        case Edge():
            raise Refused("an anchor in the middle")


def _characters(ranges: Ranges) -> Expression | None:
    """Plain characters as a class, the few that need escaping one by one."""
    safe = _without(ranges, _UNSAFE)
    options: list[Expression] = []
    if safe:
        single = len(safe) == 1 and safe[0][0] == safe[0][1]
        options.append(Exact(chr(safe[0][0])) if single else Chars(safe))
    options += [
        Exact(string_content(character))
        for character in _ESCAPABLE
        if any(low <= ord(character) <= high for low, high in ranges)
    ]
    return choice(*options) if options else None


def _without(ranges: Ranges, excluded: Ranges) -> Ranges:
    """The code points of `ranges` that are not in `excluded`."""
    left: list[tuple[int, int]] = []
    for low, high in ranges:
        for gap_low, gap_high in complement(excluded):
            if gap_low <= high and low <= gap_high:
                left.append((max(low, gap_low), min(high, gap_high)))
    return tuple(left)
