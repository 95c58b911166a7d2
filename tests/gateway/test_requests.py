"""Requests whose caller is gone: they may not leave the client unable to send anything else."""

from __future__ import annotations

import asyncio

from tests.discord_server.faults import Fault, RateLimited
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import connected


async def test_giving_up_during_a_global_rate_limit_does_not_silence_the_bot(
    discord_pointed: DiscordServer,
) -> None:
    general = discord_pointed.channel("general")
    discord_pointed.faults.add(Fault(route="typing", action=RateLimited(retry_after=0.2, scope="global")))
    async with connected(discord_pointed) as connection:
        typing = asyncio.create_task(connection.gateway.http.send_typing(general.id))
        await discord_pointed.wait_until(
            lambda: any(request.route == "typing" for request in discord_pointed.rest.requests)
        )
        await asyncio.sleep(0.05)
        typing.cancel()
        await asyncio.wait({typing})
        async with asyncio.timeout(5):
            await connection.gateway.get_partial_messageable(general.id).send("still there")
    assert [each.content for each in discord_pointed.messages(general)] == ["still there"]
    assert typing.cancelled()
