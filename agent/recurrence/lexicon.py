"""What one language contributes to the reading of series: its words as data."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from agent.recurrence.clock import Part


class Unit(StrEnum):
    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Form(StrEnum):
    """What a pattern stands for.

    series      makes a series: "every two weeks", "mondays", "every last friday"
    adverb      likewise, unless a noun follows: "daily" (but not "daily bread")
    adjective   likewise, but only beside a word for a reminder: "a weekly reminder"
    plain       belongs to one: "on monday", "the first friday", "on the 15th", "in the evening"
    of_month    "of the month", which makes a series of "the first monday" only
    clock       a time of day: "at 8:30", "half past eight"
    bare        a number, which is an hour behind another one: "at 8 and 20"
    window      "between 9 and 17"
    on_the_hour
    count       "ten times"; group [lead] says that it cannot mean so often a day
    per         "twice a day", which needs as many times or weekdays
    length      "for two weeks"
    now         "from now on"
    open_end    "until further notice"
    until       leads to the last day or time
    start       leads to the first day or time
    unclear     what says something that is not read: "except", "this week"
    """

    SERIES = "series"
    ADVERB = "adverb"
    ADJECTIVE = "adjective"
    PLAIN = "plain"
    OF_MONTH = "of_month"
    CLOCK = "clock"
    BARE = "bare"
    WINDOW = "window"
    ON_THE_HOUR = "on_the_hour"
    COUNT = "count"
    PER = "per"
    LENGTH = "length"
    NOW = "now"
    OPEN_END = "open_end"
    UNTIL = "until"
    START = "start"
    UNCLEAR = "unclear"


class SmallHours(StrEnum):
    """What "at 3" without a part of the day is taken for: the afternoon, or nothing since it is unclear."""

    WAKING = "waking"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """Regular expressions over folded text: lower case, without accents, as long as the original.

    `patterns` are templates; these names in braces become groups:
      {n}         a number; {step} an ordinal that counts like one ("every third day")
      {unit}      a unit of time
      {weekdays}  one or more weekdays; {plurals} of those that name a series by themselves
      {nth}       first to fourth and last, one or more; {edge} the first or the last
      {days}      days of the month, one or more; {day} and {month} a date
      {part}      a part of the day; {parts} of those that name a series by themselves
      {h}         an hour; {clock1} and {clock2} two times of day, as `hour` writes one
    Further groups: `other` (every second one), `working`, `weekend`, `any_day` (instead of weekdays),
    `half_hour`, `quarter_hour`, `hour_and_half`, `quarter_year`, `half_year`, `month_start`, `month_end`,
    `twice`, `once`; in clocks `m`, `am`, `pm`, `noon`, `midnight`, `literal` (on the 24-hour clock),
    `half_past`, `half_to`, `quarter_past`, `quarter_to`, `quarter_of`, `three_quarters`, `past`, `to`.

    `joiners` join members of a list, `range` the ends of one ("monday to friday"). `fillers` may stand
    between the pieces of a phrase; `nouns` are words for a reminder. `follows`: what may follow an adverb or
    a bare hour. `spoils` before a phrase makes it something else ("not", "almost"), `owners` before an
    adverb or adjective ("my daily report"). `prepositions` lead to times among other things, `leads` to
    little else: what follows them and is not read leaves open when. `clause` opens a clause whose times are
    its own. `wakes` says that somebody is woken, `alarms` that somebody may be. `literal_minutes`: a written
    H:MM is on the 24-hour clock.
    """

    language: str
    numbers: Mapping[str, int]
    steps: Mapping[str, int]
    nth: tuple[tuple[str, int], ...]
    weekdays: tuple[str, ...]
    plurals: tuple[str, ...]
    months: tuple[str, ...]
    month_day: str
    day_words: Mapping[str, int]
    units: Mapping[Unit, str]
    parts: tuple[tuple[str, Part], ...]
    plural_parts: tuple[tuple[str, Part], ...]
    hour: str
    patterns: tuple[tuple[Form, str], ...]
    joiners: str
    range: str
    fillers: str
    nouns: str
    follows: str
    spoils: str
    owners: str
    prepositions: str
    leads: str
    wakes: str
    alarms: str
    clause: str
    literal_minutes: bool
    small_hours: SmallHours


_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "´": "'", "`": "'", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "\t": " "}
)


def fold(text: str) -> str:
    """Lower case without accents, exactly as long as `text`, so that spans stay true."""
    return "".join(_folded(character) for character in text.translate(_SIGNS))


@lru_cache(maxsize=1024)
def _folded(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character
