"""What is due, who gets it, and what becomes of it."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agent.errors import IllegalTransition, NotFound
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START
from agent.types import Channel, ChannelKind, Reminder
from bot.store.claiming import Claimed
from bot.store.db import Database, open_database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.store.making import ANN, BOB, GENERAL, draft

LEASE = timedelta(seconds=60)
SECOND = timedelta(seconds=1)


@pytest.fixture
def store(database: Database) -> SqliteReminderStore:
    return SqliteReminderStore(database, limits=ReminderLimits())


@pytest.fixture
def occurrences(database: Database) -> SqliteOccurrences:
    return SqliteOccurrences(database)


def channel(number: int) -> Channel:
    return Channel(id=600 + number, kind=ChannelKind.GUILD, guild_id=900)


async def claim_due(occurrences: SqliteOccurrences, now: datetime = START) -> Claimed:
    due = await occurrences.due(now=now, per_channel=1)
    claimed = await occurrences.claim(due[0].id, now=now, lease=LEASE)
    assert claimed is not None
    return claimed


async def states(database: Database) -> list[tuple[str, str]]:
    rows = await database.read(
        """
        SELECT occurrences.state AS occurrence, reminders.state AS reminder
        FROM occurrences JOIN reminders ON reminders.id = reminder_id ORDER BY reminders.id
        """
    )
    return [(row["occurrence"], row["reminder"]) for row in rows]


async def test_nothing_is_due_a_microsecond_early(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    reminder = await store.add(draft())
    early = reminder.due - timedelta(microseconds=1)
    assert await occurrences.due(now=early, per_channel=9) == ()
    (due,) = await occurrences.due(now=reminder.due, per_channel=9)
    assert due.channel_id == GENERAL.id
    assert await occurrences.claim(due.id, now=early, lease=LEASE) is None
    assert await occurrences.claim(due.id, now=reminder.due, lease=LEASE) is not None


async def test_upcoming_names_each_instant_once_in_order_up_to_the_limit(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    for seconds in (30, 10, 20, 10, 121, 0):
        await store.add(draft(after=seconds * SECOND))
    window = {"after": START, "until": START + 120 * SECOND}
    expected = tuple(START + seconds * SECOND for seconds in (10, 20, 30))
    assert await occurrences.upcoming(**window, limit=9) == expected
    assert await occurrences.upcoming(**window, limit=2) == expected[:2]


async def test_due_is_oldest_first_and_bounded_per_channel(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    for number in range(6):
        await store.add(draft(after=number * SECOND, channel=channel(number % 2)))
    later = START + timedelta(minutes=1)
    due = await occurrences.due(now=later, per_channel=2)
    assert [occurrence.channel_id for occurrence in due] == [600, 601, 600, 601]
    ids = [occurrence.id for occurrence in due]
    assert ids == sorted(ids)


async def test_one_of_many_claimants_wins(store: SqliteReminderStore, database_path: Path) -> None:
    await store.add(draft(after=timedelta(0)))

    async def claim() -> Claimed | None:
        async with open_database(database_path, exclusive=False) as own:
            return await SqliteOccurrences(own).claim(1, now=START, lease=LEASE)

    claims = await asyncio.gather(*(claim() for _ in range(8)))
    assert len([claimed for claimed in claims if claimed is not None]) == 1


async def test_a_delivered_occurrence_is_done_and_keeps_its_message(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    await store.add(draft(after=timedelta(0)))
    claimed = await claim_due(occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.delivered(claimed, channel_id=501, message_id=77, now=START + SECOND)
    (row,) = await database.read("SELECT * FROM occurrences")
    assert (row["delivered_message_id"], row["delivered_channel_id"], row["lease_until"]) == (77, 501, None)
    assert await states(database) == [("delivered", "done")]
    assert await occurrences.due(now=START + timedelta(days=1), per_channel=9) == ()


async def test_a_delayed_occurrence_is_due_later_and_remembers_when_it_was_first_sent(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    await store.add(draft(after=timedelta(0)))
    claimed = await claim_due(occurrences)
    assert claimed.first_sent is None
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.delay(claimed, until=START + 30 * SECOND, reason="503")
    assert await occurrences.due(now=START + 29 * SECOND, per_channel=9) == ()
    again = await claim_due(occurrences, START + 30 * SECOND)
    await occurrences.begin_sending(again, now=START + 30 * SECOND)
    await occurrences.delay(again, until=START + 60 * SECOND, reason="503")
    third = await claim_due(occurrences, START + 60 * SECOND)
    assert (third.attempt, third.first_sent, third.due) == (3, START, START)


async def test_hastening_moves_what_was_delayed_and_nothing_else(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    await store.add(draft(after=timedelta(0), channel=channel(1)))
    await store.add(draft(after=timedelta(hours=1), channel=channel(2)))
    claimed = await claim_due(occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.delay(claimed, until=START + timedelta(minutes=5), reason="offline")
    assert await occurrences.hasten(now=START + SECOND) == 1
    due = await occurrences.due(now=START + SECOND, per_channel=9)
    assert [occurrence.channel_id for occurrence in due] == [601]


async def test_a_clock_set_back_takes_its_attempts_with_it_and_leaves_what_is_due(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    hour = timedelta(hours=1)
    await store.add(draft(after=-3 * hour, channel=channel(1)))
    await store.add(draft(after=-hour, channel=channel(2)))
    await store.add(draft(after=hour, channel=channel(3)))
    for due in await occurrences.due(now=START, per_channel=9):
        claimed = await occurrences.claim(due.id, now=START, lease=60 * SECOND)
        assert claimed is not None
        await occurrences.begin_sending(claimed, now=START)
        await occurrences.delay(claimed, until=START + 30 * SECOND, reason="503")
    await occurrences.set_back(2 * hour)
    back = START - 2 * hour
    instants = await occurrences.upcoming(after=back, until=START + 2 * hour, limit=9)
    assert instants == (back + 30 * SECOND, START - hour, START + hour)
    again = await claim_due(occurrences, back + 30 * SECOND)
    assert (again.first_sent, again.due) == (back, START - 3 * hour)


async def test_a_failed_occurrence_fails_its_reminder_with_the_reason(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    await store.add(draft(after=timedelta(0)))
    claimed = await claim_due(occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.fail(claimed, reason="the channel is gone")
    assert await states(database) == [("failed", "failed")]
    (row,) = await database.read("SELECT last_error FROM occurrences")
    assert row["last_error"] == "the channel is gone"


# ------------------------------------------------------------------ restoring


@pytest.mark.parametrize("sending", [False, True])
async def test_a_claim_is_restored_when_its_lease_ends_and_not_before(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, *, sending: bool
) -> None:
    await store.add(draft(after=timedelta(0)))
    claimed = await claim_due(occurrences)
    if sending:
        await occurrences.begin_sending(claimed, now=START)
    assert await occurrences.restore(now=START + LEASE - SECOND, everything=False) == 0
    assert await occurrences.restore(now=START + LEASE, everything=False) == 1
    again = await claim_due(occurrences, START + LEASE)
    assert again.first_sent == (START if sending else None)


async def test_a_sole_owner_restores_everything_but_its_own(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> None:
    for number in range(3):
        await store.add(draft(after=timedelta(0), channel=channel(number)))
        assert await occurrences.claim(number + 1, now=START, lease=LEASE) is not None
    assert await occurrences.restore(now=START, everything=True, except_for=[2]) == 2
    due = await occurrences.due(now=START, per_channel=9)
    assert [occurrence.id for occurrence in due] == [1, 3]


async def test_what_is_settled_is_not_restored(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    await store.add(draft(after=timedelta(0)))
    claimed = await claim_due(occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.delivered(claimed, channel_id=1, message_id=1, now=START)
    assert await occurrences.restore(now=START + timedelta(days=9), everything=True) == 0
    assert await states(database) == [("delivered", "done")]


# ------------------------------------------------------------------ removing


async def added_and_claimed(
    store: SqliteReminderStore, occurrences: SqliteOccurrences
) -> tuple[Reminder, Claimed]:
    reminder = await store.add(draft(after=timedelta(0)))
    return reminder, await claim_due(occurrences)


async def test_removing_what_is_scheduled_skips_it_for_good(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database, database_path: Path
) -> None:
    reminder = await store.add(draft(after=timedelta(0)))
    await store.remove(reminder.id, author_id=ANN)
    assert await states(database) == [("skipped", "removed")]
    async with open_database(database_path, exclusive=False) as other:
        again = SqliteOccurrences(other)
        assert await again.restore(now=START + timedelta(days=1), everything=True) == 0
        assert await again.due(now=START + timedelta(days=1), per_channel=9) == ()
        assert await again.claim(1, now=START, lease=LEASE) is None


async def test_removing_what_is_claimed_keeps_it_from_being_sent(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    reminder, claimed = await added_and_claimed(store, occurrences)
    await store.remove(reminder.id, author_id=ANN)
    with pytest.raises(IllegalTransition):
        await occurrences.begin_sending(claimed, now=START)
    assert await states(database) == [("skipped", "removed")]


async def test_removing_what_is_being_sent_lets_it_arrive_and_be_recorded(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    reminder, claimed = await added_and_claimed(store, occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await store.remove(reminder.id, author_id=ANN)
    await occurrences.delivered(claimed, channel_id=1, message_id=1, now=START)
    assert await states(database) == [("delivered", "removed")]


@pytest.mark.parametrize("crashed", [False, True])
async def test_removing_what_is_being_sent_keeps_it_from_being_sent_again(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database, *, crashed: bool
) -> None:
    reminder, claimed = await added_and_claimed(store, occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await store.remove(reminder.id, author_id=ANN)
    if crashed:
        await occurrences.restore(now=START, everything=True)
    else:
        await occurrences.delay(claimed, until=START + SECOND, reason="503")
    assert await states(database) == [("skipped", "removed")]
    assert await occurrences.due(now=START + timedelta(days=1), per_channel=9) == ()


# ------------------------------------------------------------------ seeing


async def test_only_its_author_acknowledges_a_delivered_occurrence(
    store: SqliteReminderStore, occurrences: SqliteOccurrences, database: Database
) -> None:
    reminder, claimed = await added_and_claimed(store, occurrences)
    await occurrences.begin_sending(claimed, now=START)
    await occurrences.delivered(claimed, channel_id=1, message_id=1, now=START)
    due = reminder.due.replace(microsecond=0)
    with pytest.raises(NotFound):
        await occurrences.acknowledge(reminder.id, due=due, author_id=BOB)
    with pytest.raises(NotFound):
        await occurrences.acknowledge(reminder.id, due=due + SECOND, author_id=ANN)
    await occurrences.acknowledge(reminder.id, due=due, author_id=ANN)
    assert await states(database) == [("acknowledged", "done")]
