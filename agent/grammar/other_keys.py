"""Keys that are none of the declared ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.grammar.expression import (
    Chars,
    Exact,
    Expression,
    Ref,
    chain,
    choice,
    complement,
    merge_ranges,
    optional,
    repeat,
)
from agent.grammar.leaves import string_content

# What JSON escapes, and what no string of ours contains: keys beyond the declared ones do without.
_LEFT_OUT = merge_ranges([(0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C), (0x7F, 0x7F), (0xD800, 0xDFFF)])

# A character of a JSON string as it is spelled.
_UNIT = re.compile(r"\\u[0-9a-f]{4}|\\.|[^\\]")


def other_than(names: Iterable[str], *, longest: int) -> Expression:
    """The content of a JSON string that is none of these names.

    It has at most `longest` characters beyond the first one that tells it from all of them.
    """
    return _from_here([tuple(_UNIT.findall(string_content(name))) for name in names], longest)


def _from_here(rests: list[tuple[str, ...]], longest: int) -> Expression:
    """What may follow where these rests of names would complete one: a walk down their tree."""
    following: dict[str, list[tuple[str, ...]]] = {}
    for rest in rests:
        if rest:
            following.setdefault(rest[0], []).append(rest[1:])
    plain = [ord(first) for first in following if len(first) == 1]
    taken = merge_ranges([*_LEFT_OUT, *((point, point) for point in plain)])
    parting = chain(Chars(complement(taken)), repeat(Ref("char"), 0, longest))
    deeper = [chain(Exact(first), _from_here(more, longest)) for first, more in following.items()]
    onward = choice(parting, *deeper)
    return onward if () in rests else optional(onward)
