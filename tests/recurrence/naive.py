"""The meaning of rules once more, slowly and by other means: a walk day by day, on clocks minute by minute.

Nothing here uses rrule, `fold` or the arithmetic of the room that it judges.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache

from agent.recurrence import LAST, CalendarRule, Frequency

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
_FURTHEST = 27
"""Hours; farther from UTC no clock goes, and no clock change reaches."""


def between(rule: CalendarRule, zone: tzinfo, *, after: datetime, until: datetime) -> list[datetime]:
    """The distinct instants of the rule after `after` and up to `until`, ascending."""
    earliest = after.replace(tzinfo=None) - timedelta(days=3)
    near = {instant(wall, zone) for wall in walls(rule, until=until) if wall >= earliest}
    return sorted(at for at in near if after < at <= until)


def walls(rule: CalendarRule, *, until: datetime) -> Iterator[datetime]:
    """The rule's wall times, day by day from its start, to three days past the naive UTC time of `until`."""
    day, told = rule.start_wall.date(), 0
    last = until.replace(tzinfo=None).date() + timedelta(days=3)
    while day <= last:
        for at in sorted(rule.times) if _fits(rule, day) else ():
            wall = datetime.combine(day, at)
            if wall < rule.start_wall:
                continue
            if (rule.until_wall and wall > rule.until_wall) or told == rule.count:
                return
            yield wall
            told += 1
        day += timedelta(days=1)


def _fits(rule: CalendarRule, day: date) -> bool:
    start = rule.start_wall.date()
    months = (day.year - start.year) * 12 + day.month - start.month
    match rule.frequency:
        case Frequency.DAILY:
            return (day - start).days % rule.interval == 0
        case Frequency.WEEKLY:
            weeks = (_monday(day) - _monday(start)).days // 7
            return day.weekday() in rule.weekdays and weeks % rule.interval == 0
        case Frequency.MONTHLY:
            return months % rule.interval == 0 and _is_its_day(rule, day)
        case Frequency.YEARLY:
            years = day.year - start.year
            return day.month == rule.month and years % rule.interval == 0 and _is_its_day(rule, day)


def _is_its_day(rule: CalendarRule, day: date) -> bool:
    length = monthrange(day.year, day.month)[1]
    if rule.month_days:
        return any(
            day.day == (length if number == LAST else min(number, length)) for number in rule.month_days
        )
    named = [number for number in range(1, length + 1) if day.replace(day=number).weekday() in rule.weekdays]
    chosen = [named[-1] if number == LAST else named[number - 1] for number in rule.nth]
    return day.day in chosen


def _monday(day: date) -> date:
    while day.weekday():
        day -= timedelta(days=1)
    return day


@lru_cache(maxsize=200_000)
def instant(wall: datetime, zone: tzinfo) -> datetime:
    """Watches a clock in `zone`, minute by minute, for the first time that it shows `wall`.

    If it jumps over `wall`, the moment of the jump and then as long as `wall` lies behind the time before it.
    """
    around = wall.replace(tzinfo=UTC)
    hours = range(-_FURTHEST, _FURTHEST)
    offsets = {_shown(around + HOUR * ahead, zone) - wall - HOUR * ahead for ahead in hours}
    if len(offsets) == 1:
        return around - offsets.pop()
    minutes = range(-_FURTHEST * 60, _FURTHEST * 60)
    shown = [_shown(around + MINUTE * ahead, zone) for ahead in minutes]
    for ahead, clock in zip(minutes, shown, strict=True):
        if clock == wall:
            return around + MINUTE * ahead
    for ahead, before, after in zip(minutes, shown, shown[1:], strict=False):
        if before < wall < after:
            return around + MINUTE * ahead + (wall - before)
    raise AssertionError(f"no clock in {zone} ever comes near {wall}")


def _shown(at: datetime, zone: tzinfo) -> datetime:
    return at.astimezone(zone).replace(tzinfo=None)
