"""REST: registering application commands, globally or for one guild."""

from __future__ import annotations

from . import commands
from .call import NO_CONTENT, Call, Reply
from .errors import ApiError, invalid_form
from .state import Json


def _scope(call: Call) -> int | None:
    if call.id("application") != call.backend.world.application.id:
        raise ApiError(20012)
    if "guild" not in call.path:
        return None
    guild = call.backend.guild(call.id("guild"))
    if call.bot_id not in guild.members:
        raise ApiError(50001)
    return guild.id


async def get_commands(call: Call) -> Reply:
    return Reply(body=commands.registered(call.backend, _scope(call)))


async def put_commands(call: Call) -> Reply:
    guild_id = _scope(call)
    if not isinstance(call.body, list):
        raise invalid_form("_errors", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    return Reply(body=commands.replace_all(call.backend, guild_id, call.body))


async def post_command(call: Call) -> Reply:
    guild_id = _scope(call)
    others = [c for c in commands.registered(call.backend, guild_id) if not _same(c, call.fields)]
    stored = commands.replace_all(call.backend, guild_id, [*others, call.fields])
    return Reply(status=201, body=stored[-1])


def _same(command: Json, other: Json) -> bool:
    return bool(command["name"] == other.get("name") and command["type"] == other.get("type", 1))


def _find(call: Call, guild_id: int | None) -> Json:
    wanted = call.path["command"]
    found = next((c for c in commands.registered(call.backend, guild_id) if c["id"] == wanted), None)
    if found is None:
        raise ApiError(10063)
    return found


async def get_command(call: Call) -> Reply:
    return Reply(body=_find(call, _scope(call)))


async def delete_command(call: Call) -> Reply:
    guild_id = _scope(call)
    gone = _find(call, guild_id)
    kept = [c for c in commands.registered(call.backend, guild_id) if c is not gone]
    commands.replace_all(call.backend, guild_id, kept)
    return NO_CONTENT
