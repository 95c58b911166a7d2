"""Creating, changing and removing messages: the rules that hold for bots and people alike."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import payloads, payloads_places
from .backend import Backend, Event, message_intents
from .errors import ApiError, invalid_form
from .mentions import EVERYTHING, SUPPRESS_NOTIFICATIONS, USERS_ONLY, Policy, find_mentions, read_policy
from .permissions import Permission, permissions_in, require
from .state import (
    TEXT_KINDS,
    Attachment,
    Channel,
    Json,
    Message,
    MessageKind,
    Nonce,
    Reference,
    UsedNonce,
)
from .transcript import Kind
from .validation import COMPONENTS_V2, check_components, check_content, check_embeds, check_nonce, walk

EPHEMERAL = 1 << 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message before it exists. `reference` is the request's message_reference object."""

    content: str = ""
    nonce: Nonce = None
    enforce_nonce: bool = False
    allowed_mentions: Json | None = None
    reference: Json | None = None
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    flags: int = 0
    kind: MessageKind = MessageKind.DEFAULT
    default_policy: Policy = EVERYTHING
    application_id: int | None = None
    interaction: Json | None = None
    ephemeral_to: int | None = None


def send(backend: Backend, author_id: int, channel: Channel, draft: Draft) -> Message:
    """Check rights, then form, then the nonce, and create the message or return the one of that nonce."""
    check_may_send(backend, author_id, channel, draft)
    check_draft(draft)
    earlier = _earlier_with_nonce(backend, author_id, draft)
    return create(backend, author_id, channel, draft) if earlier is None else earlier


def check_may_send(backend: Backend, author_id: int, channel: Channel, draft: Draft) -> None:
    world = backend.world
    if channel.is_dm:
        return _check_may_write_to(backend, author_id, channel)
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    require(world, channel, author_id, speak)
    if channel.kind not in TEXT_KINDS:
        raise ApiError(50008)
    granted = permissions_in(world, channel, author_id)
    if channel.locked and not granted & Permission.MANAGE_THREADS:
        raise ApiError(160005)
    if draft.attachments and not granted & Permission.ATTACH_FILES:
        raise ApiError(50013)
    if draft.reference is not None and not granted & Permission.READ_MESSAGE_HISTORY:
        raise ApiError(160002)
    return None


def _check_may_write_to(backend: Backend, author_id: int, channel: Channel) -> None:
    world = backend.world
    if author_id not in channel.recipients:
        raise ApiError(50001)
    other = next(world.users[i] for i in channel.recipients if i != author_id)
    if world.users[author_id].bot and (other.bot or not other.accepts_dms):
        raise ApiError(50007)
    if not world.share_a_guild(author_id, other.id):
        raise ApiError(50278)


def check_draft(draft: Draft) -> None:
    check_content(draft.content)
    check_nonce(draft.nonce)
    check_embeds(draft.embeds)
    check_components(draft.components, draft.flags)
    read_policy(draft.allowed_mentions)
    if draft.flags & COMPONENTS_V2 and (draft.content or draft.embeds):
        message = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        raise invalid_form("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    has_body = draft.content.strip() or draft.embeds or draft.attachments
    if not has_body and not draft.flags & COMPONENTS_V2:
        raise ApiError(50006)


def with_interaction(
    draft: Draft,
    *,
    kind: MessageKind,
    application_id: int,
    interaction: Json,
    ephemeral_to: int | None,
    extra_flags: int = 0,
) -> Draft:
    """The draft as an answer to an interaction: no nonce, and by default only users are pinged."""
    return replace(
        draft,
        nonce=None,
        reference=None,
        kind=kind,
        default_policy=USERS_ONLY,
        application_id=application_id,
        interaction=interaction,
        ephemeral_to=ephemeral_to,
        flags=draft.flags | extra_flags,
    )


def _nonce_key(author_id: int, nonce: Nonce) -> str:
    return f"{author_id}:{nonce}"


def _earlier_with_nonce(backend: Backend, author_id: int, draft: Draft) -> Message | None:
    """The message that already carries this enforced nonce; 10008 where it was deleted since."""
    if not draft.enforce_nonce or draft.nonce is None:
        return None
    used = backend.world.used_nonces.get(_nonce_key(author_id, draft.nonce))
    if used is None or backend.now() - used.time > backend.nonce_window:
        return None
    return backend.message(used.channel_id, used.message_id)


def create(
    backend: Backend, author_id: int, channel: Channel, draft: Draft, *, message_id: int | None = None
) -> Message:
    """Store and announce a checked draft."""
    reference, replied_to = _resolve_reference(backend, channel, draft)
    policy = read_policy(draft.allowed_mentions, draft.default_policy)
    found = find_mentions(backend.world, channel, author_id, draft.content, policy, replied_to)
    silent = draft.flags & SUPPRESS_NOTIFICATIONS
    message = Message(
        id=backend.next_id() if message_id is None else message_id,
        channel_id=channel.id,
        author_id=author_id,
        content=draft.content,
        timestamp=backend.now(),
        kind=MessageKind.REPLY if replied_to is not None else draft.kind,
        nonce=draft.nonce,
        mentions=list(found.users),
        mention_roles=list(found.roles),
        mention_everyone=found.everyone,
        pinged=[] if silent else _audience(found.pinged, draft),
        reference=reference,
        attachments=list(draft.attachments),
        embeds=list(draft.embeds),
        components=list(draft.components),
        flags=draft.flags,
        application_id=draft.application_id,
        interaction=draft.interaction,
        ephemeral_to=draft.ephemeral_to,
    )
    _store(backend, channel, message)
    return message


def _audience(pinged: tuple[int, ...], draft: Draft) -> list[int]:
    return [user_id for user_id in pinged if draft.ephemeral_to in {None, user_id}]


def _resolve_reference(
    backend: Backend, channel: Channel, draft: Draft
) -> tuple[Reference | None, int | None]:
    raw = draft.reference
    if raw is None:
        return None, None
    place = int(raw.get("channel_id") or channel.id)
    found = backend.world.message(place, int(raw["message_id"]))
    if found is not None:
        return Reference(message_id=found.id, channel_id=place, guild_id=channel.guild_id), found.author_id
    if raw.get("fail_if_not_exists", True):
        raise invalid_form("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None, None


def _store(backend: Backend, channel: Channel, message: Message) -> None:
    world = backend.world
    world.messages.setdefault(channel.id, {})[message.id] = message
    if message.nonce is not None:
        used = UsedNonce(message_id=message.id, channel_id=channel.id, time=message.timestamp)
        world.used_nonces[_nonce_key(message.author_id, message.nonce)] = used
    if message.ephemeral_to is None:
        _announce_new(backend, channel, message)
    record_message(backend, Kind.MESSAGE, message)


def _announce_new(backend: Backend, channel: Channel, message: Message) -> None:
    channel.last_message_id = message.id
    if channel.is_thread and message.author_id not in channel.thread_members:
        channel.thread_members.append(message.author_id)
    if channel.archived:
        channel.archived = False
        data = payloads_places.channel(backend.world, channel)
        backend.publish(Event(name="THREAD_UPDATE", data=data, intents=1, channel=channel))
    publish_message(backend, "MESSAGE_CREATE", channel, message)


def publish_message(backend: Backend, name: str, channel: Channel, message: Message) -> None:
    data = message_event(backend, channel, message)
    backend.publish(
        Event(name=name, data=data, intents=message_intents(channel), channel=channel, message=message)
    )


def message_event(backend: Backend, channel: Channel, message: Message) -> Json:
    """The gateway's form: guild messages carry guild_id and the author's member."""
    world = backend.world
    data = payloads.message(world, message, cdn_url=backend.cdn_url, viewer_id=world.application.bot_id)
    if channel.guild_id is None:
        return data
    data["guild_id"] = str(channel.guild_id)
    author = world.member(channel.guild_id, message.author_id)
    return data if author is None else {**data, "member": payloads.member(author)}


def record_message(backend: Backend, kind: Kind, message: Message) -> None:
    buttons = [c["custom_id"] for c in walk(message.components) if c.get("custom_id")]
    backend.record(
        kind,
        message.author_id,
        message.channel_id,
        message_id=message.id,
        content=message.content,
        nonce=message.nonce,
        pinged=tuple(message.pinged) if kind is Kind.MESSAGE else (),
        reply_to=None if message.reference is None else message.reference.message_id,
        ephemeral_to=message.ephemeral_to,
        attachments=tuple(a.filename for a in message.attachments),
        detail={"custom_ids": buttons} if buttons else {},
    )
