"""The JSON that Discord sends for channels, threads and guilds (Discord reference, "Resources")."""

from __future__ import annotations

from .payloads import member, optional_id, role, snowflake_time, timestamp, user
from .state import Channel, ChannelKind, Guild, Json, World


def channel(world: World, value: Channel) -> Json:
    if value.is_dm:
        others = [world.users[i] for i in value.recipients if i != world.application.bot_id]
        return {
            "id": str(value.id),
            "type": int(value.kind),
            "last_message_id": optional_id(value.last_message_id),
            "recipients": [user(other) for other in others],
            "flags": 0,
        }
    body: Json = {
        "id": str(value.id),
        "type": int(value.kind),
        "guild_id": str(value.guild_id),
        "name": value.name,
        "parent_id": optional_id(value.parent_id),
        "last_message_id": optional_id(value.last_message_id),
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    return body | (_thread_parts(world, value) if value.is_thread else _guild_channel_parts(value))


def _guild_channel_parts(value: Channel) -> Json:
    body: Json = {
        "position": 0,
        "topic": value.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
            for o in value.overwrites
        ],
    }
    if value.kind is ChannelKind.FORUM:
        body |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    if value.kind is ChannelKind.VOICE:
        body |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    return body


def _thread_parts(world: World, value: Channel) -> Json:
    created = snowflake_time(value.id)
    body: Json = {
        "owner_id": str(value.owner_id),
        "message_count": len(world.messages.get(value.id, {})),
        "member_count": len(value.thread_members),
        "applied_tags": [],
        "thread_metadata": {
            "archived": value.archived,
            "locked": value.locked,
            "auto_archive_duration": value.auto_archive_minutes,
            "archive_timestamp": timestamp(created),
            "create_timestamp": timestamp(created),
        },
    }
    if value.kind is ChannelKind.PRIVATE_THREAD:
        body["thread_metadata"]["invitable"] = False
    if world.application.bot_id in value.thread_members:
        body["member"] = {
            "id": str(value.id),
            "user_id": str(world.application.bot_id),
            "join_timestamp": timestamp(created),
            "flags": 1,
        }
    return body


def guild(world: World, value: Guild, *, bot_id: int, all_members: bool = False) -> Json:
    """The GUILD_CREATE form. Hidden channels are included, as Discord does; members only with presences."""
    channels = list(world.channels_of(value.id))
    threads = [c for c in channels if c.is_thread and not c.archived and _sees_thread(world, c, bot_id)]
    return guild_summary(value) | {
        "joined_at": timestamp(value.members[bot_id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(value.members),
        "voice_states": [],
        "members": [
            member(m, world.users[m.user_id])
            for m in value.members.values()
            if all_members or m.user_id == bot_id
        ],
        "channels": [channel(world, c) for c in channels if not c.is_thread],
        "threads": [channel(world, c) for c in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _sees_thread(world: World, thread: Channel, bot_id: int) -> bool:
    return thread.kind is not ChannelKind.PRIVATE_THREAD or bot_id in thread.thread_members


def guild_summary(value: Guild) -> Json:
    return {
        "id": str(value.id),
        "name": value.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(value.owner_id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(r) for r in value.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
    }
