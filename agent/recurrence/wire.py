"""Rules as JSON, for storage: versioned, and read strictly. Every version ever written stays readable.

{"version": 1, "kind": "elapsed", "seconds": 5400, "start": "2026-03-27T21:15:00Z"}
{"version": 1, "kind": "calendar", "frequency": "weekly", "start": "2026-03-31T09:00:00", "times": ["09:00"],
 "interval": 2, "weekdays": [1]}
What a rule leaves open is absent. Instants end in Z, and wall times name no offset.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel, ValidationError

from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.terms import MOST_INTERVALS, Frequency, RuleError

LONGEST_JSON = 4000
"""Characters; no rule needs more than a quarter of it."""

_INSTANT = "%Y-%m-%dT%H:%M:%SZ"
_WALL = "%Y-%m-%dT%H:%M:%S"
_TIME = "%H:%M"
_MOST_SECONDS = MOST_INTERVALS[Frequency.DAILY] * 86400


def _of_form(form: str) -> AfterValidator:
    """Accepts exactly what strftime writes; strptime alone takes less."""

    def check(text: str) -> str:
        if datetime.strptime(text, form).strftime(form) != text:  # noqa: DTZ007 - only the form is judged
            raise ValueError(f"not of the form {form}")
        return text

    return AfterValidator(check)


_InstantText = Annotated[str, _of_form(_INSTANT)]
_WallText = Annotated[str, _of_form(_WALL)]
_TimeText = Annotated[str, _of_form(_TIME)]


class _Stored(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    version: Literal[1]


class _Elapsed(_Stored):
    kind: Literal["elapsed"]
    seconds: int = Field(ge=0, le=_MOST_SECONDS)
    start: _InstantText
    count: int | None = None
    until: _InstantText | None = None


class _Calendar(_Stored):
    kind: Literal["calendar"]
    frequency: Frequency
    start: _WallText
    times: tuple[_TimeText, ...]
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    nth: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    month: int | None = None
    count: int | None = None
    until: _WallText | None = None


class _AnyKind(RootModel[Annotated[_Elapsed | _Calendar, Field(discriminator="kind")]]):
    pass


def to_json(rule: Rule) -> str:
    """One line of JSON; equal rules give equal text."""
    stored = _elapsed(rule) if isinstance(rule, ElapsedRule) else _calendar(rule)
    return stored.model_dump_json(exclude_defaults=True)


def from_json(text: str) -> Rule:
    """The rule that `to_json` wrote. Raises RuleError for anything else, and LimitReached as the rules do."""
    if len(text) > LONGEST_JSON:
        raise RuleError("The stored rule is too long.")
    try:
        stored = _AnyKind.model_validate_json(text).root
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RuleError(
            f"The stored rule cannot be read: {first['msg']} ({place or 'whole text'})."
        ) from error
    return _elapsed_rule(stored) if isinstance(stored, _Elapsed) else _calendar_rule(stored)


def _elapsed(rule: ElapsedRule) -> _Elapsed:
    return _Elapsed(
        version=1,
        kind="elapsed",
        seconds=int(rule.interval.total_seconds()),
        start=rule.start.strftime(_INSTANT),
        count=rule.count,
        until=None if rule.until is None else rule.until.strftime(_INSTANT),
    )


def _calendar(rule: CalendarRule) -> _Calendar:
    return _Calendar(
        version=1,
        kind="calendar",
        frequency=rule.frequency,
        start=rule.start_wall.strftime(_WALL),
        times=tuple(at.strftime(_TIME) for at in rule.times),
        interval=rule.interval,
        weekdays=rule.weekdays,
        nth=rule.nth,
        month_days=rule.month_days,
        month=rule.month,
        count=rule.count,
        until=None if rule.until_wall is None else rule.until_wall.strftime(_WALL),
    )


def _elapsed_rule(stored: _Elapsed) -> ElapsedRule:
    return ElapsedRule(
        interval=timedelta(seconds=stored.seconds),
        start=_instant(stored.start),
        count=stored.count,
        until=None if stored.until is None else _instant(stored.until),
    )


def _calendar_rule(stored: _Calendar) -> CalendarRule:
    return CalendarRule(
        frequency=stored.frequency,
        start_wall=_wall(stored.start),
        times=tuple(time.fromisoformat(at) for at in stored.times),
        interval=stored.interval,
        weekdays=stored.weekdays,
        nth=stored.nth,
        month_days=stored.month_days,
        month=stored.month,
        count=stored.count,
        until_wall=None if stored.until is None else _wall(stored.until),
    )


def _instant(text: str) -> datetime:
    return datetime.strptime(text, _INSTANT).replace(tzinfo=UTC)


def _wall(text: str) -> datetime:
    return datetime.strptime(text, _WALL)  # noqa: DTZ007 - a wall time has no zone
