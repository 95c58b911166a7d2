"""Instants as SQLite keeps them: whole microseconds since 1970-01-01T00:00Z, exact in both directions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_stored(instant: datetime) -> int:
    """Raises ValueError for a naive datetime: its instant would depend on this machine's zone."""
    if instant.tzinfo is None:
        raise ValueError(f"{instant.isoformat()} has no time zone")
    return (instant - EPOCH) // _MICROSECOND


def from_stored(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
