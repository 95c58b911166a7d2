"""The parts of a phrase: a scan from the left that takes, at each place, the longest piece it can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agent.timeparse.clock import ClockTime, read_clock
from agent.timeparse.days import Day, merge
from agent.timeparse.durations import read_duration
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.policy import Part

MOST_PIECES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """What a phrase says, in parts. `bound`: its part of the day is today's ("this evening")."""

    day: Day = field(default_factory=Day)
    part: Part | None = None
    bound: bool = False
    clock: ClockTime | None = None


Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Phrase], Phrase | None]]


def read_phrase(text: str, lexicon: Lexicon, *, month_first: bool) -> Phrase | None:
    """The parts of `text` (digits for numbers) when rules read all of it and agree, else None."""
    rules = _rules(lexicon, month_first)
    phrase, position, pieces = Phrase(), 0, 0
    while position < len(text):
        if pieces >= MOST_PIECES:
            return None
        found = max(
            ((match, build) for pattern, build in rules if (match := pattern.match(text, position))),
            key=lambda item: item[0].end(),
            default=None,
        )
        if found is None or found[0].end() == position:
            return None
        following = found[1](found[0], phrase)
        if following is None:
            return None
        phrase, position, pieces = following, found[0].end(), pieces + 1
    return phrase if _says_something(phrase) else None


def _says_something(phrase: Phrase) -> bool:
    if phrase.clock is not None and phrase.clock.bare:
        return _hour_is_plain(phrase)
    return phrase.clock is not None or phrase.part is not None or not phrase.day.empty


def _hour_is_plain(phrase: Phrase) -> bool:
    """A number without "at" is an hour beside "tomorrow" or "tonight"; beside a weekday it may be a date."""
    return phrase.part is not None or phrase.day.ahead_days is not None


@lru_cache(maxsize=32)
def _rules(lexicon: Lexicon, month_first: bool) -> tuple[Rule, ...]:
    rules = [
        *_clock_rules(lexicon),
        *_day_rules(lexicon),
        *_part_rules(lexicon),
        *_date_rules(lexicon, month_first),
        (_pattern(lexicon.fillers), lambda match, phrase: phrase),
    ]
    return tuple(rules)


def _pattern(source: str) -> re.Pattern[str]:
    """At a word's start; up to a word's end, with the separator after it."""
    return re.compile(rf"(?<![\w.:/])(?:{source})(?![\w:/]|[.,]\d)[.,]? ?(?:- )?")


def _clock_rules(lexicon: Lexicon) -> list[Rule]:
    def rule(form: str, source: str) -> Rule:
        def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
            clock = read_clock(form, match, literal_minutes=lexicon.literal_minutes)
            return None if clock is None or phrase.clock is not None else replace(phrase, clock=clock)

        return _pattern(source), build

    return [rule(form, source) for form, source in lexicon.clocks]


def _with_day(phrase: Phrase, day: Day) -> Phrase | None:
    merged = merge(phrase.day, day)
    return None if merged is None else replace(phrase, day=merged)


def _fixed(source: str, day: Day) -> Rule:
    return _pattern(source), lambda match, phrase: _with_day(phrase, day)


def _day_rules(lexicon: Lexicon) -> list[Rule]:
    rules = [_fixed(pattern, Day(ahead_days=ahead)) for pattern, ahead in lexicon.days]
    for number, weekday in enumerate(lexicon.weekdays):
        rules += [
            _fixed(pattern.replace("{weekday}", f"(?:{weekday})"), replace(_which(kind), weekday=number))
            for kind, pattern in lexicon.which_weekday
        ]
    return rules


def _which(kind: str) -> Day:
    return {"coming": Day(), "following": Day(weeks=1), "disputed": Day(upcoming=True)}[kind]


def _part_rules(lexicon: Lexicon) -> list[Rule]:
    def rule(source: str, part: Part, bound: bool) -> Rule:
        def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
            if phrase.part not in (None, part):
                return None
            return replace(phrase, part=part, bound=phrase.bound or bound)

        return _pattern(source), build

    return [rule(*item) for item in lexicon.parts]


def _date_rules(lexicon: Lexicon, month_first: bool) -> list[Rule]:
    months = [re.compile(month) for month in lexicon.months]
    any_month = f"(?P<month>{'|'.join(f'(?:{month})' for month in lexicon.months)})"

    def rule(form: str, source: str) -> Rule:
        def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
            day = read_date(form, match, lexicon=lexicon, months=months, month_first=month_first)
            return None if day is None else _with_day(phrase, day)

        return _pattern(source.replace("{month}", any_month)), build

    return [rule(form, source) for form, source in lexicon.dates]


def read_date(
    form: str, match: re.Match[str], *, lexicon: Lexicon, months: list[re.Pattern[str]], month_first: bool
) -> Day | None:
    """The constraints that a matched date pattern of a lexicon sets; None where it names no date."""
    groups = match.groupdict()
    match form:
        case "offset":
            duration = read_duration(groups["duration"] or "", lexicon)
            return (
                Day(ahead_days=duration.days, ahead_months=duration.months)
                if duration and duration.calendar
                else None
            )
        case "week":
            return Day(weeks=int(groups.get("n") or 1))
        case "this_week":
            return Day(weeks=0)
        case "month":
            return Day(months=1)
        case "this_month":
            return Day(months=0)
        case "month_end":
            return Day(months=0, last=True)
        case "next_month_end":
            return Day(months=1, last=True)
    return _numbered(form, groups, months, month_first)


def _numbered(
    form: str, groups: dict[str, str | None], months: list[re.Pattern[str]], month_first: bool
) -> Day | None:
    day, month = int(groups.get("d") or 0), int(groups.get("mo") or 0)
    if groups.get("month"):
        month = next(n for n, pattern in enumerate(months, 1) if pattern.fullmatch(groups["month"] or ""))
    if form == "numeric":
        first, second = int(groups["a"] or 0), int(groups["b"] or 0)
        month, day = (first, second) if month_first else (second, first)
        if month > 12 >= day:
            month, day = day, month
    if not 1 <= day <= 31 or (form != "day" and not 1 <= month <= 12):
        return None
    return Day(day=day, month=month or None, year=_year(groups.get("y")))


def _year(written: str | None) -> int | None:
    """Two digits: the years from 1970 to 2069, as most programs read them."""
    if not written:
        return None
    year = int(written)
    if len(written) == 2:
        return year + (1900 if year >= 70 else 2000)
    return year
