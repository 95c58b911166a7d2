"""Channels that come into being while Discord runs: direct messages, threads and forum posts."""

from __future__ import annotations

from . import messages, payloads_places
from .backend import Backend, Event, Intent
from .errors import ApiError, invalid_form
from .messages import Draft
from .permissions import Permission
from .state import Channel, ChannelKind, Json, Message, Overwrite
from .transcript import Kind
from .validation import check_length, required

THREAD_NAME_LIMIT = 100
AUTO_ARCHIVE_MINUTES = {60, 1440, 4320, 10080}


def dm_channel(backend: Backend, first_id: int, second_id: int) -> Channel:
    """The channel between two accounts, made when it is first asked for."""
    found = backend.world.dm_between(first_id, second_id)
    if found is not None:
        return found
    channel = Channel(id=backend.next_id(), kind=ChannelKind.DM, recipients=[first_id, second_id])
    backend.world.channels[channel.id] = channel
    backend.touch()
    return channel


def permission_to_start(parent: Channel, fields: Json) -> Permission:
    if parent.kind is ChannelKind.FORUM:
        return Permission.SEND_MESSAGES
    private = int(fields.get("type") or ChannelKind.PRIVATE_THREAD) == ChannelKind.PRIVATE_THREAD
    return Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS


def start(
    backend: Backend, owner_id: int, parent: Channel, fields: Json, *, source: Message | None = None
) -> Channel:
    """Make a thread; one that starts from a message takes that message's id."""
    if parent.kind not in {ChannelKind.TEXT, ChannelKind.NEWS, ChannelKind.FORUM}:
        raise ApiError(50024)
    if source is not None and source.id in backend.world.channels:
        raise ApiError(160004)
    _check(fields, forum=parent.kind is ChannelKind.FORUM)
    public = source is not None or parent.kind is ChannelKind.FORUM
    thread = Channel(
        id=backend.next_id() if source is None else source.id,
        kind=ChannelKind.PUBLIC_THREAD if public else ChannelKind(fields.get("type") or 12),
        name=fields["name"],
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        thread_members=[owner_id],
        auto_archive_minutes=fields.get("auto_archive_duration") or 1440,
    )
    backend.world.channels[thread.id] = thread
    backend.record(Kind.THREAD, owner_id, thread.id, content=thread.name, detail={"parent": parent.id})
    _announce(backend, "THREAD_CREATE", thread, {"newly_created": True})
    return thread


def _check(fields: Json, *, forum: bool) -> None:
    if not fields.get("name"):
        raise required("name")
    check_length("name", fields["name"], THREAD_NAME_LIMIT, 1)
    if forum and not fields.get("message"):
        raise required("message")
    minutes = fields.get("auto_archive_duration")
    if minutes is not None and minutes not in AUTO_ARCHIVE_MINUTES:
        message = "Value must be one of {60, 1440, 4320, 10080}."
        raise invalid_form("auto_archive_duration", "BASE_TYPE_CHOICES", message)


def first_post(backend: Backend, author_id: int, thread: Channel, draft: Draft) -> Message:
    """A forum post's opening message, which carries the thread's id."""
    messages.check_draft(draft)
    return messages.create(backend, author_id, thread, draft, message_id=thread.id)


def permission_to_change(thread: Channel, fields: Json) -> Permission:
    """Whoever may write in a thread that is not locked may open it again; all else is for moderators."""
    opens = fields.keys() == {"archived"} and fields["archived"] is False
    return Permission.SEND_MESSAGES_IN_THREADS if opens and not thread.locked else Permission.MANAGE_THREADS


def change(backend: Backend, channel: Channel, fields: Json) -> None:
    """Apply name, archived, locked and topic of an edit request."""
    if channel.archived and fields.get("archived") is not False and "name" in fields:
        raise ApiError(50083)
    channel.name = fields.get("name") or channel.name
    channel.topic = fields.get("topic", channel.topic)
    channel.archived = bool(fields.get("archived", channel.archived))
    channel.locked = bool(fields.get("locked", channel.locked))
    _announce(backend, "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)


def delete(backend: Backend, channel: Channel) -> None:
    """Delete a channel or thread with its messages and, for a channel, its threads."""
    for thread in [c for c in backend.world.channels.values() if c.parent_id == channel.id and c.is_thread]:
        delete(backend, thread)
    _announce(backend, "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)
    backend.world.channels.pop(channel.id, None)
    backend.world.messages.pop(channel.id, None)
    backend.touch()


def overwrite(
    backend: Backend, channel: Channel, target_id: int, *, kind: int, allow: int, deny: int
) -> None:
    """Set what one role (kind 0) or member (kind 1) may do in a channel, and announce it."""
    kept = [o for o in channel.overwrites if o.id != target_id]
    channel.overwrites = [*kept, Overwrite(id=target_id, kind=kind, allow=allow, deny=deny)]
    backend.publish(
        Event(
            name="CHANNEL_UPDATE",
            data=payloads_places.channel(backend.world, channel),
            intents=int(Intent.GUILDS),
        )
    )


def _announce(backend: Backend, name: str, channel: Channel, extra: Json | None = None) -> None:
    data = payloads_places.channel(backend.world, channel) | (extra or {})
    backend.publish(Event(name=name, data=data, intents=int(Intent.GUILDS), channel=channel))
