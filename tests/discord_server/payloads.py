"""The JSON that Discord sends for each object (Discord reference, "Resources")."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from .permissions import permissions_in
from .state import (
    Application,
    Attachment,
    Channel,
    Json,
    Member,
    Message,
    MessageKind,
    Reference,
    Role,
    User,
    World,
)

MESSAGE_CONTENT_LIMITED = 1 << 19
GUILD_MEMBERS_LIMITED = 1 << 15
PRESENCE_LIMITED = 1 << 13
_PRIVILEGED_FLAGS = {
    1 << 1: GUILD_MEMBERS_LIMITED,
    1 << 8: PRESENCE_LIMITED,
    1 << 15: MESSAGE_CONTENT_LIMITED,
}


def timestamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def user(value: User) -> Json:
    return {
        "id": str(value.id),
        "username": value.name,
        "global_name": value.global_name,
        "discriminator": "0",
        "avatar": None,
        "bot": value.bot,
        "public_flags": 0,
    }


def own_user(value: User) -> Json:
    return user(value) | {"verified": True, "mfa_enabled": True, "email": None, "flags": 0, "locale": "en-US"}


def member(value: Member, account: User | None = None) -> Json:
    body: Json = {
        "nick": value.nick,
        "avatar": None,
        "roles": [str(role_id) for role_id in value.role_ids],
        "joined_at": timestamp(value.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return body if account is None else {**body, "user": user(account)}


def role(value: Role) -> Json:
    return {
        "id": str(value.id),
        "name": value.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": value.position,
        "permissions": str(value.permissions),
        "managed": False,
        "mentionable": value.mentionable,
        "flags": 0,
    }


def application_flags(value: Application) -> int:
    return sum(flag for intent, flag in _PRIVILEGED_FLAGS.items() if value.privileged_intents & intent)


def application(world: World) -> Json:
    value = world.application
    return {
        "id": str(value.id),
        "name": value.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": user(world.users[value.owner_id]),
        "team": None,
        "verify_key": "0" * 64,
        "flags": application_flags(value),
        "bot": user(world.bot),
    }


def attachment(value: Attachment, channel_id: int, cdn_url: str) -> Json:
    url = f"{cdn_url}/attachments/{channel_id}/{value.id}/{value.filename}"
    return {
        "id": str(value.id),
        "filename": value.filename,
        "content_type": value.content_type,
        "size": len(value.data),
        "url": url,
        "proxy_url": url,
        "flags": 0,
    }


def message(world: World, value: Message, *, cdn_url: str, viewer_id: int, nested: bool = False) -> Json:
    """One message as REST returns it; the gateway adds guild_id and member."""
    guild_id = world.channels[value.channel_id].guild_id if value.channel_id in world.channels else None
    body: Json = {
        "id": str(value.id),
        "channel_id": str(value.channel_id),
        "type": int(value.kind),
        "author": user(world.users[value.author_id]),
        "content": value.content,
        "timestamp": timestamp(value.timestamp),
        "edited_timestamp": None if value.edited_timestamp is None else timestamp(value.edited_timestamp),
        "tts": False,
        "mention_everyone": value.mention_everyone,
        "mentions": [_mentioned(world, i, guild_id) for i in value.mentions],
        "mention_roles": [str(i) for i in value.mention_roles],
        "attachments": [attachment(a, value.channel_id, cdn_url) for a in value.attachments],
        "embeds": value.embeds,
        "components": value.components,
        "pinned": False,
        "flags": value.flags,
    }
    body |= _optional_message_parts(value, viewer_id)
    if value.reference is not None:
        body |= _referenced(world, value.reference, value.kind, cdn_url, viewer_id, nested=nested)
    return body


def _optional_message_parts(value: Message, viewer_id: int) -> Json:
    body: Json = {}
    if value.nonce is not None:
        body["nonce"] = value.nonce
    if value.reactions:
        body["reactions"] = [_reaction(emoji, users, viewer_id) for emoji, users in value.reactions.items()]
    if value.application_id is not None:
        body["application_id"] = str(value.application_id)
    if value.interaction is not None:
        body["interaction_metadata"] = value.interaction
        body["webhook_id"] = str(value.application_id)
    return body


def _mentioned(world: World, user_id: int, guild_id: int | None) -> Json:
    found = world.member(guild_id, user_id)
    body = user(world.users[user_id])
    return body if found is None else {**body, "member": member(found)}


def _reaction(emoji: str, users: list[int], viewer_id: int) -> Json:
    return {
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "me": viewer_id in users,
        "me_burst": False,
        "burst_colors": [],
        "emoji": {"id": None, "name": emoji},
    }


def _referenced(
    world: World, value: Reference, kind: MessageKind, cdn_url: str, viewer_id: int, *, nested: bool
) -> Json:
    """A message that is itself sent along with its reply says what it answers, without that message."""
    reference: Json = {"type": 0, "message_id": str(value.message_id), "channel_id": str(value.channel_id)}
    if value.guild_id is not None:
        reference["guild_id"] = str(value.guild_id)
    body: Json = {"message_reference": reference}
    if kind in {MessageKind.REPLY, MessageKind.THREAD_STARTER} and not nested:
        found = world.message(value.channel_id, value.message_id)
        body["referenced_message"] = (
            None
            if found is None
            else message(world, found, cdn_url=cdn_url, viewer_id=viewer_id, nested=True)
        )
    return body


def interaction_member(world: World, place: Channel, user_id: int) -> Json:
    found = world.member(place.guild_id, user_id)
    assert found is not None, "only members can interact in a guild"
    return member(found, world.users[user_id]) | {"permissions": str(permissions_in(world, place, user_id))}


def snowflake_time(snowflake: int) -> datetime:
    return datetime.fromtimestamp(((snowflake >> 22) + 1_420_070_400_000) / 1000, UTC)


def optional_id(value: int | None) -> Any:
    return None if value is None else str(value)
