"""What stands between a library's answer and the user: each turns one kind of wrong answer into none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache

from agent.timeparse.combine import WallTime
from agent.timeparse.lexicon import Lexicon, Scale
from agent.timeparse.normalise import digits
from agent.timeparse.policy import Policy
from agent.timeparse.readings import Reading
from agent.types import Grain

FARTHEST_WITHOUT_YEAR = timedelta(days=400)
_GRAINS = {"second": Grain.SECOND, "minute": Grain.MINUTE, "hour": Grain.HOUR, "day": Grain.DAY}
_NO_SUCH_TIME = re.compile(
    r"(?<![\d:.])0{1,2}(?::\d\d)? ?(?:o'? ?clock )?pm"
    r"|half a month|(?:week|month)s? and (?:a|1) half|\.5 months?"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d\d(?!\d)|'\d\d(?!\d)|(?<!\d)29")


def states_series(text: str, lexicon: Lexicon) -> bool:
    """Whether `text` speaks of a series ("every", "täglich"): a library would read its first date only."""
    return _word(lexicon.recurrence).search(text) is not None


def states_past(text: str, lexicon: Lexicon) -> bool:
    """Whether `text` points backwards ("ago", "vor zwei Tagen")."""
    return _word(lexicon.past).search(text) is not None


def rules_out(phrase: str, lexicon: Lexicon) -> bool:
    """Whether the words of this language make `phrase` a series or a past moment, whatever else it says."""
    text = phrase.lower()
    return states_series(text, lexicon) or states_past(text, lexicon)


def tied_to_event(text: str, lexicon: Lexicon) -> bool:
    """Whether `text` counts from something else than now ("an hour before the match")."""
    return _word(lexicon.event).search(text) is not None


@lru_cache(maxsize=64)
def _word(source: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{source})(?!\w)")


def impossible(text: str) -> bool:
    """Whether `text` says what is no time, and a library would make one of it: 0 pm, half a month."""
    return _NO_SUCH_TIME.search(text) is not None


def sole_reading(readings: tuple[Reading, ...], text: str, lexicon: Lexicon) -> Reading | None:
    """The only reading, when it covers the phrase: an answer about part of a phrase is a wrong answer."""
    if len(readings) != 1 or readings[0].interval:
        return None
    rest = text.replace(readings[0].body.lower(), " ", 1)
    if rest == text:
        return None
    rest = re.sub(r"[\s.,;:!]+", " ", _word(lexicon.fillers).sub(" ", rest)).strip()
    return None if rest else readings[0]


def adds_hours(text: str, lexicon: Lexicon) -> bool:
    """Whether `text` counts hours, minutes or seconds from now; libraries add them on the wall clock."""
    return _elapsed(lexicon).search(text) is not None


@lru_cache(maxsize=16)
def _elapsed(lexicon: Lexicon) -> re.Pattern[str]:
    units = "|".join(unit.pattern for unit in lexicon.units if unit.scale is Scale.SECONDS)
    return re.compile(
        rf"(?<!\w)(?:{lexicon.ahead})\b.*?(?:\d|(?<!\w)(?:{lexicon.articles})) ?(?:{units})(?!\w)"
        rf"|(?:\d|(?<!\w)(?:{lexicon.articles})) ?(?:{units}) (?:{lexicon.from_now})(?!\w)"
    )


def accept(
    reading: Reading, text: str, *, now: datetime, lexicon: Lexicon, policy: Policy
) -> WallTime | None:
    """The wall time of a library's reading, seen from the naive local `now`, if plausible for `text`."""
    points = tuple(_points(reading))
    chosen = _first(points, now, policy) if points else None
    if chosen is None:
        return None
    if chosen.wall - now > FARTHEST_WITHOUT_YEAR and not _names_year(text, lexicon):
        return None
    return chosen if _repeats_words(chosen.wall, text, lexicon) else None


def _names_year(text: str, lexicon: Lexicon) -> bool:
    years = "|".join(
        unit.pattern for unit in lexicon.units if (unit.scale, unit.factor) == (Scale.MONTHS, 12)
    )
    return bool(_YEAR.search(digits(text, lexicon)) or _word(years).search(text))


def _points(reading: Reading) -> Iterator[WallTime]:
    for at, grain in reading.points:
        if grain not in _GRAINS:
            return
        yield WallTime(wall=at, grain=_GRAINS[grain])


def _first(points: tuple[WallTime, ...], now: datetime, policy: Policy) -> WallTime | None:
    """The first value that is still to come: libraries may answer with one that has passed."""
    if points[0].grain is Grain.DAY:
        return _first_day(points, now, policy)
    future = [point for point in points if point.wall > now]
    halves = {point.wall.time() for point in future}
    for point in future:
        other = (point.wall + timedelta(hours=12)).time()
        if other not in halves or policy.awake(point.wall.time()) or point.wall - now < policy.at_hand:
            return point
    return None


def _first_day(points: tuple[WallTime, ...], now: datetime, policy: Policy) -> WallTime | None:
    for point in points:
        wall = datetime.combine(point.wall.date(), policy.morning)
        if wall > now:
            return WallTime(wall=wall, grain=Grain.DAY)
    return None


def _repeats_words(wall: datetime, text: str, lexicon: Lexicon) -> bool:
    """A month or weekday that the phrase names must be that of the answer, where it names only one."""
    for names, value in ((lexicon.months, wall.month - 1), (lexicon.weekdays, wall.weekday())):
        named = {number for number, name in enumerate(names) if _word(name).search(text)}
        if len(named) == 1 and value not in named:
            return False
    return True
