"""A chain over the words of a text, so that a model can only quote: O(words) rules, any run of neighbouring
words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.grammar.expression import Exact, Expression, Ref, chain, choice, optional
from agent.grammar.form import Quote
from agent.grammar.leaves import MARK, string_content

_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its punctuation, split into what leads, the core and what trails."""

    lead: str
    core: str
    trail: str

    @property
    def whole(self) -> str:
        return self.lead + self.core + self.trail


def words(text: str) -> tuple[tuple[Word, ...], ...]:
    """The words of a text in stretches: a word that JSON cannot carry plainly ends a stretch."""
    stretches: list[list[Word]] = [[]]
    for piece in text.split():
        if _UNWRITABLE.search(piece):
            stretches.append([])
        else:
            stretches[-1].append(_split(piece))
    return tuple(tuple(stretch) for stretch in stretches if stretch)


def _split(piece: str) -> Word:
    match = _EDGES.match(piece)
    assert match is not None
    lead, core, trail = match.groups()
    return Word(lead, core, trail) if core else Word("", piece, "")


def windows(stretch: tuple[Word, ...], maximum: int) -> Iterator[tuple[Word, ...]]:
    """Stretches no longer than `maximum` characters that together hold every run of up to half of it.

    A text that fits is its own only window. A word longer than `maximum` is left out.
    """
    start = 0
    while start < len(stretch):
        end, length = start, -1
        while end < len(stretch) and length + 1 + len(stretch[end].whole) <= maximum:
            length += 1 + len(stretch[end].whole)
            end += 1
        if end == start:
            start += 1
            continue
        yield stretch[start:end]
        if end == len(stretch):
            return
        start = _half_way(stretch, start, end, maximum)


def _half_way(stretch: tuple[Word, ...], start: int, end: int, maximum: int) -> int:
    """The last start from which the next window still overlaps this one by half of `maximum`."""
    overlap, position = -1, end
    while position > start + 1 and overlap < maximum // 2:
        position -= 1
        overlap += 1 + len(stretch[position].whole)
    return position


def quote_rules(quote: Quote, name: str) -> tuple[Expression, list[tuple[str, Expression]]]:
    """The JSON string of a quote, and the rules that it refers to, each before its users.

    Raises ValueError where no text has a word.
    """
    rules: list[tuple[str, Expression]] = []
    starts: list[Expression] = []
    for index, window in enumerate(
        window
        for text in quote.texts
        for stretch in words(text)
        for window in windows(stretch, quote.maximum)
    ):
        starts.extend(_window_rules(window, f"{name}-part-{index + 1}" if index else name, rules))
    if not starts:
        raise ValueError("there is no word to quote")
    run = f"{name}-run"
    rules.append((run, choice(*starts)))
    return chain(MARK, Ref(run), MARK), rules


def _window_rules(
    window: tuple[Word, ...], prefix: str, rules: list[tuple[str, Expression]]
) -> Iterator[Expression]:
    """From the last word to the first: the word alone, or the word, a blank and the rest."""
    following: Expression | None = None
    starts: list[Expression] = []
    for position in range(len(window) - 1, -1, -1):
        word = window[position]
        rule = f"{prefix}-from-{position + 1}"
        rules.append((rule, _run(word, following, lead=word.lead)))
        starts.append(Ref(rule))
        if word.lead:
            starts.append(_run(word, following, lead=""))
        following = Ref(rule)
    return reversed(starts)


def _run(word: Word, following: Expression | None, *, lead: str) -> Expression:
    """The core, and optionally what trails it; only the whole word has a following one."""
    whole = Exact(string_content(word.trail))
    rest = chain(whole, Exact(" "), following) if following else None
    first = Exact(string_content(lead + word.core))
    if not word.trail:
        return chain(first, optional(chain(Exact(" "), following))) if following else first
    return chain(first, optional(choice(whole, *([rest] if rest else []))))
