"""Where and when the phrases of these tests are said, and rules in one line."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.ports import TimeParser
from agent.recurrence import ElapsedRule, RecurringPhrase, Rule, describe, find, read

ZONE = "Europe/Berlin"
BERLIN = ZoneInfo(ZONE)
FRIDAY_EVENING = datetime(2026, 3, 27, 21, 15, tzinfo=UTC)
"""Friday 27 March 2026, 22:15 in Berlin."""


def said(
    phrase: str, language: str, times: TimeParser | None = None, now: datetime = FRIDAY_EVENING
) -> Rule | None:
    return read(phrase, now=now, zone=ZONE, language=language, times=times)


def found(
    text: str, language: str, times: TimeParser | None = None, now: datetime = FRIDAY_EVENING
) -> tuple[RecurringPhrase, ...]:
    return find(text, now=now, zone=ZONE, language=language, times=times)


def line(rule: Rule | None) -> str | None:
    """The rule in English and its first local time: "every day at 08:00 | 2026-03-28 08:00"."""
    if rule is None:
        return None
    start = rule.start.astimezone(BERLIN) if isinstance(rule, ElapsedRule) else rule.start_wall
    return f"{describe(rule, zone=BERLIN, language='en')} | {start:%Y-%m-%d %H:%M}"
