"""Where and when a phrase is said, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from agent.recurrence.clock import Context, DayHours
from agent.recurrence.lexicon import Unit
from agent.recurrence.limits import SeriesLimits
from agent.recurrence.rule import Rule

SECONDS = {Unit.SECOND: 1, Unit.MINUTE: 60, Unit.HOUR: 3600}
"""Units of elapsed time; the others are counted on the calendar."""
END_OF_DAY = time(23, 59, 59)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """`now` is aware. `context`: what a bare small hour is taken for."""

    now: datetime
    zone: ZoneInfo
    hours: DayHours
    limits: SeriesLimits
    context: Context

    @property
    def wall(self) -> datetime:
        """The naive local time, in whole seconds."""
        return self.now.astimezone(self.zone).replace(tzinfo=None, microsecond=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """`timed`: the phrase states a time of day, or counts time. `fixed`: it leaves no day open."""

    rule: Rule
    timed: bool
    fixed: bool = True


def span(amount: int, unit: Unit) -> relativedelta:
    """So many calendar units."""
    days = {Unit.DAY: 1, Unit.WEEK: 7}.get(unit, 0) * amount
    months = {Unit.MONTH: 1, Unit.YEAR: 12}.get(unit, 0) * amount
    return relativedelta(months=months, days=days)
