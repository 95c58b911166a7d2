"""What the control API lets people do, as a table from action to function."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .actors import Actor
from .interaction_values import Interaction
from .state import Channel, Json, Message

if TYPE_CHECKING:
    from .server import DiscordServer

Action = Callable[["DiscordServer", Actor, Json], Awaitable[Any]]


def find_channel(server: DiscordServer, named: Any) -> Channel:
    """By id (number or digits), by name, or {"dm": NAME}."""
    if isinstance(named, dict):
        return server.dm(named["dm"])
    if isinstance(named, int) or (isinstance(named, str) and named.isdecimal()):
        return server.backend.channel(int(named))
    return server.channel(str(named))


def find_message(server: DiscordServer, body: Json) -> Message:
    message_id = int(body["message_id"])
    for stored in server.world.messages.values():
        if message_id in stored:
            return stored[message_id]
    raise LookupError(f"no message {message_id}")


def show_message(message: Message) -> Json:
    """A message as JSON; attachments without their bytes."""
    shown = asdict(message)
    shown["attachments"] = [a.filename for a in message.attachments]
    shown["timestamp"] = message.timestamp.isoformat()
    edited = message.edited_timestamp
    shown["edited_timestamp"] = None if edited is None else edited.isoformat()
    return shown


def show_interaction(interaction: Interaction) -> Json:
    return {
        "id": interaction.id,
        "answer": None if interaction.answer is None else interaction.answer.name.lower(),
        "thinking": interaction.is_thinking,
        "reply": None if interaction.reply is None else show_message(interaction.reply),
        "modal": interaction.modal,
        "choices": interaction.choices,
    }


async def _send(server: DiscordServer, actor: Actor, body: Json) -> Any:
    files = {name: base64.b64decode(data) for name, data in (body.get("attachments") or {}).items()}
    message = await actor.send(
        find_channel(server, body["channel"]),
        body.get("content", ""),
        reply_to=body.get("reply_to"),
        ping_reply=body.get("ping_reply", True),
        attachments=files,
    )
    return show_message(message)


async def _edit(server: DiscordServer, actor: Actor, body: Json) -> Any:
    return show_message(await actor.edit(find_message(server, body), body["content"]))


async def _delete(server: DiscordServer, actor: Actor, body: Json) -> Any:
    await actor.delete(find_message(server, body))
    return {}


async def _react(server: DiscordServer, actor: Actor, body: Json) -> Any:
    await actor.react(find_message(server, body), body["emoji"], add=body.get("add", True))
    return {}


async def _type(server: DiscordServer, actor: Actor, body: Json) -> Any:
    await actor.type(find_channel(server, body["channel"]))
    return {}


async def _press(server: DiscordServer, actor: Actor, body: Json) -> Any:
    return show_interaction(await actor.press(find_message(server, body), body["custom_id"]))


async def _choose(server: DiscordServer, actor: Actor, body: Json) -> Any:
    return show_interaction(
        await actor.choose(find_message(server, body), body["custom_id"], *body["values"])
    )


async def _command(server: DiscordServer, actor: Actor, body: Json) -> Any:
    place = find_channel(server, body["channel"])
    return show_interaction(await actor.command(place, body["name"], **(body.get("options") or {})))


async def _message_command(server: DiscordServer, actor: Actor, body: Json) -> Any:
    return show_interaction(await actor.message_command(find_message(server, body), body["name"]))


async def _autocomplete(server: DiscordServer, actor: Actor, body: Json) -> Any:
    place = find_channel(server, body["channel"])
    return await actor.autocomplete(place, body["name"], body["focused"], **(body.get("options") or {}))


async def _submit(server: DiscordServer, actor: Actor, body: Json) -> Any:
    wanted = int(body["interaction_id"])
    opened = next((i for i in server.backend.interactions.values() if i.id == wanted), None)
    if opened is None:
        raise LookupError(f"no interaction {wanted}")
    return show_interaction(await actor.submit(opened, **body["values"]))


async def _interaction(server: DiscordServer, actor: Actor, body: Json) -> Any:
    """The present state of an interaction, once it is no longer thinking."""
    wanted = int(body["interaction_id"])
    found = next((i for i in server.backend.interactions.values() if i.id == wanted), None)
    if found is None:
        raise LookupError(f"no interaction {wanted}")
    await server.wait_until(lambda: not found.is_thinking, float(body.get("timeout", 10.0)))
    return show_interaction(found)


async def _start_thread(server: DiscordServer, actor: Actor, body: Json) -> Any:
    source = find_message(server, body) if "message_id" in body else None
    thread = await actor.start_thread(find_channel(server, body["channel"]), body["name"], source=source)
    return {"id": thread.id, "name": thread.name}


async def _post_in_forum(server: DiscordServer, actor: Actor, body: Json) -> Any:
    forum = find_channel(server, body["channel"])
    return show_message(await actor.post_in_forum(forum, body["name"], body["content"]))


ACTIONS: dict[str, Action] = {
    "send": _send,
    "edit": _edit,
    "delete": _delete,
    "react": _react,
    "type": _type,
    "press": _press,
    "choose": _choose,
    "command": _command,
    "message_command": _message_command,
    "autocomplete": _autocomplete,
    "submit": _submit,
    "interaction": _interaction,
    "start_thread": _start_thread,
    "post_in_forum": _post_in_forum,
}
