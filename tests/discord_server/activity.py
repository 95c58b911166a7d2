"""What people and bots do besides writing: typing and reacting."""

from __future__ import annotations

from . import payloads
from .backend import Backend, Event, reaction_intents, typing_intents
from .state import Channel, Json, Message
from .transcript import Kind


def start_typing(backend: Backend, user_id: int, channel: Channel) -> None:
    data: Json = {"channel_id": str(channel.id), "user_id": str(user_id)}
    data["timestamp"] = int(backend.now().timestamp())
    member = backend.world.member(channel.guild_id, user_id)
    if channel.guild_id is not None and member is not None:
        data |= {"guild_id": str(channel.guild_id)}
        data |= {"member": payloads.member(member, backend.world.users[user_id])}
    backend.publish(Event(name="TYPING_START", data=data, intents=typing_intents(channel), channel=channel))
    backend.record(Kind.TYPING, user_id, channel.id)


def react(
    backend: Backend, user_id: int, channel: Channel, message: Message, emoji: str, *, add: bool
) -> None:
    """Add or take back one reaction; doing it twice changes nothing."""
    users = message.reactions.setdefault(emoji, [])
    if add == (user_id in users):
        return
    if add:
        users.append(user_id)
    else:
        users.remove(user_id)
    if not users:
        del message.reactions[emoji]
    _announce_reaction(backend, user_id, channel, message, emoji, add=add)


def _announce_reaction(
    backend: Backend, user_id: int, channel: Channel, message: Message, emoji: str, *, add: bool
) -> None:
    data: Json = {
        "user_id": str(user_id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }
    member = backend.world.member(channel.guild_id, user_id)
    if channel.guild_id is not None:
        data["guild_id"] = str(channel.guild_id)
    if add and member is not None:
        data["member"] = payloads.member(member, backend.world.users[user_id])
    name = "MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE"
    backend.publish(Event(name=name, data=data, intents=reaction_intents(channel), channel=channel))
    backend.record(
        Kind.REACTION, user_id, channel.id, message_id=message.id, content=emoji, detail={"added": add}
    )
