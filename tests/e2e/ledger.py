"""What was due against what is visible: every due occurrence exactly once, nothing early, nothing unasked."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.recurrence import Rule, occurrences_between
from bot.delivery import marker
from bot.store.instants import from_stored
from bot.store.missed import MISSED
from tests.discord_server.state import Message
from tests.discord_server.validation import walk

ZONE = ZoneInfo("Europe/Berlin")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOccurrence:
    reminder_id: int
    due: datetime
    state: str
    last_error: str | None
    is_snooze: bool

    @property
    def is_open(self) -> bool:
        return self.state in ("scheduled", "claimed", "sending")

    @property
    def is_sent(self) -> bool:
        return self.state in ("delivered", "acknowledged")

    @property
    def is_missed(self) -> bool:
        return self.state == "skipped" and self.last_error == MISSED

    @property
    def marker(self) -> str:
        return marker(self.reminder_id, self.due)


def read_occurrences(path: Path) -> Iterator[StoredOccurrence]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = database.execute(
            """
            SELECT reminder_id, occurrences.due_utc, occurrences.state, last_error, parent_id IS NOT NULL
            FROM occurrences JOIN reminders ON reminders.id = reminder_id ORDER BY occurrences.id
            """
        ).fetchall()
    for reminder_id, due, state, error, is_snooze in rows:
        yield StoredOccurrence(
            reminder_id=reminder_id,
            due=from_stored(due),
            state=state,
            last_error=error,
            is_snooze=bool(is_snooze),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """`added` are the ids of confirmed reminders, `series` the rules among them by id."""

    occurrences: tuple[StoredOccurrence, ...]
    messages: tuple[Message, ...]
    added: frozenset[int]
    series: Mapping[int, Rule]
    end: datetime

    @property
    def due(self) -> tuple[StoredOccurrence, ...]:
        return tuple(each for each in self.occurrences if each.due <= self.end)

    def shown(self) -> Counter[str]:
        """How often each delivery's mark is visible."""
        return Counter(_marker(message) for message in self.messages)

    def twice(self) -> list[str]:
        return [mark for mark, times in self.shown().items() if times > 1]

    def lost(self) -> list[str]:
        """Due and not visible; what a series missed while nobody was there is told of by its next one."""
        shown = self.shown()
        silent = [each for each in self.due if not each.is_missed and each.marker not in shown]
        return [f"{each.marker} {each.state} {each.last_error}" for each in silent if not self._hushed(each)]

    def unrecorded(self) -> list[str]:
        """Confirmed, or an instant of a series, without any row that says what became of it."""
        rows = {(each.reminder_id, each.due) for each in self.occurrences}
        known = {reminder_id for reminder_id, _ in rows}
        gone = [f"reminder {each}" for each in self.added - known]
        for reminder_id, rule in self.series.items():
            first = min(due for each, due in rows if each == reminder_id)
            expected = occurrences_between(rule, after=first, until=self.end, zone=ZONE, limit=10_000)
            gone += [marker(reminder_id, at) for at in expected if (reminder_id, at) not in rows]
        return gone

    def unasked(self) -> list[str]:
        known = {each.marker for each in self.occurrences}
        return [mark for mark in self.shown() if mark not in known]

    def early(self) -> list[str]:
        due = {each.marker: each.due for each in self.occurrences}
        marks = ((_marker(message), message.timestamp) for message in self.messages)
        return [mark for mark, at in marks if mark in due and at < due[mark]]

    def faults(self) -> dict[str, list[str]]:
        """Everything that must be empty."""
        return {
            "twice": self.twice(),
            "lost": self.lost(),
            "unrecorded": self.unrecorded(),
            "unasked": self.unasked(),
            "early": self.early(),
        }

    def _hushed(self, occurrence: StoredOccurrence) -> bool:
        """A ring that was stopped by whoever it was for is not to be seen."""
        return occurrence.state == "skipped" and occurrence.last_error is None


def _marker(message: Message) -> str:
    ids = (str(component.get("custom_id", "")) for component in walk(message.components))
    return next(found for found in ids if found.startswith("rem:"))
