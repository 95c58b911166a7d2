"""A clock that stands still until a test moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""A Monday morning, four weeks before Europe's clocks change."""


class FixedClock:
    """Implements `agent.types.Clock`."""

    def __init__(self, now: datetime = START) -> None:
        if now.tzinfo is None:
            raise ValueError("a clock's time must be aware")
        self._now = now.astimezone(UTC)

    def __call__(self) -> datetime:
        return self._now

    def advance(self, span: timedelta) -> datetime:
        """Moves by `span`, backwards if negative, and returns the new instant."""
        self._now += span
        return self._now
