"""A Discord on the loopback interface, for the unmodified discord.py client.

The server follows Discord's documented behaviour, not what our bot expects of it. It speaks REST v10 and
the gateway, keeps all state while bots come and go, can be told to fail in every way Discord fails, lets a
test act for people, and writes down what they saw.

    async with DiscordServer() as server:
        with pointed_at(server):                      # this process's discord.py goes there
            ...                                       # client.start(server.token)
        ada = server.actor("ada")
        asked = await ada.send(server.channel("general"), f"{server.bot_mention} hello")
        reply = await server.wait_for_message(asked.channel_id, after=asked)
        assert reply.pinged == [ada.id]

Pointing a bot at it
    REST:    `discord.http.Route.BASE = server.api_base`, "http://127.0.0.1:PORT/api/v10"
    gateway: `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)`
    CDN:     `discord.asset.Asset.BASE = server.cdn_url`
    The daemon does this itself from its configuration keys `discord.api_base` and `discord.gateway_url`,
    which take loopback addresses only. Set both or neither: with one alone the test's token reaches Discord.
    Pass `guild_ready_timeout=0.3` to a client for a quick READY.

Another process
    `remote.launched(state_file)` or `python -m tests.discord_server --port 0 --state FILE`, which prints one
    line of JSON (port, token, addresses). `control` documents its API. Measure event-loop lag that way.

The seeded world (`seed.build_world`)
    guild "Test Guild"; channels general, random, forum, the thread side-talk under general; the bot Kallisti;
    people owner (of guild and bot), ada and bob. More: `server.add_person`, `add_channel`, `add_role`.

Playing with it
    `server.faults.add(Fault(route="message.create", action=ServerError(status=502, after_commit=True)))`
    (route names: `route_table`); `server.limits.rules[...]`, `server.limits.enabled`;
    `server.gateway`: `ask_to_reconnect`, `invalidate`, `close_all`, `drop_all`, `make_zombies`, `refuse`,
    `copies`; what the guild's owner does: `administration`; `Actor.close_dms`; `chaos.Chaos`;
    `server.rest.requests` holds every request made.
"""

from __future__ import annotations

from .actors import Actor
from .backend import Intent
from .errors import ApiError
from .faults import Delay, Drop, Fault, RateLimited, Refuse, ServerError
from .limits import Rule
from .permissions import Permission
from .pointing import pointed_at
from .server import DiscordServer
from .state import Channel, ChannelKind, Message
from .transcript import Kind, Record, Transcript

__all__ = [
    "Actor",
    "ApiError",
    "Channel",
    "ChannelKind",
    "Delay",
    "DiscordServer",
    "Drop",
    "Fault",
    "Intent",
    "Kind",
    "Message",
    "Permission",
    "RateLimited",
    "Record",
    "Refuse",
    "Rule",
    "ServerError",
    "Transcript",
    "pointed_at",
]
