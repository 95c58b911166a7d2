"""People who use what the bot offers: buttons, menus, commands, autocomplete and modals.

Each method waits for the bot's first answer as Discord's client does, for three seconds; then the interaction
has `answer` None and the user would read "This interaction failed".
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

from . import commands, interactions, payloads, payloads_places
from .commands import MESSAGE_COMMAND, USER_COMMAND
from .interaction_values import Interaction, Trigger
from .people import Person
from .permissions import can_view
from .state import Channel, Json, Message, Role, User
from .validation import BUTTON, walk


@dataclass(frozen=True, slots=True)
class Actor(Person):
    """An account that a test moves. Channels may be given as the channel or its id."""

    async def press(self, message: Message, custom_id: str) -> Interaction:
        """Press a button by its custom id. LookupError where the user has no such button to press."""
        component = self._component(message, custom_id)
        if component["type"] != BUTTON:
            raise LookupError(f"{custom_id!r} is not a button")
        return await self._use(message, {"custom_id": custom_id, "component_type": BUTTON})

    async def press_label(self, message: Message, label: str) -> Interaction:
        for component in walk(message.components):
            if component.get("label") == label:
                return await self.press(message, component["custom_id"])
        raise LookupError(f"no button is labelled {label!r}")

    async def choose(self, message: Message, custom_id: str, *values: str) -> Interaction:
        """Choose in a string menu."""
        component = self._component(message, custom_id)
        known = {option["value"] for option in component.get("options") or ()}
        if not set(values) <= known:
            raise LookupError(f"{sorted(set(values) - known)} cannot be chosen")
        data = {"custom_id": custom_id, "component_type": component["type"], "values": list(values)}
        return await self._use(message, data)

    def _component(self, message: Message, custom_id: str) -> Json:
        if not self.sees(message):
            raise LookupError("this user cannot see the message")
        for component in walk(message.components):
            if component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise LookupError(f"{custom_id!r} is disabled")
                return component
        raise LookupError(f"the message has no component {custom_id!r}")

    async def _use(self, message: Message, data: Json) -> Interaction:
        place = self.place(message.channel_id)
        return await self._answered(
            interactions.create(self.backend, Trigger.COMPONENT, self.id, place, data, message)
        )

    async def command(self, channel: Channel | int, name: str, **options: Any) -> Interaction:
        """Use a slash command ("memory list" names a subcommand); options take people, channels, roles."""
        data, place = self._chat_command(channel, name, options), self.place(channel)
        return await self._answered(interactions.create(self.backend, Trigger.COMMAND, self.id, place, data))

    async def autocomplete(
        self, channel: Channel | int, name: str, focused: str, **options: Any
    ) -> list[tuple[str, Any]]:
        """The (name, value) choices offered while `focused` is being typed; empty where the bot is silent."""
        data, place = self._chat_command(channel, name, options, focused), self.place(channel)
        asked = interactions.create(self.backend, Trigger.AUTOCOMPLETE, self.id, place, data)
        await self._answered(asked)
        return [(choice["name"], choice["value"]) for choice in asked.choices or ()]

    def _chat_command(
        self, channel: Channel | int, name: str, options: dict[str, Any], focused: str | None = None
    ) -> Json:
        first, *path = name.split()
        command = commands.find_offered(
            self.backend, self.id, self.place(channel), first, commands.CHAT_INPUT
        )
        data = commands.fill(command, path, {k: _plain(v) for k, v in options.items()}, focused)
        resolved = self._resolve(self.place(channel), list(options.values()))
        return data | ({"resolved": resolved} if resolved else {})

    async def message_command(self, message: Message, name: str) -> Interaction:
        """Use a command from a message's context menu; the bot gets its content whatever its intents."""
        place = self.place(message.channel_id)
        return await self._answered(self._context_command(place, name, MESSAGE_COMMAND, message))

    async def user_command(self, channel: Channel | int, name: str, target: Person) -> Interaction:
        place = self.place(channel)
        return await self._answered(self._context_command(place, name, USER_COMMAND, target))

    def _context_command(self, place: Channel, name: str, kind: int, target: Message | Person) -> Interaction:
        command = commands.find_offered(self.backend, self.id, place, name, kind)
        data: Json = {"id": command["id"], "name": name, "type": kind, "target_id": str(target.id)}
        data["resolved"] = self._resolve(place, [target])
        return interactions.create(self.backend, Trigger.COMMAND, self.id, place, data)

    async def submit(self, opened: Interaction, **values: str) -> Interaction:
        """Fill in and send the modal that `opened` brought up; keys are the custom ids of its inputs."""
        if opened.modal is None:
            raise LookupError("this interaction opened no modal")
        unknown = set(values) - _inputs(opened.modal)
        if unknown:
            raise LookupError(f"the modal has no input {sorted(unknown)}")
        data = {
            "custom_id": opened.modal["custom_id"],
            "components": [_submitted(row, values) for row in opened.modal["components"]],
        }
        place = self.place(opened.channel_id)
        return await self._answered(
            interactions.create(self.backend, Trigger.MODAL, self.id, place, data, opened.source)
        )

    async def reply_to(self, interaction: Interaction, within: float = 5.0) -> Message:
        """The answer's message, once the bot no longer "is thinking"."""

        def finished() -> Message | None:
            return None if interaction.is_thinking else interaction.reply

        return await self.backend.transcript.until(finished, within)

    async def _answered(self, interaction: Interaction) -> Interaction:
        def acknowledged() -> bool | None:
            return interaction.acknowledged or None

        with contextlib.suppress(TimeoutError):
            deadline = self.backend.interaction_deadline.total_seconds()
            await self.backend.transcript.until(acknowledged, deadline)
        return interaction

    def _resolve(self, place: Channel, values: list[Any]) -> Json:
        world = self.backend.world
        resolved: dict[str, Json] = {}
        for value in values:
            match value:
                case Person():
                    self._resolve_user(place, value.user, resolved)
                case Channel():
                    granted = {"permissions": "0"}
                    resolved.setdefault("channels", {})[str(value.id)] = (
                        payloads_places.channel(world, value) | granted
                    )
                case Role():
                    resolved.setdefault("roles", {})[str(value.id)] = payloads.role(value)
                case Message():
                    bot_id, cdn = world.application.bot_id, self.backend.cdn_url
                    shown = payloads.message(world, value, cdn_url=cdn, viewer_id=bot_id)
                    resolved.setdefault("messages", {})[str(value.id)] = shown
        return resolved

    def _resolve_user(self, place: Channel, user: User, resolved: dict[str, Json]) -> None:
        resolved.setdefault("users", {})[str(user.id)] = payloads.user(user)
        member = self.backend.world.member(place.guild_id, user.id)
        if member is not None and can_view(self.backend.world, place, self.id):
            shown = payloads.member(member) | {"permissions": "0"}
            resolved.setdefault("members", {})[str(user.id)] = shown


def _plain(value: Any) -> Any:
    return str(value.id) if isinstance(value, Person | Channel | Role) else value


def _inputs(modal: Json) -> set[str]:
    return {component["custom_id"] for component in walk(modal["components"]) if "custom_id" in component}


def _submitted(row: Json, values: dict[str, str]) -> Json:
    """A modal's row as the client sends it back, with values in place of labels."""
    if "component" in row:
        return {"type": row["type"], "id": 1, "component": _filled(row["component"], values)}
    return {"type": row["type"], "id": 1, "components": [_filled(c, values) for c in row["components"]]}


def _filled(item: Json, values: dict[str, str]) -> Json:
    return {
        "type": item["type"],
        "id": 2,
        "custom_id": item["custom_id"],
        "value": values.get(item["custom_id"], item.get("value") or ""),
    }
