"""A scheduler for the length of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from agent.reminder_limits import ReminderLimits
from agent.types import Clock
from bot.delivery import Deliverer
from bot.schedule.policy import DeliveryPolicy
from bot.schedule.requests import Answer
from bot.scheduler import CLOCK_CHECK, REQUEST_LIMIT, TICK, Scheduler, no_engine
from bot.store.db import Database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore


def real_clock() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def running(
    database: Database,
    deliverer: Deliverer,
    *,
    clock: Clock = real_clock,
    policy: DeliveryPolicy | None = None,
    tick: timedelta = TICK,
    clock_check: timedelta = CLOCK_CHECK,
    sole_owner: bool = True,
    answer: Answer = no_engine,
    request_limit: timedelta = REQUEST_LIMIT,
) -> AsyncIterator[Scheduler]:
    scheduler = Scheduler(
        occurrences=SqliteOccurrences(database),
        deliverer=deliverer,
        clock=clock,
        policy=policy,
        tick=tick,
        clock_check=clock_check,
        sole_owner=sole_owner,
        answer=answer,
        request_limit=request_limit,
    )
    await scheduler.start()
    try:
        yield scheduler
    finally:
        await scheduler.stop()


def store_of(database: Database, scheduler: Scheduler | None = None) -> SqliteReminderStore:
    """With a scheduler, it is told of what is added."""
    limits = ReminderLimits(pending=100_000)
    if scheduler is None:
        return SqliteReminderStore(database, limits=limits)
    return SqliteReminderStore(database, limits=limits, on_added=scheduler.expect)
