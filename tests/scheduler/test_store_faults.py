"""A database that fails while reminders are due: nothing is sent that cannot be recorded, nothing twice."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import aiosqlite
import pytest

from agent.errors import StoreUnavailable
from agent.types import Channel
from bot.delivery import Notice
from bot.schedule.policy import DeliveryPolicy
from bot.store.db import Database, open_database
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.house import House


class LockingInbox(Inbox):
    """Locks the database from outside as soon as a message is out, until it is told to let go."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.lock: aiosqlite.Connection | None = None

    async def deliver(self, target: Channel, notice: Notice) -> int:
        message_id = await super().deliver(target, notice)
        self.lock = await aiosqlite.connect(self.path, isolation_level=None)
        await self.lock.execute("BEGIN IMMEDIATE")
        return message_id

    async def let_go(self) -> None:
        assert self.lock is not None
        await self.lock.close()


async def test_a_delivery_that_cannot_be_recorded_yet_is_recorded_later_and_not_repeated(
    database_path: Path,
) -> None:
    inbox = LockingInbox(database_path)
    async with open_database(database_path, busy_timeout=0.05) as database:
        policy = DeliveryPolicy(record_pause=timedelta(milliseconds=20))
        house = House(database=database, deliverer=inbox, policy=policy)
        reminder = await house.add("once")
        await house.feed()
        await inbox.wait_for(1)
        await asyncio.sleep(0.3)
        assert await house.state(reminder) == ("sending", "pending")
        await inbox.let_go()
        await eventually(lambda: house.is_delivered(reminder))
    assert inbox.texts() == ["once"]
    assert len(inbox.attempts) == 1


async def test_what_cannot_be_claimed_is_not_sent_but_stays_scheduled(database_path: Path) -> None:
    inbox = Inbox()
    async with open_database(database_path, busy_timeout=0.05) as database:
        house = House(database=database, deliverer=inbox)
        reminder = await house.add("later")
        other = await aiosqlite.connect(database_path, isolation_level=None)
        await other.execute("BEGIN IMMEDIATE")
        await house.round()
        assert inbox.attempts == []
        assert await house.state(reminder) == ("scheduled", "pending")
        await other.close()
        await house.round()
        assert inbox.texts() == ["later"]


@contextmanager
def disk_takes_nothing_beyond(size: int) -> Iterator[None]:
    """Any file's write past `size` bytes fails, in this process and for this long."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_while_the_disk_takes_nothing_nothing_is_confirmed_or_sent_and_nothing_is_lost(
    database: Database, database_path: Path, inbox: Inbox
) -> None:
    house = House(database=database, deliverer=inbox)
    reminder = await house.add("kept")
    log = database_path.with_name("kallisti.db-wal")
    with disk_takes_nothing_beyond(log.stat().st_size):
        with pytest.raises(StoreUnavailable):
            await house.add("refused")
        await house.round()
        assert inbox.attempts == []
        assert await house.state(reminder) == ("scheduled", "pending")
    await house.round()
    assert inbox.texts() == ["kept"]
    assert await house.state(reminder) == ("delivered", "done")
