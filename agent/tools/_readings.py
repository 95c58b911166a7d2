"""The readings of an unclear time as choices of a question, and back again. Pure.

A value holds everything that the chosen reading states, so that what is set is exactly what was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.tools._wording import local_time
from agent.types import Basis, Grain, Resolved

Pair = tuple[str, str]
"""Label and value of a choice."""


def as_choices(readings: Sequence[Resolved], language: str) -> tuple[Pair, ...]:
    """A label with local date and time for each reading."""
    return tuple(
        (local_time(each.at, zone=each.zone, language=language), to_value(each)) for each in readings
    )


def to_value(reading: Resolved) -> str:
    instant = reading.at.astimezone(UTC).isoformat()
    return f"{reading.basis.value} {reading.grain.value} {instant} {reading.zone}"


def from_value(value: str) -> Resolved | None:
    """The reading that `to_value` wrote; None for anything else."""
    try:
        basis, grain, instant, zone = value.split(" ")
        at = datetime.fromisoformat(instant)
        wall = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if basis == Basis.WALL else None
        return Resolved(at=at, zone=zone, grain=Grain(grain), basis=Basis(basis), wall=wall)
    except (ValueError, LookupError, OSError):
        return None
