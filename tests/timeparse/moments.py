"""Where and when the phrases of these tests are said: a Friday evening, thirty hours before clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from agent.timeparse import GuardedTimeParser
from agent.types import Resolved

BERLIN = "Europe/Berlin"
FRIDAY_EVENING = datetime(2026, 3, 27, 21, 15, tzinfo=UTC)
"""Friday 27 March 2026, 22:15 in Berlin; clocks go forward on Sunday the 29th at 2:00."""


def berlin(*parts: int) -> datetime:
    """An instant from Berlin's wall time."""
    return datetime(*parts, tzinfo=ZoneInfo(BERLIN))  # type: ignore[arg-type, misc]


def resolve(
    parser: GuardedTimeParser,
    phrase: str,
    language: str,
    *,
    now: datetime = FRIDAY_EVENING,
    zone: str = BERLIN,
) -> Resolved | None:
    return parser.resolve(phrase, now=now, zone=zone, language=language)


def local(resolved: Resolved | None) -> str | None:
    """The local time as "2026-03-28 09:00", with seconds where there are any."""
    if resolved is None:
        return None
    at = resolved.at.astimezone(ZoneInfo(resolved.zone))
    return at.strftime("%Y-%m-%d %H:%M:%S" if at.second else "%Y-%m-%d %H:%M")


def found(parser: GuardedTimeParser, text: str, language: str) -> list[str]:
    phrases = parser.find(text, now=FRIDAY_EVENING, zone=BERLIN, language=language)
    return [phrase.text for phrase in phrases]


def seconds(count: int) -> timedelta:
    return timedelta(seconds=count)
