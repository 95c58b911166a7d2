"""What was taken up and not answered, and the newest message that was seen."""

from __future__ import annotations

from dataclasses import replace

from agent.testing.clock import START, FixedClock
from agent.types import Channel, ChannelKind
from bot.store.db import Database
from bot.store.handled import SqliteHandledMessages
from bot.store.last_seen import SqliteLastSeen
from tests.sessions.house import message


async def test_what_is_taken_up_is_unanswered_until_it_is_settled(database: Database) -> None:
    handled = SqliteHandledMessages(database, clock=FixedClock())
    for number in (1, 2, 3):
        assert await handled.claim(message(number, channel=number * 10, author=number + 70))
    await handled.settle([1, 3, 99])
    (left,) = await handled.interrupted()
    assert (left.message_id, left.author_id, left.taken_up) == (2, 72, START)
    assert left.channel == message(2, channel=20).channel
    assert not await handled.claim(message(2))


async def test_direct_channels_are_those_that_messages_came_from(database: Database) -> None:
    handled = SqliteHandledMessages(database, clock=FixedClock())
    direct = Channel(id=5, kind=ChannelKind.DM)
    for number in (1, 2):
        await handled.claim(replace(message(number), channel=direct))
    await handled.claim(message(3))
    assert await handled.direct_channels() == (5,)


async def test_the_newest_message_never_goes_back(database: Database) -> None:
    seen = SqliteLastSeen(database)
    assert await seen.get() is None
    for number in (10, 30, 20):
        await seen.advance(number)
    assert await seen.get() == 30
