"""Editing and deleting messages."""

from __future__ import annotations

from .backend import Backend, Event, message_intents
from .errors import ApiError
from .mentions import EVERYTHING, USERS_ONLY, find_mentions, read_policy
from .messages import Draft, check_draft, publish_message, record_message
from .permissions import Permission, require
from .state import Attachment, Channel, Json, Message, MessageKind
from .transcript import Kind


def edit(backend: Backend, editor_id: int, channel: Channel, message: Message, changes: Json) -> Message:
    """Apply the present keys of an edit request. Mentions are computed anew, nobody is pinged."""
    if message.author_id != editor_id:
        raise ApiError(50005)
    if channel.archived:
        raise ApiError(50083)
    if channel.locked and channel.is_thread:
        raise ApiError(160005)
    changed = _edited_draft(message, changes)
    check_draft(changed)
    message.content = changed.content
    message.embeds = list(changed.embeds)
    message.components = list(changed.components)
    message.attachments = list(changed.attachments)
    message.flags = changed.flags
    if "content" in changes or "allowed_mentions" in changes:
        _remention(backend, channel, message, changed)
    message.edited_timestamp = backend.now()
    if message.ephemeral_to is None:
        publish_message(backend, "MESSAGE_UPDATE", channel, message)
    record_message(backend, Kind.EDIT, message)
    backend.touch()
    return message


def _edited_draft(message: Message, changes: Json) -> Draft:
    kept = changes.get("attachments")
    old = message.attachments if kept is None else _kept(message.attachments, kept)
    return Draft(
        content=(changes["content"] or "") if "content" in changes else message.content,
        embeds=tuple((changes["embeds"] or ()) if "embeds" in changes else message.embeds),
        components=tuple((changes["components"] or ()) if "components" in changes else message.components),
        attachments=(*old, *changes.get("files", ())),
        flags=changes.get("flags") or message.flags,
        allowed_mentions=changes.get("allowed_mentions"),
    )


def _kept(attachments: list[Attachment], wanted: list[Json]) -> list[Attachment]:
    ids = {str(item.get("id")) for item in wanted}
    return [a for a in attachments if str(a.id) in ids]


def _remention(backend: Backend, channel: Channel, message: Message, draft: Draft) -> None:
    default = EVERYTHING if message.interaction is None else USERS_ONLY
    policy = read_policy(draft.allowed_mentions, default)
    replied = None
    if message.reference is not None and message.kind is MessageKind.REPLY:
        target = backend.world.message(message.reference.channel_id, message.reference.message_id)
        replied = None if target is None else target.author_id
    found = find_mentions(backend.world, channel, message.author_id, message.content, policy, replied)
    message.mentions = list(found.users)
    message.mention_roles = list(found.roles)
    message.mention_everyone = found.everyone


def delete(backend: Backend, actor_id: int, channel: Channel, message: Message) -> None:
    if message.author_id != actor_id:
        if channel.is_dm:
            raise ApiError(50003)
        require(backend.world, channel, actor_id, Permission.MANAGE_MESSAGES)
    remove(backend, actor_id, channel, message)


def remove(backend: Backend, actor_id: int, channel: Channel, message: Message) -> None:
    """Take a message away without asking for rights, and announce it."""
    del backend.world.messages[channel.id][message.id]
    data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None:
        data["guild_id"] = str(channel.guild_id)
    if message.ephemeral_to is None:
        backend.publish(
            Event(name="MESSAGE_DELETE", data=data, intents=message_intents(channel), channel=channel)
        )
    backend.record(Kind.DELETE, actor_id, channel.id, message_id=message.id, content=message.content)
    backend.touch()
