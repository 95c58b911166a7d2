"""Cuts a document into the parts in which it is read, one message each. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST_PART = 1400
"""Characters of a part, so that it fits one message with what stands around it."""
_BREAKS = (re.compile(r"\n(?=#{1,6} )"), re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"\s"))
"""Where a part ends, the best first: before a heading or page, between paragraphs, lines, words."""


def starts(text: str) -> tuple[int, ...]:
    """Where each part begins; at least one does."""
    return tuple(_starts(text))


def _starts(text: str) -> Iterator[int]:
    start = 0
    yield start
    while len(text) - start > LONGEST_PART:
        start = _cut(text, start + LONGEST_PART // 2, start + LONGEST_PART)
        yield start


def _cut(text: str, least: int, most: int) -> int:
    for kind in _BREAKS:
        ends = [match.end() for match in kind.finditer(text, least, most)]
        if ends:
            return ends[-1]
    return most


def part_at(text: str, place: int) -> int:
    """The number of the part, from 1, that holds the character at `place`."""
    return sum(start <= place for start in starts(text)) or 1


def part(text: str, number: int) -> str:
    """The part of that number, from 1. Raises IndexError."""
    begins = (*starts(text), len(text))
    if not 1 <= number < len(begins):
        raise IndexError(number)
    return text[begins[number - 1] : begins[number]].strip()
