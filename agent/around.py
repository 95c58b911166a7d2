"""What stands around a message, as lines of its prompt, in as many tokens as there are for it."""

from __future__ import annotations

from collections.abc import Collection

from agent.excerpts import ATTEMPTS, MARGIN, CountTokens
from agent.prompt import context
from agent.types import AttachedText, Offer, Origin, Regime

NARROW_ROOM = 256
"""Tokens for a small model, as of history: it reads about 150 a second."""
GOES_ON = "[the file goes on]"
LONGEST_TOKEN = 16
"""Characters that a token stands for at most, but for long runs of white space."""
LEAST_FILE = 24
"""Tokens for a file; with less, not even its name is shown."""


async def lines_around(
    origin: Origin, offer: Offer, *, room: int, said: Collection[str], count: CountTokens
) -> list[str]:
    """Thread, messages replied to and files of a message, in at most `room` tokens; `said` stands in its
    history. A small model sees files only, and only where it is to talk.
    """
    if offer.regime is Regime.NARROW:
        return [] if offer.tools else await _files(origin.attached, min(room, NARROW_ROOM), count)
    lines = context.thread_lines(origin.thread, said=said)
    chain = origin.quoted
    while chain and await count("\n".join((*lines, *context.quoted_lines(chain, said=said)))) > room:
        chain = chain[1:]
    lines += context.quoted_lines(chain, said=said)
    left = room - await count("\n".join(lines)) if lines else room
    return [*lines, *await _files(origin.attached, left, count)]


async def _files(files: tuple[AttachedText, ...], room: int, count: CountTokens) -> list[str]:
    """The beginnings of all files, each with its share of what the ones before it left."""
    lines: list[str] = []
    for number, file in enumerate(files):
        share = room // (len(files) - number)
        if share < LEAST_FILE:
            break
        line = await _file(file, share, count)
        lines.append(line)
        room -= await count(line)
    return lines


async def _file(file: AttachedText, tokens: int, count: CountTokens) -> str:
    """The line is counted, and not the text alone: quoting makes it longer."""
    text = file.text[: tokens * LONGEST_TOKEN]
    for _ in range(ATTEMPTS):
        is_whole = text == file.text and not file.is_cut
        line = context.attachment_line(file, text if is_whole else f"{text}\n{GOES_ON}")
        size = await count(line)
        if size <= tokens:
            return line
        text = _whole_words(text[: int(len(text) * tokens / size * MARGIN)])
    return context.attachment_line(file, GOES_ON)


def _whole_words(text: str) -> str:
    return text[: text.rindex(" ")] if " " in text else text
