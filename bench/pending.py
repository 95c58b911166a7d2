"""Databases full of reminders that are to come."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.recurrence import CalendarRule, Frequency, to_json
from bot.store.db import open_database
from bot.store.instants import to_stored
from bot.zone_version import zone_version

AUTHOR_LIMIT = 100
"""Pending reminders of one author, as the configuration allows by default."""
CHANNELS = 500
SERIES_SHARE = 5
"""Every fifth is a series."""
SOONEST, SPREAD = timedelta(hours=1), timedelta(days=365)
ZONE = ZoneInfo("Europe/Berlin")
FIRST_AUTHOR, FIRST_CHANNEL = 10_000, 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    number: int
    author: int
    channel: int
    due: datetime

    @property
    def wall(self) -> datetime:
        return self.due.astimezone(ZONE).replace(tzinfo=None)

    @property
    def rule(self) -> str | None:
        if self.number % SERIES_SHARE:
            return None
        first = self.wall
        return to_json(CalendarRule(frequency=Frequency.DAILY, start_wall=first, times=(first.time(),)))


async def fill(path: Path, reminders: int, *, version: str | None = None) -> None:
    """Makes a database with that many pending reminders on the clock, a fifth of them series, over a year.

    `version` is the release of the zone database that they were computed with, by default the present one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    async with open_database(path):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        rows = list(_rows(reminders, now=datetime.now(UTC)))
        _insert(connection, rows, version=zone_version() if version is None else version)


def _rows(reminders: int, *, now: datetime) -> Iterator[Row]:
    for number in range(reminders):
        due = now + SOONEST + SPREAD * number / reminders
        yield Row(
            number=number,
            author=FIRST_AUTHOR + number // AUTHOR_LIMIT,
            channel=FIRST_CHANNEL + number % CHANNELS,
            due=due.replace(second=0, microsecond=0),
        )


def _insert(connection: sqlite3.Connection, rows: list[Row], *, version: str) -> None:
    connection.executemany("INSERT OR IGNORE INTO users (id) VALUES (?)", [(row.author,) for row in rows])
    connection.executemany(
        "INSERT OR IGNORE INTO channels (id, kind, guild_id) VALUES (?, 'guild', 900)",
        [(row.channel,) for row in rows],
    )
    connection.executemany(
        """
        INSERT INTO reminders (author_id, channel_id, text, kind, due_utc, zone, basis, grain, wall,
            source_message_id, call_index, created_utc, rule, zone_version)
        VALUES (?, ?, 'water the plants and call ' || ?, 'reminder', ?, ?, 'wall', 'minute', ?, ?, 0, 0, ?, ?)
        """,
        [
            (
                *(row.author, row.channel, row.number, to_stored(row.due), ZONE.key),
                *(row.wall.isoformat(), row.number, row.rule, version),
            )
            for row in rows
        ],
    )
    connection.execute(
        """
        INSERT INTO occurrences (reminder_id, due_utc, attempt_utc, nonce)
        SELECT id, due_utc, due_utc, 'r' || id || '-' || due_utc / 1000000 || '-0' FROM reminders
        """
    )
