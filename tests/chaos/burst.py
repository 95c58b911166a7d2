"""Many people write in many channels within seconds: is everything answered once, in order?"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from agent.turn import Turn
from bot.config import TurnConfig
from tests.chaos.account import Account, account
from tests.chaos.stories import StoryTurn, name_of
from tests.commands.house import running
from tests.discord_server.backend import utc_now
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message

QUIET_SECONDS = 240.0
"""Until all answers are there: Discord takes one message a second in a channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burst:
    """`seconds` until everything was answered, `loop_lag` the longest hold-up of the loop in seconds."""

    account: Account
    seconds: float
    loop_lag: float


async def burst(
    server: DiscordServer, directory: Path, *, channels: int, messages: int, seconds: float, turn: TurnConfig
) -> Burst:
    """`messages` in `seconds`, from `channels` channels with four people each who take turns."""
    people = [server.add_person(f"person{number}") for number in range(4)]
    places = [server.add_channel(f"place-{number}") for number in range(channels)]
    asked: dict[str, Message] = {}
    loop = asyncio.get_running_loop()
    async with running(server, directory, clock=utc_now, turn=turn) as bot:
        bot.house.brain.use(cast(Turn, StoryTurn()), name="scripted")
        watching = asyncio.create_task(bot.house.lag.run())
        started = loop.time()
        for number in range(messages):
            await asyncio.sleep(max(0.0, started + seconds * number / messages - loop.time()))
            name, round_number = name_of(number), number // channels
            person = people[round_number % len(people)]
            text = f"{server.bot_mention} tell me the story of {name}"
            asked[name] = await person.send(places[number % channels], text)
        await _rest(server, asked)
        await bot.house.sessions.wait_idle()
        lag = bot.house.lag.worst(since=started)
        watching.cancel()
        return Burst(account=account(server, asked, ()), seconds=loop.time() - started, loop_lag=lag)


async def _rest(server: DiscordServer, asked: Mapping[str, Message]) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + QUIET_SECONDS
    while loop.time() < end and not account(server, asked, ()).is_settled:  # noqa: ASYNC110 - no event
        await asyncio.sleep(0.5)
