"""The time phrases in a message: runs of words that may belong to one, then the longest that resolve."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.timeparse.doubts import Strength, counts_from_event, doubtful
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.vocabulary import vocabulary_of
from agent.types import TimePhrase

SCANNED_CHARACTERS = 2000
LONGEST_RUN = 14
"""Words of one phrase; none of the test sets has more."""
WIDEST_GAP = 4
"""Characters between two words of one phrase; more white space stands for something that was left out."""
MOST_PHRASES = 12
MOST_ATTEMPTS = 60
"""Stretches of one message that are tried; a quarter of a millisecond each."""
MOST_THOROUGH = 4
"""Stretches of one message that are put before the library; it takes a millisecond for each."""
LONGEST_THOROUGH = 6
"""Words of such a stretch."""

_TOKEN = re.compile(r"[^\s,;!?()\[\]{}<>|*~\"“”„«»]+|,")
_BEFORE_ONE = frozenset({"la", "à", "all", "l", "at", "past", "to", "nach", "vor", "halb", "over", "voor"})
_OCCASIONS = frozenset({"lunch", "mittagessen"})
_BEFORE_OCCASION = frozenset({"for", "zum"})
""" "At 11 for lunch" says what for."""
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_ABBREVIATED = re.compile(r"(?:\d[\d:.]*)?[ap]\.m\.$", re.IGNORECASE)

Judge = Callable[[str, bool], Strength]
"""(stretch, whether to ask the library as well) -> how sure it is that it means a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """`unclear` are the stretches (start, end) that were read, but mean no one time to come."""

    phrases: tuple[TimePhrase, ...]
    unclear: tuple[tuple[int, int], ...]


def find_phrases(text: str, lexicon: Lexicon, judge: Judge, *, effort: int = 1) -> Found:
    """The longest stretches that resolve, in order and apart; at most `MOST_PHRASES`.

    `effort` divides what may be tried: 2 for half as much.
    """
    search = _Search(text=text, lexicon=lexicon, judge=judge, effort=effort)
    phrases = tuple(search.phrases())
    return Found(phrases=phrases, unclear=tuple(search.unclear))


def runs(text: str, lexicon: Lexicon) -> Iterator[tuple[Token, ...]]:
    """Maximal runs of neighbouring words that can stand in a time phrase."""
    word = vocabulary_of(lexicon).word
    run: list[Token] = []
    for token in _tokens(text):
        gap = text[run[-1].end : token.start] if run else ""
        if gap.strip(" \t.:'") or len(gap) > WIDEST_GAP:
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
        self.unclear: list[tuple[int, int]] = []
        self._attempts = MOST_ATTEMPTS // effort
        self._thorough = MOST_THOROUGH // effort

    def phrases(self) -> Iterator[TimePhrase]:
        left, silent_until = MOST_PHRASES, 0
        for run in runs(self._text, self._lexicon):
            for start, end, strength in self._within(run):
                if start < silent_until or not left:
                    continue
                if counts_from_event(self._text, end, strength, self._vocabulary):
                    silent_until = self._sentence_end(end)
                elif not doubtful(self._text, start, end, strength, self._vocabulary):
                    left -= 1
                    yield TimePhrase(text=self._text[start:end], start=start, end=end)

    def _sentence_end(self, position: int) -> int:
        """ "10 minutes before the match at 8": what follows is the time of the event."""
        found = _SENTENCE_END.search(self._text, position)
        return found.end() if found else len(self._text)

    def _within(self, run: tuple[Token, ...]) -> Iterator[tuple[int, int, Strength]]:
        """The longest stretches that mean a time, from left to right.

        What is cut off an unclear stretch would lose what makes it unclear ("alle tre" of "alle tre e un
        quarto", "tonight" of "at 4 pm tonight"). Only words at its start that mean something else as well
        may go: "lunch at 7:30am" is a lunch, at a time.
        """
        first = least = 0
        while first < len(run):
            last, strength = self._longest(run, first, max(least, first))
            if strength is Strength.UNCLEAR and self._vocabulary.weak.fullmatch(run[first].text):
                least = last
            elif strength is Strength.UNCLEAR:
                self.unclear.append((run[first].start, run[last].end))
                first = last
            elif strength is not Strength.NONE:
                yield run[first].start, run[last].end, strength
                first = last
            first += 1

    def _longest(self, run: tuple[Token, ...], first: int, least: int) -> tuple[int, Strength]:
        """The last word of the longest stretch from `first` to `least` or further that was read."""
        for last in range(min(len(run), first + LONGEST_RUN) - 1, least - 1, -1):
            if run[first].text == "," or self._ends_badly(run, first, last):
                continue
            if self._attempts <= 0:
                break
            self._attempts -= 1
            strength = self._strength(self._text[run[first].start : run[last].end], words=last - first + 1)
            if strength is not Strength.NONE:
                return last, strength
        return first, Strength.NONE

    def _ends_badly(self, run: tuple[Token, ...], first: int, last: int) -> bool:
        """Whether a stretch would end with a word that belongs to what follows: "in sieben Wochen eine"."""
        word = run[last].text
        hour = last > first and run[last - 1].text in _BEFORE_ONE
        article = self._vocabulary.article.fullmatch(word) is not None and not hour
        occasion = last > first and word in _OCCASIONS and run[last - 1].text in _BEFORE_OCCASION
        return article or occasion or self._vocabulary.filler.fullmatch(word) is not None

    def _strength(self, stretch: str, *, words: int) -> Strength:
        strength = self._judge(stretch, False)
        if strength is not Strength.NONE or not self._thorough or words > LONGEST_THOROUGH:
            return strength
        if not self._vocabulary.named.search(stretch.lower()):
            return Strength.NONE
        self._thorough -= 1
        return self._judge(stretch, True)
