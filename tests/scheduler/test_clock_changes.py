"""The wall clock is set, or the host sleeps: nothing early, nothing lost, nothing long overdue."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, tzinfo

import pytest

from agent.errors import DeliveryDelayed
from agent.testing.clock import START
from bot.schedule.policy import DeliveryPolicy
from bot.scheduler import CLOCK_CHECK, TICK, _Every
from bot.store.db import Database
from tests.scheduler.fakes import Inbox
from tests.scheduler.running import running, store_of
from tests.store.making import draft

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
NEVER = timedelta(days=1)
CHECK = timedelta(milliseconds=50)


class Wall(datetime):
    """This machine's wall clock as APScheduler and the schedule see it, set wrong by `error`."""

    error = timedelta(0)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.error


def wall_clock() -> datetime:
    return Wall.now(UTC)


@pytest.fixture(autouse=True)
def wall(monkeypatch: pytest.MonkeyPatch) -> type[Wall]:
    monkeypatch.setattr(Wall, "error", timedelta(0))
    monkeypatch.setattr("apscheduler.schedulers.base.datetime", Wall)
    monkeypatch.setattr("bot.scheduler.machine_time", wall_clock)
    return Wall


def test_a_changed_clock_is_noticed_within_half_a_minute() -> None:
    assert max(TICK, CLOCK_CHECK) <= timedelta(seconds=30)


async def test_a_clock_set_forwards_makes_what_it_passed_due(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    async with running(database, inbox, clock=wall_clock, tick=NEVER, clock_check=CHECK) as scheduler:
        await store_of(database, scheduler).add(draft(after=HOUR, now=wall_clock()))
        await asyncio.sleep(0.2)
        assert inbox.attempts == []
        wall.error = HOUR + 30 * SECOND
        await inbox.wait_for(1, seconds=3)
    assert "(late by" in inbox.messages[0].notice.text


async def test_a_jump_of_years_is_taken_in_one_step(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    async with running(database, inbox, clock=wall_clock, clock_check=CHECK) as scheduler:
        await store_of(database, scheduler).add(draft(after=HOUR, now=wall_clock()))
        wall.error = timedelta(days=3650)
        await inbox.wait_for(1, seconds=3)


async def test_a_clock_set_backwards_makes_nothing_early(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    async with running(database, inbox, clock=wall_clock, tick=CHECK, clock_check=CHECK) as scheduler:
        reminder = await store_of(database, scheduler).add(draft(after=0.4 * SECOND, now=wall_clock()))
        await asyncio.sleep(0.1)
        wall.error = -0.8 * SECOND
        await asyncio.sleep(0.6)
        assert inbox.attempts == []
        await inbox.wait_for(1, seconds=3)
        assert timedelta(0) <= wall_clock() - reminder.due < SECOND


async def test_an_alarm_that_rings_early_is_set_again(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    async with running(database, inbox, clock=wall_clock, tick=NEVER, clock_check=NEVER) as scheduler:
        reminder = await store_of(database, scheduler).add(draft(after=0.4 * SECOND, now=wall_clock()))
        wall.error = -0.5 * SECOND
        await inbox.wait_for(1, seconds=3)
        assert timedelta(0) <= wall_clock() - reminder.due < SECOND


async def test_after_a_clock_was_set_back_by_hours_reminders_still_fire(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    async with running(database, inbox, clock=wall_clock, tick=0.2 * SECOND, clock_check=CHECK):
        await asyncio.sleep(0.1)
        wall.error = -3 * HOUR
        # Nobody tells the schedule of it: only a tick that still runs can find it.
        reminder = await store_of(database).add(draft(after=0.5 * SECOND, now=wall_clock()))
        await inbox.wait_for(1, seconds=3)
        assert timedelta(0) <= wall_clock() - reminder.due < SECOND


async def test_after_a_clock_was_set_back_what_was_delayed_is_tried_in_time_and_found(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    """Discord has the message, and forgets the nonce before the next attempt."""
    patient = DeliveryPolicy(first_pause=0.5 * SECOND, nonce_memory=timedelta(0))
    inbox.forgetful = True
    reminder = draft(after=-3 * HOUR, now=wall_clock())
    inbox.faults_after_commit[reminder.channel.id] = [DeliveryDelayed("no answer")]
    async with running(
        database, inbox, clock=wall_clock, policy=patient, tick=CHECK, clock_check=CHECK
    ) as scheduler:
        await store_of(database, scheduler).add(reminder)
        await inbox.wait_for(1)
        wall.error = -2 * HOUR
        await asyncio.wait_for(inbox.searched.wait(), 10)
    assert inbox.searches[0][1] <= wall_clock()
    assert len(inbox.messages) == 1


async def test_a_delivery_under_way_is_not_taken_for_abandoned_when_the_clock_jumps(
    database: Database, inbox: Inbox, wall: type[Wall]
) -> None:
    inbox.pause = 0.6
    async with running(database, inbox, clock=wall_clock, tick=CHECK, clock_check=CHECK) as scheduler:
        await store_of(database, scheduler).add(draft(after=timedelta(0), now=wall_clock()))
        await inbox.began.wait()
        wall.error = HOUR
        await inbox.wait_for(1)
        await asyncio.sleep(0.3)
    assert len(inbox.attempts) == 1
    assert inbox.searches == []


def test_the_tick_does_not_walk_through_missed_periods() -> None:
    now = START + timedelta(days=3650)
    assert _Every(TICK).get_next_fire_time(START, now) == now + TICK
