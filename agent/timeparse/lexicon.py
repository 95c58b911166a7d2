"""What one language contributes: its words as data. The grammar that reads them is the same for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from agent.timeparse.policy import Part

Rewrites = tuple[tuple[str, str], ...]
"""(pattern, replacement), applied in order."""


class Scale(StrEnum):
    """What a unit of time counts: elapsed seconds, calendar days or calendar months."""

    SECONDS = "seconds"
    DAYS = "days"
    MONTHS = "months"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """`pattern` matches every spelling of the unit; one of it is `factor` of `scale`."""

    pattern: str
    scale: Scale
    factor: int


class SmallHours(StrEnum):
    """What "at 3" and "at 3:20" are taken for without a part of the day; see docs/time.md.

    WAKING: the hour in waking time. DATED_LITERAL: likewise, but with a date it is on the 24-hour clock.
    MINUTES_UNCLEAR: likewise, but with minutes it is unclear.
    """

    WAKING = "waking"
    DATED_LITERAL = "dated_literal"
    MINUTES_UNCLEAR = "minutes_unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Regular expressions of single words and neighbours, for finding phrases in a message.

    `inside`: words that may stand within a time phrase, beside those that the lexicon's patterns name.
    `named`: what the library may know and the own grammar does not; worth asking about.
    `weak`: what names a time only beside another part of it ("sat", "may").
    `before`: what right before a phrase makes it something else ("every"); `behind`: likewise right behind a
    duration ("ago"); `counted`: likewise behind an hour ("at 3 people").
    `labels`: what makes a number right behind it a label ("page 5").
    """

    inside: str
    named: str
    weak: str
    before: str
    labels: str
    behind: str
    counted: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """Regular expressions over normalised text: lower case, single spaces.

    How text becomes readable, in this order: `spellings` (typing errors, compounds), then `ordinals` and
    `numbers` to digits (an ordinal gets `ordinal_mark`; `thousand` joins the years in words), then `rewrites`
    (halves and quarters to decimals). The library gets the text after `spellings`.

    Durations: `articles` count as one before a unit; `ahead` / `from_now` stand before or behind one that
    counts from now; `about` is approximation; `joiner` joins members; `disputed_hours` matches an amount of
    hours that is as well a time of day ("3 heures").

    Times of day: `clocks` are (form, pattern), see `agent.timeparse.clock`; `literal_minutes` says that a
    written H:MM is on the 24-hour clock; `small_hours` which hours before six are unclear. `parts` are
    (pattern, part of the day, whether it is today's).

    Days: `days` are (pattern, days from today); `weekdays` and `months` patterns from Monday and January;
    `which_weekday` are (kind, pattern with {weekday}); `dates` are (form, pattern with {month}), see
    `agent.timeparse.dates`; `holidays` are (pattern, month, day), longer ones first; `easter` (pattern,
    days from Easter Sunday).

    `fillers` say nothing. What `recurrence`, `past` or `event` match makes a phrase a series, a past moment,
    or one that counts from something else than now.
    """

    language: str
    spellings: Rewrites
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    ordinal_mark: str
    thousand: str
    rewrites: Rewrites
    articles: str
    units: tuple[Unit, ...]
    ahead: str
    from_now: str
    about: str
    joiner: str
    disputed_hours: str | None
    clocks: tuple[tuple[str, str], ...]
    literal_minutes: bool
    small_hours: SmallHours
    parts: tuple[tuple[str, Part, bool], ...]
    days: tuple[tuple[str, int], ...]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    which_weekday: tuple[tuple[str, str], ...]
    dates: tuple[tuple[str, str], ...]
    holidays: tuple[tuple[str, int, int], ...]
    easter: tuple[tuple[str, int], ...]
    fillers: str
    recurrence: str
    past: str
    event: str
    words: Words
