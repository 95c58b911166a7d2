"""Series: the next occurrence comes from rule and anchor, whatever happened to the one before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agent.errors import DeliveryDelayed, TargetGone
from agent.recurrence import CalendarRule, Frequency
from agent.testing.clock import START
from bot.schedule.policy import DeliveryPolicy
from bot.store.db import Database
from bot.store.instants import to_stored
from bot.store.occurrences import SqliteOccurrences
from bot.store.recomputing import Recomputed
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.house import House
from tests.scheduler.running import running, store_of
from tests.store.making import ANN, GENERAL, daily, draft, every

BERLIN = ZoneInfo("Europe/Berlin")
DAY = timedelta(days=1)


@pytest.fixture
def house(database: Database, inbox: Inbox) -> House:
    return House(database=database, deliverer=inbox)


def berlin(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=BERLIN).astimezone(UTC)  # type: ignore[misc, arg-type]


def dues(inbox: Inbox) -> list[datetime]:
    return [message.notice.due for message in inbox.messages]


async def test_a_series_fires_again_and_again_without_a_restart(house: House, inbox: Inbox) -> None:
    await house.add("stand up", rule=daily(9))
    for _ in range(4):
        await house.at((await house.next_due())[0])
    assert dues(inbox) == [berlin(2026, 3, day, 9) for day in (3, 4, 5, 6)]
    assert [message.notice.late_by for message in inbox.messages] == [None] * 4
    assert await house.next_due() == [berlin(2026, 3, 7, 9)]


async def test_the_next_one_stands_in_the_transaction_that_finishes_the_last(
    house: House, inbox: Inbox
) -> None:
    added = await house.add(rule=daily(9))
    await house.at(added.due)
    assert await house.states(added) == ["delivered", "scheduled"]


@pytest.mark.parametrize(
    "start", [datetime(2026, 3, 27, 9, tzinfo=UTC), datetime(2026, 10, 23, 9, tzinfo=UTC)]
)
async def test_a_daily_one_keeps_its_local_time_across_a_clock_change(
    house: House, inbox: Inbox, start: datetime
) -> None:
    house.clock.advance(start - house.clock())
    await house.add(rule=daily(9, start=start))
    for _ in range(4):
        await house.at((await house.next_due())[0])
    local = [due.astimezone(BERLIN) for due in dues(inbox)]
    assert [(at.hour, at.minute) for at in local] == [(9, 0)] * 4
    assert len({at.date() for at in local}) == 4


@pytest.mark.parametrize("day", [datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)])
async def test_the_day_of_a_clock_change_has_exactly_one_occurrence(
    house: House, inbox: Inbox, day: datetime
) -> None:
    """Half past two does not exist on the one day and comes twice on the other."""
    house.clock.advance(day - DAY - house.clock())
    rule = CalendarRule(
        frequency=Frequency.DAILY,
        start_wall=(day - 2 * DAY).replace(tzinfo=None),
        times=(datetime(2026, 1, 1, 2, 30).time(),),  # noqa: DTZ001 - a time on the wall
    )
    await house.add(rule=rule)
    while (await house.next_due())[0] < day + 2 * DAY:
        await house.at((await house.next_due())[0])
    assert [due.astimezone(BERLIN).date() for due in dues(inbox)].count(day.date()) == 1


async def test_an_interval_does_not_drift_from_its_anchor_when_runs_are_late(
    house: House, inbox: Inbox
) -> None:
    await house.add(rule=every(timedelta(hours=12)))
    for _ in range(5):
        await house.at((await house.next_due())[0] + timedelta(minutes=7))
    assert dues(inbox) == [START + timedelta(hours=12 * n) for n in range(1, 6)]


async def test_day_31_is_clamped_and_comes_back(house: House, inbox: Inbox) -> None:
    rule = CalendarRule(
        frequency=Frequency.MONTHLY,
        start_wall=datetime(2026, 1, 31, 9),  # noqa: DTZ001 - a time on the wall
        times=(datetime(2026, 1, 1, 9).time(),),  # noqa: DTZ001 - likewise
        month_days=(31,),
    )
    await house.add(rule=rule)
    for _ in range(4):
        await house.at((await house.next_due())[0])
    assert [(due.astimezone(BERLIN).month, due.astimezone(BERLIN).day) for due in dues(inbox)] == [
        (3, 31),
        (4, 30),
        (5, 31),
        (6, 30),
    ]


async def test_a_series_ends_after_its_last_occurrence(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=every(timedelta(hours=1), count=2))
    for _ in range(2):
        await house.at((await house.next_due())[0])
    assert await house.next_due() == []
    assert await house.states(added) == ["delivered", "delivered"]


async def test_a_series_that_could_not_be_delivered_goes_on_and_says_why(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    inbox.faults[GENERAL.id] = [TargetGone("no such channel")]
    inbox.faults[ANN] = [TargetGone("direct messages are closed")]
    await house.at(added.due)
    (pending,) = await house.store.pending(ANN)
    assert pending.failure == "no such channel; direct messages are closed"
    assert await house.states(added) == ["failed", "scheduled"]
    await house.at(pending.due)
    assert dues(inbox) == [added.due + DAY]
    assert (await house.store.pending(ANN))[0].failure is None


async def test_a_single_one_that_failed_is_kept_with_its_reason(house: House, inbox: Inbox) -> None:
    await house.add("dentist")
    inbox.faults[GENERAL.id] = [TargetGone("no such channel")]
    inbox.faults[ANN] = [TargetGone("direct messages are closed")]
    await house.at(house.clock())
    (failed,) = await house.store.failures(ANN)
    assert (failed.text, failed.failure) == ("dentist", "no such channel; direct messages are closed")
    assert await house.store.failures(ANN, guild_id=1) == ()


async def test_removing_a_series_while_it_is_sent_ends_it(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    inbox.pause = 0.1
    house.clock.advance(added.due - house.clock())
    await house.feed()
    await inbox.began.wait()
    await house.store.remove(added.id, author_id=ANN)
    await house.round()
    assert await house.states(added) == ["delivered"]


async def test_a_rule_that_cannot_be_read_ends_the_series_and_nothing_else(
    house: House, inbox: Inbox, database: Database
) -> None:
    broken, sound = await house.add("broken", rule=daily(9)), await house.add("sound", rule=daily(9))

    async def spoil(connection: object) -> None:
        await connection.execute("UPDATE reminders SET rule = 'FREQ=DAILY' WHERE id = ?", (broken.id,))  # type: ignore[attr-defined]

    await database.write(spoil)
    await house.at(sound.due)
    assert sorted(inbox.texts()) == ["broken", "sound"]
    assert [reminder.text for reminder in await house.store.pending(ANN)] == ["sound"]


# ------------------------------------------------------------------ missed while down


async def test_after_a_short_downtime_there_is_one_catch_up_marked_late(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    await house.at(added.due + timedelta(minutes=90))
    assert dues(inbox) == [added.due]
    assert inbox.messages[0].notice.late_by == timedelta(minutes=90)
    assert await house.next_due() == [added.due + DAY]


async def test_of_many_missed_ones_the_newest_is_caught_up_and_the_rest_told_in_one_line(
    house: House, inbox: Inbox
) -> None:
    added = await house.add(rule=every(timedelta(hours=1)))
    await house.at(added.due + timedelta(hours=5, minutes=10))
    assert dues(inbox) == [added.due + timedelta(hours=5)]
    line = f"Missed before this one while I was not running: 5, since <t:{int(added.due.timestamp())}:F>."
    assert inbox.messages[0].notice.text.endswith("\n" + line)
    assert await house.states(added) == ["skipped"] * 5 + ["delivered", "scheduled"]


async def test_beyond_the_window_nothing_is_caught_up_and_the_next_one_tells_of_it(
    house: House, inbox: Inbox
) -> None:
    added = await house.add(rule=daily(9))
    await house.at(added.due + 3 * DAY + timedelta(hours=3))
    assert inbox.messages == []
    assert await house.next_due() == [added.due + 4 * DAY]
    await house.at(added.due + 4 * DAY)
    assert dues(inbox) == [added.due + 4 * DAY]
    assert "while I was not running: 4, since" in inbox.messages[0].notice.text
    await house.at(added.due + 5 * DAY)
    assert "not running" not in inbox.messages[1].notice.text


async def test_missing_again_before_it_was_told_adds_up(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    await house.at(added.due + timedelta(hours=3))
    await house.at(added.due + 2 * DAY + timedelta(hours=3))
    await house.at(added.due + 3 * DAY)
    assert "while I was not running: 3, since" in inbox.messages[0].notice.text


async def test_a_series_that_ended_while_down_is_still_told(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=every(timedelta(hours=1), count=3))
    await house.at(added.due + 10 * DAY)
    assert dues(inbox) == [added.due + timedelta(hours=2)]
    assert await house.next_due() == []


async def test_a_year_of_minutes_is_skipped_at_once(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=every(timedelta(minutes=1)))
    await house.at(added.due + timedelta(days=365))
    assert len(inbox.messages) == 1
    assert "100 or more" in inbox.messages[0].notice.text
    assert len(await house.states(added)) <= 103


async def test_the_window_is_the_policys(database: Database, inbox: Inbox) -> None:
    house = House(database=database, deliverer=inbox, policy=DeliveryPolicy(catch_up=timedelta(hours=6)))
    added = await house.add(rule=daily(9))
    await house.at(added.due + timedelta(hours=5))
    assert dues(inbox) == [added.due]


async def test_what_is_tried_again_is_not_taken_for_missed(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    inbox.faults[GENERAL.id] = [DeliveryDelayed("server error")]
    house.clock.advance(added.due - house.clock())
    await house.round()
    assert inbox.messages == []
    await house.at(added.due + timedelta(hours=5))
    assert dues(inbox) == [added.due]


async def test_single_ones_are_always_delivered_however_late(house: House, inbox: Inbox) -> None:
    await house.add("single")
    await house.at(START + 400 * DAY)
    assert inbox.texts() == ["single"]


async def test_catch_up_does_not_run_again_what_was_done(house: House, inbox: Inbox) -> None:
    """The ledger wins over the clock: a clock that was set back repeats nothing."""
    added = await house.add(rule=every(timedelta(hours=1)))
    for _ in range(3):
        await house.at((await house.next_due())[0])
    await house.at(added.due)
    await house.at(added.due + timedelta(hours=2))
    assert len(inbox.messages) == 3


async def test_a_restart_in_between_changes_nothing(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    await house.at(added.due)
    house.dispatcher = house.new_dispatcher()
    await house.occurrences.restore(now=house.clock(), everything=True)
    await house.at(added.due + DAY)
    assert dues(inbox) == [added.due, added.due + DAY]


# ------------------------------------------------------------------ held back


async def test_what_is_paused_is_not_delivered_until_it_goes_on(house: House, inbox: Inbox) -> None:
    added = await house.add("single", after=timedelta(minutes=1))
    await house.store.set_paused(added.id, author_id=ANN, paused=True)
    await house.at(added.due + timedelta(hours=1))
    assert inbox.messages == []
    await house.store.set_paused(added.id, author_id=ANN, paused=False)
    await house.at(house.clock())
    assert inbox.texts() == ["single"]


async def test_a_paused_series_starts_again_with_its_next_occurrence(house: House, inbox: Inbox) -> None:
    added = await house.add(rule=daily(9))
    await house.store.set_paused(added.id, author_id=ANN, paused=True)
    await house.at(added.due + 2 * DAY + timedelta(hours=6))
    await house.store.set_paused(added.id, author_id=ANN, paused=False)
    await house.at(house.clock())
    assert inbox.messages == []
    assert await house.next_due() == [added.due + 3 * DAY]


# ------------------------------------------------------------------ changes and the zone database


async def test_an_edited_time_moves_the_occurrence_and_back_again(house: House, inbox: Inbox) -> None:
    added = await house.add("dentist", after=timedelta(hours=1))
    first = draft(after=timedelta(hours=1)).resolved
    later = draft(after=timedelta(hours=2)).resolved
    for resolved in (later, first, later, first):
        edited = await house.store.edit(added.id, author_id=ANN, now=START, resolved=resolved)
        assert edited.due == resolved.at
    await house.at(first.at)
    await house.at(later.at)
    assert dues(inbox) == [first.at]


async def test_another_zone_database_moves_what_is_to_come(house: House, database: Database) -> None:
    added = await house.add(rule=daily(9))
    wrong = added.due + timedelta(hours=1)

    async def as_of_another_law(connection: object) -> None:
        for table in ("reminders", "occurrences"):
            await connection.execute(f"UPDATE {table} SET due_utc = ?", (to_stored(wrong),))  # type: ignore[attr-defined]
        await connection.execute("UPDATE occurrences SET attempt_utc = due_utc")  # type: ignore[attr-defined]

    await database.write(as_of_another_law)
    same = SqliteOccurrences(database)
    assert await same.recompute(now=START, limit=50) == Recomputed()
    assert await house.next_due() == [wrong]
    other = SqliteOccurrences(database, version=lambda: "2199z")
    assert await other.recompute(now=START, limit=50) == Recomputed(moved=1, reached=wrong)
    assert await house.next_due() == [added.due]
    assert await other.recompute(now=START, limit=50) == Recomputed()
    assert await other.upcoming(after=START, until=START + DAY, limit=5) == (added.due,)


# ------------------------------------------------------------------ in real time


async def test_the_running_scheduler_goes_from_one_to_the_next(database: Database, inbox: Inbox) -> None:
    async with running(database, inbox) as scheduler:
        now = datetime.now(UTC).replace(microsecond=0)
        rule = every(timedelta(minutes=1), start=now - timedelta(seconds=58))
        await store_of(database, scheduler).add(draft(now=now, rule=rule))
        await inbox.wait_for(1)
        (message,) = inbox.messages
        assert message.notice.due == now + timedelta(seconds=2)
        occurrences = SqliteOccurrences(database)

        async def next_stands() -> bool:
            upcoming = await occurrences.upcoming(after=now, until=now + timedelta(minutes=5), limit=5)
            return upcoming == (now + timedelta(seconds=62),)

        await eventually(next_stands)
