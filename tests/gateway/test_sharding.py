"""A bot whose servers are divided: which part comes to a daemon, with one connection or several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr

from agent.errors import ConfigError
from agent.types import Incoming
from bot.delivery import NONCE_LIMIT, mark_of, marked, nonce
from bot.discord_shards import ShardedGateway
from bot.gateway import Gateway, Listeners
from bot.sharding import Sharding
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import NOW, Connected

FIRST, SECOND = Sharding(count=2, ids=(0,)), Sharding(count=2, ids=(1,))
BOTH = Sharding(count=2, ids=(0, 1))


@asynccontextmanager
async def serving(server: DiscordServer, sharding: Sharding) -> AsyncIterator[Connected]:
    kind = ShardedGateway if len(sharding.ids) > 1 else Gateway
    gateway = kind(clock=lambda: NOW, guild_ready_timeout=0.05, sharding=sharding, message_content=True)
    gateway.before_identify_hook = at_once  # type: ignore[method-assign] # discord.py would wait five seconds
    connection = Connected(gateway, server)
    try:
        async with asyncio.timeout(20):
            await gateway.became_ready.wait()
        yield connection
    finally:
        await gateway.close()
        await asyncio.wait({connection.serving}, timeout=5)


async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
    pass


def guilds_of_both(server: DiscordServer) -> list[Any]:
    ada = server.actor("ada")
    return [server.add_guild(f"guild {shard}", ada, shard=(shard, 2)) for shard in range(2)]


async def asked_everywhere(server: DiscordServer, guilds: list[Any]) -> None:
    ada = server.actor("ada")
    for guild in guilds:
        await ada.send(server.channel("general", guild=guild), f"{server.bot_mention} {guild.name}")
    await ada.send_dm("directly")


def texts(connection: Connected) -> set[str]:
    return {each.text for each in connection.received}


# ------------------------------------------------------------------ connections


async def test_two_daemons_hear_each_message_once(discord_pointed: DiscordServer) -> None:
    server, guilds = discord_pointed, guilds_of_both(discord_pointed)
    async with serving(server, FIRST) as first, serving(server, SECOND) as second:
        await asked_everywhere(server, guilds)
        await first.next(2)
        await second.next(1)
        assert texts(first) == {"guild 0", "directly"}
        assert texts(second) == {"guild 1"}
        assert len(first.gateway.guilds) + len(second.gateway.guilds) == 3


async def test_one_daemon_with_all_shards_hears_all(discord_pointed: DiscordServer) -> None:
    server, guilds = discord_pointed, guilds_of_both(discord_pointed)
    async with serving(server, BOTH) as connection:
        assert connection.gateway.online
        await asked_everywhere(server, guilds)
        await connection.next(3)
        assert texts(connection) == {"guild 0", "guild 1", "directly"}
        shards = [details["shard"] for name, details in server.gateway.log.entries if name == "identify"]
        assert shards == [[0, 2], [1, 2]]


async def test_a_bot_without_shards_names_none(discord_pointed: DiscordServer) -> None:
    async with serving(discord_pointed, Sharding()):
        assert discord_pointed.gateway.log.entries[1] == (
            "identify",
            {"intents": discord_pointed.gateway.log.entries[1][1]["intents"], "shard": None},
        )


class Losing:
    """A gateway with two shards that hears of lost sessions."""

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self.lost: list[int] = []
        self.reconnections = 0
        self.received: list[Incoming] = []
        self.gateway = ShardedGateway(
            clock=lambda: NOW, guild_ready_timeout=0.05, sharding=BOTH, message_content=True
        )
        self.gateway.before_identify_hook = at_once  # type: ignore[method-assign]
        listeners = Listeners(
            receive=self._heard(self.received.append),
            reconnected=self._reconnected,
            report=lambda status: None,
            session_lost=self._session_lost,
        )
        self.serving = asyncio.create_task(self.gateway.serve(SecretStr(server.token), listeners))

    def _heard(self, take: Callable[[Incoming], None]) -> Callable[[Incoming], None]:
        def receive(incoming: Incoming) -> None:
            take(incoming)
            self.server.transcript.notify()

        return receive

    async def _reconnected(self) -> None:
        self.reconnections += 1
        self.server.transcript.notify()

    async def _session_lost(self, since: int) -> None:
        self.lost.append(since)
        self.server.transcript.notify()

    async def until(self, probe: Callable[[], bool]) -> None:
        await self.server.wait_until(probe, timeout=20)

    async def end(self) -> None:
        await self.gateway.close()
        await asyncio.wait({self.serving}, timeout=5)


async def break_off(server: DiscordServer, shard: int, *, forget: bool) -> None:
    """Ends one shard's connection, and its session if Discord is to forget it."""
    (connection,) = (
        each for each in server.gateway.connections if each.session and each.session.shard == (shard, 2)
    )
    assert connection.session is not None
    if forget:
        del server.gateway.sessions[connection.session.id]
    await connection.close(4000)


async def test_each_shard_comes_back_by_itself(discord_pointed: DiscordServer) -> None:
    server, guilds = discord_pointed, guilds_of_both(discord_pointed)
    ada, losing = server.actor("ada"), Losing(server)
    try:
        await losing.gateway.became_ready.wait()
        here = server.channel("general", guild=guilds[0])
        before = await ada.send(here, f"{server.bot_mention} before")
        await losing.until(lambda: len(losing.received) == 1)
        server.gateway.refuse(1)  # the first attempt to come back
        await break_off(server, 1, forget=True)
        await losing.until(lambda: not losing.gateway.online)
        meanwhile = await ada.send(here, f"{server.bot_mention} meanwhile")
        await losing.until(lambda: len(losing.received) == 2)
        assert losing.gateway.newest_seen == before.id, "a start would look for what the other shard lost"
        await losing.until(lambda: losing.lost == [before.id])
        assert losing.gateway.online
        assert losing.gateway.newest_seen == meanwhile.id
        await break_off(server, 0, forget=False)
        await losing.until(lambda: losing.reconnections == 2 and losing.gateway.online)
        assert losing.lost == [before.id], "a resumed session has lost nothing"
    finally:
        await losing.end()


@pytest.mark.parametrize("sharding", [Sharding(), Sharding(count=3, ids=(0, 1, 2))], ids=str)
async def test_too_many_servers_for_a_shard_are_the_operators(
    discord_pointed: DiscordServer, sharding: Sharding
) -> None:
    discord_pointed.backend.starts.guilds = 0
    with pytest.raises(ConfigError, match=r"more than 2500 servers; raise discord\.shards"):
        await served(discord_pointed, sharding)


async def test_a_shard_that_does_not_exist_is_the_operators(discord_pointed: DiscordServer) -> None:
    with pytest.raises(ConfigError, match=r"discord\.shards and discord\.shard_ids"):
        await served(discord_pointed, Sharding(count=2, ids=(2,)))


async def served(server: DiscordServer, sharding: Sharding) -> None:
    async with asyncio.timeout(20):
        connection = Connected(
            (ShardedGateway if len(sharding.ids) > 1 else Gateway)(clock=lambda: NOW, sharding=sharding),
            server,
        )
        await connection.serving


async def test_where_direct_messages_do_not_come_none_are_looked_for(discord_pointed: DiscordServer) -> None:
    server, ada = discord_pointed, discord_pointed.actor("ada")
    asked = await ada.send_dm("hello")
    for sharding, found in ((FIRST, ["hello"]), (SECOND, [])):
        async with serving(server, sharding) as connection:
            missed = connection.gateway.missed(asked.id - 1, direct_channels=[ada.dm().id])
            assert [each.text async for each in missed] == found


# ------------------------------------------------------------------ what is decided without a connection


def test_a_server_belongs_to_one_shard_and_direct_messages_to_the_first() -> None:
    for guild in (1 << 22, 5 << 22, 1234567890123456789):
        assert FIRST.serves(guild) != SECOND.serves(guild)
        assert BOTH.serves(guild)
        assert Sharding().serves(guild)
    assert SECOND.serves((3 << 22) + 17)
    assert (FIRST.serves(None), SECOND.serves(None)) == (True, False)


def test_a_daemon_knows_its_part() -> None:
    part = Sharding(count=4, ids=(3, 1))
    assert (part.share, part.is_whole, part.has_first, part.mark, str(part)) == (
        0.5,
        False,
        False,
        "1",
        "1, 3 of 4",
    )
    assert (BOTH.share, BOTH.is_whole, BOTH.has_first, BOTH.mark, str(BOTH)) == (
        1,
        True,
        True,
        "",
        "0, 1 of 2",
    )
    assert (Sharding().mark, str(Sharding())) == ("", "")


@pytest.mark.parametrize("reminder_id", [1, 10**9, 2**63 - 1])
def test_daemons_send_the_same_number_at_the_same_time_under_different_nonces(reminder_id: int) -> None:
    plain = nonce(reminder_id, NOW)
    nonces = [marked(plain, mark) for mark in ("", "1", "2", "12", "16383")]
    assert len(set(nonces)) == len(nonces)
    assert all(len(each) <= NONCE_LIMIT for each in nonces)
    assert nonces[0] == plain


def test_a_marker_tells_its_daemon() -> None:
    assert marked("rem:5:1700000000", "12") == "rem12:5:1700000000"
    assert (mark_of("rem12:5:1700000000"), mark_of("snz1:5:17:10m"), mark_of("rem:5:17")) == ("12", "1", "")
