"""Durations: "in 2 hours and 5 minutes", "1h30m", "1.5 hours"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from agent.timeparse.lexicon import Lexicon, Scale
from agent.timeparse.localise import instant, wall_time

MOST_MEMBERS = 6
MOST_DIGITS = 12
"""Of an amount, which is never cut to a smaller one: what is beyond the calendar has no instant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """Elapsed `seconds` on top of calendar `days` and `months`.

    `ahead`: it says that it counts from now.
    """

    seconds: int = 0
    days: int = 0
    months: int = 0
    ahead: bool = False

    @property
    def calendar(self) -> bool:
        return not self.seconds and bool(self.days or self.months)

    @property
    def single(self) -> bool:
        """It is one of a single unit: one hour, one week."""
        return (self.seconds, self.days, self.months) in _SINGLE


_SINGLE = frozenset({(1, 0, 0), (60, 0, 0), (3600, 0, 0), (0, 1, 0), (0, 7, 0), (0, 0, 1), (0, 0, 12)})


_BEFORE_CLOCKS = re.compile("after|for|nach|für|auf|per")
"""Stand before times of day as well: "for 7:30"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compiled:
    wrapped: re.Pattern[str]
    member: re.Pattern[str]
    units: tuple[tuple[re.Pattern[str], Scale, int], ...]
    articles: re.Pattern[str]
    unfinished: re.Pattern[str]
    clock: re.Pattern[str]


@lru_cache(maxsize=16)
def _compile(lexicon: Lexicon) -> _Compiled:
    every_unit = "|".join(unit.pattern for unit in lexicon.units)
    number = rf"(?P<number>\d{{1,{MOST_DIGITS}}}(?:[.,]\d{{1,4}})?|\d/[1-9]|(?:{lexicon.articles})(?=[ '])'?)"
    joined = rf"(?:,? ?(?:{lexicon.joiner})(?!\w) ?|,? ?)"
    return _Compiled(
        wrapped=re.compile(
            rf"(?:(?:{lexicon.about}) )?(?P<ahead>(?:{lexicon.ahead})(?!\w) ?)?"
            rf"(?:(?:{lexicon.about}) )?(?P<core>.+?)"
            rf"(?P<from_now> (?:{lexicon.from_now}))?(?: (?:{lexicon.about}))?"
        ),
        member=re.compile(rf"{number} ?(?P<unit>{every_unit})(?![^\W\d_])\.?{joined}"),
        units=tuple((re.compile(unit.pattern), unit.scale, unit.factor) for unit in lexicon.units),
        articles=re.compile(rf"(?:{lexicon.articles})'?"),
        unfinished=re.compile(rf"(?:(?<!\w)(?:{lexicon.joiner})|,)$"),
        clock=re.compile(r"(?P<h>\d{1,2}) ?(?:h|:|u|heures?|uur) ?(?P<m>[0-5]\d)(?: ?min(?:uten|utes)?)?"),
    )


def read_duration(text: str, lexicon: Lexicon) -> Duration | None:
    """The duration that the whole of `text` (digits for numbers) states, or None."""
    compiled = _compile(lexicon)
    found = compiled.wrapped.fullmatch(text)
    if found is None or compiled.unfinished.search(found["core"]):
        return None
    ahead = found["ahead"] is not None or found["from_now"] is not None
    clock = compiled.clock.fullmatch(found["core"])
    if (
        clock
        and ahead
        and not (":" in found["core"] and _BEFORE_CLOCKS.fullmatch((found["ahead"] or "").strip()))
    ):
        # "in 1h30"; without "in" it is a time of day
        return Duration(seconds=int(clock["h"]) * 3600 + int(clock["m"]) * 60, ahead=True)
    return _members(found["core"], compiled, ahead)


def _members(core: str, compiled: _Compiled, ahead: bool) -> Duration | None:
    totals = dict.fromkeys(Scale, Fraction(0))
    members = _split(core, compiled)
    if len({(scale, factor) for scale, factor, _ in members}) < len(members):
        return None  # "5 minutes and 10 minutes" are two durations, not their sum
    for scale, factor, amount in members:
        totals[scale] += amount * factor
    return _whole(totals, ahead)


def _split(core: str, compiled: _Compiled) -> list[tuple[Scale, int, Fraction]]:
    """Scale, factor and amount of each member; nothing where there are too many, or something else."""
    members: list[tuple[Scale, int, Fraction]] = []
    position = 0
    while position < len(core):
        member = compiled.member.match(core, position)
        if member is None or len(members) == MOST_MEMBERS:
            return []
        members.append((*_unit(member["unit"], compiled), _amount(member["number"], compiled)))
        position = member.end()
    return members


def rival_durations(text: str, lexicon: Lexicon) -> tuple[Duration, ...]:
    """The durations that `text` names side by side, each in the same unit; nothing where it names one."""
    compiled = _compile(lexicon)
    found = compiled.wrapped.fullmatch(text)
    members = _split(found["core"], compiled) if found else []
    if len(members) < 2 or len({(scale, factor) for scale, factor, _ in members}) > 1:
        return ()
    zero = dict.fromkeys(Scale, Fraction(0))
    each = (_whole(zero | {scale: amount * factor}, True) for scale, factor, amount in members)
    return tuple(duration for duration in each if duration is not None)


def _amount(number: str, compiled: _Compiled) -> Fraction:
    if compiled.articles.fullmatch(number):
        return Fraction(1)
    if "/" in number:
        above, _, below = number.partition("/")
        return Fraction(int(above), int(below))
    return Fraction(number.replace(",", "."))


def _unit(word: str, compiled: _Compiled) -> tuple[Scale, int]:
    return next((scale, factor) for pattern, scale, factor in compiled.units if pattern.fullmatch(word))


def _whole(totals: dict[Scale, Fraction], ahead: bool) -> Duration | None:
    """Half a day is twelve hours and half a year six months; half a month is nothing that can be promised."""
    days, months = totals[Scale.DAYS], totals[Scale.MONTHS]
    seconds = totals[Scale.SECONDS] + (days % 1) * 86_400
    if months.denominator != 1 or seconds.denominator != 1:
        return None
    duration = Duration(seconds=int(seconds), days=int(days), months=int(months), ahead=ahead)
    return duration if duration.seconds or duration.days or duration.months else None


def after(duration: Duration, now: datetime, zone: ZoneInfo) -> datetime | None:
    """The UTC instant `duration` after `now`: first months and days on the calendar of `zone`, then time."""
    try:
        start = now
        if duration.days or duration.months:
            wall = (
                wall_time(now, zone) + relativedelta(months=duration.months) + timedelta(days=duration.days)
            )
            start = instant(wall, zone)
        return start + timedelta(seconds=duration.seconds)
    except (OverflowError, ValueError):
        return None
