"""Cuts a long text into messages that Discord accepts, without breaking a code block.

Discord opens and closes a code block at every run of three backticks, wherever it stands; a word directly
after the opening run and before a line break is the block's language. A part that ends inside a block is
closed there, and the next part opens it again with the same language. Pure; lengths are Unicode code points,
as Discord counts them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

LIMIT = 2000
"""The most code points that Discord takes in one message."""
SHORTEST_LIMIT = 100
"""A limit below this leaves no room between a block's opening and closing lines."""
FENCE = "```"
CLOSING = f"\n{FENCE}"
LONGEST_CLUSTER = 32
"""How far a cut steps back from inside an emoji or a letter with its marks."""

_OPENING = re.compile(r"```(?:([A-Za-z0-9_+\-.#]{1,20})\n)?")
"""A longer tag counts as code: repeating it would eat the room of the parts that follow."""
_JOINERS = "\u200d\ufe0e\ufe0f\u20e3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One message: a stretch `body` of the text between an `opening` and a `closing` put around it."""

    opening: str
    body: str
    closing: str

    @property
    def text(self) -> str:
        return self.opening + self.body + self.closing


def split(text: str, *, limit: int = LIMIT) -> tuple[str, ...]:
    """The messages to send, in order; none is blank or longer than `limit`. A blank text gives none."""
    return tuple(part.text for part in cut(text, limit=limit) if part.text.strip())


def cut(text: str, *, limit: int = LIMIT) -> tuple[Part, ...]:
    """The parts of `text`; their bodies joined are `text` again, character by character."""
    if limit < SHORTEST_LIMIT:
        raise ValueError(f"limit must be at least {SHORTEST_LIMIT}")
    marks = _marks(text)
    parts: list[Part] = []
    start, opening = 0, ""
    while start < len(text):
        end = _end(text, marks, start, limit - len(opening))
        language = _language_at(marks, end)
        body = text[start:end]
        parts.append(Part(opening=opening, body=body, closing=_closing(body, language)))
        start, opening = end, "" if language is None else f"{FENCE}{language}\n"
    return tuple(parts)


# ------------------------------------------------------------------ code blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """Three backticks with what belongs to them: no cut inside. `language` is None where a block closes."""

    start: int
    end: int
    language: str | None


def _marks(text: str) -> list[_Mark]:
    marks: list[_Mark] = []
    position, inside = 0, False
    while found := _OPENING.search(text, position):
        if inside:
            position, language = found.start() + len(FENCE), None
        else:
            position, language = found.end(), found.group(1) or ""
        marks.append(_Mark(start=found.start(), end=position, language=language))
        inside = not inside
    return marks


def _language_at(marks: list[_Mark], position: int) -> str | None:
    """The language of the block that is open at `position`, or None outside of any."""
    before = [mark for mark in marks if mark.end <= position]
    return before[-1].language if before else None


def _closing(body: str, language: str | None) -> str:
    if language is None:
        return ""
    return FENCE if body.endswith("\n") else CLOSING


# ------------------------------------------------------------------ where to cut


def _end(text: str, marks: list[_Mark], start: int, room: int) -> int:
    """The end of the part that begins at `start` and may be `room` long, its closing line included."""
    if len(text) - start <= room and _language_at(marks, len(text)) is None:
        return len(text)
    if len(text) - start <= room - len(CLOSING):
        return len(text)
    latest = start + room - len(CLOSING)
    return _clear_of_marks(text, marks, start, _best_break(text, marks, start, latest))


def _best_break(text: str, marks: list[_Mark], start: int, latest: int) -> int:
    """The best place to break in the second half of the window, else a hard cut between two characters."""
    half = start + (latest - start) // 2
    block = [mark.start for mark in marks if half < mark.start <= latest and mark.language is not None]
    if block and _language_at(marks, latest) is not None:
        return block[-1]
    for separator in ("\n\n", "\n", ". ", " "):
        found = text.rfind(separator, half, latest)
        if found >= 0:
            return found + len(separator)
    return _between_characters(text, start, latest)


def _clear_of_marks(text: str, marks: list[_Mark], start: int, end: int) -> int:
    """Moves `end` out of a mark, and to where neither side of the cut keeps an empty block."""
    for mark in marks:
        opens = mark.language is not None
        if mark.start < end and (end < mark.end or (opens and end == mark.end)):
            return mark.start if mark.start > start else mark.end
        if not opens and end <= mark.start and not text[end : mark.start].strip():
            # The closing run fits, because the room for a closing line was kept free.
            return mark.end if mark.end - end <= len(CLOSING) else end
    return end


def _between_characters(text: str, start: int, end: int) -> int:
    """Steps back from inside an emoji, a flag or a letter with combining marks; gives up after a while."""
    for place in range(end, max(start, end - LONGEST_CLUSTER), -1):
        if not _joined(text, start, place):
            return place
    return end


def _joined(text: str, start: int, place: int) -> bool:
    before, after = text[place - 1], text[place]
    if before == "\u200d" or after in _JOINERS or (before, after) == ("\r", "\n"):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return True
    if _is_flag_half(after):
        halves = 0
        while place - halves > start and _is_flag_half(text[place - halves - 1]):
            halves += 1
        return halves % 2 == 1
    return unicodedata.category(after) in ("Mn", "Mc", "Me")


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
