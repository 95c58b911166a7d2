"""A daemon whose wall clock is moved while it runs: by a laptop that slept, by a wrong hand, by NTP."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.instants import from_stored
from tests.discord_server.faults import Drop, Fault
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.e2e.daemon import Daemon
from tests.e2e.test_reminders import answer_to, reminder_in, reminders_in
from tests.e2e.wall_clock import WallClock

pytestmark = [pytest.mark.e2e, pytest.mark.model]

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


class House:
    """A daemon and Discord, each with its own clock."""

    def __init__(self, daemon: Daemon, server: DiscordServer, clock: WallClock) -> None:
        self.daemon = daemon
        self.server = server
        self.clock = clock
        self.worker = daemon.workers()[0]

    def time_passes(self, span: timedelta) -> None:
        """For everybody at once, as for a host that slept."""
        before = self.server.backend.now
        self.server.backend.now = lambda: before() + span
        self.clock.set(self.clock.error + span)

    async def clock_is_set(self, by: timedelta) -> None:
        """Moves the daemon's clock alone, and waits until it has noticed."""
        seen = len(self.daemon.events("clock jumped"))
        self.clock.set(self.clock.error + by)
        await self.daemon.until(lambda: len(self.daemon.events("clock jumped")) > seen)
        noticed = self.daemon.events("clock jumped")[-1]["seconds"]
        assert abs(timedelta(seconds=noticed) - by) < MINUTE

    async def asks(self, name: str, text: str) -> Message:
        return await answer_to(self.server, await self.server.actor(name).send_dm(text))

    def due(self, name: str) -> datetime:
        (due,) = self.daemon.stored_due(author_id=self.server.actor(name).id)
        return due

    async def reminds(self, name: str) -> timedelta:
        """Waits for the one reminder of `name`, and gives how late it was by the daemon's clock."""
        place = self.server.actor(name).dm()
        reminder = await reminder_in(self.server, place)
        await self.daemon.until(lambda: bool(self._deliveries(reminder.id)))
        (late,) = self._deliveries(reminder.id)
        return late

    def _deliveries(self, message_id: int) -> list[timedelta]:
        found = [event for event in self.daemon.events("delivered") if event["message"] == message_id]
        return [timedelta(seconds=event["late_seconds"]) for event in found]

    def says_late(self, name: str) -> bool:
        (reminder,) = reminders_in(self.server, self.server.actor(name).dm())
        return "(late by" in reminder.content

    def reminded(self, name: str) -> int:
        return len(reminders_in(self.server, self.server.actor(name).dm()))

    async def is_well(self) -> None:
        """It answers, feeds its watchdog, and has neither a new session at Discord nor a new worker."""
        fed = self.daemon.heard().count("WATCHDOG=1")
        assert (await self.asks("owner", "hello there")).content
        await self.daemon.until(lambda: self.daemon.heard().count("WATCHDOG=1") >= fed + 2)
        assert self.server.gateway.log.count("identify") == 1
        assert self.server.gateway.log.count("resume") == 0
        assert self.worker.is_running()
        assert self.daemon.last_words() == ""

    async def is_between_attempts(self, name: str) -> None:
        """Waits until the reminder of `name` is not being sent, and is to be tried again later."""
        author_id = self.server.actor(name).id
        await self.daemon.until(lambda: self._next_attempt(author_id) > self.clock.now())

    def _next_attempt(self, author_id: int) -> datetime:
        """The distant past while it is being sent."""
        path = self.daemon.directory / "data" / "kallisti.sqlite3"
        with contextlib.closing(sqlite3.connect(path)) as database:
            ((state, attempt),) = database.execute(
                "SELECT occurrences.state, attempt_utc FROM occurrences"
                " JOIN reminders ON reminders.id = reminder_id WHERE author_id = ?",
                (author_id,),
            ).fetchall()
        return from_stored(attempt if state == "scheduled" else 0)


@pytest_asyncio.fixture
async def house(discord_server: DiscordServer, default_model: Path, tmp_path: Path) -> AsyncIterator[House]:
    clock = WallClock(tmp_path)
    daemon = Daemon(discord_server, tmp_path, environment=clock.environment())
    try:
        await daemon.start()
        yield House(daemon, discord_server, clock)
    finally:
        await daemon.end()


async def test_a_clock_that_jumps_delays_nothing_and_repeats_nothing(house: House) -> None:
    others = ("carol", "dave", "erin")
    for name in others:
        house.server.add_person(name)
    await both_processes_live_by_the_clock_that_moves(house)
    await it_sleeps_for_three_hours(house)
    await somebody_sets_it_two_hours_ahead(house)
    await it_is_put_right(house)
    await two_more_hours_pass(house)
    assert [house.reminded(name) for name in ("ada", "bob", *others)] == [1, 1, 1, 1, 1]


async def both_processes_live_by_the_clock_that_moves(house: House) -> None:
    daemon = house.worker.parent()
    assert daemon is not None
    for process in (daemon, house.worker):
        maps = await asyncio.to_thread(process.memory_maps)
        assert any("libfaketime" in each.path for each in maps)


async def it_sleeps_for_three_hours(house: House) -> None:
    await house.asks("ada", "remind me in 2 hours to stretch")
    assert abs(house.due("ada") - house.clock.now() - 2 * HOUR) < MINUTE
    house.time_passes(3 * HOUR)
    assert HOUR - MINUTE < await house.reminds("ada") < HOUR + MINUTE
    assert house.says_late("ada")
    await house.is_well()


async def somebody_sets_it_two_hours_ahead(house: House) -> None:
    """What the clock passes is due. Of dave's reminder the daemon never learns that Discord has it."""
    await house.asks("bob", "remind me in 1 hour to stretch")
    await house.asks("dave", "remind me in 1 hour to stretch")
    unheard = Drop(after_commit=True)
    place = house.server.actor("dave").dm()
    lost = house.server.faults.add(
        Fault(route="message.create", action=unheard, channel_id=place.id, times=None)
    )
    await house.clock_is_set(2 * HOUR)
    assert HOUR - MINUTE < await house.reminds("bob") < HOUR + MINUTE
    assert house.says_late("bob")
    await house.server.wait_until(lambda: lost.hits > 0, timeout=30)
    await house.is_well()


async def it_is_put_right(house: House) -> None:
    """A time that a person was told is a time of the clock, so the ten minutes become two hours and ten."""
    await house.asks("carol", "remind me in 10 minutes to stretch")
    told = house.due("carol")
    await house.clock_is_set(-2 * HOUR)
    assert abs(told - house.clock.now() - 2 * HOUR - 10 * MINUTE) < 2 * MINUTE
    await house.is_between_attempts("dave")
    house.server.faults.clear()
    await house.asks("erin", "remind me in 5 seconds to stretch")
    assert timedelta(0) <= await house.reminds("erin") < MINUTE
    await house.is_well()
    assert (house.reminded("carol"), house.due("carol")) == (0, told)


async def two_more_hours_pass(house: House) -> None:
    """By now Discord has forgotten the nonce of what it has of dave's."""
    house.time_passes(2 * HOUR + 15 * MINUTE)
    assert timedelta(0) < await house.reminds("carol") < 10 * MINUTE
    await house.reminds("dave")
    await house.is_well()
