"""Alarms ring again every minute, five times, until they are acknowledged."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.errors import IllegalTransition, NotFound
from agent.testing.clock import START
from agent.types import Reminder, ReminderKind
from bot.store.db import Database
from tests.scheduler.fakes import Inbox
from tests.scheduler.house import House
from tests.store.making import ANN, BOB, GENERAL, THREAD, daily

MINUTE = timedelta(minutes=1)


@pytest.fixture
def house(database: Database, inbox: Inbox) -> House:
    return House(database=database, deliverer=inbox)


async def alarm(house: House, **options: object) -> Reminder:
    return await house.add("get up", kind=ReminderKind.ALARM, **options)  # type: ignore[arg-type]


async def minutes(house: House, count: int) -> None:
    for _ in range(count):
        await house.at(house.clock() + MINUTE)


async def test_an_alarm_rings_six_times_a_minute_apart_and_then_rests(house: House, inbox: Inbox) -> None:
    added = await alarm(house)
    await house.at(START)
    await minutes(house, 12)
    assert [message.notice.due for message in inbox.messages] == [START + n * MINUTE for n in range(6)]
    assert "ringing again" not in inbox.messages[0].notice.text
    assert "ringing again, 5 of 5" in inbox.messages[5].notice.text
    assert len({message.notice.nonce for message in inbox.messages}) == 6
    assert await house.store.pending(ANN) == ()
    assert await house.states(added) == ["delivered"] * 6


@pytest.mark.parametrize("kind", [ReminderKind.REMINDER, ReminderKind.TIMER])
async def test_nothing_else_rings_again(house: House, inbox: Inbox, kind: ReminderKind) -> None:
    await house.add(kind=kind)
    await house.at(START)
    await minutes(house, 3)
    assert len(inbox.messages) == 1


@pytest.mark.parametrize("pressed", [0, 1, 2])
async def test_done_under_any_of_its_messages_stops_it(house: House, inbox: Inbox, pressed: int) -> None:
    added = await alarm(house)
    await house.at(START)
    await minutes(house, 2)
    await house.occurrences.acknowledge(added.id, due=START + pressed * MINUTE, author_id=ANN)
    await minutes(house, 5)
    assert len(inbox.messages) == 3
    assert await house.store.pending(ANN) == ()


async def test_done_twice_and_done_by_somebody_else_change_nothing(house: House, inbox: Inbox) -> None:
    added = await alarm(house)
    await house.at(START)
    with pytest.raises(NotFound):
        await house.occurrences.acknowledge(added.id, due=START, author_id=BOB)
    await minutes(house, 1)
    await house.occurrences.acknowledge(added.id, due=START, author_id=ANN)
    with pytest.raises(IllegalTransition):
        await house.occurrences.acknowledge(added.id, due=START, author_id=ANN)
    await minutes(house, 3)
    assert len(inbox.messages) == 2


async def test_a_ring_that_is_on_its_way_when_done_is_pressed_is_the_last(house: House, inbox: Inbox) -> None:
    added = await alarm(house)
    await house.at(START)
    house.clock.advance(MINUTE)
    inbox.pause = 0.1
    inbox.began.clear()
    await house.feed()
    await inbox.began.wait()
    await house.occurrences.acknowledge(added.id, due=START, author_id=ANN)
    await house.round()
    await minutes(house, 4)
    assert len(inbox.messages) == 2
    assert await house.store.pending(ANN) == ()


async def test_a_word_stops_what_rings_in_this_channel_and_only_there(house: House, inbox: Inbox) -> None:
    here = await alarm(house)
    await alarm(house, channel=THREAD)
    await alarm(house, author=BOB)
    assert await house.occurrences.silence_ringing(ANN, channel_id=GENERAL.id) == ()
    await house.at(START)
    stopped = await house.occurrences.silence_ringing(ANN, channel_id=GENERAL.id)
    assert [reminder.id for reminder in stopped] == [here.id]
    assert await house.occurrences.silence_ringing(ANN, channel_id=GENERAL.id) == ()
    await minutes(house, 1)
    assert len(inbox.messages) == 5


async def test_an_alarm_of_every_day_rings_again_and_comes_back_the_next_day(
    house: House, inbox: Inbox
) -> None:
    added = await alarm(house, rule=daily(7))
    await house.at(added.due)
    await minutes(house, 1)
    assert (await house.store.pending(ANN))[0].due == added.due + timedelta(days=1)
    await house.occurrences.acknowledge(added.id, due=added.due, author_id=ANN)
    await minutes(house, 3)
    await house.at(added.due + timedelta(days=1))
    assert len(inbox.messages) == 3
    assert inbox.messages[-1].notice.due == added.due + timedelta(days=1)


async def test_cancelling_an_alarm_that_rings_stops_it(house: House, inbox: Inbox) -> None:
    added = await alarm(house)
    await house.at(START)
    await house.store.remove(added.id, author_id=ANN)
    await minutes(house, 3)
    assert len(inbox.messages) == 1


async def test_after_a_downtime_old_rings_stay_silent(house: House, inbox: Inbox) -> None:
    await alarm(house)
    await house.at(START)
    await house.at(START + timedelta(hours=1))
    assert len(inbox.messages) == 1
    assert await house.store.pending(ANN) == ()


async def test_after_a_short_downtime_it_rings_on(house: House, inbox: Inbox) -> None:
    await alarm(house)
    await house.at(START)
    await house.at(START + 5 * MINUTE)
    await minutes(house, 1)
    assert len(inbox.messages) == 3
