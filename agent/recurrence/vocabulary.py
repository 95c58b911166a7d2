"""A lexicon made ready for use: its templates as compiled patterns, and its words as values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from agent.recurrence.clock import Part
from agent.recurrence.lexicon import Form, Lexicon, fold
from agent.recurrence.templates import alternatives, fields, filled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Vocabulary:
    """`patterns` match from a word's start to a word's end; the others look at what stands around a match."""

    lexicon: Lexicon
    patterns: tuple[tuple[Form, re.Pattern[str]], ...]
    weekday: re.Pattern[str]
    range: re.Pattern[str]
    month_day: re.Pattern[str]
    gap: re.Pattern[str]
    noun_gap: re.Pattern[str]
    joined: re.Pattern[str]
    noun_before: re.Pattern[str]
    noun_behind: re.Pattern[str]
    follows: re.Pattern[str]
    spoils: re.Pattern[str]
    owners: re.Pattern[str]
    unread: re.Pattern[str]
    leads: re.Pattern[str]
    wakes: re.Pattern[str]
    alarms: re.Pattern[str]
    clause: re.Pattern[str]

    def number(self, text: str) -> int | None:
        if text.isdecimal():
            return int(text)
        return _value(self.lexicon.numbers, text) or _value(self.lexicon.steps, text)

    def weekdays(self, text: str) -> tuple[int, ...]:
        """The weekdays that a list names; a range ("monday to friday") names those between its ends too."""
        days: list[int] = []
        behind = 0
        for match in self.weekday.finditer(text):
            day = int((match.lastgroup or "d0")[1:])
            if days and self.range.fullmatch(text[behind : match.start()]):
                days += [(days[-1] + ahead) % 7 for ahead in range(1, (day - days[-1]) % 7)]
            days.append(day)
            behind = match.end()
        return tuple(days)

    def nth(self, text: str) -> tuple[int, ...]:
        return tuple(value for pattern, value in self.lexicon.nth if whole(pattern).search(text))

    def days(self, text: str) -> tuple[int, ...]:
        """The days of the month that a list names."""
        found = (match[0] for match in self.month_day.finditer(text))
        return tuple(
            int(day) if day.isdecimal() else _value(self.lexicon.day_words, day) or 0 for day in found
        )

    def month(self, text: str) -> int:
        return next(
            number for number, name in enumerate(self.lexicon.months, 1) if whole(name).fullmatch(text)
        )

    def part(self, text: str) -> Part:
        named = (*self.lexicon.parts, *self.lexicon.plural_parts)
        return next(part for pattern, part in named if whole(pattern).fullmatch(text))


def whole(pattern: str) -> re.Pattern[str]:
    """`pattern` from a word's start to a word's end."""
    return compiled(rf"(?<!\w)(?:{pattern})(?!\w)")


@lru_cache(maxsize=2048)
def compiled(pattern: str) -> re.Pattern[str]:
    """Folds what is not ASCII only: fold would lower the escapes too."""
    return re.compile(re.sub(r"[^\x00-\x7f]", lambda found: fold(found[0]), pattern))


def _value(words: Mapping[str, int], text: str) -> int | None:
    spaced = text.replace("-", " ")
    return next((value for word, value in words.items() if fold(word) == spaced), None)


def _numbered(singles: Iterable[str], plurals: Iterable[str]) -> str:
    both = zip(plurals, singles, strict=True)
    return "|".join(rf"(?P<d{day}>{plural}|{single})" for day, (plural, single) in enumerate(both))


@lru_cache(maxsize=16)
def vocabulary_of(lexicon: Lexicon) -> Vocabulary:
    values = fields(lexicon)
    parts = (pattern for pattern, _ in (*lexicon.parts, *lexicon.plural_parts))
    several = alternatives(word for word, number in lexicon.numbers.items() if number > 1)
    days = (*lexicon.plurals, *lexicon.weekdays)
    names = (*days, *lexicon.months)
    noun = rf"(?:{lexicon.nouns})(?!\w)"
    between = rf"(?:(?:{lexicon.joiners}|{lexicon.fillers})(?!\w)[ ,]*)*"
    return Vocabulary(
        lexicon=lexicon,
        patterns=tuple((form, whole(filled(template, values))) for form, template in lexicon.patterns),
        weekday=whole(_numbered(lexicon.weekdays, lexicon.plurals)),
        range=compiled(rf"(?:{lexicon.range})"),
        month_day=compiled(rf"\d+|(?<!\w)(?:{alternatives(lexicon.day_words)})(?!\w)"),
        gap=compiled(rf"[ ,]*{between}"),
        noun_gap=compiled(rf" {noun}[ ,]*{between}"),
        joined=compiled(rf"[ ,]*(?:,|(?:{lexicon.joiners})(?!\w))[ ,]*"),
        noun_before=compiled(rf"(?<!\w){noun} $"),
        noun_behind=compiled(rf" {noun}"),
        follows=compiled(rf" *(?:$|[^\w '-]|(?:{lexicon.follows}|{'|'.join(days)})(?!\w))"),
        spoils=compiled(rf"(?<!\w)(?:{lexicon.spoils}|{several}|\d[\w.:]*) $"),
        owners=compiled(rf"(?<!\w)(?:{lexicon.owners}) $"),
        unread=compiled(
            rf"[ ,]*{between}(?:(?:(?:{lexicon.prepositions}) )*(?:{'|'.join(names)})(?!\w)"
            rf"|(?:(?:{lexicon.prepositions}) )*\d)|[ ,]*(?:{'|'.join(parts)})(?!\w)|'\w"
        ),
        leads=compiled(rf"[ ,]*(?:{lexicon.leads})(?!\w)"),
        wakes=whole(lexicon.wakes),
        alarms=whole(lexicon.alarms),
        clause=whole(lexicon.clause),
    )
