"""What is due arrives: on time, once, in order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from agent.errors import DeliveryDelayed
from bot.schedule.policy import DeliveryPolicy
from bot.scheduler import PER_CHANNEL, Scheduler
from bot.store.db import Database, open_database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.running import real_clock, running, store_of
from tests.store.making import ANN, GENERAL, draft


@pytest.fixture
async def scheduler(database: Database, inbox: Inbox) -> AsyncIterator[Scheduler]:
    async with running(database, inbox) as scheduler:
        yield scheduler


@pytest.fixture
def store(database: Database, scheduler: Scheduler) -> SqliteReminderStore:
    return store_of(database, scheduler)


async def test_an_added_reminder_arrives_within_a_second_and_never_early(
    store: SqliteReminderStore, inbox: Inbox
) -> None:
    reminder = await store.add(draft(after=timedelta(seconds=0.7), now=real_clock()))
    await inbox.wait_for(1)
    assert timedelta(0) <= real_clock() - reminder.due < timedelta(seconds=1)
    assert inbox.messages[0].notice.late_by is None
    await eventually(lambda: nothing_pending(store))


async def nothing_pending(store: SqliteReminderStore) -> bool:
    return await store.pending(ANN) == ()


async def test_what_is_due_already_when_it_is_added_arrives_at_once(
    store: SqliteReminderStore, inbox: Inbox
) -> None:
    await store.add(draft(after=timedelta(seconds=-1), now=real_clock()))
    await inbox.wait_for(1, seconds=1)


async def test_one_added_before_the_next_one_does_not_wait_for_it(
    store: SqliteReminderStore, inbox: Inbox
) -> None:
    now = real_clock()
    for text, seconds in (("third", 0.9), ("first", 0.3), ("second", 0.6)):
        await store.add(draft(text=text, after=timedelta(seconds=seconds), now=now))
    await inbox.wait_for(3)
    assert inbox.texts() == ["first", "second", "third"]


async def test_a_removed_reminder_never_fires(store: SqliteReminderStore, inbox: Inbox) -> None:
    now = real_clock()
    removed = await store.add(draft(text="removed", after=timedelta(seconds=0.3), now=now))
    await store.add(draft(text="kept", after=timedelta(seconds=0.6), now=now))
    await store.remove(removed.id, author_id=ANN)
    await inbox.wait_for(1)
    assert inbox.texts() == ["kept"]


async def test_a_delayed_one_is_tried_again_without_waiting_for_the_tick(
    database: Database, inbox: Inbox
) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503"), DeliveryDelayed("503")]
    policy = DeliveryPolicy(first_pause=timedelta(seconds=0.1))
    async with running(database, inbox, policy=policy, tick=timedelta(hours=1)) as scheduler:
        await store_of(database, scheduler).add(draft(after=timedelta(0), now=real_clock()))
        await inbox.wait_for(1, seconds=3)
    assert len(inbox.attempts) == 3


async def test_what_was_delayed_for_long_is_tried_at_once_when_the_connection_is_back(
    database: Database, inbox: Inbox
) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("not connected")]
    policy = DeliveryPolicy(first_pause=timedelta(minutes=5))
    async with running(database, inbox, policy=policy) as scheduler:
        store = store_of(database, scheduler)
        await store.add(draft(after=timedelta(0), now=real_clock()))
        await inbox.began.wait()
        await eventually(lambda: is_scheduled(database))
        assert len(await store.pending(ANN)) == 1
        await scheduler.retry_now()
        await inbox.wait_for(1, seconds=3)


async def is_scheduled(database: Database) -> bool:
    return [row[0] for row in await database.read("SELECT state FROM occurrences")] == ["scheduled"]


# ------------------------------------------------------------------ starting and stopping


async def test_what_was_due_while_it_was_down_arrives_once_and_says_how_late(
    database: Database, inbox: Inbox
) -> None:
    store = store_of(database)
    await store.add(draft(after=timedelta(0), now=real_clock() - timedelta(hours=3, minutes=1)))
    for _ in range(2):
        async with running(database, inbox):
            await inbox.wait_for(1)
            await eventually(lambda: nothing_pending(store))
    (message,) = inbox.messages
    assert "(late by 3 h 1 min)" in message.notice.text
    assert len(inbox.attempts) == 1


async def test_a_backlog_of_one_channel_is_worked_off_without_waiting_for_ticks(
    database: Database, inbox: Inbox
) -> None:
    backlog = PER_CHANNEL * 2 + 7
    store = store_of(database)
    long_ago = real_clock() - timedelta(hours=1)
    for number in range(backlog):
        await store.add(draft(text=str(number), after=timedelta(seconds=number), now=long_ago))
    async with running(database, inbox, tick=timedelta(hours=1)):
        await inbox.wait_for(backlog)
    assert inbox.texts() == [str(number) for number in range(backlog)]


async def test_more_instants_than_fit_the_window_are_all_kept(
    database: Database, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.scheduler.WINDOW_JOBS", 3)
    store = store_of(database)
    now = real_clock()
    for number in range(10):
        await store.add(draft(text=str(number), after=timedelta(seconds=0.3 + number / 20), now=now))
    async with running(database, inbox, tick=timedelta(hours=1)):
        await inbox.wait_for(10, seconds=4)
    assert inbox.texts() == [str(number) for number in range(10)]


async def test_two_schedulers_on_one_database_deliver_each_once(
    database: Database, inbox: Inbox, database_path: Path
) -> None:
    store = store_of(database)
    now = real_clock()
    for number in range(30):
        await store.add(draft(text=str(number), after=timedelta(seconds=0.2), now=now))
    async with (
        open_database(database_path, exclusive=False) as other,
        running(database, inbox, sole_owner=False),
        running(other, inbox, sole_owner=False),
    ):
        await inbox.wait_for(30)
        await eventually(lambda: nothing_pending(store))
    assert len(inbox.attempts) == 30


async def test_stopping_twice_and_stopping_what_never_started_is_fine(
    database: Database, inbox: Inbox
) -> None:
    scheduler = Scheduler(occurrences=SqliteOccurrences(database), deliverer=inbox, clock=real_clock)
    await scheduler.stop()
    await scheduler.start()
    await scheduler.stop()
    await scheduler.stop()
    scheduler.expect(real_clock())
    assert inbox.attempts == []
