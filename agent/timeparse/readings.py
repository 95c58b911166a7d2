"""What a library for time phrases answers, before any guard has looked at it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """`body` is the stretch of the text that was read; `points` are its values (naive wall time) and grains.

    `interval`: it is a stretch of time, not a point.
    """

    body: str
    interval: bool
    points: tuple[tuple[datetime, str], ...]


class Reader(Protocol):
    """A library that reads time phrases. `name` is for log lines."""

    name: str

    def read(
        self, text: str, *, now: datetime, zone: ZoneInfo, language: str, month_first: bool
    ) -> tuple[Reading, ...]:
        """Everything that it takes for a time in `text` (lower case, single spaces)."""
        ...
