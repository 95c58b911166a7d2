"""What the lexicons have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.timeparse.lexicon import Scale, Unit

YEAR = r"(?P<y>(?:19|20|21)\d\d)"
_DAY = r"(?P<d>\d{1,2})"
PLAIN_DATES = (
    ("iso", r"(?P<y>\d{4})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})"),
    ("iso", r"(?P<y>20\d\d)(?P<mo>0\d|1[0-2])(?P<d>[0-2]\d|3[01])"),
    *(
        ("day_month", r"[-/]".join(order))
        for order in (
            (_DAY, "{month}", YEAR), ("{month}", _DAY, YEAR), (YEAR, "{month}", _DAY),
            (YEAR, _DAY, "{month}"), (_DAY, YEAR, "{month}"), ("{month}", YEAR, _DAY),
        )
    ),
)  # fmt: skip
"""Dates that every language writes alike: with the month's name and four digits of a year any order is
clear.
"""
BARE_HOUR = r"(?P<h>0?[2-9]|1\d|2[0-4])"
"""Without one, whose word is also an article: "in sieben Wochen eine ..."."""
HALF_DAY = r"(?: ?(?:(?P<am>am)|(?P<pm>pm)))"


def any_of(words: str) -> str:
    """A pattern for any of the words between white space; an underscore stands for a space."""
    return "|".join(words.split()).replace("_", " ")


def compounds(tens: Mapping[str, int], ones: Sequence[str], joiner: str) -> dict[str, int]:
    """Number words of two members, tens first: "twenty one". `ones` start at one."""
    return {
        f"{ten}{joiner}{one}": value + digit
        for ten, value in tens.items()
        for digit, one in enumerate(ones, 1)
    }


def compounds_reversed(tens: Mapping[str, int], ones: Sequence[str], joiner: str) -> dict[str, int]:
    """Number words of two members, ones first: "einundzwanzig". `ones` start at one."""
    return {
        f"{one}{joiner}{ten}": value + digit
        for ten, value in tens.items()
        for digit, one in enumerate(ones, 1)
    }


def counted(words: str, first: int = 1) -> dict[str, int]:
    """The words between white space with their numbers, from `first` on; an underscore stands for a space."""
    return {word.replace("_", " "): number for number, word in enumerate(words.split(), first)}


def units(
    *, second: str, minute: str, hour: str, day: str, week: str, month: str, year: str
) -> tuple[Unit, ...]:
    """The units that every language has."""
    return (
        Unit(pattern=second, scale=Scale.SECONDS, factor=1),
        Unit(pattern=minute, scale=Scale.SECONDS, factor=60),
        Unit(pattern=hour, scale=Scale.SECONDS, factor=3600),
        Unit(pattern=day, scale=Scale.DAYS, factor=1),
        Unit(pattern=week, scale=Scale.DAYS, factor=7),
        Unit(pattern=month, scale=Scale.MONTHS, factor=1),
        Unit(pattern=year, scale=Scale.MONTHS, factor=12),
    )
