"""Which notes a message may mean, by their names. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.routing.lexical import fold
from agent.routing.matching import mentioned_numbers

MOST_NAMES = 1000
"""Names that are compared with a message; the others are found by what stands in the notes."""
SHORTEST_WORD = 3
SHORTEST_STEM = 4
"""Words that share so many first letters count as the same, as with reminders."""
_WORD = re.compile(r"[^\W_]+")
_FUNCTION_WORDS_TEXT = """
the and for with that this about note notes from what you know der die das den und mit über notiz notizen was
les des une del los las
"""
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())


def by_words(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """The first names, those that share the most words with the message first; else in their own order."""
    said = _words(text)
    return tuple(sorted(names[:MOST_NAMES], key=lambda name: -_shared(said, name)))


def meant(text: str, names: Sequence[str]) -> str:
    """The one name that shares more words with the message than any other; empty where there is none."""
    said = _words(text)
    scores = sorted(((_shared(said, name), name) for name in names[:MOST_NAMES]), reverse=True)
    if not scores or not scores[0][0] or (len(scores) > 1 and scores[1][0] == scores[0][0]):
        return ""
    return scores[0][1]


def chosen(text: str, numbers: Sequence[int]) -> int:
    """The staged note that the message names, or the only one; 0 where neither."""
    named = [number for number in mentioned_numbers(text) if number in numbers]
    if len(named) == 1:
        return named[0]
    return numbers[0] if len(numbers) == 1 and not mentioned_numbers(text) else 0


def _words(text: str) -> frozenset[str]:
    words = _WORD.findall(fold(text))
    return frozenset(word for word in words if len(word) >= SHORTEST_WORD and word not in _FUNCTION_WORDS)


def _shared(said: frozenset[str], name: str) -> int:
    return sum(
        any(word == other or word[:SHORTEST_STEM] == other[:SHORTEST_STEM] for other in said)
        for word in _words(name)
        if len(word) >= SHORTEST_WORD
    )
