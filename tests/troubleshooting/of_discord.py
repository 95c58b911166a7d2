"""What Discord refuses, and what a running daemon says in its log."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from agent.errors import EXIT_CREDENTIAL, OperatorError
from bot.discord_check import Questions, ask_discord
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon
from tests.gateway.connected import connected
from tests.gateway.test_connecting import serve
from tests.troubleshooting.place import Outcome, Place

Online = Callable[[DiscordServer, Place], Awaitable[Outcome]]
CASES: dict[str, Online] = {}


def of(sentence: str) -> Callable[[Online], Online]:
    def add(case: Online) -> Online:
        assert sentence not in CASES
        CASES[sentence] = case
        return case

    return add


# ------------------------------------------------------------------ `kallisti check`


async def asked(server: DiscordServer, *, ahead: timedelta = timedelta(0), **questions: object) -> Outcome:
    everything: dict[str, object] = {
        "token": server.token,
        "message_content": False,
        "channels": (),
        "guilds": (),
        **questions,
    }
    found = await ask_discord(Questions(**everything), now=datetime.now(UTC) + ahead)  # type: ignore[arg-type]
    return Outcome(code=max(each.exit_code for each in found), text="\n".join(map(str, found)))


@of("Discord refuses it; take a new one from the bot's page of the Developer Portal")
async def refused_token(server: DiscordServer, _place: Place) -> Outcome:
    return await asked(server, token="MTA.wrong.token")


@of(
    "message content is not granted; switch on Message Content Intent on the bot's page of the Developer "
    "Portal, or set discord.message_content = false"
)
async def no_intent(server: DiscordServer, _place: Place) -> Outcome:
    server.world.application.privileged_intents = 0
    return await asked(server, message_content=True)


@of("the bot lacks there: …; change it in the channel's settings")
async def no_permission(server: DiscordServer, _place: Place) -> Outcome:
    general = server.channel("general")
    server.deny(general, Permission.SEND_MESSAGES)
    return await asked(server, channels=(("discord.channels", general.id),))


@of("there is none with this id; correct …")
async def no_channel(server: DiscordServer, _place: Place) -> Outcome:
    return await asked(server, channels=(("discord.channels", 12),))


@of("the bot is not in it; invite it, or correct access.guilds")
async def foreign_server(server: DiscordServer, _place: Place) -> Outcome:
    return await asked(server, guilds=(34,))


@of(
    "…, so reminders come at the wrong time; switch time synchronisation on, as with `timedatectl set-ntp "
    "true`"
)
async def wrong_clock(server: DiscordServer, _place: Place) -> Outcome:
    return await asked(server, ahead=timedelta(hours=2))


@of("… Discord's; switch time synchronisation on, as with `timedatectl set-ntp true`")
async def inexact_clock(server: DiscordServer, _place: Place) -> Outcome:
    return await asked(server, ahead=timedelta(seconds=20))


@of("it cannot be reached now (…); look at the network, and try again")
async def no_network(server: DiscordServer, _place: Place) -> Outcome:
    await server.stop()
    return await asked(server)


@of("Discord did not say what time it is")
async def no_date(server: DiscordServer, place: Place) -> Outcome:
    async def timeless(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(timeless, "127.0.0.1", 0)
    async with listening:
        address = listening.sockets[0].getsockname()
        place.patch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{address[1]}")
        return Outcome(code=None, text=(await asked(server)).text)


# ------------------------------------------------------------------ `kallisti run`


def ended(error: OperatorError) -> Outcome:
    return Outcome(code=error.exit_code, text=f"kallisti: {error}")


@of("Discord refused the token; take a new one from the bot's page of the Developer Portal")
async def refused_at_login(_server: DiscordServer, _place: Place) -> Outcome:
    try:
        await serve("MTA.wrong.token")
    except OperatorError as error:
        return ended(error)
    raise AssertionError


@of(
    "Discord refused the message content intent; switch on Message Content Intent on the bot's page of the "
    "Developer Portal, or set discord.message_content = false"
)
async def refused_intent(server: DiscordServer, _place: Place) -> Outcome:
    server.world.application.privileged_intents = 0
    try:
        await serve(server.token, message_content=True)
    except OperatorError as error:
        return ended(error)
    raise AssertionError


async def closed_with(server: DiscordServer, code: int) -> Outcome:
    try:
        async with connected(server) as connection:
            await server.gateway.close_all(code)
            await connection.serving
    except OperatorError as error:
        return ended(error)
    raise AssertionError


@of("Discord's gateway refused the token; take a new one from the Developer Portal")
async def withdrawn_token(server: DiscordServer, _place: Place) -> Outcome:
    outcome = await closed_with(server, 4004)
    assert outcome.code == EXIT_CREDENTIAL
    return outcome


@of(
    "Discord's gateway refused this client: a shard would have more than 2500 servers; raise discord.shards, "
    "as docs/scaling.md tells"
)
async def outgrown(server: DiscordServer, _place: Place) -> Outcome:
    return await closed_with(server, 4011)


@of("Discord's gateway refused discord.shards and discord.shard_ids; correct them")
async def no_such_shard(server: DiscordServer, _place: Place) -> Outcome:
    return await closed_with(server, 4010)


@of("…; Discord recommends … shards, so set discord.shards, as docs/scaling.md tells")
async def too_few_shards(server: DiscordServer, _place: Place) -> Outcome:
    for number in range(1000):
        server.add_guild(f"guild {number}")
    return await asked(server)


@of("Discord's gateway refused this client (close code …)")
async def refused_client(server: DiscordServer, _place: Place) -> Outcome:
    return await closed_with(server, 4012)


# ------------------------------------------------------------------ the log of a daemon

LOGGED = (
    "engine worker is down",
    "the engine is not there yet",
    "login failed, trying again",
    "status cannot be asked for",
    "the configuration was not reloaded",
    "these changes take a restart",
)


async def unlucky_daemon(server: DiscordServer, place: Place) -> Outcome:
    """Without engine, without Discord, with a directory in the way of a socket; and then somebody edits."""
    await server.stop()
    (place.data / "status.sock").mkdir(parents=True)
    daemon = Daemon(server, place.root)
    daemon.configure(engine=f'socket = "{place.root}/engine.sock"')
    try:
        await daemon.launch()
        for event in LOGGED[:4]:
            await daemon.until(lambda event=event: bool(daemon.events(event)))  # type: ignore[misc]
        daemon.configure("[turn]\nmax_steps = 3", engine=f'socket = "{place.root}/engine.sock"')
        daemon.terminate(signal.SIGHUP)
        await daemon.until(lambda: bool(daemon.events("these changes take a restart")))
        daemon.configure("[trun]")
        daemon.terminate(signal.SIGHUP)
        await daemon.until(lambda: bool(daemon.events("the configuration was not reloaded")))
    finally:
        await daemon.end()
    return Outcome(code=None, text="\n".join(str(line["event"]) for line in daemon.log()))
