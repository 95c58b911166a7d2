"""First in, first out within a channel; at the same time across channels; nothing lost when stopping."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from agent.types import Channel, ChannelKind
from bot.schedule.dispatcher import AT_ONCE
from bot.store.db import Database, open_database
from tests.scheduler.fakes import WatchedInbox
from tests.scheduler.house import House
from tests.store.making import GENERAL


def channel(number: int) -> Channel:
    return Channel(id=2000 + number, kind=ChannelKind.GUILD, guild_id=900)


@pytest.fixture
def watched() -> WatchedInbox:
    return WatchedInbox()


@pytest.fixture
def house(database: Database, watched: WatchedInbox) -> House:
    return House(database=database, deliverer=watched)


async def test_a_channel_gets_its_reminders_one_by_one_in_order(house: House, watched: WatchedInbox) -> None:
    watched.pause = 0.001
    for number in range(20):
        await house.add(str(number), after=timedelta(milliseconds=number))
    house.clock.advance(timedelta(seconds=1))
    await house.round()
    assert watched.texts() == [str(number) for number in range(20)]
    assert watched.most_in_a_channel == 1


async def test_channels_are_served_at_the_same_time_up_to_a_bound(
    house: House, watched: WatchedInbox
) -> None:
    watched.pause = 0.2
    for number in range(AT_ONCE + 20):
        await house.add(str(number), channel=channel(number))
    await house.round()
    assert len(watched.messages) == AT_ONCE + 20
    assert AT_ONCE // 2 < watched.most <= AT_ONCE


async def test_a_target_that_hangs_delays_nobody_else(house: House, watched: WatchedInbox) -> None:
    watched.holds = {channel(0).id}
    await house.add("hangs", channel=channel(0))
    for number in range(1, 30):
        await house.add(str(number), channel=channel(number))
    await house.feed()
    await watched.wait_for(29, seconds=5)
    assert "hangs" not in watched.texts()
    watched.held.set()
    await watched.wait_for(30)


async def test_feeding_the_same_again_sends_it_once(house: House, watched: WatchedInbox) -> None:
    watched.pause = 0.05
    for number in range(3):
        await house.add(str(number))
    for _ in range(4):
        await house.feed()
    await house.round()
    assert watched.texts() == ["0", "1", "2"]
    assert len(watched.attempts) == 3


async def test_two_dispatchers_on_one_database_send_each_once(
    house: House, watched: WatchedInbox, database_path: Path
) -> None:
    for number in range(40):
        await house.add(str(number), channel=channel(number % 7))
    async with open_database(database_path, exclusive=False) as second:
        other = House(database=second, deliverer=watched)
        await asyncio.gather(house.round(), other.round())
    assert sorted(watched.texts(), key=int) == [str(number) for number in range(40)]
    assert len(watched.attempts) == 40


# ------------------------------------------------------------------ stopping


async def test_stopping_lets_deliveries_end_and_leaves_the_rest_scheduled(
    house: House, watched: WatchedInbox
) -> None:
    watched.pause = 0.1
    first, second = await house.add("first"), await house.add("second")
    await house.feed()
    await watched.began.wait()
    await house.dispatcher.drain(patience=5)
    assert watched.texts() == ["first"]
    assert await house.state(first) == ("delivered", "done")
    assert await house.state(second) == ("scheduled", "pending")
    assert house.dispatcher.taken == frozenset()


async def test_a_delivery_cut_off_by_stopping_arrives_once_after_the_restart(
    house: House, watched: WatchedInbox
) -> None:
    watched.holds = {GENERAL.id}
    reminder = await house.add("cut off")
    await house.feed()
    await watched.began.wait()
    await house.dispatcher.drain(patience=0.05)
    assert await house.state(reminder) == ("sending", "pending")
    watched.holds = set()
    await house.occurrences.restore(now=house.clock(), everything=True)
    house.dispatcher = house.new_dispatcher()
    await house.round()
    assert watched.texts() == ["cut off"]
    assert await house.state(reminder) == ("delivered", "done")
