"""Series on the calendar: their days, their times, and where they start and end.

The series begins with the first occurrence after now. Days that are named ("every other tuesday") begin with
the next such day, and the interval counts from it. Where none is ("every two weeks"), the day is that of
today, and the interval counts from today: the first occurrence is one interval ahead, or today if a time was
stated that is still to come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from agent.recurrence.clock import Part, hours_between, place
from agent.recurrence.lexicon import Unit
from agent.recurrence.occurrences import instant, walls_after
from agent.recurrence.rule import CalendarRule
from agent.recurrence.said import Said
from agent.recurrence.scene import END_OF_DAY, SECONDS, Built, Scene, span
from agent.recurrence.terms import Frequency
from agent.types import Grain

_FREQUENCIES = {
    Unit.DAY: Frequency.DAILY,
    Unit.WEEK: Frequency.WEEKLY,
    Unit.MONTH: Frequency.MONTHLY,
    Unit.YEAR: Frequency.YEARLY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A rule without its beginning. `fixed`: its days are named, not taken from the day of its start."""

    unit: Unit
    interval: int
    days: dict[str, Any]
    fixed: bool
    times: tuple[time, ...]
    timed: bool

    def rule(self, days: dict[str, Any], start: datetime, *, interval: int) -> CalendarRule:
        return CalendarRule(
            frequency=_FREQUENCIES[self.unit], start_wall=start, times=self.times, interval=interval, **days
        )


def calendar_series(said: Said, unit: Unit, scene: Scene) -> Built | None:
    days, placed = _named_days(said, unit), _times(said, scene)
    if days is None or placed is None or said.on_the_hour:
        return None
    times, nightly = placed
    if nightly and unit is not Unit.DAY:
        return None  # "every friday at midnight" may be either end of the day
    if unit is Unit.YEAR and not days and said.start is None:
        return None  # once a year, but on which day?
    interval = said.interval or 1
    fixed = bool(days) or (unit is Unit.DAY and interval == 1)
    timed = said.clocks is not None
    return _built(
        said, _Shape(unit=unit, interval=interval, days=days, fixed=fixed, times=times, timed=timed), scene
    )


def windowed_series(said: Said, unit: Unit, scene: Scene) -> Built | None:
    """Times within a day: "every two hours between 9 and 17 on weekdays"."""
    assert said.window is not None
    if unit not in (Unit.MINUTE, Unit.HOUR) or said.clocks or said.part or said.on_the_hour:
        return None
    if said.nth or said.month_days or said.date:
        return None
    times = hours_between(*said.window, (said.interval or 1) * SECONDS[unit] // 60, scene.context)
    if times is None or len(times) < 2:
        return None
    of = Unit.WEEK if said.weekdays else Unit.DAY
    days = {"weekdays": said.weekdays} if said.weekdays else {}
    return _built(said, _Shape(unit=of, interval=1, days=days, fixed=True, times=times, timed=True), scene)


def _times(said: Said, scene: Scene) -> tuple[tuple[time, ...], bool] | None:
    """The times of day, and whether some of them are in the night after the day that is named."""
    if said.clocks is None:
        return (scene.hours.start_of(said.part or Part.MORNING),), False
    placed = place(said.clocks, said.part, scene.context)
    return None if placed is None else (placed.times, placed.nightly)


def _named_days(said: Said, unit: Unit) -> dict[str, Any] | None:
    """The parts of the rule that name its days; empty where the phrase names none, None where it cannot."""
    named = [value is not None for value in (said.weekdays, said.nth, said.month_days, said.date)]
    if said.month is not None:
        return _days_in_month(said, said.month) if unit is Unit.YEAR else None
    match unit, named:
        case _, [False, False, False, False]:
            return {}
        case Unit.WEEK, [True, False, False, False]:
            return {"weekdays": said.weekdays}
        case Unit.MONTH, [True, True, False, False]:
            return {"weekdays": said.weekdays, "nth": said.nth}
        case Unit.MONTH, [False, True, False, False] if said.any_day:
            return {"month_days": said.nth}
        case Unit.MONTH, [False, False, True, False]:
            return {"month_days": said.month_days}
        case Unit.YEAR, [False, False, False, True]:
            assert said.date is not None
            return {"month": said.date[0], "month_days": (said.date[1],)}
    return None


def _days_in_month(said: Said, month: int) -> dict[str, Any] | None:
    """As in "the second sunday in may" and "the last day of may"."""
    if said.month_days or said.date or not said.nth:
        return None
    if said.any_day:
        return {"month": month, "month_days": said.nth}
    return {"month": month, "weekdays": said.weekdays, "nth": said.nth} if said.weekdays else None


def _built(said: Said, shape: _Shape, scene: Scene) -> Built | None:
    if said.count is not None and not said.apart:
        return None  # "every day ten times" may mean ten times each day
    if any(end is not None and end.grain is not Grain.DAY for end in (said.start, said.until)):
        return None  # it is the days that start and end; a time there is unclear
    earliest = _earliest(said, scene)
    days = shape.days or _days_of(shape.unit, earliest)
    first = _first(said, shape, days, earliest, scene)
    if first is None:
        return None
    rule = shape.rule(days, first, interval=shape.interval)
    rule = replace(rule, count=said.count, until_wall=_last(said, first, scene))
    return Built(rule=rule, timed=shape.timed, fixed=shape.fixed)


def _days_of(unit: Unit, wall: datetime) -> dict[str, Any]:
    """The day of `wall`, as one that recurs."""
    match unit:
        case Unit.WEEK:
            return {"weekdays": (wall.weekday(),)}
        case Unit.MONTH:
            return {"month_days": (wall.day,)}
        case Unit.YEAR:
            return {"month": wall.month, "month_days": (wall.day,)}
    return {}


def _earliest(said: Said, scene: Scene) -> datetime:
    """The wall time from which the series counts: now, or the beginning of a stated day."""
    if said.start is None:
        return scene.wall
    return max(scene.wall, datetime.combine(said.start.at.astimezone(scene.zone).date(), time.min))


def _first(
    said: Said, shape: _Shape, days: dict[str, Any], earliest: datetime, scene: Scene
) -> datetime | None:
    """The wall time of the first occurrence."""
    today = datetime.combine(earliest.date(), time.min)
    after = max(scene.now, instant(earliest, scene.zone) - timedelta(seconds=1))
    if not (shape.fixed or shape.timed or said.start):
        after = max(after, instant(datetime.combine(today, END_OF_DAY), scene.zone))
    rule = shape.rule(days, today, interval=1 if shape.fixed else shape.interval)
    return next(walls_after(rule, after=after, zone=scene.zone), None)


def _last(said: Said, first: datetime, scene: Scene) -> datetime | None:
    """The end of the last day: a stated one, or that on which a stated length is over."""
    last: date | None = None
    if said.length is not None:
        last = (first + span(*said.length)).date() - timedelta(days=1)
    elif said.until is not None:
        last = said.until.at.astimezone(scene.zone).date()
    return None if last is None else datetime.combine(last, END_OF_DAY)
