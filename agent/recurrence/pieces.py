"""The pieces of recurring phrases in a message, and the runs that they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.recurrence.lexicon import Form
from agent.recurrence.said import Said, meaning, merge, with_clocks
from agent.recurrence.vocabulary import Vocabulary
from agent.types import Grain, Resolved

MOST_PIECES = 60
"""Pieces of one message that are looked at."""
_LONGEST_DATE = 6
"""Words of a date behind "until" or "from"."""

_WORD_START = re.compile(r"(?<!\w)[\w@']")
_TOKEN = re.compile(r"[^\s,;!?()]+")
_SERIES = (Form.SERIES, Form.ADVERB, Form.ADJECTIVE, Form.OF_MONTH, Form.PER)

Resolve = Callable[[int, int], Resolved | None]
"""Reads the stretch of the message between two positions as a date or time; None where it cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """`unclear`: it says something that is not read, and makes all that it belongs to unclear."""

    form: Form
    start: int
    end: int
    said: Said
    unclear: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Neighbouring pieces. `breaks`: a word for a reminder stands behind the pieces of these numbers."""

    pieces: tuple[Piece, ...]
    breaks: frozenset[int] = frozenset()

    @property
    def start(self) -> int:
        return self.pieces[0].start

    @property
    def end(self) -> int:
        return self.pieces[-1].end

    def without_last(self) -> Run:
        return replace(self, pieces=self.pieces[:-1])


def may_recur(folded: str, words: Vocabulary) -> bool:
    """A quick look whether anything in the text can make a series."""
    return any(form in _SERIES and pattern.search(folded) for form, pattern in words.patterns)


def runs(folded: str, words: Vocabulary, resolve: Resolve) -> Iterator[Run]:
    """Maximal runs of neighbouring pieces, in order."""
    run: Run | None = None
    for piece in _pieces(folded, words, resolve):
        between = "" if run is None else folded[run.end : piece.start]
        if run is not None and words.gap.fullmatch(between):
            run = replace(run, pieces=(*run.pieces, piece))
        elif run is not None and words.noun_gap.fullmatch(between):
            broken = run.breaks | {len(run.pieces) - 1}
            run = replace(run, pieces=(*run.pieces, piece), breaks=broken)
        else:
            if run is not None:
                yield run
            run = Run(pieces=(piece,))
    if run is not None:
        yield run


def said_by(run: Run, folded: str, words: Vocabulary) -> Said | None:
    """All that a run says; None where its pieces contradict each other or one of them is not read."""
    said = Said()
    for index, piece in enumerate(run.pieces):
        before = run.pieces[index - 1] if index else None
        if piece.unclear:
            return None
        clocks = piece.said.clocks
        if said.clocks and clocks:
            if before is None or not _joined(before, piece, folded, words):
                return None
            said = with_clocks(said, clocks)
            continue
        apart = piece.form is Form.COUNT and before is not None and "," in folded[before.end : piece.start]
        together = merge(said, replace(piece.said, apart=True) if apart else piece.said)
        if together is None:
            return None
        said = together
    return said


def _joined(before: Piece, piece: Piece, folded: str, words: Vocabulary) -> bool:
    both = before.said.clocks is not None and piece.said.clocks is not None
    return both and words.joined.fullmatch(folded[before.end : piece.start]) is not None


def _pieces(folded: str, words: Vocabulary, resolve: Resolve) -> Iterator[Piece]:
    position, found = 0, 0
    before: Piece | None = None
    while found < MOST_PIECES:
        start = _WORD_START.search(folded, position)
        if start is None:
            return
        piece = _longest(folded, start.start(), words, before, resolve)
        if piece is None:
            position = start.end()
            continue
        yield piece
        before, position, found = piece, piece.end, found + 1


def _longest(
    folded: str, start: int, words: Vocabulary, before: Piece | None, resolve: Resolve
) -> Piece | None:
    best: Piece | None = None
    for form, pattern in words.patterns:
        if form is Form.START and best is not None and best.form is Form.WINDOW:
            continue
        match = pattern.match(folded, start)
        if match is None or not match[0] or (best is not None and match.end() <= best.end):
            continue
        piece = _piece(form, match, folded, words, before, resolve)
        if piece is not None and (best is None or piece.end > best.end):
            best = piece
    return best


def _piece(
    form: Form, match: re.Match[str], folded: str, words: Vocabulary, before: Piece | None, resolve: Resolve
) -> Piece | None:
    start, end = match.span()
    if not _fits(form, start, end, folded, words, before):
        return None
    if form in (Form.UNTIL, Form.START):
        return _dated(form, start, end, resolve, folded)
    if form is Form.UNCLEAR:
        return Piece(form=form, start=start, end=end, said=Said(), unclear=True)
    said = meaning(form, match, words)
    return None if said is None else Piece(form=form, start=start, end=end, said=said)


def _fits(form: Form, start: int, end: int, folded: str, words: Vocabulary, before: Piece | None) -> bool:
    match form:
        case Form.ADVERB:
            return words.follows.match(folded, end) is not None
        case Form.ADJECTIVE:
            return bool(words.noun_behind.match(folded, end) or words.noun_before.search(folded[:start]))
        case Form.BARE:
            joined = before is not None and words.joined.fullmatch(folded[before.end : start])
            is_list = before is not None and before.said.clocks is not None and joined
            return bool(is_list) and words.follows.match(folded, end) is not None
        case _:
            return True


def _dated(form: Form, start: int, end: int, resolve: Resolve, folded: str) -> Piece:
    """A lead-in ("until", "from") with the longest stretch behind it that is a date, else that is a time.

    Of "until 1 March at 8" the date alone is the end: the time belongs to the series.
    """
    resolved = [(stretch, resolve(*stretch)) for stretch in _stretches(folded, end)]
    dates = [(behind, at) for (_, behind), at in resolved if at is not None]
    dates = [(behind, at) for behind, at in dates if at.grain is Grain.DAY] or dates
    if not dates:
        return Piece(form=form, start=start, end=end, said=Said(), unclear=True)
    longest = dates[0][1]
    said = Said(until=longest) if form is Form.UNTIL else Said(start=longest)
    behind = min(behind for behind, at in dates if at == longest)  # no filler words at its end
    return Piece(form=form, start=start, end=behind, said=said)


def _stretches(folded: str, position: int) -> Iterator[tuple[int, int]]:
    """The next words, from the longest stretch of them to the shortest."""
    ends: list[int] = []
    first = -1
    for token in _TOKEN.finditer(folded, position):
        if folded[ends[-1] if ends else position : token.start()].strip(" ,") or len(ends) == _LONGEST_DATE:
            break
        first = token.start() if first < 0 else first
        ends.append(token.end())
    for end in reversed(ends):
        yield first, end
        if folded[end - 1] in ".:'\"":
            yield first, end - 1
