"""The contract of `agent.ports.ReminderStore`, for every implementation."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from agent.errors import LimitReached, NotFound
from agent.ports import ReminderStore
from agent.recurrence import to_json
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START
from agent.testing.stores import InMemoryReminderStore
from agent.types import Basis, Channel, Grain, ReminderKind, ReminderState, Resolved, TaskDraft
from bot.store.db import Database
from bot.store.reminders import SqliteReminderStore
from tests.store.making import ANN, BOB, DIRECT, GENERAL, THREAD, daily, draft, resolved


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, database: Database) -> ReminderStore:
    limits = ReminderLimits(pending=5)
    if request.param == "memory":
        return InMemoryReminderStore(limits=limits)
    return SqliteReminderStore(database, limits=limits)


@pytest.mark.parametrize("channel", [GENERAL, THREAD, DIRECT])
@pytest.mark.parametrize("kind", list(ReminderKind))
async def test_what_is_added_is_what_is_listed(
    store: ReminderStore, channel: object, kind: ReminderKind
) -> None:
    asked = replace(draft(text="buy\nmilk 🥛 'now'; --", kind=kind), channel=channel)  # type: ignore[arg-type]
    added = await store.add(asked)
    assert await store.pending(ANN) == (added,)
    assert (added.text, added.kind, added.channel) == (asked.text, kind, channel)
    assert (added.due, added.created_at) == (asked.resolved.at, asked.created_at)
    assert (added.author_id, added.state) == (ANN, ReminderState.PENDING)


async def test_wall_time_and_microseconds_survive(store: ReminderStore) -> None:
    wall = datetime(2026, 3, 29, 9, 0, 0, 123457)  # noqa: DTZ001 - local time of a named zone
    at = datetime(2026, 3, 29, 7, 0, 0, 123457, tzinfo=START.tzinfo)
    asked = replace(
        draft(),
        resolved=Resolved(at=at, zone="Europe/Berlin", grain=Grain.MINUTE, basis=Basis.WALL, wall=wall),
    )
    added = await store.add(asked)
    assert (added.wall, added.zone, added.basis, added.due) == (wall, "Europe/Berlin", Basis.WALL, at)


async def test_an_instant_in_another_offset_is_the_same_instant(store: ReminderStore) -> None:
    at = (START + timedelta(hours=1)).astimezone(timezone(timedelta(hours=-9)))
    added = await store.add(replace(draft(), resolved=replace(draft().resolved, at=at)))
    assert added.due == START + timedelta(hours=1)


async def test_repeating_a_call_adds_nothing(store: ReminderStore) -> None:
    first = await store.add(draft(text="one", source_message_id=7, call_index=1))
    again = await store.add(draft(text="two", source_message_id=7, call_index=1))
    assert again == first
    assert await store.pending(ANN) == (first,)


async def test_repeating_a_call_at_the_limit_returns_the_first(store: ReminderStore) -> None:
    first = await store.add(draft(source_message_id=7))
    for _ in range(4):
        await store.add(draft())
    assert await store.add(draft(source_message_id=7)) == first


async def test_two_calls_of_one_message_are_two_reminders(store: ReminderStore) -> None:
    first = await store.add(draft(source_message_id=7, call_index=0))
    second = await store.add(draft(source_message_id=7, call_index=1))
    assert first.id != second.id
    assert len(await store.pending(ANN)) == 2


async def test_pending_is_soonest_first_and_only_ones_own(store: ReminderStore) -> None:
    for minutes in (30, 10, 20):
        await store.add(draft(text=str(minutes), after=timedelta(minutes=minutes)))
    await store.add(draft(author_id=BOB))
    assert [reminder.text for reminder in await store.pending(ANN)] == ["10", "20", "30"]
    assert [reminder.text for reminder in await store.pending(ANN, limit=2)] == ["10", "20"]


async def test_one_more_than_the_limit_is_refused_and_names_it(store: ReminderStore) -> None:
    for _ in range(5):
        await store.add(draft())
    with pytest.raises(LimitReached, match=r"\b5\b.*limit"):
        await store.add(draft())
    assert len(await store.pending(ANN)) == 5
    await store.add(draft(author_id=BOB))


async def test_a_removed_reminder_makes_room(store: ReminderStore) -> None:
    added = [await store.add(draft()) for _ in range(5)]
    await store.remove(added[0].id, author_id=ANN)
    assert (await store.add(draft())).state is ReminderState.PENDING


async def test_text_of_1500_characters_is_taken_and_1501_are_refused(store: ReminderStore) -> None:
    assert len((await store.add(draft(text="ä" * 1500))).text) == 1500
    with pytest.raises(LimitReached, match=r"1,500 .*1,501"):
        await store.add(draft(text="ä" * 1501))


async def test_five_years_are_taken_and_more_is_refused(store: ReminderStore) -> None:
    in_five_years = START.replace(year=START.year + 5) - START
    assert (await store.add(draft(after=in_five_years))).due == START + in_five_years
    with pytest.raises(LimitReached, match="5 years"):
        await store.add(draft(after=in_five_years + timedelta(days=5)))


async def test_remove_returns_the_reminder_and_takes_it_off_the_list(store: ReminderStore) -> None:
    kept, gone = await store.add(draft()), await store.add(draft())
    assert await store.remove(gone.id, author_id=ANN) == replace(gone, state=ReminderState.REMOVED)
    assert await store.pending(ANN) == (kept,)


async def test_somebody_elses_reminder_looks_like_none(store: ReminderStore) -> None:
    added = await store.add(draft())
    with pytest.raises(NotFound) as foreign:
        await store.remove(added.id, author_id=BOB)
    with pytest.raises(NotFound) as absent:
        await store.remove(added.id + 1, author_id=BOB)
    assert str(foreign.value).replace(str(added.id), "N") == str(absent.value).replace(str(added.id + 1), "N")
    assert await store.pending(ANN) == (added,)


async def test_removing_twice_finds_nothing(store: ReminderStore) -> None:
    added = await store.add(draft())
    await store.remove(added.id, author_id=ANN)
    with pytest.raises(NotFound):
        await store.remove(added.id, author_id=ANN)


async def test_a_server_sees_only_what_was_set_in_it(store: ReminderStore) -> None:
    public = await store.add(draft(channel=THREAD))
    private = await store.add(draft(channel=DIRECT))
    assert await store.pending(ANN, guild_id=900) == (public,)
    assert await store.pending(ANN, guild_id=901) == ()
    assert set(await store.pending(ANN)) == {public, private}


async def test_a_series_and_a_snooze_keep_what_they_are(store: ReminderStore) -> None:
    series = await store.add(draft(rule=daily(9)))
    snooze = await store.add(replace(draft(), parent_id=series.id))
    assert series.rule == to_json(daily(9))
    assert (snooze.rule, snooze.parent_id) == (None, series.id)
    assert set(await store.pending(ANN)) == {series, snooze}


async def test_text_and_time_are_changed_alone_or_together(store: ReminderStore) -> None:
    added = await store.add(draft(text="dentist", rule=daily(9)))
    worded = await store.edit(added.id, author_id=ANN, now=START, text="dentist at 4")
    assert worded == replace(added, text="dentist at 4")
    later = resolved(START + timedelta(hours=3), zone="UTC")
    moved = await store.edit(added.id, author_id=ANN, now=START, resolved=later)
    assert (moved.due, moved.zone, moved.rule, moved.text) == (later.at, "UTC", None, "dentist at 4")
    again = to_json(daily(10))
    both = await store.edit(added.id, author_id=ANN, now=START, resolved=later, rule=again, text="x")
    assert (both.rule, both.text) == (again, "x")
    assert await store.pending(ANN) == (both,)


async def test_a_change_beyond_a_limit_is_refused_and_changes_nothing(store: ReminderStore) -> None:
    added = await store.add(draft())
    with pytest.raises(LimitReached, match="1,500"):
        await store.edit(added.id, author_id=ANN, now=START, text="ä" * 1501)
    far = resolved(START + timedelta(days=3000))
    with pytest.raises(LimitReached, match="5 years"):
        await store.edit(added.id, author_id=ANN, now=START, resolved=far, text="x")
    assert await store.pending(ANN) == (added,)


async def test_nobody_else_changes_or_holds_back_a_reminder(store: ReminderStore) -> None:
    added = await store.add(draft())
    with pytest.raises(NotFound):
        await store.edit(added.id, author_id=BOB, now=START, text="mine now")
    with pytest.raises(NotFound):
        await store.set_paused(added.id, author_id=BOB, paused=True)
    assert (await store.set_paused(added.id, author_id=ANN, paused=True)).paused
    assert not (await store.set_paused(added.id, author_id=ANN, paused=False)).paused


def task(text: str, *, channel: Channel = GENERAL, author_id: int = ANN, message: int = 1) -> TaskDraft:
    return TaskDraft(
        author_id=author_id,
        channel=channel,
        text=text,
        source_message_id=message,
        call_index=0,
        created_at=START,
    )


async def test_tasks_are_numbered_listed_and_ticked_off_by_their_author(store: ReminderStore) -> None:
    milk = await store.push_task(task("milk", message=1))
    assert await store.push_task(task("again", message=1)) == milk
    bread = await store.push_task(task("bread", message=2, channel=DIRECT))
    theirs = await store.push_task(task("eggs", message=3, author_id=BOB))
    assert (milk.number, bread.number, theirs.number) == (1, 2, 1)
    assert await store.open_tasks(ANN) == (milk, bread)
    assert await store.open_tasks(ANN, guild_id=900) == (milk,)
    with pytest.raises(NotFound):
        await store.complete_task(2, author_id=BOB, now=START)
    assert await store.complete_task(1, author_id=ANN, now=START) == milk
    with pytest.raises(NotFound):
        await store.complete_task(1, author_id=ANN, now=START)
    assert await store.open_tasks(ANN) == (bread,)
    assert (await store.push_task(task("tea", message=4))).number == 3


async def test_tasks_have_the_same_limits(store: ReminderStore) -> None:
    for number in range(5):
        await store.push_task(task(str(number), message=number))
    with pytest.raises(LimitReached, match="5 open tasks"):
        await store.push_task(task("one more", message=9))
    with pytest.raises(LimitReached, match="1,500"):
        await store.push_task(task("ä" * 1501, message=10, author_id=BOB))


async def test_rows_outlive_the_process(database_path: Path) -> None:
    from bot.store.db import open_database

    async with open_database(database_path) as database:
        added = await SqliteReminderStore(database, limits=ReminderLimits()).add(draft())
    async with open_database(database_path) as database:
        assert await SqliteReminderStore(database, limits=ReminderLimits()).pending(ANN) == (added,)
