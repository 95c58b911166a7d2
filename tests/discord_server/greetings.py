"""What a session is told when it begins, and who is where when it asks."""

from __future__ import annotations

from collections.abc import Iterator

from . import payloads, payloads_places
from .backend import Intent
from .sessions import Session
from .state import Guild, Json, World


def own_guilds(world: World, session: Session) -> list[Guild]:
    guilds = world.guilds.values()
    return [guild for guild in guilds if session.bot_id in guild.members and session.has(guild.id)]


def ready(world: World, session: Session, gateway_url: str) -> Json:
    application = world.application
    body: Json = {
        "v": 10,
        "user": payloads.own_user(world.bot),
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in own_guilds(world, session)],
        "private_channels": [],
        "session_id": session.id,
        "resume_gateway_url": gateway_url,
        "session_type": "normal",
        "application": {"id": str(application.id), "flags": payloads.application_flags(application)},
    }
    return body if session.shard is None else {**body, "shard": list(session.shard)}


def guilds(world: World, session: Session) -> Iterator[Json]:
    """A GUILD_CREATE body for each guild of this session."""
    all_members = bool(session.intents & Intent.GUILD_PRESENCES)
    for guild in own_guilds(world, session):
        yield payloads_places.guild(world, guild, bot_id=session.bot_id, all_members=all_members)


def members_chunk(world: World, session: Session, request: Json) -> Json | None:
    """The answer to op 8, by ids or by the beginning of a name; None for a guild of another session."""
    guild = world.guilds.get(int(request["guild_id"]))
    if guild is None or not session.has(guild.id):
        return None
    asked = request.get("user_ids") or ()
    ids = {int(i) for i in (asked if isinstance(asked, list) else [asked])} if asked else set(guild.members)
    prefix = (request.get("query") or "").lower()
    chosen = [
        m for i, m in guild.members.items() if i in ids and world.users[i].name.lower().startswith(prefix)
    ]
    return {
        "guild_id": str(guild.id),
        "members": [payloads.member(m, world.users[m.user_id]) for m in chosen],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [str(i) for i in sorted(ids - {m.user_id for m in chosen})] if asked else [],
        "nonce": request.get("nonce"),
    }
