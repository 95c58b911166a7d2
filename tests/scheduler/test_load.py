"""A thousand due in the same second."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta

from agent.testing.clock import START
from agent.types import Channel, ChannelKind
from bot.store.db import Database
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.running import real_clock, running, store_of
from tests.store.making import ANN, draft

REMINDERS = 1000
CHANNELS = 200


def channel(number: int) -> Channel:
    return Channel(id=2000 + number % CHANNELS, kind=ChannelKind.GUILD, guild_id=900)


async def longest_stretch(stop: asyncio.Event) -> float:
    """The most that the event loop's thread computed while a 10 ms sleep waited, in seconds of processor
    time: waiting for the processor does not count.
    """
    worst = 0.0
    while not stop.is_set():
        before = time.thread_time()
        await asyncio.sleep(0.01)
        worst = max(worst, time.thread_time() - before)
    return worst


async def test_each_of_a_thousand_arrives_once_in_its_channels_order_and_the_loop_stays_free(
    database: Database, inbox: Inbox
) -> None:
    store = store_of(database)
    due = START + timedelta(hours=1)
    await asyncio.gather(
        *(
            store.add(draft(text=str(number), after=due - START, channel=channel(number)))
            for number in range(REMINDERS)
        )
    )
    started = real_clock()

    def clock() -> datetime:
        return due - timedelta(seconds=1.5) + (real_clock() - started)

    stop = asyncio.Event()
    async with running(database, inbox, clock=clock):
        await asyncio.sleep(1)
        assert inbox.attempts == []
        stretch = asyncio.create_task(longest_stretch(stop))
        await inbox.wait_for(REMINDERS, seconds=60)
        stop.set()
        await eventually(lambda: nothing_pending(database))
    assert await stretch < 0.1
    assert sorted(map(int, inbox.texts())) == list(range(REMINDERS))
    assert len(inbox.attempts) == REMINDERS
    by_channel: dict[int, list[int]] = {}
    for message in inbox.messages:
        by_channel.setdefault(message.channel_id, []).append(int(message.notice.body))
    assert all(numbers == sorted(numbers) for numbers in by_channel.values())
    assert len(by_channel) == CHANNELS


async def nothing_pending(database: Database) -> bool:
    return await store_of(database).pending(ANN, limit=1) == ()
