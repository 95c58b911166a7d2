"""Rules as the RRULE property of iCalendar (RFC 5545, section 3.3.10), for export only.

Days that a month lacks are written as the last of the days up to them (BYMONTHDAY=28,29,30,31;BYSETPOS=-1),
since a plain BYMONTHDAY=31 would leave out the short months.
"""

from __future__ import annotations

from datetime import tzinfo
from itertools import product

from agent.recurrence.occurrences import instant
from agent.recurrence.rule import CalendarRule, ElapsedRule, Rule
from agent.recurrence.walls import by_parts

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_UNITS = (("HOURLY", 3600), ("MINUTELY", 60), ("SECONDLY", 1))
_UTC = "%Y%m%dT%H%M%SZ"


def rrule_text(rule: Rule, *, zone: tzinfo) -> str | None:
    """The value of RRULE, or None where none says the same.

    It belongs to a DTSTART of `rule.start` in UTC, or of `rule.first_wall` in `zone` (with TZID). None are
    the calendar rules whose times differ in both hour and minute ("8:00 and 20:30"), which BYHOUR and
    BYMINUTE would multiply.
    """
    if isinstance(rule, ElapsedRule):
        return ";".join((*_elapsed_parts(rule), *_end(rule, zone)))
    times = _times(rule)
    return None if times is None else ";".join((*_calendar_parts(rule), *times, *_end(rule, zone)))


def _elapsed_parts(rule: ElapsedRule) -> tuple[str, ...]:
    seconds = int(rule.interval.total_seconds())
    unit, length = next(unit for unit in _UNITS if not seconds % unit[1])
    return f"FREQ={unit}", f"INTERVAL={seconds // length}"


def _calendar_parts(rule: CalendarRule) -> list[str]:
    parts = [f"FREQ={rule.frequency.upper()}", f"INTERVAL={rule.interval}"]
    by = by_parts(rule)
    if "bymonth" in by:
        parts.append(f"BYMONTH={by['bymonth']}")
    if "bymonthday" in by:
        parts.append(f"BYMONTHDAY={_listed(by['bymonthday'])}")
    if "byweekday" in by:
        parts.append(f"BYDAY={','.join(WEEKDAYS[day] for day in by['byweekday'])}")
    if "bysetpos" in by:
        parts.append(f"BYSETPOS={_listed(_positions(by['bysetpos'], len(rule.times)))}")
    return parts


def _positions(positions: tuple[int, ...], times: int) -> list[int]:
    """BYSETPOS counts times, not days: the second day of two times a day is positions 3 and 4."""
    ahead = [
        times * (position - 1) + place
        for position in positions
        if position > 0
        for place in range(1, times + 1)
    ]
    behind = [times * position + place for position in positions if position < 0 for place in range(times)]
    return ahead + behind


def _times(rule: CalendarRule) -> tuple[str, str] | None:
    hours, minutes = sorted({at.hour for at in rule.times}), sorted({at.minute for at in rule.times})
    if [(at.hour, at.minute) for at in rule.times] != list(product(hours, minutes)):
        return None
    return f"BYHOUR={_listed(hours)}", f"BYMINUTE={_listed(minutes)}"


def _end(rule: Rule, zone: tzinfo) -> tuple[str, ...]:
    """UNTIL is in UTC, as RFC 5545 asks where DTSTART has a zone."""
    if rule.count is not None:
        return (f"COUNT={rule.count}",)
    if isinstance(rule, ElapsedRule):
        until = rule.until
    else:
        until = None if rule.until_wall is None else instant(rule.until_wall, zone)
    return () if until is None else (f"UNTIL={until.strftime(_UTC)}",)


def _listed(numbers: object) -> str:
    assert isinstance(numbers, list | tuple)
    return ",".join(str(number) for number in numbers)
