"""The parts of a phrase: a scan from the left that takes, at each place, the longest piece it can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from agent.timeparse.clock import ClockTime, read_clock
from agent.timeparse.dates import read_date
from agent.timeparse.days import Day, merge
from agent.timeparse.lexicon import Lexicon
from agent.timeparse.policy import Part

MOST_PIECES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """What a phrase says, in parts. `bound`: its part of the day is today's ("this evening")."""

    day: Day = field(default_factory=Day)
    part: Part | None = None
    bound: bool = False
    clock: ClockTime | None = None


Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Phrase], Phrase | None]]


def read_phrase(text: str, lexicon: Lexicon, *, month_first: bool, settled: bool = True) -> Phrase | None:
    """The parts of `text` (digits for numbers) when rules read all of it and agree, else None.

    `settled`: None as well where its number may be no time of day at all.
    """
    rules = _rules(lexicon, month_first)
    phrase, position, pieces = Phrase(), 0, 0
    while position < len(text):
        match, build = _longest(rules, text, position)
        if match is None or match.end() == position or pieces == MOST_PIECES:
            return None
        following = build(match, phrase)
        if following is None:
            return None
        phrase, position, pieces = following, match.end(), pieces + 1
    return _settled(phrase) if settled else phrase


def _longest(
    rules: tuple[Rule, ...], text: str, position: int
) -> tuple[re.Match[str] | None, Callable[..., Phrase | None]]:
    best: re.Match[str] | None = None
    chosen = rules[0][1]
    for pattern, build in rules:
        match = pattern.match(text, position)
        if match is not None and (best is None or match.end() > best.end()):
            best, chosen = match, build
    return best, chosen


def _settled(phrase: Phrase) -> Phrase | None:
    """A number without any sign is an hour only beside "tomorrow" or "tonight", or with its minutes."""
    clock = phrase.clock
    if clock is None:
        return phrase if phrase.part is not None or not phrase.day.empty else None
    if (clock.count or clock.present) and phrase.part is None and phrase.day.empty:
        return None
    plain = not clock.bare or clock.exact or phrase.part is not None or phrase.day.ahead_days is not None
    return phrase if plain else None


@lru_cache(maxsize=32)
def _rules(lexicon: Lexicon, month_first: bool) -> tuple[Rule, ...]:
    return (
        (_pattern(lexicon.fillers), lambda _, phrase: phrase),
        *_clock_rules(lexicon),
        *_day_rules(lexicon),
        *_part_rules(lexicon),
        *_date_rules(lexicon, month_first),
    )


def _pattern(source: str) -> re.Pattern[str]:
    """From a word's start to a word's end, with the separator after it."""
    return re.compile(rf"(?<![\w.:/])(?:{source})(?![\w:/]|[.,]\d)[.,;]* ?(?:[-,] )?")


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


def _day_rules(lexicon: Lexicon) -> list[Rule]:
    named = [(pattern, Day(ahead_days=ahead)) for pattern, ahead in lexicon.days]
    named += [(pattern, Day(month=month, day=day)) for pattern, month, day in lexicon.holidays]
    named += [(pattern, Day(easter=days)) for pattern, days in lexicon.easter]
    return [_named_day(named), *_weekday_rules(lexicon)]


def _named_day(named: list[tuple[str, Day]]) -> Rule:
    """One rule for all days that have a name: "tomorrow", "Christmas"; "Easter Monday" is tried before
    "Easter".
    """
    patterns = [(re.compile(source), day) for source, day in named]

    def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
        day = next(day for pattern, day in patterns if pattern.fullmatch(match["name"]))
        return _with_day(phrase, day)

    return _pattern(f"(?P<name>{'|'.join(source for source, _ in named)})"), build


_WHICH = MappingProxyType(
    {
        "coming": Day(),
        "last": Day(nth=-1),
        "later": Day(later=True),
        "following": Day(weeks=1),
        "second_following": Day(upcoming=True, plus_days=7),
        "disputed": Day(upcoming=True),
        "week_later": Day(plus_days=7),
        "fortnight_later": Day(plus_days=14),
    }
)
_DATE_BEHIND = r"(?:,? (?P<d>1[3-9]|2\d|3[01]))?"
""" "Friday 13": a number above twelve beside a weekday is a date."""


def _weekday_rules(lexicon: Lexicon) -> list[Rule]:
    names = [re.compile(weekday) for weekday in lexicon.weekdays]
    any_weekday = f"(?P<weekday>{'|'.join(lexicon.weekdays)})"

    def rule(kind: str, source: str) -> Rule:
        def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
            weekday = next(number for number, name in enumerate(names) if name.fullmatch(match["weekday"]))
            day = Day(nth=int(match["nth"])) if kind.startswith("nth") else _WHICH[kind]
            if kind == "nth_next_month":
                day = replace(day, months=1)
            date = int(match["d"]) if match["d"] else None
            return _with_day(phrase, replace(day, weekday=weekday, day=date))

        return _pattern(source.replace("{weekday}", any_weekday) + _DATE_BEHIND), build

    return [rule(kind, source) for kind, source in lexicon.which_weekday]


def _part_rules(lexicon: Lexicon) -> list[Rule]:
    def rule(source: str, part: Part, bound: bool) -> Rule:
        def build(_: re.Match[str], phrase: Phrase) -> Phrase | None:
            if phrase.part not in (None, part):
                return None
            return replace(phrase, part=part, bound=phrase.bound or bound)

        return _pattern(source), build

    return [rule(*item) for item in lexicon.parts]


def _date_rules(lexicon: Lexicon, month_first: bool) -> list[Rule]:
    months = tuple(re.compile(month) for month in lexicon.months)
    any_month = f"(?P<month>{'|'.join(lexicon.months)})"

    def rule(form: str, source: str) -> Rule:
        def build(match: re.Match[str], phrase: Phrase) -> Phrase | None:
            day = read_date(form, match, lexicon=lexicon, months=months, month_first=month_first)
            return None if day is None else _with_day(phrase, day)

        return _pattern(source.replace("{month}", any_month)), build

    return [rule(form, source) for form, source in lexicon.dates]
