"""After a crash: what may be out is not sent again, what is not out is sent."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.errors import TargetGone
from agent.types import Channel
from bot.delivery import Notice, compose
from bot.store.db import Database
from tests.scheduler.fakes import Inbox
from tests.scheduler.house import House
from tests.store.making import DIRECT, GENERAL, THREAD


@pytest.fixture
def house(database: Database, inbox: Inbox) -> House:
    return House(database=database, deliverer=inbox)


class Amnesiac:
    """A deliverer that cannot look for earlier deliveries."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def deliver(self, target: Channel, notice: Notice) -> int:
        return await self._inbox.deliver(target, notice)

    async def direct_channel(self, user_id: int) -> Channel:
        return await self._inbox.direct_channel(user_id)


async def crash_while_sending(house: House, *, out: bool) -> None:
    """Leaves the row as a process does that dies after `begin_sending`; the message is out or it is not."""
    (due,) = await house.occurrences.due(now=house.clock(), per_channel=9)
    claimed = await house.occurrences.claim(due.id, now=house.clock(), lease=house.policy.lease)
    assert claimed is not None
    await house.occurrences.begin_sending(claimed, now=house.clock())
    if out:
        notice = compose(claimed.reminder, due=claimed.due, now=house.clock())
        await house.deliverer.deliver(claimed.reminder.channel, notice)


async def restart(house: House, *, after: timedelta) -> None:
    house.clock.advance(after)
    await house.occurrences.restore(now=house.clock(), everything=True)
    house.dispatcher = house.new_dispatcher()
    await house.round()


@pytest.mark.parametrize("out", [False, True])
async def test_a_young_nonce_is_simply_sent_again(house: House, inbox: Inbox, *, out: bool) -> None:
    reminder = await house.add()
    await crash_while_sending(house, out=out)
    await restart(house, after=timedelta(minutes=2))
    assert len(inbox.messages) == 1
    assert inbox.searches == []
    assert await house.state(reminder) == ("delivered", "done")


@pytest.mark.parametrize("out", [False, True])
async def test_an_old_nonce_is_looked_for_and_sent_only_if_absent(
    house: House, inbox: Inbox, *, out: bool
) -> None:
    inbox.forgetful = True
    reminder = await house.add(channel=DIRECT)
    sent_at = house.clock()
    await crash_while_sending(house, out=out)
    await restart(house, after=timedelta(minutes=3))
    assert len(inbox.messages) == 1
    assert inbox.searches == [(DIRECT.id, sent_at - house.policy.clock_skew)]
    assert (await house.occurrence(reminder))["delivered_message_id"] == inbox.messages[0].id


async def test_a_deliverer_that_cannot_look_sends_again_rather_than_never(
    database: Database, inbox: Inbox
) -> None:
    house = House(database=database, deliverer=Amnesiac(inbox))
    reminder = await house.add()
    await crash_while_sending(house, out=False)
    await restart(house, after=timedelta(hours=1))
    assert len(inbox.messages) == 1
    assert await house.state(reminder) == ("delivered", "done")


async def test_what_was_claimed_but_not_sent_is_sent_without_looking(house: House, inbox: Inbox) -> None:
    await house.add()
    (due,) = await house.occurrences.due(now=house.clock(), per_channel=9)
    await house.occurrences.claim(due.id, now=house.clock(), lease=house.policy.lease)
    await restart(house, after=timedelta(hours=5))
    assert inbox.searches == []
    assert "(late by 5 h)" in inbox.messages[0].notice.text


async def test_ten_crashes_in_a_row_make_one_message(house: House, inbox: Inbox) -> None:
    await house.add()
    for _ in range(10):
        await crash_while_sending(house, out=True)
        house.clock.advance(timedelta(seconds=5))
        await house.occurrences.restore(now=house.clock(), everything=True)
    await house.round()
    assert len(inbox.messages) == 1
    assert len(inbox.attempts) == 11


async def test_a_fallback_that_was_reached_before_the_crash_is_found_there(
    house: House, inbox: Inbox
) -> None:
    inbox.forgetful = True
    inbox.faults[THREAD.id] = [TargetGone("gone"), TargetGone("gone")]
    inbox.faults_after_commit[GENERAL.id] = [RuntimeError("killed")]
    await house.add(channel=THREAD)
    await house.round()
    assert [message.channel_id for message in inbox.messages] == [GENERAL.id]
    await restart(house, after=timedelta(minutes=10))
    assert [message.channel_id for message in inbox.messages] == [GENERAL.id]
