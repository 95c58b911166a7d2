"""An occurrence's allowed steps, and that an illegal one changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from agent.errors import IllegalTransition
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START
from bot.store.claiming import Claimed
from bot.store.db import Database
from bot.store.life_cycle import STEPS, OccurrenceState, check_step
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.store.making import ANN, draft

LEASE = timedelta(seconds=60)
S = OccurrenceState

ACTIONS: dict[OccurrenceState, Callable[[SqliteOccurrences, Claimed], Awaitable[object]]] = {
    S.SENDING: lambda occurrences, claimed: occurrences.begin_sending(claimed, now=START),
    S.DELIVERED: lambda occurrences, claimed: occurrences.delivered(
        claimed, channel_id=500, message_id=1, now=START
    ),
    S.FAILED: lambda occurrences, claimed: occurrences.fail(claimed, reason="gone"),
    S.SCHEDULED: lambda occurrences, claimed: occurrences.delay(claimed, until=START + LEASE, reason="later"),
    S.ACKNOWLEDGED: lambda occurrences, claimed: occurrences.acknowledge(
        claimed.reminder.id, due=claimed.due, author_id=ANN
    ),
}


async def claimed_one(database: Database) -> Claimed:
    await SqliteReminderStore(database, limits=ReminderLimits()).add(draft(after=timedelta(0)))
    occurrences = SqliteOccurrences(database)
    due = await occurrences.due(now=START, per_channel=1)
    claimed = await occurrences.claim(due[0].id, now=START, lease=LEASE)
    assert claimed is not None
    return claimed


def force(path: Path, state: OccurrenceState) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE occurrences SET state = ?, delivered_message_id = 1", (state,))
    connection.close()


def everything(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = [*connection.execute("SELECT * FROM occurrences"), *connection.execute("SELECT * FROM reminders")]
    connection.close()
    return rows


def test_every_state_has_its_row_and_ends_are_ends() -> None:
    assert set(STEPS) == set(OccurrenceState)
    ends = {state for state, steps in STEPS.items() if not steps}
    assert ends == {S.FAILED, S.SKIPPED, S.ACKNOWLEDGED}


@pytest.mark.parametrize(("current", "to"), list(product(OccurrenceState, OccurrenceState)))
def test_only_the_steps_of_the_table_are_allowed(current: OccurrenceState, to: OccurrenceState) -> None:
    if to in STEPS[current]:
        check_step(current, to)
    else:
        with pytest.raises(IllegalTransition, match=f"{current} cannot become {to}"):
            check_step(current, to)


@pytest.mark.parametrize(("current", "to"), list(product(OccurrenceState, ACTIONS)))
async def test_a_stored_step_follows_the_table(
    database: Database, database_path: Path, current: OccurrenceState, to: OccurrenceState
) -> None:
    claimed = await claimed_one(database)
    force(database_path, current)
    before = everything(database_path)
    action = ACTIONS[to](SqliteOccurrences(database), claimed)
    if to in STEPS[current]:
        await action
        assert [row["state"] for row in await database.read("SELECT state FROM occurrences")] == [to]
    else:
        with pytest.raises(IllegalTransition):
            await action
        assert everything(database_path) == before


async def test_a_step_of_an_earlier_attempt_changes_nothing(database: Database, database_path: Path) -> None:
    first = await claimed_one(database)
    occurrences = SqliteOccurrences(database)
    await occurrences.restore(now=START, everything=True)
    second = await occurrences.claim(first.occurrence_id, now=START, lease=LEASE)
    assert second is not None
    assert second.attempt == first.attempt + 1
    before = everything(database_path)
    with pytest.raises(IllegalTransition, match="attempt"):
        await occurrences.begin_sending(first, now=START)
    assert everything(database_path) == before
    await occurrences.begin_sending(second, now=START)
