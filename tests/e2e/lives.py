"""One data directory and one Discord over the lives of many daemons, each ended by SIGKILL.

The daemons are the real ones but for two things that would only take time: their imports are done once, in a
process that each of them is forked from, and no model is loaded. People set one-shots, alarms and series and
press Snooze; at the end the database, the rules and what Discord shows must tell the same story.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from agent.recurrence import CalendarRule, ElapsedRule, Frequency, Rule
from agent.reminder_limits import ReminderLimits
from agent.types import Channel, ChannelKind, ReminderKind
from bot.__main__ import main as kallisti
from bot.app_brain import Brain
from bot.store.db import open_database
from bot.store.reminders import SqliteReminderStore
from tests.discord_server.actors import Actor
from tests.discord_server.faults import Action, Delay, Drop, ServerError
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.e2e.ledger import Ledger, read_occurrences
from tests.store.making import draft

MINUTE = timedelta(seconds=60)
READY_LIMIT = 60.0
END_LIMIT = 120.0
LONGEST_LIFE = 2.0
"""Seconds between ready and the kill, at most."""
KILLED_WHILE_STARTING = 0.25
"""Share of the lives that end within `LONGEST_LIFE` of their start instead, mostly before they are ready."""
LONGEST_WAIT = 3.0
"""Seconds until what is set between two lives is due, at most."""
MOST_SERIES = 24
"""Per Discord, so that the rate limits of its channels leave room for all of them."""


def live(config: str, log: str, environment: Mapping[str, str]) -> None:
    """The daemon, in a forked process."""
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.update(environment)
    Brain.prepare = _no_model  # type: ignore[method-assign, assignment]
    sys.argv = ["kallisti", "run", "--config", config]
    kallisti()


async def _no_model(brain: Brain) -> None:
    brain.found.set()
    await asyncio.Event().wait()


def nursery() -> Any:
    """Where daemons are forked from: a process that has imported everything and has no threads."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.e2e.lives"])
    return context


@dataclass(kw_only=True)
class Lives:
    """`kills` counts those before and after ready, `caught` the states in which they left occurrences."""

    server: DiscordServer
    directory: Path
    seed: int
    context: Any = field(default_factory=nursery)
    kills: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    snoozes: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._message_ids = count(1)
        self._series: dict[int, Rule] = {}
        self._added: set[int] = set()
        self._presses: set[asyncio.Task[None]] = set()
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(str(self.directory / "notify"))
        self._notify.setblocking(False)
        self.log = self.directory / "daemon.log"
        self.database = self.directory / "data" / "kallisti.sqlite3"
        self.database.parent.mkdir()
        self._configure()
        self.server.faults.chooser = self._trouble

    def _configure(self) -> None:
        (self.directory / "config.toml").write_text(
            f'[discord]\napi_base = "{self.server.api_base}"\ngateway_url = "{self.server.gateway_url}"\n'
            f'[data]\ndirectory = "{self.database.parent}"\n[log]\nformat = "json"\n'
        )

    def _trouble(self, route: str, path: Mapping[str, str]) -> Action | None:
        """Discord is slow before or after it takes a message, and sometimes its answer is lost."""
        if route != "message.create":
            return None
        dice = self._random.random()
        if dice < 0.02:
            return Drop(after_commit=self._random.random() < 0.5)
        if dice < 0.03:
            return ServerError(status=503, after_commit=self._random.random() < 0.5)
        return Delay(seconds=self._random.uniform(0, 0.08), after_commit=self._random.random() < 0.5)

    # ------------------------------------------------------------------ lives

    async def live_and_die(self) -> None:
        """People set a few reminders; a daemon starts, works, and is killed at a moment that nobody chose."""
        await self._set_some()
        process = self._start()
        try:
            if self._random.random() < KILLED_WHILE_STARTING:
                ready = await self._is_ready(process, self._random.uniform(0, LONGEST_LIFE))
            else:
                ready = await self._is_ready(process, READY_LIMIT)
                assert ready, self._last_words()
                self._press_something()
                await asyncio.sleep(self._random.uniform(0, LONGEST_LIFE))
            assert process.is_alive(), self._last_words()
        finally:
            process.kill()
            await asyncio.to_thread(process.join)
        self.kills["after ready" if ready else "while starting"] += 1
        for occurrence in read_occurrences(self.database):
            if occurrence.state in ("claimed", "sending"):
                self.caught[occurrence.state] += 1

    async def live_to_the_end(self) -> Ledger:
        """The last life delivers everything that is due by now; gives the account of all of it."""
        end = datetime.now(UTC)
        process = self._start()
        try:
            deadline = time.monotonic() + END_LIMIT
            while time.monotonic() < deadline and process.is_alive():
                await asyncio.sleep(0.5)
                if not any(each.is_open and each.due <= end for each in read_occurrences(self.database)):
                    break
            await asyncio.sleep(1)  # long enough for a message too many to show itself
        finally:
            process.kill()
            await asyncio.to_thread(process.join)
            await asyncio.gather(*self._presses, return_exceptions=True)
            self._notify.close()
        return Ledger(
            occurrences=tuple(read_occurrences(self.database)),
            messages=self._delivered(),
            added=frozenset(self._added),
            series=self._series,
            end=end,
        )

    def _start(self) -> BaseProcess:
        environment = {
            "KALLISTI_DISCORD_TOKEN": self.server.token,
            "NOTIFY_SOCKET": str(self.directory / "notify"),
            "TZ": "Europe/Berlin",
        }
        self._heard()
        arguments = (str(self.directory / "config.toml"), str(self.log), environment)
        process: BaseProcess = self.context.Process(target=live, args=arguments)
        process.start()
        return process

    async def _is_ready(self, process: BaseProcess, seconds: float) -> bool:
        """Waits that long for READY."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and process.is_alive():
            if "READY=1" in self._heard():
                await asyncio.sleep(max(0.0, deadline - time.monotonic()) if seconds < READY_LIMIT else 0)
                return True
            await asyncio.sleep(0.01)
        return False

    def _heard(self) -> list[str]:
        heard = []
        with contextlib.suppress(BlockingIOError):
            while True:
                heard.append(self._notify.recv(4096).decode())
        return heard

    def _last_words(self) -> str:
        return self.log.read_text()[-4000:]

    # ------------------------------------------------------------------ people

    async def _set_some(self) -> None:
        now = datetime.now(UTC)
        async with open_database(self.database) as database:
            store = SqliteReminderStore(database, limits=ReminderLimits(pending=100_000))
            for _ in range(self._random.randint(1, 4)):
                await self._add(store, now, kind=self._kind())
            if len(self._series) < MOST_SERIES and self._random.random() < 0.3:
                await self._add(store, now, rule=self._rule(now))

    def _kind(self) -> ReminderKind:
        return self._random.choices(tuple(ReminderKind), weights=(8, 3, 1))[0]

    async def _add(self, store: SqliteReminderStore, now: datetime, **options: Any) -> None:
        number = next(self._message_ids)
        place, author = self._place()
        after = timedelta(seconds=self._random.uniform(0, LONGEST_WAIT))
        wanted = draft(
            text=f"thing {number}",
            after=after,
            now=now,
            channel=place,
            author_id=author.id,
            source_message_id=number,
            **options,
        )
        added = await store.add(wanted)
        self._added.add(added.id)
        if options.get("rule") is not None:
            self._series[added.id] = options["rule"]

    def _rule(self, now: datetime) -> Rule:
        """The shortest series there may be, or one on the next few full minutes by the clock."""
        if self._random.random() < 0.7:
            start = (now + timedelta(seconds=self._random.uniform(2, 20))).replace(microsecond=0)
            return ElapsedRule(interval=MINUTE, start=start)
        wall = now.astimezone().replace(tzinfo=None, second=0, microsecond=0)
        times = tuple((wall + MINUTE * ahead).time() for ahead in (1, 2, 3))
        return CalendarRule(frequency=Frequency.DAILY, start_wall=wall, times=times)

    def _place(self) -> tuple[Channel, Actor]:
        author = self.server.actor(self._random.choice(("ada", "bob", "owner")))
        name = self._random.choice(("general", "random", "side-talk", "dm"))
        if name == "dm":
            return Channel(id=self.server.dm(author.user.name).id, kind=ChannelKind.DM), author
        found = self.server.channel(name)
        kind = ChannelKind.THREAD if found.is_thread else ChannelKind.GUILD
        place = Channel(id=found.id, kind=kind, guild_id=found.guild_id, parent_id=found.parent_id)
        return place, author

    def _press_something(self) -> None:
        """Somebody asks for a reminder that has arrived to come again, whether or not the daemon lives on."""
        delivered = [message for message in self._delivered() if message.pinged]
        if delivered:
            task = asyncio.create_task(self._snooze(self._random.choice(delivered[-20:])))
            self._presses.add(task)
            task.add_done_callback(self._presses.discard)

    async def _snooze(self, message: Message) -> None:
        owner = next(user for user in self.server.world.users.values() if user.id == message.pinged[0])
        actor = self.server.actor(owner.name)
        with contextlib.suppress(LookupError):  # done already, or the modal came too late
            opened = await actor.press_label(message, "Custom")
            if opened.modal is not None:
                await actor.submit(opened, when="in 2 seconds")
                self.snoozes += 1

    def _delivered(self) -> tuple[Message, ...]:
        own = partial(self.server.messages, author_id=self.server.world.application.bot_id)
        found = [message for place in self.server.world.channels for message in own(place)]
        return tuple(message for message in found if message.components and message.ephemeral_to is None)
