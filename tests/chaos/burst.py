"""Many people write in many channels within seconds: is everything answered once, in order?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from agent.turn import Turn
from bot.config import TurnConfig
from tests.chaos.account import Account, account
from tests.chaos.stories import StoryTurn, name_of
from tests.commands.house import Running, running
from tests.discord_server.backend import utc_now
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message

QUIET_SECONDS = 240.0
"""Until all answers are there: Discord takes one message a second in a channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burst:
    """`seconds` until everything was answered, `lag` how long the bot's loop was held up, in seconds."""

    account: Account
    seconds: float
    lag: Lag


@dataclass(frozen=True, slots=True, kw_only=True)
class Lag:
    worst: float
    p99: float


class Bot(Protocol):
    """The bot that is written to, connected."""

    async def idle(self) -> Lag:
        """Returns when it has nothing to do any more, with what its loop lagged behind since it connected."""
        ...


class BotHere:
    """In this process, beside the server."""

    def __init__(self, bot: Running) -> None:
        self._bot = bot
        self._started = asyncio.get_running_loop().time()

    async def idle(self) -> Lag:
        await self._bot.house.sessions.wait_idle()
        lags = sorted(lag for moment, lag in self._bot.house.lag.samples() if moment >= self._started)
        return Lag(worst=lags[-1], p99=lags[len(lags) * 99 // 100]) if lags else Lag(worst=0.0, p99=0.0)


@asynccontextmanager
async def bot_here(server: DiscordServer, directory: Path, turn: TurnConfig) -> AsyncIterator[BotHere]:
    """Connected to `server`, answering with stories, and watching its loop."""
    async with running(server, directory, clock=utc_now, turn=turn) as bot:
        bot.house.brain.use(cast(Turn, StoryTurn()), name="scripted")
        watching = asyncio.create_task(bot.house.lag.run())
        try:
            yield BotHere(bot)
        finally:
            watching.cancel()


async def burst(
    server: DiscordServer,
    bot: AbstractAsyncContextManager[Bot],
    *,
    channels: int,
    messages: int,
    seconds: float,
) -> Burst:
    """`messages` in `seconds`, from `channels` channels with four people each who take turns."""
    people = [server.add_person(f"person{number}") for number in range(4)]
    places = [server.add_channel(f"place-{number}") for number in range(channels)]
    asked: dict[str, Message] = {}
    loop = asyncio.get_running_loop()
    async with bot as answering:
        started = loop.time()
        for number in range(messages):
            await asyncio.sleep(max(0.0, started + seconds * number / messages - loop.time()))
            name, round_number = name_of(number), number // channels
            person = people[round_number % len(people)]
            text = f"{server.bot_mention} tell me the story of {name}"
            asked[name] = await person.send(places[number % channels], text)
        await _rest(server, asked)
        lag = await answering.idle()
        return Burst(account=account(server, asked, ()), seconds=loop.time() - started, lag=lag)


async def _rest(server: DiscordServer, asked: Mapping[str, Message]) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + QUIET_SECONDS
    while loop.time() < end and not account(server, asked, ()).is_settled:  # noqa: ASYNC110 - no event
        await asyncio.sleep(0.5)
