"""The time phrases in a message: runs of words that may belong to one, then the longest that resolve."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from agent.timeparse.lexicon import Lexicon
from agent.types import TimePhrase

SCANNED_CHARACTERS = 2000
LONGEST_RUN = 14
"""Words of one phrase; none of the test sets has more."""
MOST_PHRASES = 12
MOST_ATTEMPTS = 150
MOST_THOROUGH = 6
"""Stretches of one message that are put before the library; it takes a millisecond for each."""
_NEIGHBOURHOOD = 32
"""Characters before and behind a phrase that are looked at."""

_TOKEN = re.compile(r"[^\s,;!?()\[\]\"“”„]+|,")
_BARE_NUMBERS = re.compile(r"\d{1,2} ?[./-] ?\d{1,2}|\d{1,5}|\d+ ?[a-zäöü\"']")
_TIMER = re.compile(
    r"\b(?:timer|minuteur|temporizador|cronómetro|wecker|alarm|remind\w*|reminder)\W+(?:\w{1,3} )?$"
)
_PLURAL_BEHIND = re.compile(r" (?!this|us|as|is|was|his|has|its)[a-z]{3,}s\b")
_HOUR_AT_END = re.compile(r"(?:^|\D)\d{1,2}$")


class Understood(Protocol):
    """Whether a phrase resolves: by the own grammar, or (`thorough`) also by the library."""

    def __call__(self, phrase: str, *, thorough: bool) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    text: str
    start: int
    end: int


def find_phrases(text: str, lexicon: Lexicon, understood: Understood) -> tuple[TimePhrase, ...]:
    """The longest stretches that resolve, in order and apart; at most `MOST_PHRASES`."""
    search = _Search(text=text, lexicon=lexicon, understood=understood)
    return tuple(search.phrases())


def runs(text: str, lexicon: Lexicon) -> Iterator[tuple[Token, ...]]:
    """Maximal runs of neighbouring words that can stand in a time phrase."""
    words = _vocabulary(lexicon).word
    run: list[Token] = []
    for match in _TOKEN.finditer(text[:SCANNED_CHARACTERS]):
        written = match[0].rstrip(".:").lower()
        token = Token(text=written, start=match.start(), end=match.start() + len(match[0].rstrip(".:")))
        apart = bool(run) and bool(text[run[-1].end : token.start].strip(" \t.:"))
        if run and apart:
            yield tuple(run)
            run = []
        if written and (words.fullmatch(written) or written == ","):
            run.append(token)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


class _Search:
    def __init__(self, *, text: str, lexicon: Lexicon, understood: Understood) -> None:
        self._text = text
        self._vocabulary = _vocabulary(lexicon)
        self._understood = understood
        self._attempts = MOST_ATTEMPTS
        self._thorough = MOST_THOROUGH

    def phrases(self) -> Iterator[TimePhrase]:
        found = 0
        for run in runs(self._text, self._vocabulary.lexicon):
            for phrase in self._within(run):
                yield phrase
                found += 1
                if found >= MOST_PHRASES:
                    return

    def _within(self, run: tuple[Token, ...]) -> Iterator[TimePhrase]:
        first = 0
        while first < len(run):
            last = self._longest(run, first)
            if last is None:
                first += 1
                continue
            start, end = run[first].start, run[last].end
            if not self._spoilt(start, end):
                yield TimePhrase(text=self._text[start:end], start=start, end=end)
            first = last + 1

    def _longest(self, run: tuple[Token, ...], first: int) -> int | None:
        if run[first].text == ",":
            return None
        for last in range(min(len(run), first + LONGEST_RUN) - 1, first - 1, -1):
            if self._vocabulary.filler.fullmatch(run[last].text):
                continue
            if self._attempts <= 0:
                return None
            self._attempts -= 1
            if self._accepts(self._text[run[first].start : run[last].end], words=last - first + 1):
                return last
        return None

    def _accepts(self, phrase: str, *, words: int) -> bool:
        if self._understood(phrase, thorough=False):
            return True
        if self._thorough <= 0 or words > MOST_THOROUGH or not self._vocabulary.named.search(phrase.lower()):
            return False
        self._thorough -= 1
        return self._understood(phrase, thorough=True)

    def _spoilt(self, start: int, end: int) -> bool:
        """Whether its form or the words around it make it something else: "sat", "3-2", "5 minutes ago"."""
        phrase = self._text[start:end].lower()
        before = self._text[max(0, start - _NEIGHBOURHOOD) : start].lower()
        behind = self._text[end : end + _NEIGHBOURHOOD].lower()
        if self._vocabulary.weak.fullmatch(phrase):
            return True
        if _BARE_NUMBERS.fullmatch(phrase) and not _TIMER.search(before):
            return True
        if before[-1:] in ("-", "/", ":", ".", "+", "#", "@", "_", "$", "€") or behind[:1] in (
            "-",
            "/",
            "_",
            "%",
            "°",
            "€",
            "$",
        ):
            return True
        if self._vocabulary.spoils_before.search(before) or self._vocabulary.spoils_behind.match(behind):
            return True
        return bool(_HOUR_AT_END.search(phrase) and _PLURAL_BEHIND.match(behind))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vocabulary:
    lexicon: Lexicon
    word: re.Pattern[str]
    filler: re.Pattern[str]
    weak: re.Pattern[str]
    named: re.Pattern[str]
    spoils_before: re.Pattern[str]
    spoils_behind: re.Pattern[str]


@lru_cache(maxsize=16)
def _vocabulary(lexicon: Lexicon) -> _Vocabulary:
    single_numbers = {word for number in lexicon.numbers for word in number.split()}
    units = "|".join(unit.pattern for unit in lexicon.units)
    names = "|".join((*lexicon.weekdays, *lexicon.months))
    numbers = "|".join(re.escape(word) for word in single_numbers)
    return _Vocabulary(
        lexicon=lexicon,
        word=re.compile(
            rf"(?:{lexicon.words}|{numbers}|{units}|{names}|{lexicon.fillers}|[@~]?\d[\d.:/,'\"+-]*\w{{0,12}}|[@])"
        ),
        filler=re.compile(rf"(?:{lexicon.fillers}|{lexicon.articles})"),
        weak=re.compile(rf"(?:{lexicon.weak})\.?"),
        named=re.compile(rf"(?<!\w)(?:{names}|{lexicon.holidays})(?!\w)"),
        spoils_before=re.compile(rf"(?<!\w)(?:{lexicon.spoils_before}) *$"),
        spoils_behind=re.compile(rf" *(?:{lexicon.spoils_behind})(?!\w)"),
    )
