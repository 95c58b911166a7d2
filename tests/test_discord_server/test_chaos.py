"""Under random faults a client that repeats with the same nonce loses nothing and says nothing twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import aiohttp
import discord
import pytest

from tests.discord_server import DiscordServer
from tests.discord_server.chaos import QUICK_ACTIONS, Chaos

from .client import RecordingClient

MESSAGES = 150
PEOPLE = ("ada", "bob", "owner")


async def insist(place: discord.PartialMessageable, text: str, nonce: str) -> None:
    """Send until Discord has confirmed it."""
    while True:
        try:
            await place.send(text, nonce=nonce)
        except (discord.DiscordServerError, aiohttp.ClientError, OSError):
            continue
        return


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_message_is_stored_once_whatever_happens_to_its_request(
    bot: RecordingClient, discord_server: DiscordServer, seed: int
) -> None:
    discord_server.limits.enabled = False
    chaos = Chaos(random=Random(seed), rate=0.5, route="message.*")
    discord_server.faults.chooser = chaos
    place = bot.get_partial_messageable(discord_server.channel("general").id)
    await asyncio.gather(*(insist(place, str(n), f"c{n}") for n in range(MESSAGES)))
    stored = Counter(m.content for m in discord_server.messages(place.id))
    assert stored == Counter(str(n) for n in range(MESSAGES))
    assert set(chaos.counts) == {type(action).__name__ for action in QUICK_ACTIONS}


@pytest.mark.parametrize("seed", [1, 2])
async def test_resumable_disturbances_lose_no_event(
    bot: RecordingClient, discord_server: DiscordServer, seed: int
) -> None:
    random = Random(seed)
    general = discord_server.channel("general")
    gateway = discord_server.gateway
    for number in range(MESSAGES):
        await discord_server.actor(random.choice(PEOPLE)).send(general, str(number))
        if number % 10 == 0:
            await random.choice([cut, ask, close, mark_invalid])(discord_server)
        await asyncio.sleep(0.002)
    await bot.until(lambda: len(bot.all("message")) >= MESSAGES)
    assert bot.texts() == [str(n) for n in range(MESSAGES)]
    assert gateway.log.count("identify") == 1
    assert gateway.log.count("resume") > 1


async def cut(server: DiscordServer) -> None:
    server.gateway.drop_all()


async def ask(server: DiscordServer) -> None:
    server.gateway.ask_to_reconnect()


async def close(server: DiscordServer) -> None:
    await server.gateway.close_all(4000)


async def mark_invalid(server: DiscordServer) -> None:
    server.gateway.invalidate(resumable=True)


async def test_the_bot_comes_back_after_a_storm_at_the_gateway(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    chaos, stop = Chaos(random=Random(7), rate=0.3), asyncio.Event()
    storm = asyncio.create_task(chaos.disturb_until(discord_server.gateway, stop, every=0.05))
    await asyncio.sleep(1.5)
    stop.set()
    await storm
    discord_server.gateway.copies = lambda name, data: 1
    await discord_server.wait_until(lambda: any(c.session for c in discord_server.gateway.connections))
    await discord_server.actor("ada").send_dm("still there?")
    await bot.until(lambda: "still there?" in bot.texts())
    assert set(chaos.counts) >= {"reconnect", "invalid", "close", "drop", "duplicate"}
