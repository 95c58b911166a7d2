"""Logging in, losing the connection, and being refused."""

from __future__ import annotations

import asyncio

import discord.gateway
import discord.http
import pytest
from pydantic import SecretStr

from agent.errors import EXIT_CREDENTIAL, CredentialError
from bot.gateway import Gateway, Listeners, intents, use_endpoints
from tests.discord_server.faults import Drop, Fault, ServerError
from tests.discord_server.pointing import pointed_at
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import NOW, connected


async def nothing() -> None:
    pass


DEAF = Listeners(receive=lambda incoming: None, reconnected=nothing, report=lambda status: None)


async def serve(token: str, *, message_content: bool = False) -> None:
    gateway = Gateway(clock=lambda: NOW, message_content=message_content)
    try:
        await gateway.serve(SecretStr(token), DEAF)
    finally:
        await gateway.close()


async def test_a_wrong_token_is_a_credential_error(discord_pointed: DiscordServer) -> None:
    with pytest.raises(CredentialError, match="token") as caught:
        await serve("MTA.wrong.token")
    assert caught.value.exit_code == EXIT_CREDENTIAL
    assert "wrong" not in str(caught.value)


async def test_an_intent_that_is_switched_off_is_named_with_its_switch(
    discord_pointed: DiscordServer,
) -> None:
    discord_pointed.world.application.privileged_intents = 0
    with pytest.raises(CredentialError, match="Message Content Intent"):
        await serve(discord_pointed.token, message_content=True)


async def test_a_token_withdrawn_while_connected_is_a_credential_error(
    discord_pointed: DiscordServer,
) -> None:
    async def lose_the_token() -> None:
        async with connected(discord_pointed) as connection:
            await discord_pointed.gateway.close_all(4004)
            await connection.serving

    with pytest.raises(CredentialError, match="gateway refused the token"):
        await lose_the_token()


@pytest.mark.parametrize("fault", ["reconnect", "closed", "invalidated", "dropped"])
async def test_a_lost_connection_comes_back_and_nothing_starts_twice(
    discord_pointed: DiscordServer, fault: str
) -> None:
    async with connected(discord_pointed) as connection:
        log = discord_pointed.gateway.log
        before = log.count("identify") + log.count("resume")
        if fault == "reconnect":
            discord_pointed.gateway.ask_to_reconnect()
        elif fault == "closed":
            await discord_pointed.gateway.close_all(4000)
        elif fault == "invalidated":
            discord_pointed.gateway.invalidate(resumable=False)
        else:
            discord_pointed.gateway.drop_all()
        await discord_pointed.wait_until(
            lambda: log.count("identify") + log.count("resume") > before, timeout=15
        )
        await discord_pointed.actor("ada").send_dm("still there?")
        assert (await connection.next()).text == "still there?"
        await discord_pointed.wait_until(lambda: connection.reconnections == 1, timeout=15)
        assert connection.statuses[-1] == "connected to Discord, servers: 1"


@pytest.mark.parametrize("action", [ServerError(status=503), Drop(), Drop(reset=True)])
async def test_a_fault_of_the_network_at_login_is_tried_again(
    discord_pointed: DiscordServer, action: ServerError | Drop
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    discord_pointed.faults.add(Fault(route="*", action=action, times=3))
    async with connected(discord_pointed, sleep=sleep) as connection:
        assert connection.statuses[0].startswith("Discord cannot be reached")
        assert connection.statuses[-1] == "connected to Discord, servers: 1"
    assert waits
    assert waits == [1, 2, 4][: len(waits)]


async def test_discord_being_unreachable_at_login_is_tried_again() -> None:
    server = DiscordServer()
    await server.start()
    await server.stop()
    waits: list[float] = []
    enough = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 9:
            enough.set()
            await asyncio.Event().wait()

    with pointed_at(server):
        gateway = Gateway(clock=lambda: NOW, sleep=sleep)
        serving = asyncio.create_task(gateway.serve(SecretStr(server.token), DEAF))
        await enough.wait()
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        await gateway.close()
    assert waits == [1, 2, 4, 8, 15, 30, 60, 60, 60]


def test_the_intents_are_the_free_ones_and_content_only_on_request() -> None:
    free = intents(message_content=False)
    assert not free.presences
    assert not free.members
    assert not free.message_content
    assert free.guild_messages
    assert free.dm_messages
    assert intents(message_content=True).message_content


def test_both_addresses_are_set_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "before")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", "before")
    use_endpoints(api_base="http://127.0.0.1:1/api", gateway_url="ws://127.0.0.1:1/gateway")
    assert discord.http.Route.BASE == "http://127.0.0.1:1/api"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:1/gateway"


async def test_a_session_that_is_resumed_before_its_servers_were_there_is_a_new_one_all_the_same(
    discord_pointed: DiscordServer,
) -> None:
    log, ada = discord_pointed.gateway.log, discord_pointed.actor("ada")
    async with connected(discord_pointed) as connection:
        gateway = connection.gateway
        gateway.before_identify_hook = _at_once  # type: ignore[method-assign]
        gateway._connection.guild_ready_timeout = 1.0  # what it waits for after a new session
        seen = await ada.send_dm("before")
        await connection.next()
        sessions = {*discord_pointed.gateway.sessions}
        discord_pointed.gateway.invalidate(resumable=False)
        await discord_pointed.wait_until(
            lambda: bool({*discord_pointed.gateway.sessions} - sessions), timeout=10
        )
        await ada.send_dm("heard by the new session")
        await connection.next(2)
        assert connection.lost == []
        discord_pointed.gateway.drop_all()
        await discord_pointed.wait_until(lambda: log.count("resume") == 1, timeout=10)
        await discord_pointed.wait_until(lambda: bool(connection.lost), timeout=10)
        assert connection.lost == [seen.id]
        assert gateway.newest_seen > seen.id


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    pass
