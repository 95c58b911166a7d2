"""Two hundred zones and every change of their clocks in the years that the tests look at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

ZONES = 200
SINCE = datetime(2010, 1, 1, tzinfo=UTC)
"""Early enough for Samoa's lost day, and for zones that changed their minds often (Egypt, Turkey, Fiji)."""
BEFORE = datetime(2030, 1, 1, tzinfo=UTC)
KNOWN_FOR_TROUBLE = (
    "Pacific/Apia",  # the whole of 30 December 2011 was skipped
    "Pacific/Fakaofo",  # likewise
    "Australia/Lord_Howe",  # half an hour
    "Africa/Casablanca",  # an hour back for Ramadan
    "America/Sao_Paulo",  # midnight was skipped
    "Asia/Beirut",  # likewise
    "Asia/Pyongyang",  # half an hour, for good
    "America/Caracas",  # likewise
    "Antarctica/Troll",  # two hours
    "Antarctica/Casey",  # three hours
    "Europe/Berlin",
    "America/New_York",
    "America/Toronto",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Europe/Dublin",
)


@lru_cache(maxsize=1)
def changes() -> tuple[tuple[str, tuple[datetime, ...]], ...]:
    """Zone names with the instants at which their offset changes, for `ZONES` zones that have any."""
    others = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    found: dict[str, tuple[datetime, ...]] = {}
    for name in (*KNOWN_FOR_TROUBLE, *_spread(others)):
        if name not in found and len(found) < ZONES:
            instants = tuple(_changes_of(ZoneInfo(name)))
            if instants:
                found[name] = instants
    return tuple(found.items())


def _spread(names: list[str]) -> list[str]:
    """The same names, so ordered that any beginning of the list reaches across the world."""
    step = 7
    return [name for first in range(step) for name in names[first::step]]


def _changes_of(zone: ZoneInfo) -> list[datetime]:
    day, found = timedelta(days=1), []
    at = SINCE
    while at < BEFORE:
        if at.astimezone(zone).utcoffset() != (at + day).astimezone(zone).utcoffset():
            found.append(_between(at, at + day, zone))
        at += day
    return found


def _between(early: datetime, late: datetime, zone: ZoneInfo) -> datetime:
    """The first second after `early` at which the offset is no longer that of `early`."""
    before = early.astimezone(zone).utcoffset()
    while late - early > timedelta(seconds=1):
        middle = early + (late - early) // 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late
