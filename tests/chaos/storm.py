"""People who write in many channels while Discord and the line to it fail at random.

The bot is the whole one, from gateway to outbox, with a scripted engine. Each message asks for a story by a
name of its own, and each answer names what it answers: what stands in the channels at the end is the account.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import cast

from agent.turn import Turn
from bot.config import TurnConfig
from tests.chaos.account import Account, Shut, account
from tests.chaos.stories import Stories, StoryTurn, name_of
from tests.commands.house import Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.backend import utc_now
from tests.discord_server.chaos import QUICK_ACTIONS, Chaos
from tests.discord_server.errors import ApiError
from tests.discord_server.faults import Action, RateLimited, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import WIDE

ACTIONS = (*QUICK_ACTIONS, ServerError(status=500), RateLimited(scope="cloudflare"))
RATES = {"typing": 0.6, "*": 0.25}
"""How often a request is hit, by its route. Eight attempts at an answer fail once in 65,000 times."""
ROOMY = TurnConfig(queue_per_channel=1000, queue_total=100_000)
"""Bounds that nobody meets."""
MOST_WAITING = 40
"""Messages that may wait before people pause."""
QUIET_SECONDS = 120.0
"""Until everything is settled after the storm."""
REIDENTIFY_SECONDS = 0.2
"""In place of the five that discord.py waits before it identifies anew."""
SHUT_SECONDS = 1.5
CLOSED_FOR = ((Permission.SEND_MESSAGES,), (Permission.VIEW_CHANNEL,), (Permission.READ_MESSAGE_HISTORY,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """Seconds between two messages, two disturbances of the gateway, and two changes of channels."""

    write: float = 0.06
    gateway: float = 0.4
    places: float = 4.0


@dataclass(slots=True, kw_only=True)
class Storm:
    """`faults` counts what happened to requests, sockets and channels."""

    server: DiscordServer
    bot: Running
    random: Random
    weather: Weather = field(default_factory=Weather)
    faults: Counter[str] = field(default_factory=Counter)
    asked: dict[str, Message] = field(default_factory=dict)
    places: list[Channel] = field(default_factory=list)
    people: list[Actor] = field(default_factory=list)
    shut: list[Shut] = field(default_factory=list)

    async def settle_in(self, *, channels: int, people: int) -> None:
        """Direct channels have been used before: a bot cannot look into one that it never heard of."""
        self.people = [self.server.add_person(f"person{number}") for number in range(people)]
        self.places = [self.server.add_channel(f"place-{number}") for number in range(channels)]
        direct = [person.dm() for person in self.people[: people // 3]]
        for place in direct:
            await self._ask(place)
        await self.server.wait_until(lambda: len(self._account().answered) == len(direct), timeout=30)
        self.places += direct

    async def rage(self, faults: int) -> None:
        """Until so many faults have happened."""
        self.server.faults.chooser = self._hit
        doing = [asyncio.create_task(each) for each in (self._write(), self._disturb(), self._change())]
        try:
            while self.faults.total() < faults:
                await asyncio.sleep(0.1)
                for task in doing:
                    if task.done():
                        task.result()
        finally:
            for task in doing:
                task.cancel()
            await asyncio.wait(doing)
            self.server.faults.clear()
            self.server.gateway.copies = lambda name, data: 1

    async def quiet(self) -> Account:
        """What became of the messages, once everything has come to rest."""
        found = self._account()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(QUIET_SECONDS):
                while not (found.is_settled and self.bot.house.sessions.waiting == 0):
                    await asyncio.sleep(0.5)
                    found = self._account()
        await self.bot.house.sessions.wait_idle()
        return self._account()

    def traced(self, name: str) -> str:
        """For people who look for the cause."""
        message = self.asked[name]
        kind = "direct" if self.server.world.channels[message.channel_id].is_dm else "shared"
        return f"{name} {kind} {message.channel_id} {message.id} {message.timestamp:%H:%M:%S.%f}"

    def _account(self) -> Account:
        return account(self.server, self.asked, self.shut)

    # ------------------------------------------------------------------ what goes on

    async def _write(self) -> None:
        while True:
            await asyncio.sleep(self.random.uniform(0.2, 1.8) * self.weather.write)
            if self.bot.house.sessions.waiting < MOST_WAITING:
                await self._ask(self.random.choice(self.places))

    async def _ask(self, place: Channel) -> None:
        person = self.random.choice(self.people)
        if place.is_dm:
            person = next(each for each in self.people if each.id in place.recipients)
        name = name_of(len(self.asked))
        with contextlib.suppress(ApiError):
            self.asked[name] = await person.send(
                place, f"{self.server.bot_mention} tell me the story of {name}"
            )

    async def _disturb(self) -> None:
        chaos = Chaos(random=self.random, rate=0.2)
        while True:
            await asyncio.sleep(self.random.uniform(0.2, 1.8) * self.weather.gateway)
            await chaos.disturb(self.server.gateway)
            self.faults.update(chaos.counts)
            chaos.counts.clear()

    async def _change(self) -> None:
        while True:
            await asyncio.sleep(self.random.uniform(0.2, 1.8) * self.weather.places)
            place = self.random.choice([each for each in self.places if not each.is_dm])
            if self.random.random() < 0.4:
                self._delete(place)
            else:
                await self._shut(place)

    def _delete(self, place: Channel) -> None:
        self.faults["channel deleted"] += 1
        self.places.remove(place)
        self.server.delete_channel(place)
        self.places.append(self.server.add_channel(f"new-{self.faults['channel deleted']}"))

    async def _shut(self, place: Channel) -> None:
        lost = self.random.choice(CLOSED_FOR)
        self.faults[f"{lost[0].name} lost"] += 1
        since = utc_now()
        self.server.deny(place, *lost)
        try:
            await asyncio.sleep(SHUT_SECONDS)
        finally:
            self.server.allow(place, *lost)
            self.shut.append(Shut(channel_id=place.id, lost=lost[0], since=since, until=utc_now()))

    def _hit(self, route: str, path: Mapping[str, str]) -> Action | None:
        rate = next(rate for pattern, rate in RATES.items() if fnmatchcase(route, pattern))
        if self.random.random() >= rate:
            return None
        action = self.random.choice(ACTIONS)
        self.faults[_named(action)] += 1
        return action


def _named(action: Action) -> str:
    scope = getattr(action, "scope", "")
    after = " after commit" if getattr(action, "after_commit", False) else ""
    status = getattr(action, "status", "")
    return f"{type(action).__name__}{scope and ' ' + scope}{status and f' {status}'}{after}"


@asynccontextmanager
async def storm(
    server: DiscordServer,
    directory: Path,
    *,
    seed: int,
    channels: int,
    people: int,
    turn: StoryTurn | None = None,
) -> AsyncIterator[Storm]:
    """The bot, connected, and people in so many channels beside some direct ones.

    Without a `turn` it has the whole one, on a scripted engine.
    """

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(min(seconds, 1.0) / 10)

    async def identify_soon(shard_id: int | None, *, initial: bool = False) -> None:
        await asyncio.sleep(0 if initial else REIDENTIFY_SECONDS)

    async with running(server, directory, clock=utc_now, turn=ROOMY, sleep=at_once) as bot:
        bot.gateway.before_identify_hook = identify_soon  # type: ignore[method-assign]
        if turn is None:
            bot.think_with(Stories(), profile=WIDE)
        else:
            bot.house.brain.use(cast(Turn, turn), name="scripted")
        made = Storm(server=server, bot=bot, random=Random(seed))
        await made.settle_in(channels=channels, people=people)
        yield made
