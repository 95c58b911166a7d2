"""REST: messages, reactions and typing."""

from __future__ import annotations

from urllib.parse import unquote

from . import activity, message_changes, messages, payloads
from .backend import PRIVILEGED, Intent
from .call import NO_CONTENT, Call, Reply
from .errors import ApiError, invalid_form
from .messages import Draft
from .permissions import Permission, permissions_in, require
from .sessions import BLANKED_FIELDS, may_read
from .state import Json, Message

HISTORY_DEFAULT = 50
HISTORY_LIMIT = 100
BULK_DELETE = (2, 100)


def render(call: Call, message: Message) -> Json:
    """A message as REST shows it to the bot: blanked when the portal switch for content is off."""
    backend = call.backend
    body = payloads.message(backend.world, message, cdn_url=backend.cdn_url, viewer_id=call.bot_id)
    allowed = backend.world.application.privileged_intents & PRIVILEGED & Intent.MESSAGE_CONTENT
    return body if may_read(message, allowed, call.bot_id, backend.world) else body | BLANKED_FIELDS


def draft_from(call: Call, fields: Json) -> Draft:
    return Draft(
        content=fields.get("content") or "",
        nonce=fields.get("nonce"),
        enforce_nonce=bool(fields.get("enforce_nonce")),
        allowed_mentions=fields.get("allowed_mentions"),
        reference=fields.get("message_reference"),
        attachments=call.files,
        embeds=tuple(fields.get("embeds") or ()),
        components=tuple(fields.get("components") or ()),
        flags=int(fields.get("flags") or 0),
    )


async def create_message(call: Call) -> Reply:
    message = messages.send(call.backend, call.bot_id, call.channel(), draft_from(call, call.fields))
    return Reply(body=render(call, message))


async def edit_message(call: Call) -> Reply:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id)
    changes = call.fields | ({"files": call.files} if call.files else {})
    message = message_changes.edit(call.backend, call.bot_id, channel, call.message(), changes)
    return Reply(body=render(call, message))


async def delete_message(call: Call) -> Reply:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id)
    message_changes.delete(call.backend, call.bot_id, channel, call.message())
    return NO_CONTENT


async def bulk_delete_messages(call: Call) -> Reply:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id, Permission.MANAGE_MESSAGES)
    ids = [int(i) for i in call.field("messages")]
    if not BULK_DELETE[0] <= len(ids) <= BULK_DELETE[1]:
        raise invalid_form("messages", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
    for message_id in ids:
        found = call.backend.world.message(channel.id, message_id)
        if found is not None:
            message_changes.remove(call.backend, call.bot_id, channel, found)
    return NO_CONTENT


async def get_message(call: Call) -> Reply:
    require(call.backend.world, call.channel(), call.bot_id, Permission.READ_MESSAGE_HISTORY)
    return Reply(body=render(call, call.message()))


async def get_history(call: Call) -> Reply:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id)
    limit = int(call.query.get("limit", HISTORY_DEFAULT))
    if not 1 <= limit <= HISTORY_LIMIT:
        raise invalid_form("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    if not permissions_in(call.backend.world, channel, call.bot_id) & Permission.READ_MESSAGE_HISTORY:
        return Reply(body=[])
    stored = call.backend.world.messages.get(channel.id, {})
    visible = sorted(i for i, m in stored.items() if m.ephemeral_to is None)
    chosen = select_history(visible, call.query, limit)
    return Reply(body=[render(call, stored[i]) for i in sorted(chosen, reverse=True)])


def select_history(ids: list[int], query: object, limit: int) -> list[int]:
    """The page that before, after or around asks for; `ids` rise. Default: the newest."""
    asked = {name: int(query[name]) for name in ("around", "before", "after") if name in query}  # type: ignore[operator,index]
    if "around" in asked:
        half = limit // 2
        older = [i for i in ids if i < asked["around"]][-half:] if half else []
        newer = [i for i in ids if i >= asked["around"]][: limit - half]
        return older + newer
    if "before" in asked:
        return [i for i in ids if i < asked["before"]][-limit:]
    if "after" in asked:
        return [i for i in ids if i > asked["after"]][:limit]
    return ids[-limit:]


async def trigger_typing(call: Call) -> Reply:
    channel = call.channel()
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    require(call.backend.world, channel, call.bot_id, speak)
    activity.start_typing(call.backend, call.bot_id, channel)
    return NO_CONTENT


async def add_reaction(call: Call) -> Reply:
    channel = call.channel()
    require(call.backend.world, channel, call.bot_id, Permission.READ_MESSAGE_HISTORY)
    message, emoji = call.message(), unquote(call.path["emoji"])
    if emoji.isascii() and ":" not in emoji:
        raise ApiError(10014)
    if emoji not in message.reactions:
        require(call.backend.world, channel, call.bot_id, Permission.ADD_REACTIONS)
    activity.react(call.backend, call.bot_id, channel, message, emoji, add=True)
    return NO_CONTENT


async def remove_reaction(call: Call) -> Reply:
    channel = call.channel()
    owner = call.path["user"]
    user_id = call.bot_id if owner == "@me" else call.id("user")
    if user_id != call.bot_id:
        require(call.backend.world, channel, call.bot_id, Permission.MANAGE_MESSAGES)
    require(call.backend.world, channel, call.bot_id)
    activity.react(call.backend, user_id, channel, call.message(), unquote(call.path["emoji"]), add=False)
    return NO_CONTENT


async def get_reactions(call: Call) -> Reply:
    users = call.message().reactions.get(unquote(call.path["emoji"]), [])
    return Reply(body=[payloads.user(call.backend.user(i)) for i in users])
