"""From all that a phrase says to a rule, elapsed or on the calendar."""

from __future__ import annotations

from agent.recurrence.calendar_series import calendar_series, windowed_series
from agent.recurrence.elapsed_series import elapsed_series
from agent.recurrence.lexicon import Unit
from agent.recurrence.said import Said
from agent.recurrence.scene import SECONDS, Built, Scene

_LEAST_DAYS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 28, Unit.YEAR: 365}


def build(said: Said, scene: Scene) -> Built | None:
    """The rule that `said` describes, or None where unclear. Raises LimitReached and RuleError."""
    recurs = said.series or (said.of_the_month and said.nth)
    unit = unit_of(said)
    if not recurs or unit is None or not _counts_agree(said):
        return None
    if said.window is not None:
        return windowed_series(said, unit, scene)
    if unit in SECONDS:
        return elapsed_series(said, unit, scene)
    return calendar_series(said, unit, scene)


def unit_of(said: Said) -> Unit | None:
    """The stated unit, or the one that the named days imply."""
    if said.unit is not None:
        return said.unit
    if said.date or said.month:
        return Unit.YEAR
    if said.nth or said.month_days:
        return Unit.MONTH
    if said.weekdays:
        return Unit.WEEK
    return Unit.DAY if said.part else None


def too_short(said: Said) -> bool:
    """Whether a stated length holds no two occurrences: "every day for an hour" says no end."""
    unit = unit_of(said)
    if said.length is None or unit is None:
        return False
    amount, of = said.length
    if unit in SECONDS:
        return of in SECONDS and amount * SECONDS[of] <= (said.interval or 1) * SECONDS[unit]
    return of in SECONDS or amount * _LEAST_DAYS[of] < 2 * (said.interval or 1) * _LEAST_DAYS[unit]


def _counts_agree(said: Said) -> bool:
    """Whether "twice a day" has its two times, and "three times a week" its three weekdays."""
    if said.per is None or said.per == 1:
        return True
    named = {Unit.DAY: said.clocks, Unit.WEEK: said.weekdays}.get(said.unit or Unit.YEAR)
    return named is not None and len(named) == said.per
