"""How much is stored, for the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store.db import Database
from bot.store.instants import to_stored

GRACE = timedelta(seconds=30)
"""A delivery under way is not overdue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """`overdue` reminders are pending ones whose time has come; `schema` is the number of steps."""

    pending: int
    overdue: int
    schema: int


async def counts(database: Database, *, now: datetime) -> Counts:
    """Raises StoreUnavailable."""
    (reminders,) = await database.read("SELECT count(*) FROM reminders WHERE state = 'pending'")
    (late,) = await database.read(
        "SELECT count(*) FROM occurrences JOIN reminders ON reminders.id = reminder_id "
        "WHERE occurrences.state = 'scheduled' AND attempt_utc < ? AND NOT paused",
        (to_stored(now - GRACE),),
    )
    (steps,) = await database.read("SELECT count(*) FROM migrations")
    return Counts(pending=reminders[0], overdue=late[0], schema=steps[0])
