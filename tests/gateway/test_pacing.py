"""The limit of all requests together: kept, first come first served, and never in the way of an answer."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.discord_pacing import Pace
from tests.discord_server.limits import Rule
from tests.discord_server.seed import add_channel
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import connected

SECONDS = 0.2


async def starts(pace: Pace, count: int) -> list[float]:
    """When each of `count` that came together began, in the order in which they came."""
    loop = asyncio.get_running_loop()

    async def one() -> float:
        await pace.turn()
        return loop.time()

    return await asyncio.gather(*(one() for _ in range(count)))


async def test_no_window_holds_more_than_the_limit_and_the_order_is_kept() -> None:
    began = await starts(Pace(requests=5, seconds=SECONDS), 17)
    assert began == sorted(began)
    for first in range(0, 15, 5):
        assert began[first + 5] - began[first] >= SECONDS
    assert began[4] - began[0] < SECONDS
    assert began[-1] - began[0] < 4 * SECONDS


async def test_below_the_limit_nobody_waits() -> None:
    pace = Pace(requests=50, seconds=30)
    async with asyncio.timeout(5):
        await starts(pace, 50)


async def test_whoever_gives_up_takes_nobody_elses_turn() -> None:
    pace = Pace(requests=1, seconds=SECONDS)
    await pace.turn()
    leaving = asyncio.create_task(pace.turn())
    staying = asyncio.create_task(pace.turn())
    await asyncio.sleep(0)
    leaving.cancel()
    async with asyncio.timeout(1.9 * SECONDS):
        await staying


async def test_after_all_turns_are_given_the_next_window_works_too() -> None:
    pace = Pace(requests=2, seconds=SECONDS)
    for _ in range(3):
        began = await starts(pace, 3)
        assert began[2] - began[0] >= SECONDS / 2


async def test_a_hundred_and_fifty_messages_at_once_are_hardly_ever_refused(
    discord_pointed: DiscordServer,
) -> None:
    """A client that does not know the limit is refused hundreds of times."""
    server = discord_pointed
    places = [add_channel(server.world, server.guild(), f"place-{number}") for number in range(150)]
    async with connected(server) as connection:
        await asyncio.gather(
            *(connection.gateway.get_partial_messageable(place.id).send("hello") for place in places)
        )
    created = [request.status for request in server.rest.requests if request.route == "message.create"]
    assert created.count(200) == 150
    assert created.count(429) <= 15


async def test_an_answer_to_a_command_does_not_stand_in_line(discord_pointed: DiscordServer) -> None:
    """Its path is exempt, as it is from Discord's own limit; it has only three seconds."""
    server = discord_pointed
    server.limits.overall = Rule(limit=10_000, per=1.0)
    places = [add_channel(server.world, server.guild(), f"place-{number}") for number in range(300)]
    async with connected(server) as connection:
        sending = [
            asyncio.create_task(connection.gateway.get_partial_messageable(place.id).send("hello"))
            for place in places
        ]
        await asyncio.sleep(0.2)
        before = asyncio.get_running_loop().time()
        with pytest.raises(discord.HTTPException):
            await connection.gateway.http.request(
                discord.http.Route("POST", "/interactions/1/none/callback"), json={"type": 1}
            )
        assert asyncio.get_running_loop().time() - before < 3, "Discord waits no longer"
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
