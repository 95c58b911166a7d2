"""What is due arrives: on time, once, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from agent.reminder_limits import ReminderLimits
from bot.scheduler import Scheduler
from bot.store.db import Database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.scheduler.fakes import Inbox
from tests.store.making import ANN, draft


def real_clock() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
async def scheduler(database: Database, inbox: Inbox) -> AsyncIterator[Scheduler]:
    scheduler = Scheduler(occurrences=SqliteOccurrences(database), deliverer=inbox, clock=real_clock)
    await scheduler.start()
    yield scheduler
    await scheduler.stop()


@pytest.fixture
def store(database: Database, scheduler: Scheduler) -> SqliteReminderStore:
    return SqliteReminderStore(database, limits=ReminderLimits(), on_added=scheduler.expect)


async def test_an_added_reminder_arrives_within_a_second_and_never_early(
    store: SqliteReminderStore, inbox: Inbox
) -> None:
    reminder = await store.add(draft(after=timedelta(seconds=0.7), now=real_clock()))
    await inbox.wait_for(1)
    assert timedelta(0) <= real_clock() - reminder.due < timedelta(seconds=1)
    assert inbox.messages[0].notice.late_by is None
    await asyncio.sleep(0.05)
    assert await store.pending(ANN) == ()
