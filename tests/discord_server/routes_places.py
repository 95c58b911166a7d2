"""REST: the bot's own account, users, guilds, channels and threads."""

from __future__ import annotations

from . import payloads, payloads_places, threads
from .backend import GUILDS_RECOMMENDED
from .call import NO_CONTENT, Call, Reply
from .errors import ApiError
from .permissions import Permission, can_view, require
from .routes_messages import draft_from, render
from .state import Channel, ChannelKind, Guild


async def get_own_user(call: Call) -> Reply:
    return Reply(body=payloads.own_user(call.backend.world.bot))


async def get_own_application(call: Call) -> Reply:
    return Reply(body=payloads.application(call.backend.world))


async def get_gateway(call: Call) -> Reply:
    return Reply(body={"url": call.backend.gateway_url})


async def get_bot_gateway(call: Call) -> Reply:
    concurrency = call.backend.starts.concurrency
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": concurrency}
    guilds = sum(call.bot_id in guild.members for guild in call.backend.world.guilds.values())
    shards = max(1, -(-guilds // GUILDS_RECOMMENDED))
    return Reply(body={"url": call.backend.gateway_url, "shards": shards, "session_start_limit": limit})


async def get_user(call: Call) -> Reply:
    return Reply(body=payloads.user(call.backend.user(call.id("user"))))


async def get_own_guilds(call: Call) -> Reply:
    guilds = [g for g in call.backend.world.guilds.values() if call.bot_id in g.members]
    return Reply(body=[payloads_places.guild_summary(g) for g in guilds])


async def open_dm(call: Call) -> Reply:
    recipient_id = int(call.field("recipient_id"))
    if recipient_id not in call.backend.world.users or recipient_id == call.bot_id:
        raise ApiError(50033)
    channel = threads.dm_channel(call.backend, call.bot_id, recipient_id)
    return Reply(body=payloads_places.channel(call.backend.world, channel))


def _own_guild(call: Call) -> Guild:
    guild = call.backend.guild(call.id("guild"))
    if call.bot_id not in guild.members:
        raise ApiError(50001)
    return guild


async def get_guild(call: Call) -> Reply:
    return Reply(body=payloads_places.guild_summary(_own_guild(call)))


async def get_member(call: Call) -> Reply:
    guild, user = _own_guild(call), call.backend.user(call.id("user"))
    member = guild.members.get(user.id)
    if member is None:
        raise ApiError(10007)
    return Reply(body=payloads.member(member, user))


async def get_guild_channels(call: Call) -> Reply:
    world, guild = call.backend.world, _own_guild(call)
    return Reply(
        body=[payloads_places.channel(world, c) for c in world.channels_of(guild.id) if not c.is_thread]
    )


async def get_guild_roles(call: Call) -> Reply:
    return Reply(body=[payloads.role(r) for r in _own_guild(call).roles.values()])


async def get_active_threads(call: Call) -> Reply:
    world, guild = call.backend.world, _own_guild(call)
    active = [c for c in world.channels_of(guild.id) if c.is_thread and not c.archived]
    seen = [c for c in active if can_view(world, c, call.bot_id)]
    return Reply(body={"threads": [payloads_places.channel(world, c) for c in seen], "members": []})


def _visible_channel(call: Call) -> Channel:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id)
    return channel


async def get_channel(call: Call) -> Reply:
    return Reply(body=payloads_places.channel(call.backend.world, _visible_channel(call)))


async def edit_channel(call: Call) -> Reply:
    channel = _visible_channel(call)
    if not channel.is_thread:
        require(call.backend.world, channel, call.bot_id, Permission.MANAGE_CHANNELS)
    elif channel.owner_id != call.bot_id:
        require(call.backend.world, channel, call.bot_id, threads.permission_to_change(channel, call.fields))
    threads.change(call.backend, channel, call.fields)
    return Reply(body=payloads_places.channel(call.backend.world, channel))


async def start_thread(call: Call) -> Reply:
    """Without a message: a thread in a text channel, or a post in a forum (then `message` is required)."""
    parent = _visible_channel(call)
    require(call.backend.world, parent, call.bot_id, threads.permission_to_start(parent, call.fields))
    thread = threads.start(call.backend, call.bot_id, parent, call.fields)
    body = payloads_places.channel(call.backend.world, thread)
    if parent.kind is ChannelKind.FORUM:
        first = threads.first_post(call.backend, call.bot_id, thread, draft_from(call, call.field("message")))
        body["message"] = render(call, first)
    return Reply(status=201, body=body)


async def start_thread_from_message(call: Call) -> Reply:
    parent = _visible_channel(call)
    require(call.backend.world, parent, call.bot_id, Permission.CREATE_PUBLIC_THREADS)
    thread = threads.start(call.backend, call.bot_id, parent, call.fields, source=call.message())
    return Reply(status=201, body=payloads_places.channel(call.backend.world, thread))


async def join_thread(call: Call) -> Reply:
    thread = _visible_channel(call)
    if not thread.is_thread:
        raise ApiError(50024)
    if call.bot_id not in thread.thread_members:
        thread.thread_members.append(call.bot_id)
        call.backend.touch()
    return NO_CONTENT
