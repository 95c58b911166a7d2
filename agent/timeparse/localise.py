"""Wall time to instants and back, with one rule for clocks that change."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone_named(name: str) -> ZoneInfo | None:
    """The IANA zone of that name, or None."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def instant(wall: datetime, zone: ZoneInfo, *, now: datetime | None = None) -> datetime:
    """The UTC instant at which clocks in `zone` show the naive `wall`.

    A time that clocks skip moves forward by the gap; of a time that they show twice, the first is taken,
    but the second once the first is no later than `now`. Both follow from fold=0, which uses the offset
    before the change.
    """
    first = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    second = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    return second if now is not None and first <= now < second else first


def wall_time(at: datetime, zone: ZoneInfo) -> datetime:
    """The naive local time that clocks in `zone` show at `at`."""
    return at.astimezone(zone).replace(tzinfo=None)
