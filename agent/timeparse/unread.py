"""Dates in a message that no time phrase covers: they do not exist ("31 April") or were not understood.

A time of day beside one must not be taken alone: it would be that of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.timeparse.find import SCANNED_CHARACTERS, runs
from agent.timeparse.languages import LANGUAGES, lexicon_of
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.normalise import digits
from agent.types import TimePhrase

COVERED = "\n"
"""Stands for each character of a time phrase; no pattern matches it."""
_DAY = r"(?<![\w.:/-])\d{1,2}(?:st|nd|rd|th|er|ste|de|te[nr]?|[eoº°ª.])?"
_OF = r"(?:(?:day|dag) )?(?:(?:of|de|di|van|del|do) )?"
_YEAR = r"(?:19|20|21)\d\d"
_NO_CLOCK = r"(?![\w:]|[.,]\d| ?(?:[ap]\.?m|uhr|o'clock|uur|h\b))"
_NUMERIC = re.compile(
    rf"(?<![\w.:/-])(?:\d{{1,2}}[./-]\d{{1,2}}[./-]{_YEAR}|{_YEAR}[-/.]\d{{1,2}}[-/.]\d{{1,2}})(?![\w/-]|\.\d)"
)
_BESIDE = re.compile(
    rf"(?<![\w.:/-])(?:\d{{1,2}}[./-]\d{{1,2}}(?:[./-]\d\d)?|{_YEAR}){_NO_CLOCK}"
    r"|(?<!\w)(?:(?:on|the|am|den|dem|der|zum|le|el|il|op|dia|día) )+\d{1,2}(?:st|nd|rd|th|er|ste|[eº°ª.])?"
    rf"{_NO_CLOCK}"
)
_BELONGS_TO_TEXT = re.compile(
    r"(?<!\w)(?:from|of|since|dated|vom|von|seit|du|depuis|del|desde|dal|van|sinds|do|da)(?: the)? $"
)
"""Before a date that says which thing is meant: "the letter from 3 November"."""
_SHORTEST_NAME = 4
_SHORT_NAMES = frozenset({"mai", "mei"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patterns:
    """`dated` names a day of a {month}; `foreign` likewise, for messages in another language."""

    dated: re.Pattern[str]
    foreign: re.Pattern[str]
    month: re.Pattern[str]
    weak: re.Pattern[str]


def leaves_date(text: str, phrases: Sequence[TimePhrase], lexicons: Sequence[Lexicon]) -> bool:
    """Whether `text` states a date that none of `phrases` covers; `lexicons` are those it was read with."""
    left = _without(text[:SCANNED_CHARACTERS].lower(), phrases)
    if _NUMERIC.search(left) or any(_foreign_date(left, code) for code in LANGUAGES):
        return True
    return any(
        _named_date(digits(left, lexicon), lexicon)
        or any(_says_day(stretch, lexicon) for stretch in _beside(text, left, phrases, lexicon))
        for lexicon in lexicons
    )


def _without(text: str, phrases: Sequence[TimePhrase]) -> str:
    for phrase in phrases:
        text = text[: phrase.start] + COVERED * (phrase.end - phrase.start) + text[phrase.end :]
    return text


def _named_date(left: str, lexicon: Lexicon) -> bool:
    found = _patterns(lexicon).dated.finditer(left)
    return any(not _BELONGS_TO_TEXT.search(left[: match.start()]) for match in found)


def _foreign_date(left: str, code: str) -> bool:
    lexicon = lexicon_of(code)
    return lexicon is not None and any(
        len(match["month"]) >= _SHORTEST_NAME or match["month"] in _SHORT_NAMES
        for match in _patterns(lexicon).foreign.finditer(left)
        if not _BELONGS_TO_TEXT.search(left[: match.start()])
    )


def _beside(text: str, left: str, phrases: Sequence[TimePhrase], lexicon: Lexicon) -> Iterator[str]:
    """What the phrases leave of the runs of words that they stand in."""
    for run in runs(text, lexicon):
        start, end = run[0].start, run[-1].end
        if any(start < phrase.end and phrase.start < end for phrase in phrases):
            yield digits(left[start : end + 1], lexicon)


def _says_day(stretch: str, lexicon: Lexicon) -> bool:
    """Whether words right beside a time name a day, month or year: "in April at 9", "the 35th at 9"."""
    patterns = _patterns(lexicon)
    months = (match[0] for match in patterns.month.finditer(stretch))
    return _BESIDE.search(stretch) is not None or any(not patterns.weak.fullmatch(month) for month in months)


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    month = f"(?P<month>{'|'.join(lexicon.months)})(?!\\w)"
    unnamed = month.replace("?P<month>", "?:")
    day_first = rf"{_DAY}[ /-]?{_OF}"
    return _Patterns(
        dated=re.compile(
            rf"{day_first}{unnamed}|(?<!\w){unnamed}[ /-]?(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)?{_NO_CLOCK}"
        ),
        foreign=re.compile(rf"{day_first}{month}"),
        month=re.compile(rf"(?<!\w){unnamed}"),
        weak=re.compile(rf"(?:{lexicon.words.weak})\.?"),
    )
