"""What users chose, and which messages have been taken up."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from agent.errors import StoreUnavailable
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import FixedClock
from bot.store.db import Database
from bot.store.handled import SqliteHandledMessages
from bot.store.reminders import SqliteReminderStore
from bot.store.users import SqliteUsers, UserSettings
from tests.sessions.house import message
from tests.store.making import ANN, BOB, draft


async def test_a_stranger_has_chosen_nothing(database: Database) -> None:
    assert await SqliteUsers(database).get(ANN) == UserSettings(zone=None, language=None)


async def test_choices_are_kept_apart_and_can_be_taken_back(database: Database) -> None:
    users = SqliteUsers(database)
    await users.set_zone(ANN, "Europe/Berlin")
    await users.set_language(ANN, "de")
    await users.set_zone(BOB, "America/New_York")
    assert await users.get(ANN) == UserSettings(zone="Europe/Berlin", language="de")
    assert await users.get(BOB) == UserSettings(zone="America/New_York")
    await users.set_zone(ANN, None)
    assert await users.get(ANN) == UserSettings(language="de")


async def test_a_new_reminder_leaves_its_authors_choices_alone(database: Database) -> None:
    users = SqliteUsers(database)
    await users.set_zone(ANN, "Asia/Tokyo")
    await SqliteReminderStore(database, limits=ReminderLimits()).add(draft())
    assert await users.get(ANN) == UserSettings(zone="Asia/Tokyo", has_set_reminders=True)


async def test_a_message_is_claimed_once_however_many_ask(database: Database) -> None:
    handled = SqliteHandledMessages(database, clock=FixedClock())
    claims = await asyncio.gather(*(handled.claim(message(7)) for _ in range(20)))
    assert sorted(claims) == [False] * 19 + [True]
    assert await handled.claim(message(8))


def replace_file(path: Path, *, copied: bool) -> None:
    content = path.read_bytes()
    path.unlink()
    if copied:
        path.write_bytes(content)


@pytest.mark.parametrize("put_back", [False, True])
async def test_nothing_new_is_taken_up_once_the_file_was_deleted_under_the_daemon(
    database: Database, database_path: Path, put_back: bool
) -> None:
    handled = SqliteHandledMessages(database, clock=FixedClock())
    reminders = SqliteReminderStore(database, limits=ReminderLimits())
    stored = await reminders.add(draft())
    replace_file(database_path, copied=put_back)
    with pytest.raises(StoreUnavailable, match="was moved or deleted"):
        await handled.claim(message(7))
    removed = await reminders.remove(stored.id, author_id=ANN)
    assert removed.id == stored.id, "what is there is still worked off"


async def test_claims_are_forgotten_after_a_month_and_not_before(database: Database) -> None:
    clock = FixedClock()
    handled = SqliteHandledMessages(database, clock=clock)
    await handled.claim(message(1))
    clock.advance(timedelta(days=30))
    assert not await handled.claim(message(1))
    await handled.claim(message(2))
    clock.advance(timedelta(seconds=1))
    await handled.claim(message(3))
    rows = await database.read("SELECT message_id FROM handled_messages ORDER BY message_id")
    assert [row[0] for row in rows] == [2, 3]
