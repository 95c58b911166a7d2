"""Rules of every shape, as hypothesis makes them up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

from hypothesis import strategies as st

from agent.recurrence import LAST, CalendarRule, ElapsedRule, Frequency

_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

times_of_day = st.builds(time, st.integers(0, 23), st.integers(0, 59))
night_times = st.builds(time, st.integers(0, 4), st.sampled_from([0, 15, 30, 45]))
"""When clocks change."""


def few_times() -> st.SearchStrategy[tuple[time, ...]]:
    return st.lists(night_times | times_of_day, min_size=1, max_size=4).map(tuple)


def _weekdays(most: int = 7) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(0, 6), min_size=1, max_size=most).map(tuple)


def _nth(weekdays: tuple[int, ...], most: int) -> st.SearchStrategy[tuple[int, ...]]:
    numbers = [1, 2, 3, LAST] if len(set(weekdays)) == 1 else [1, 2, 3, 4, LAST]
    return st.lists(st.sampled_from(numbers), min_size=1, max_size=most, unique=True).map(tuple)


_month_days = st.tuples(
    st.lists(st.integers(1, 27), max_size=3), st.sampled_from([None, 28, 29, 30, 31, LAST])
).map(lambda drawn: tuple(drawn[0]) + (() if drawn[1] is None else (drawn[1],)))


@st.composite
def calendar_rules(draw: st.DrawFn, start: datetime, *, ended: bool = True) -> CalendarRule:
    """A rule of any frequency whose series starts at the naive `start`; with `ended`, some of them end."""
    frequency = draw(st.sampled_from(Frequency))
    shape: dict[str, Any] = draw(_SHAPES[frequency]())
    count = draw(st.none() | st.integers(1, 60)) if ended else None
    until = draw(st.none() | st.integers(400, 900)) if ended and count is None else None
    interval = draw(st.integers(1, 5 if frequency is Frequency.YEARLY else 9))
    return CalendarRule(
        frequency=frequency,
        start_wall=start,
        times=draw(few_times()),
        interval=interval,
        count=count,
        until_wall=None if until is None else start + interval * timedelta(days=until),
        **shape,
    )


@st.composite
def _by_weekday(draw: st.DrawFn, most: int) -> dict[str, Any]:
    weekdays = draw(_weekdays())
    return {"weekdays": weekdays, "nth": draw(_nth(weekdays, most))}


@st.composite
def _yearly(draw: st.DrawFn) -> dict[str, Any]:
    month = draw(st.integers(1, 12))
    by_day = st.sampled_from([*range(1, _LONGEST[month - 1] + 1), LAST]).map(
        lambda day: {"month_days": (day,)}
    )
    return {"month": month, **draw(by_day | _by_weekday(1))}


_SHAPES: dict[Frequency, Callable[[], st.SearchStrategy[dict[str, Any]]]] = {
    Frequency.DAILY: lambda: st.just({}),
    Frequency.WEEKLY: lambda: _weekdays().map(lambda days: {"weekdays": days}),
    Frequency.MONTHLY: lambda: (
        _month_days.filter(bool).map(lambda days: {"month_days": days}) | _by_weekday(3)
    ),
    Frequency.YEARLY: _yearly,
}

instants = st.integers(1_262_304_000, 1_893_456_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
"""From 2010 to 2030."""


@st.composite
def elapsed_rules(draw: st.DrawFn) -> ElapsedRule:
    interval = timedelta(seconds=draw(st.integers(60, 10**6)))
    start = draw(instants)
    count = draw(st.none() | st.integers(1, 500))
    until = start + draw(st.integers(0, 500)) * interval if count is None and draw(st.booleans()) else None
    return ElapsedRule(interval=interval, start=start, count=count, until=until)


any_rules = elapsed_rules() | instants.map(lambda at: at.replace(tzinfo=None)).flatmap(calendar_rules)
