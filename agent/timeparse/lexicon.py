"""What one language contributes: its words as data. The grammar that reads them is the same for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from agent.timeparse.policy import Part


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """Regular expressions over normalised text (lower case, single spaces, number words as digits).

    `spellings`: rewrites applied in order before anything else (pattern, replacement).
    `numbers`: number words; `articles`: words that count as one before a unit only.
    `units`: units of durations. `amounts`: whole durations in words (pattern, seconds).
    `ahead` / `from_now`: what may stand before or after a duration that counts from now; `about`: words of
    approximation; `joiner`: what joins the members of a duration.
    `clocks`: (form, pattern) pairs; see `agent.timeparse.clock`.
    `days`: (pattern, days from today). `parts`: (pattern, part, bound to today or not).
    `weekdays` and `months`: patterns, Monday and January first.
    `this` / `following` / `coming`: words before or after a weekday that say which one is meant.
    `dates`: (form, pattern) pairs; see `agent.timeparse.dates`.
    `fillers`: words that say nothing. `recurrence`: a phrase with any of these means a series.
    `past`: words that make a duration or a day lie in the past. `event`: words that tie a phrase to an event.
    `literal_minutes`: a written H:MM is read on the 24-hour clock.
    `words`: further words that may stand within a time phrase (one word each), for finding them in a message.
    `holidays`: days that the library knows by name; worth asking it about.
    `weak`: words that name a time only beside another part of it ("sat", "may").
    `spoils_before` / `spoils_behind`: what, right before or behind a phrase, makes it something else.
    """

    language: str
    spellings: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]
    articles: str
    units: tuple[Unit, ...]
    amounts: tuple[tuple[str, int], ...]
    ahead: str
    from_now: str
    about: str
    joiner: str
    clocks: tuple[tuple[str, str], ...]
    days: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, Part, bool], ...]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    which_weekday: tuple[tuple[str, str], ...]
    dates: tuple[tuple[str, str], ...]
    fillers: str
    recurrence: str
    past: str
    event: str
    literal_minutes: bool
    words: str
    holidays: str
    weak: str
    spoils_before: str
    spoils_behind: str
