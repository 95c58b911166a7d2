"""A thousand reminders due in the same second: the daemon, a bare client and the limits themselves."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path

from agent.reminder_limits import ReminderLimits
from agent.types import Channel, ChannelKind
from bench.pending import fill
from bench.starting import NO_ENGINE
from bench.watching import WatchedDaemon
from bot.store.db import open_database
from bot.store.reminders import SqliteReminderStore
from tests.discord_server.limits import Limits
from tests.discord_server.seed import add_channel, build_world
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel as Place
from tests.discord_server.state import Message
from tests.e2e.daemon import CHECKOUT
from tests.store.making import draft

REMINDERS, CHANNELS = 1000, 200
LEAD = timedelta(seconds=15)
"""From setting them until they are due: longer than the daemon's tick, which finds them."""
SETTLED = "the engine is not there yet"
"""The log line after which nothing is loaded behind the daemon's back any more."""
PATIENCE = 120.0
REST = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Burst:
    """Seconds from when all were due to when each was visible. `spread` is by how many messages the channel
    that got most was ahead of the one that got fewest, at worst. `lag` is the longest that the sender's loop
    was held up, `lag_at_rest` the same in the ten seconds before, which is what this machine does by itself.
    `processor` is the sender's seconds of it.
    """

    lateness: tuple[float, ...]
    spread: int
    refused: int
    twice: int
    lag: float | None = None
    lag_at_rest: float | None = None
    processor: float | None = None

    def percentile(self, share: float) -> float:
        """The nearest rank."""
        return sorted(self.lateness)[ceil(len(self.lateness) * share) - 1]


def ideal() -> tuple[float, ...]:
    """The lateness of a sender that wastes nothing: no work, no network, each request at the first instant at
    which the limits let it pass, the channels in turn.
    """
    clock = 0.0
    limits = Limits(now=lambda: clock)
    lateness = []
    for number in range(REMINDERS):
        path = {"channel": str(number % CHANNELS)}
        while (wait := limits.take("message.create", path).retry_after) is not None:
            clock += wait
        lateness.append(clock)
    return tuple(lateness)


async def by_daemon(directory: Path, *, pending: int) -> Burst:
    """`pending` further reminders lie in the same database."""
    directory.mkdir()  # noqa: ASYNC240 - nothing else runs yet
    server, places = _server()
    async with server:
        daemon = WatchedDaemon(server, directory)
        daemon.configure(engine=NO_ENGINE)
        database = directory / "data" / "kallisti.sqlite3"
        await fill(database, pending)
        daemon.notified.clear()
        await daemon.launch()
        await daemon.until(lambda: "READY=1" in daemon.heard() and bool(daemon.events(SETTLED)))
        due = await _set_all(database, places, author=server.actor("ada").id, guild=server.guild().id)
        assert datetime.now(UTC) < due, "setting them took longer than the time until they were due"
        started = asyncio.get_running_loop().time() + (due - datetime.now(UTC)).total_seconds()
        before = daemon.processor_seconds()
        await server.wait_until(lambda: len(_sent(server, places)) >= REMINDERS, timeout=PATIENCE)
        ended = asyncio.get_running_loop().time()
        await daemon.until(lambda: len(daemon.events("delivered")) >= REMINDERS, PATIENCE)
        processor = daemon.processor_seconds() - before
        await daemon.end()
        samples = daemon.lags()
        burst = _burst(server, places, due)
        return replace(
            burst,
            processor=processor,
            lag=max(lag for moment, lag in samples if started <= moment <= ended),
            lag_at_rest=max(lag for moment, lag in samples if started - REST <= moment < started),
        )


async def by_bare_client(directory: Path) -> Burst:
    """discord.py alone, given all messages at once."""
    directory.mkdir()  # noqa: ASYNC240 - nothing else runs yet
    server, places = _server()
    async with server:
        due = _whole_second(timedelta(seconds=6))
        plan = directory / "plan.json"
        ids = [places[number % CHANNELS].id for number in range(REMINDERS)]
        plan.write_text(json.dumps(server.addresses() | {"due": due.timestamp(), "channels": ids}))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.bare_client", str(plan)), cwd=CHECKOUT
        )
        await server.wait_until(lambda: len(_sent(server, places)) >= REMINDERS, timeout=PATIENCE)
        process.terminate()
        await process.wait()
        return _burst(server, places, due)


def _server() -> tuple[DiscordServer, list[Place]]:
    world = build_world()
    guild = next(iter(world.guilds.values()))
    places = [add_channel(world, guild, f"place-{number}") for number in range(CHANNELS)]
    return DiscordServer(world), places


async def _set_all(path: Path, places: Sequence[Place], *, author: int, guild: int) -> datetime:
    now = datetime.now(UTC)
    due = _whole_second(LEAD)
    async with open_database(path, exclusive=False) as database:
        store = SqliteReminderStore(database, limits=ReminderLimits(pending=REMINDERS))
        for number in range(REMINDERS):
            place = Channel(id=places[number % CHANNELS].id, kind=ChannelKind.GUILD, guild_id=guild)
            wanted = draft(text=f"{number}", after=due - now, author_id=author, channel=place, now=now)
            await store.add(wanted)
    return due


def _whole_second(ahead: timedelta) -> datetime:
    return (datetime.now(UTC) + ahead).replace(microsecond=0)


def _sent(server: DiscordServer, places: Sequence[Place]) -> list[Message]:
    found = [message for place in places for message in server.messages(place)]
    return sorted(found, key=lambda message: message.id)


def _burst(server: DiscordServer, places: Sequence[Place], due: datetime) -> Burst:
    sent = _sent(server, places)
    created = [request for request in server.rest.requests if request.route == "message.create"]
    times = Counter((message.channel_id, message.content) for message in sent)
    return Burst(
        lateness=tuple((message.timestamp - due).total_seconds() for message in sent),
        spread=_spread([message.channel_id for message in sent], places),
        refused=sum(request.status == 429 for request in created),
        twice=sum(number - 1 for number in times.values()),
    )


def _spread(order: Sequence[int], places: Sequence[Place]) -> int:
    counts = Counter({place.id: 0 for place in places})
    worst = 0
    for channel_id in order:
        counts[channel_id] += 1
        worst = max(worst, max(counts.values()) - min(counts.values()))
    return worst
