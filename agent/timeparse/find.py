"""The time phrases in a message: runs of words that may belong to one, then the longest that resolve."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.timeparse.doubts import Strength, doubtful
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.vocabulary import vocabulary_of
from agent.types import TimePhrase

SCANNED_CHARACTERS = 2000
LONGEST_RUN = 14
"""Words of one phrase; none of the test sets has more."""
MOST_PHRASES = 12
MOST_ATTEMPTS = 60
"""Stretches of one message that are tried; a quarter of a millisecond each."""
MOST_THOROUGH = 4
"""Stretches of one message that are put before the library; it takes a millisecond for each."""
LONGEST_THOROUGH = 6
"""Words of such a stretch."""

_TOKEN = re.compile(r"[^\s,;!?()\[\]{}<>|*~\"“”„«»]+|,")
_ABBREVIATED = re.compile(r"(?:\d[\d:.]*)?[ap]\.m\.$", re.IGNORECASE)

Judge = Callable[[str, bool], Strength]
"""(stretch, whether to ask the library as well) -> how sure it is that it means a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    text: str
    start: int
    end: int


def find_phrases(text: str, lexicon: Lexicon, judge: Judge, *, effort: int = 1) -> tuple[TimePhrase, ...]:
    """The longest stretches that resolve, in order and apart; at most `MOST_PHRASES`.

    `effort` divides what may be tried: 2 for half as much.
    """
    return tuple(_Search(text=text, lexicon=lexicon, judge=judge, effort=effort).phrases())


def runs(text: str, lexicon: Lexicon) -> Iterator[tuple[Token, ...]]:
    """Maximal runs of neighbouring words that can stand in a time phrase."""
    word = vocabulary_of(lexicon).word
    run: list[Token] = []
    for token in _tokens(text):
        if run and text[run[-1].end : token.start].strip(" \t.:'"):
            yield tuple(run)
            run = []
        if token.text == "," or word.fullmatch(token.text):
            run.append(token)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _tokens(text: str) -> Iterator[Token]:
    """Words without the punctuation at their end, which belongs to the sentence except in "p.m."."""
    for match in _TOKEN.finditer(text[:SCANNED_CHARACTERS]):
        written = match[0] if _ABBREVIATED.match(match[0]) else match[0].rstrip(".:'")
        yield Token(text=written.lower(), start=match.start(), end=match.start() + len(written))


class _Search:
    """One message being searched; counts what may still be tried, so that its cost is bounded."""

    def __init__(self, *, text: str, lexicon: Lexicon, judge: Judge, effort: int) -> None:
        self._text = text
        self._lexicon = lexicon
        self._vocabulary = vocabulary_of(lexicon)
        self._judge = judge
        self._attempts = MOST_ATTEMPTS // effort
        self._thorough = MOST_THOROUGH // effort

    def phrases(self) -> Iterator[TimePhrase]:
        left = MOST_PHRASES
        for run in runs(self._text, self._lexicon):
            for phrase in self._within(run):
                yield phrase
                left -= 1
                if not left:
                    return

    def _within(self, run: tuple[Token, ...]) -> Iterator[TimePhrase]:
        first = 0
        while first < len(run):
            last, strength = self._longest(run, first)
            if strength is not Strength.NONE:
                start, end = run[first].start, run[last].end
                if not doubtful(self._text, start, end, strength, self._vocabulary):
                    yield TimePhrase(text=self._text[start:end], start=start, end=end)
            first = last + 1

    def _longest(self, run: tuple[Token, ...], first: int) -> tuple[int, Strength]:
        """The last word of the longest stretch from `first` that means a time, or `first` when none does."""
        for last in range(min(len(run), first + LONGEST_RUN) - 1, first - 1, -1):
            if run[first].text == "," or self._vocabulary.filler.fullmatch(run[last].text):
                continue
            if self._attempts <= 0:
                break
            self._attempts -= 1
            strength = self._strength(self._text[run[first].start : run[last].end], words=last - first + 1)
            if strength not in (Strength.NONE, Strength.UNCLEAR):
                return last, strength
        return first, Strength.NONE

    def _strength(self, stretch: str, *, words: int) -> Strength:
        strength = self._judge(stretch, False)
        if strength is not Strength.NONE or not self._thorough or words > LONGEST_THOROUGH:
            return strength
        if not self._vocabulary.named.search(stretch.lower()):
            return Strength.NONE
        self._thorough -= 1
        return self._judge(stretch, True)
