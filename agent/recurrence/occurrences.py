"""When a rule is due: instants, computed from rule and zone alone and always strictly ascending.

Wall times become instants by one rule: a time that clocks skip moves forward by the gap, and of a time that
they show twice the first is taken. Both follow from fold=0, which uses the offset before the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from heapq import heappop, heappush
from itertools import dropwhile, islice, takewhile

from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.terms import LATEST_YEAR, MOST_TIMES
from agent.recurrence.walls import number_from, walls_from

MOST_LISTED = 1000
"""Occurrences that one call returns at most."""

LARGEST_SHIFT = timedelta(hours=26)
"""No clock change is larger: where the date line moved, whole days were skipped (Samoa, 30 December 2011).

So an instant whose wall time lies this far before that of another is the earlier of the two.
"""
_NEAR = 6 * MOST_TIMES
"""More than the wall times that can lie within four times the largest shift."""


def instant(wall: datetime, zone: tzinfo) -> datetime:
    """The UTC instant at which the naive `wall` is due in `zone`."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def next_occurrence(rule: Rule, *, after: datetime, zone: tzinfo) -> datetime | None:
    """The first occurrence strictly after the aware `after`, in UTC; None when the series has ended."""
    return next(_following(rule, after.astimezone(UTC), zone), None)


def walls_after(rule: CalendarRule, *, after: datetime, zone: tzinfo) -> Iterator[datetime]:
    """The wall times of the rule that are due strictly after `after`, ascending as wall times."""
    near = number_from(rule, _wall(after, zone) - LARGEST_SHIFT)
    return (wall for wall in walls_from(rule, near) if instant(wall, zone) > after)


def occurrences_between(
    rule: Rule, *, after: datetime, until: datetime, zone: tzinfo, limit: int
) -> tuple[datetime, ...]:
    """The first `limit` (at most `MOST_LISTED`) occurrences after `after` and up to `until`, ascending."""
    due = takewhile(lambda at: at <= until, _following(rule, after.astimezone(UTC), zone))
    return tuple(islice(due, _listed(limit)))


def latest_occurrences(
    rule: Rule, *, after: datetime, until: datetime, zone: tzinfo, limit: int
) -> tuple[datetime, ...]:
    """The last `limit` (at most `MOST_LISTED`) occurrences after `after` and up to `until`, ascending.

    They are what is told of a long downtime; its length does not matter.
    """
    most = _listed(limit)
    before = (
        _elapsed_before(rule, until, most)
        if isinstance(rule, ElapsedRule)
        else _calendar_before(rule, until, zone, most)
    )
    found = [at for at in before if after < at <= until]
    return tuple(found[max(0, len(found) - most) :])


def _listed(limit: int) -> int:
    return max(0, min(limit, MOST_LISTED))


def _following(rule: Rule, after: datetime, zone: tzinfo) -> Iterator[datetime]:
    if after.year > LATEST_YEAR:
        return iter(())
    if isinstance(rule, ElapsedRule):
        return _elapsed_from(rule, max(0, (after - rule.start) // rule.interval + 1))
    near = number_from(rule, _wall(after, zone) - LARGEST_SHIFT)
    return dropwhile(lambda at: at <= after, ascending(walls_from(rule, near), zone))


def _elapsed_from(rule: ElapsedRule, number: int) -> Iterator[datetime]:
    while rule.count is None or number < rule.count:
        at = rule.start + number * rule.interval
        if at.year > LATEST_YEAR or (rule.until is not None and at > rule.until):
            return
        yield at
        number += 1


def _elapsed_before(rule: ElapsedRule, until: datetime, limit: int) -> Iterable[datetime]:
    last = (min(until, rule.until or until) - rule.start) // rule.interval
    last = last if rule.count is None else min(last, rule.count - 1)
    return takewhile(lambda at: at <= until, _elapsed_from(rule, max(0, last - limit + 1)))


def _calendar_before(rule: CalendarRule, until: datetime, zone: tzinfo, limit: int) -> Iterable[datetime]:
    here = _wall(until, zone)
    behind = number_from(rule, here + LARGEST_SHIFT)
    if rule.count is not None:
        behind = min(behind, rule.count)
    if rule.until_wall is not None:
        behind = min(behind, number_from(rule, rule.until_wall + timedelta(seconds=1)))
    first = max(0, behind - limit - _NEAR)
    return ascending(islice(walls_from(rule, first), behind - first), zone)


def ascending(walls: Iterable[datetime], zone: tzinfo) -> Iterator[datetime]:
    """The distinct instants of ascending `walls`, in order.

    Clock changes can swap neighbours and make them coincide: where clocks jump from 2:00 to 3:00, 2:30 is due
    after 3:00 and together with 3:30.
    """
    waiting: list[datetime] = []
    latest: datetime | None = None
    for wall in walls:
        at = instant(wall, zone)
        heappush(waiting, at)
        while waiting[0] < at - LARGEST_SHIFT:
            latest, previous = heappop(waiting), latest
            if latest != previous:
                yield latest
    yield from _distinct(waiting, latest)


def _distinct(waiting: list[datetime], latest: datetime | None) -> Iterator[datetime]:
    while waiting:
        latest, previous = heappop(waiting), latest
        if latest != previous:
            yield latest


def _wall(at: datetime, zone: tzinfo) -> datetime:
    """The naive local time at `at`, in whole seconds."""
    return at.astimezone(zone).replace(tzinfo=None, microsecond=0)
