"""Long results cut to a number of tokens where a row or a sentence ends, saying how to get the rest. Pure but
for the counting that it is given.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

CountTokens = Callable[[str], Awaitable[int]]

ATTEMPTS = 6
"""Cuts of one text; each aims a little shorter than the last one proved to be."""
MARGIN = 0.95

_SENTENCE_END = re.compile(r"[.!?…](?=\s)")


async def excerpt(text: str, *, tokens: int, count: CountTokens, hint: str) -> str:
    """`text`, or its beginning with a note, of at most `tokens` tokens.

    `hint` says how to get the rest; it stands in the note.
    """
    if len(text.encode("utf-8", "replace")) <= tokens:  # a token has at least one byte
        return text
    size = await count(text)
    if size <= tokens:
        return text
    length = len(text)
    for _ in range(ATTEMPTS):
        length = int(length * tokens / max(size, 1) * MARGIN)
        short = beginning(text, length, hint)
        size = await count(short)
        if size <= tokens:
            return short
    return beginning(text, 0, hint)


def beginning(text: str, length: int, hint: str) -> str:
    """At most `length` characters of `text`, up to the end of a row, a sentence or a word, and the note."""
    kept = _whole(text[:length], text[length : length + 1])
    rows = text[len(kept) :].strip("\n").count("\n") + 1
    left = f"{rows} more lines" if "\n" in text and rows > 1 else "the rest"
    note = f"[{left} left out; {hint}]"
    return f"{kept.rstrip()}\n{note}" if kept.strip() else note


def _whole(piece: str, following: str) -> str:
    if following in ("", "\n"):
        return piece
    if "\n" in piece:
        return piece[: piece.rindex("\n") + 1]
    ends = [match.end() for match in _SENTENCE_END.finditer(piece)]
    if ends:
        return piece[: ends[-1]]
    return piece[: piece.rindex(" ")] if " " in piece else piece
