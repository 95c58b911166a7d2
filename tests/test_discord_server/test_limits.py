"""Rate limits as the client meets them, and every scope of 429."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from tests.discord_server import DiscordServer, Fault, RateLimited, Rule

from .client import RecordingClient, running


async def test_the_client_waits_out_an_exhausted_channel_and_loses_nothing(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.limits.rules["message.create"] = Rule(limit=2, per=0.3)
    channel = bot.get_partial_messageable(discord_server.channel("general").id)
    await asyncio.gather(*(channel.send(str(number)) for number in range(6)))
    assert sorted(m.content for m in discord_server.messages(channel.id)) == list("012345")


async def test_windows_are_per_channel_and_per_route(discord_server: DiscordServer) -> None:
    limits = discord_server.limits
    limits.now = lambda: 100.0
    here, there = {"channel": "1"}, {"channel": "2"}
    verdicts = [limits.take("message.create", here) for _ in range(6)]
    assert [v.headers["X-RateLimit-Remaining"] for v in verdicts[:5]] == ["4", "3", "2", "1", "0"]
    assert verdicts[4].retry_after is None
    assert verdicts[5].retry_after == 5.0
    assert limits.take("message.create", there).retry_after is None
    assert limits.take("message.edit", here).retry_after is None
    limits.now = lambda: 105.0
    assert limits.take("message.create", here).retry_after is None


async def test_the_global_limit_counts_all_routes(discord_server: DiscordServer) -> None:
    discord_server.limits.overall = Rule(limit=2, per=1.0)
    discord_server.limits.now = lambda: 0.0
    for route in ("user.me", "guild.get"):
        assert discord_server.limits.take(route, {}).retry_after is None
    refused = discord_server.limits.take("channel.get", {})
    assert (refused.scope, refused.retry_after) == ("global", 1.0)
    assert discord_server.limits.take("interaction.answer", {}, counts_globally=False).retry_after is None


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_429_is_waited_out_by_the_client(
    bot: RecordingClient, discord_server: DiscordServer, scope: str
) -> None:
    channel = discord_server.channel("general")
    action = RateLimited(retry_after=0.05, scope=scope)
    fault = discord_server.faults.add(Fault(route="message.create", action=action))
    await bot.get_partial_messageable(channel.id).send("once")
    assert fault.hits == 1
    assert [m.content for m in discord_server.messages(channel)] == ["once"]


async def test_a_ban_by_cloudflare_is_not_retried(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.faults.add(Fault(route="message.create", action=RateLimited(scope="cloudflare")))
    channel = bot.get_partial_messageable(discord_server.channel("general").id)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("x")
    assert caught.value.status == 429


async def test_a_long_wait_is_refused_by_a_client_with_a_bound(discord_pointed: DiscordServer) -> None:
    discord_pointed.faults.add(Fault(route="message.create", action=RateLimited(retry_after=600)))
    async with running(discord_pointed, RecordingClient(max_ratelimit_timeout=30)) as bot:
        channel = bot.get_partial_messageable(discord_pointed.channel("general").id)
        with pytest.raises(discord.RateLimited) as caught:
            await channel.send("x")
    assert caught.value.retry_after == 600


async def test_a_429_carries_what_discord_documents(discord_server: DiscordServer) -> None:
    discord_server.limits.rules["user.me"] = Rule(limit=1, per=60)
    headers = {"Authorization": f"Bot {discord_server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        first = await session.get(discord_server.api_base + "/users/@me")
        second = await session.get(discord_server.api_base + "/users/@me")
        body = await second.json()
    assert first.headers["Content-Type"] == "application/json"
    assert first.headers["X-RateLimit-Remaining"] == "0"
    assert first.headers["X-RateLimit-Bucket"] == second.headers["X-RateLimit-Bucket"]
    assert second.status == 429
    assert second.headers["X-RateLimit-Scope"] == "user"
    assert "Via" in second.headers
    assert second.headers["Retry-After"] == "60"
    assert 59 < body["retry_after"] <= 60
    assert body["global"] is False
