"""The time phrases in a message: runs of words that may belong to one, then the longest that resolve."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from agent.timeparse.lexicon import Lexicon
from agent.types import TimePhrase

SCANNED_CHARACTERS = 2000
LONGEST_RUN = 14
"""Words of one phrase; none of the test sets has more."""
MOST_PHRASES = 12
MOST_ATTEMPTS = 80
MOST_THOROUGH = 5
"""Stretches of one message that are put before the library; it takes a millisecond for each."""
LONGEST_THOROUGH = 6
"""Words of such a stretch."""
_NEIGHBOURHOOD = 32
"""Characters before and behind a phrase that are looked at."""

_TOKEN = re.compile(r"[^\s,;!?()\[\]{}<>|*~\"“”„«»]+|,")
_ABBREVIATED = re.compile(r"(?:\d[\d:.]*)?[ap]\.m\.$", re.IGNORECASE)
_BARE_NUMBERS = re.compile(r"\d{1,2} ?[./-] ?\d{1,2}(?:[./-]\d\d)?|\d+|\d+ ?[a-zäöü\"']|\d{1,2}\.")
_TIMER = re.compile(
    r"\b(?:timer|minuteur|temporizador|cron[oó]metro|wecker|alarm|remind\w*)\W+(?:\w{1,3} )?$"
)
_PLURAL_BEHIND = re.compile(r" (?!this|us|as|is|was|his|has|its)[a-z]{3,}s\b")
_HOUR_AT_END = re.compile(r"(?:^|\D)\d{1,2}$")
_JOINED_BEFORE = tuple("-/:.+#@_$€&=\\")
_JOINED_BEHIND = tuple("-/_%°€$=@\\")


class Strength(Enum):
    """How sure it is that a stretch is a time: not, only beside other words, or by itself."""

    NONE = 0
    WEAK = 1
    STRONG = 2


Judge = Callable[[str, bool], Strength]
"""(stretch, whether to ask the library as well) -> how sure it is that it means a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    text: str
    start: int
    end: int


def find_phrases(text: str, lexicon: Lexicon, judge: Judge) -> tuple[TimePhrase, ...]:
    """The longest stretches that resolve, in order and apart; at most `MOST_PHRASES`."""
    return tuple(_Search(text=text, lexicon=lexicon, judge=judge).phrases())


def runs(text: str, lexicon: Lexicon) -> Iterator[tuple[Token, ...]]:
    """Maximal runs of neighbouring words that can stand in a time phrase."""
    word = _vocabulary(lexicon).word
    run: list[Token] = []
    for match in _TOKEN.finditer(text[:SCANNED_CHARACTERS]):
        written = match[0] if _ABBREVIATED.match(match[0]) else match[0].rstrip(".:'")
        token = Token(text=written.lower(), start=match.start(), end=match.start() + len(written))
        if run and text[run[-1].end : token.start].strip(" \t.:'"):
            yield tuple(run)
            run = []
        if written and (written == "," or word.fullmatch(token.text)):
            run.append(token)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


class _Search:
    """One message being searched; counts what may still be tried, so that its cost is bounded."""

    def __init__(self, *, text: str, lexicon: Lexicon, judge: Judge) -> None:
        self._text = text
        self._lexicon = lexicon
        self._vocabulary = _vocabulary(lexicon)
        self._judge = judge
        self._attempts = MOST_ATTEMPTS
        self._thorough = MOST_THOROUGH

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
            last = self._longest(run, first)
            if last is None:
                first += 1
                continue
            start, end = run[first].start, run[last].end
            if not self._spoilt(start, end):
                yield TimePhrase(text=self._text[start:end], start=start, end=end)
            first = last + 1

    def _longest(self, run: tuple[Token, ...], first: int) -> int | None:
        """The last word of the longest stretch from `first` that means a time."""
        if run[first].text == ",":
            return None
        for last in range(min(len(run), first + LONGEST_RUN) - 1, first - 1, -1):
            if self._vocabulary.filler.fullmatch(run[last].text):
                continue
            if self._attempts <= 0:
                return None
            self._attempts -= 1
            if self._means_time(self._text[run[first].start : run[last].end], words=last - first + 1):
                return last
        return None

    def _means_time(self, stretch: str, *, words: int) -> bool:
        strength = self._judge(stretch, False)
        if strength is not Strength.NONE:
            return strength is Strength.STRONG
        if (
            not self._thorough
            or words > LONGEST_THOROUGH
            or not self._vocabulary.named.search(stretch.lower())
        ):
            return False
        self._thorough -= 1
        return self._judge(stretch, True) is Strength.STRONG

    def _spoilt(self, start: int, end: int) -> bool:
        """Whether its form or the words around it make it something else: "sat", "3-2", "5 minutes ago"."""
        phrase = self._text[start:end].lower()
        before = self._text[max(0, start - _NEIGHBOURHOOD) : start].lower()
        behind = self._text[end : end + _NEIGHBOURHOOD].lower()
        vocabulary = self._vocabulary
        return bool(
            vocabulary.weak.fullmatch(phrase)
            or (_BARE_NUMBERS.fullmatch(phrase) and not _TIMER.search(before))
            or before.endswith(_JOINED_BEFORE)
            or behind.startswith(_JOINED_BEHIND)
            or vocabulary.before.search(before)
            or (phrase[0].isdigit() and vocabulary.labels.search(before))
            or vocabulary.behind.match(behind)
            or (_HOUR_AT_END.search(phrase) and _PLURAL_BEHIND.match(behind))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vocabulary:
    word: re.Pattern[str]
    filler: re.Pattern[str]
    weak: re.Pattern[str]
    named: re.Pattern[str]
    before: re.Pattern[str]
    labels: re.Pattern[str]
    behind: re.Pattern[str]


@lru_cache(maxsize=16)
def _vocabulary(lexicon: Lexicon) -> _Vocabulary:
    numbers = {
        word for source in (lexicon.numbers, lexicon.ordinals) for key in source for word in key.split()
    }
    around = f"{lexicon.ahead}|{lexicon.from_now}|{lexicon.about}|{lexicon.joiner}"
    alternatives = [
        *re.split(r"[| ]", around),
        lexicon.words.inside,
        *(re.escape(number) for number in numbers),
        *(unit.pattern for unit in lexicon.units),
        *lexicon.weekdays,
        *lexicon.months,
        lexicon.fillers,
        lexicon.articles,
        r"\d[\d.:/,'\"+-]*\w{0,12}|@",
    ]
    return _Vocabulary(
        word=re.compile("|".join(alternatives)),
        filler=re.compile(f"{lexicon.fillers}|{lexicon.articles}"),
        weak=re.compile(rf"(?:{lexicon.words.weak})\.?"),
        named=re.compile(rf"(?<!\w)(?:{lexicon.words.named})(?!\w)"),
        before=re.compile(rf"(?<!\w)(?:{lexicon.words.before}) *$"),
        labels=re.compile(rf"(?<!\w)(?:{lexicon.words.labels}) *$"),
        behind=re.compile(rf" *(?:{lexicon.words.behind})(?!\w)"),
    )
