"""Cuts a note into the parts that are indexed: by heading, then by length with an overlap. Pure."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from agent.memory_types import Note

LONGEST_CHUNK = 480
"""Characters of a part. A sentence vector of more says less and less of each of its sentences."""
OVERLAP = 80
"""Characters at the end of a part that its successor repeats, so that no sentence is only seen cut."""
MOST_CHUNKS = 400
"""Parts of one note; what a longer note says behind them is not found."""

LONGEST_HEADING = 120
"""Characters of a heading; it stands above each part below it."""

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"(?<=[.!?…。！？])\s"), re.compile(r"\n"), re.compile(r"\s"))
"""Where a text is cut, the best first: between paragraphs, sentences, lines, words."""
_NAMESPACE = uuid.UUID("6f0f0c8e-54a1-5c0c-9f5e-0d1f2a3b4c5d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A part of a note. `id` stays the same as long as note, heading and place below the heading do.

    `embedded` is what its vectors are made of: the part below what it stands under. `digest` is of that.
    """

    id: str
    heading: str
    text: str
    embedded: str
    digest: str


def chunks(note: Note) -> tuple[Chunk, ...]:
    """The parts in order; an empty note has one, so that its title is found."""
    found: list[Chunk] = []
    places: Counter[str] = Counter()
    for heading, body in _sections(note.text):
        for text in _pieces(body):
            found.append(_chunk(note, heading, text, places[heading]))
            places[heading] += 1
            if len(found) == MOST_CHUNKS:
                return tuple(found)
    return tuple(found) or (_chunk(note, "", "", 0),)


def _chunk(note: Note, heading: str, text: str, place: int) -> Chunk:
    embedded = _under(note.title, heading, text)
    return Chunk(
        id=str(uuid.uuid5(_NAMESPACE, f"{note.id}\n{heading}\n{place}")),
        heading=heading,
        text=text,
        embedded=embedded,
        digest=hashlib.sha256(embedded.encode("utf-8", "replace")).hexdigest()[:16],
    )


def _under(title: str, heading: str, text: str) -> str:
    """The text behind its title and heading, as far as it does not begin with them anyway."""
    above = [each for each in (title, heading) if each and not text.casefold().startswith(each.casefold())]
    return "\n".join((*above, text)).strip()


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Path of headings and the text below, for every stretch that has some; fenced code holds no headings."""
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    fence = ""
    for line in text.splitlines():
        fence = _fence_after(line, fence)
        match = None if fence else _HEADING.match(line)
        if match is None:
            lines.append(line)
            continue
        yield from _section(path, lines)
        level = len(match[1])
        path = [*(entry for entry in path if entry[0] < level), (level, _heading(match[2]))]
        lines = []
    yield from _section(path, lines)


def _heading(text: str) -> str:
    """Without the hashes that may close it. No pattern does this: hashes behind spaces would make it try each
    of the one with each of the other, for minutes in a line of some thousand.
    """
    whole = text.rstrip()
    open_end = whole.rstrip("#")
    closed = open_end != whole and open_end[-1:] in (" ", "\t", "")
    return (open_end.rstrip() or whole if closed else whole)[:LONGEST_HEADING]


def _fence_after(line: str, fence: str) -> str:
    match = _FENCE.match(line)
    if match is None:
        return fence
    if not fence:
        return match[1]
    return "" if match[1] == fence else fence


def _section(path: list[tuple[int, str]], lines: list[str]) -> Iterator[tuple[str, str]]:
    body = "\n".join(lines).strip()
    if body:
        yield " > ".join(heading for _, heading in path), body


def _pieces(body: str) -> Iterator[str]:
    start = 0
    while len(body) - start > LONGEST_CHUNK:
        end = _cut(body, start + LONGEST_CHUNK // 2, start + LONGEST_CHUNK)
        yield body[start:end].strip()
        start = _word_start(body, end - OVERLAP, end)
    yield body[start:].strip()


def _cut(body: str, least: int, most: int) -> int:
    """The last of the best kind of break between the two places, else the farther one."""
    for kind in _BREAKS:
        ends = [match.end() for match in kind.finditer(body, least, most)]
        if ends:
            return ends[-1]
    return most


def _word_start(body: str, start: int, end: int) -> int:
    """The first word that begins at `start` or behind it and before `end`."""
    match = re.compile(r"(?<=\s)\S").search(body, start, end)
    return match.start() if match else end
