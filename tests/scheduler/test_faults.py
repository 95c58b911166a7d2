"""Each kind of fault has its end: elsewhere, later, plainer, or failed with the reason."""

from __future__ import annotations

from datetime import timedelta

import aiosqlite
import pytest

from agent.errors import ContentRefused, DeliveryDelayed, TargetGone
from agent.types import Channel
from bot.schedule.policy import DeliveryPolicy
from bot.store.db import Database
from tests.scheduler.fakes import Inbox
from tests.scheduler.house import House
from tests.store.making import ANN, BOB, DIRECT, GENERAL, THREAD

DM_OF_ANN = 1_000_000 + ANN
SECOND = timedelta(seconds=1)


@pytest.fixture
def house(database: Database, inbox: Inbox) -> House:
    return House(database=database, deliverer=inbox)


def gone(channel: Channel) -> TargetGone:
    return TargetGone(f"{channel.kind} {channel.id} is gone")


# ------------------------------------------------------------------ the target is gone


async def test_a_deleted_threads_reminder_arrives_in_its_parent_and_says_so(
    house: House, inbox: Inbox
) -> None:
    inbox.faults[THREAD.id] = [gone(THREAD)]
    reminder = await house.add("water the plants", channel=THREAD)
    await house.round()
    (message,) = inbox.messages
    assert message.channel_id == GENERAL.id
    assert "water the plants" in message.notice.text
    assert "I can no longer write where you set this." in message.notice.text
    assert (await house.occurrence(reminder))["delivered_channel_id"] == GENERAL.id


async def test_without_thread_and_parent_it_arrives_in_the_authors_direct_channel(
    house: House, inbox: Inbox
) -> None:
    inbox.faults[THREAD.id], inbox.faults[GENERAL.id] = [gone(THREAD)], [gone(GENERAL)]
    await house.add(channel=THREAD)
    await house.round()
    assert [message.channel_id for message in inbox.messages] == [DM_OF_ANN]


async def test_nowhere_left_to_go_is_a_failure_with_every_reason(house: House, inbox: Inbox) -> None:
    inbox.faults[THREAD.id], inbox.faults[GENERAL.id] = [gone(THREAD)], [gone(GENERAL)]
    inbox.faults[ANN] = [TargetGone("direct messages are closed")]
    reminder = await house.add(channel=THREAD)
    await house.round()
    assert inbox.messages == []
    assert await house.state(reminder) == ("failed", "failed")
    assert (await house.occurrence(reminder))["last_error"] == (
        "thread 501 is gone; guild 500 is gone; direct messages are closed"
    )


async def test_a_closed_direct_channel_has_no_other_way(house: House, inbox: Inbox) -> None:
    inbox.faults[DIRECT.id] = [gone(DIRECT)]
    reminder = await house.add(channel=DIRECT)
    await house.round()
    assert await house.state(reminder) == ("failed", "failed")
    assert [target for target, _ in inbox.attempts] == [DIRECT.id]


# ------------------------------------------------------------------ the content is refused


async def test_refused_content_is_sent_once_in_a_plain_form(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [ContentRefused("blocked by a server filter")]
    reminder = await house.add("a forbidden word")
    await house.round()
    (message,) = inbox.messages
    assert "forbidden" not in message.notice.text
    assert await house.state(reminder) == ("delivered", "done")


async def test_a_plain_form_that_is_refused_too_is_a_failure(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [ContentRefused("blocked"), ContentRefused("blocked again")]
    reminder = await house.add()
    await house.round()
    assert await house.state(reminder) == ("failed", "failed")
    assert (await house.occurrence(reminder))["last_error"] == "blocked again"
    assert len(inbox.attempts) == 2


# ------------------------------------------------------------------ the fault is temporary


async def test_temporary_faults_are_retried_with_the_same_nonce_and_growing_pauses(
    house: House, inbox: Inbox
) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503") for _ in range(3)]
    reminder = await house.add()
    for pause in (2, 4, 8):
        await house.round()
        assert house.delayed[-1] == house.clock() + pause * SECOND
        assert await house.state(reminder) == ("scheduled", "pending")
        house.clock.advance(pause * SECOND)
    await house.round()
    assert await house.state(reminder) == ("delivered", "done")
    assert len(inbox.messages) == 1
    assert len(set(inbox.attempts)) == 1
    assert len(inbox.attempts) == 4


async def test_a_delayed_reminder_is_still_on_its_authors_list(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503")]
    reminder = await house.add()
    await house.round()
    assert await house.store.pending(ANN) == (reminder,)


async def test_a_message_whose_answer_was_lost_is_not_sent_twice(house: House, inbox: Inbox) -> None:
    inbox.faults_after_commit[GENERAL.id] = [DeliveryDelayed("connection reset")]
    reminder = await house.add()
    await house.round()
    house.clock.advance(2 * SECOND)
    await house.round()
    assert len(inbox.messages) == 1
    assert inbox.searches == []
    assert (await house.occurrence(reminder))["delivered_message_id"] == inbox.messages[0].id


async def test_after_a_day_of_faults_it_fails_with_the_last_reason(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed(f"503 number {number}") for number in range(1000)]
    reminder = await house.add()
    started = house.clock()
    while (await house.state(reminder))[0] == "scheduled":
        await house.round()
        house.clock.advance(timedelta(minutes=5))
    assert timedelta(hours=24) <= house.clock() - started <= timedelta(hours=24, minutes=6)
    assert await house.state(reminder) == ("failed", "failed")
    assert str((await house.occurrence(reminder))["last_error"]).startswith("gave up: 503 number ")
    assert inbox.messages == []


async def test_what_was_missed_for_days_still_gets_its_retries(house: House, inbox: Inbox) -> None:
    reminder = await house.add()
    house.clock.advance(timedelta(days=30))
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503")]
    await house.round()
    assert await house.state(reminder) == ("scheduled", "pending")
    house.clock.advance(2 * SECOND)
    await house.round()
    assert "(late by 30 d)" in inbox.messages[0].notice.text


async def test_a_reminder_removed_between_two_attempts_is_not_sent(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503")]
    reminder = await house.add()
    await house.round()
    await house.store.remove(reminder.id, author_id=ANN)
    house.clock.advance(timedelta(hours=1))
    await house.round()
    assert inbox.messages == []
    assert await house.state(reminder) == ("skipped", "removed")


async def test_no_answer_is_a_temporary_fault(database: Database, inbox: Inbox) -> None:
    house = House(
        database=database, deliverer=inbox, policy=DeliveryPolicy(attempt=timedelta(milliseconds=50))
    )
    inbox.pause = 30.0
    reminder = await house.add()
    await house.round()
    assert await house.state(reminder) == ("scheduled", "pending")
    assert (await house.occurrence(reminder))["last_error"] == "no answer in time"


async def test_a_bug_in_the_deliverer_loses_no_reminder(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [ZeroDivisionError("a bug")]
    reminder = await house.add()
    await house.round()
    assert (await house.occurrence(reminder))["last_error"] == "ZeroDivisionError: a bug"
    house.clock.advance(2 * SECOND)
    await house.round()
    assert await house.state(reminder) == ("delivered", "done")


# ------------------------------------------------------------------ one bad row among others


async def test_a_row_that_cannot_be_read_fails_alone(house: House, inbox: Inbox) -> None:
    bad = await house.add("bad", author=BOB)
    await house.add("good")

    async def spoil(connection: aiosqlite.Connection) -> None:
        await connection.execute("UPDATE reminders SET wall = 'no time at all' WHERE id = ?", (bad.id,))

    await house.database.write(spoil)
    await house.round()
    assert inbox.texts() == ["good"]
    assert await house.state(bad) == ("failed", "failed")
    assert str((await house.occurrence(bad))["last_error"]).startswith("unreadable: ")


async def test_faults_of_one_channel_leave_others_and_its_own_next_alone(house: House, inbox: Inbox) -> None:
    inbox.faults[GENERAL.id] = [DeliveryDelayed("503"), ZeroDivisionError(), gone(GENERAL)]
    for text in ("delayed", "bug", "to the direct channel", "fine"):
        await house.add(text)
    await house.add("elsewhere", channel=DIRECT)
    await house.round()
    assert sorted(inbox.texts()) == ["elsewhere", "fine", "to the direct channel"]
