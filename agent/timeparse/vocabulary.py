"""The words of a language as patterns for finding time phrases in a message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from agent.timeparse.lexicon import Lexicon

FOR = "(?:for|für|voor|per|para|pour)"
_ARTICLES = "(?:the|at|by|der|die|das|den|dem|le|la|de|het|il|lo|el|o|a|per|para|für|for) "
_SMALL_ORDINALS = range(1, 11)
"""Those that people use without a date in mind: "the first"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """`word` matches what may stand in a time phrase; `filler` what may not end one, nor may an `article`
    unless it is an hour ("a la una").

    `ordinal` and `for_number` match phrases that mostly mean something else ("the first", "for two"). The
    others look right before or behind a phrase: `ruled_out_before` and `ruled_out_behind` for a series or the
    past, `event` for what a duration counts from, the rest as in `agent.timeparse.lexicon.Words`.
    """

    word: re.Pattern[str]
    filler: re.Pattern[str]
    article: re.Pattern[str]
    ahead: re.Pattern[str]
    named: re.Pattern[str]
    weak: re.Pattern[str]
    ordinal: re.Pattern[str]
    for_number: re.Pattern[str]
    before: re.Pattern[str]
    labels: re.Pattern[str]
    behind: re.Pattern[str]
    counted: re.Pattern[str]
    ruled_out_before: re.Pattern[str]
    ruled_out_behind: re.Pattern[str]
    event: re.Pattern[str]


@lru_cache(maxsize=16)
def vocabulary_of(lexicon: Lexicon) -> Vocabulary:
    words = lexicon.words
    ruled_out = f"{lexicon.recurrence}|{lexicon.past}"
    single = "|".join(_single_words(lexicon))
    ordinals = _any_of(word for word, number in lexicon.ordinals.items() if number in _SMALL_ORDINALS)
    return Vocabulary(
        word=re.compile(single),
        filler=re.compile(lexicon.fillers),
        article=re.compile(lexicon.articles),
        ahead=re.compile(rf"(?:{lexicon.ahead})(?!\w)"),
        named=re.compile(rf"(?<!\w)(?:{words.named})(?!\w)"),
        weak=re.compile(rf"(?:(?:the|der|die|das|le|het|il) )?(?:{words.weak})\.?"),
        ordinal=re.compile(rf"(?:{_ARTICLES})?(?:{ordinals})"),
        for_number=re.compile(rf"{FOR} (?:\d{{1,2}}|{_any_of(lexicon.numbers)})"),
        before=re.compile(rf"(?<!\w)(?:{words.before}) *$"),
        labels=re.compile(rf"(?<!\w)(?:{words.labels}) *$"),
        behind=re.compile(rf" *(?:{words.behind})(?!\w)"),
        ruled_out_before=re.compile(rf"(?<!\w)(?:{ruled_out})(?: (?:{single})){{0,2}},? *$"),
        ruled_out_behind=re.compile(rf",? *(?:{ruled_out})(?!\w)"),
        event=re.compile(rf" *(?:{lexicon.event})"),
        counted=re.compile(rf" *(?:{words.counted})(?!\w)"),
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in words)


def _single_words(lexicon: Lexicon) -> list[str]:
    """Patterns of every single word that may stand in a time phrase."""
    around = f"{lexicon.ahead}|{lexicon.from_now}|{lexicon.about}|{lexicon.joiner}"
    numbers = {word for words in (lexicon.numbers, lexicon.ordinals) for key in words for word in key.split()}
    return [
        lexicon.words.inside,
        *re.split(r"[| ]", around),
        *(re.escape(number) for number in numbers),
        *(unit.pattern for unit in lexicon.units),
        *lexicon.weekdays,
        *lexicon.months,
        lexicon.fillers,
        lexicon.articles,
        r"(?:\d[\d:.]*)?[ap]\.m\.?",
        r"\d[\d.:/,'\"+-]*\w{0,12}|@",
    ]
