"""An interaction as a value, and the JSON by which the bot hears of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from . import payloads, payloads_places
from .backend import Backend
from .permissions import permissions_in
from .state import Channel, Json, Message

LOADING = 1 << 7


class Trigger(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, kw_only=True)
class Interaction:
    """One interaction and everything the bot answered to it.

    `reply` is the message shown as the answer (for a deferred one: flagged as loading until it is edited);
    `source` the message whose button was pressed; `choices` what autocomplete offered.
    """

    id: int
    token: str
    trigger: Trigger
    user_id: int
    channel_id: int
    data: Json
    created: datetime
    source: Message | None = None
    answer: Answer | None = None
    reply: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None

    @property
    def acknowledged(self) -> bool:
        return self.answer is not None

    @property
    def is_thinking(self) -> bool:
        return self.reply is not None and bool(self.reply.flags & LOADING)


def payload(backend: Backend, interaction: Interaction, channel: Channel) -> Json:
    world = backend.world
    application = world.application
    granted = permissions_in(world, channel, interaction.user_id)
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(application.id),
        "type": int(interaction.trigger),
        "data": interaction.data,
        "token": interaction.token,
        "version": 1,
        "locale": world.users[interaction.user_id].locale,
        "channel_id": str(channel.id),
        "channel": payloads_places.channel(world, channel) | {"permissions": str(granted)},
        "app_permissions": str(permissions_in(world, channel, application.bot_id)),
        "entitlements": [],
        "attachment_size_limit": backend.maximum_file_bytes,
        "context": 1 if channel.is_dm else 0,
    }
    if channel.guild_id is None:
        body["user"] = payloads.user(world.users[interaction.user_id])
        body["authorizing_integration_owners"] = {"0": "0"}
    else:
        body["guild_id"] = str(channel.guild_id)
        body["guild_locale"] = "en-US"
        body["guild"] = {"id": str(channel.guild_id), "locale": "en-US", "features": []}
        body["member"] = payloads.interaction_member(world, channel, interaction.user_id)
        body["authorizing_integration_owners"] = {"0": str(channel.guild_id)}
    if interaction.source is not None:
        body["message"] = payloads.message(
            world, interaction.source, cdn_url=backend.cdn_url, viewer_id=application.bot_id
        )
    return body


def metadata(backend: Backend, interaction: Interaction) -> Json:
    return {
        "id": str(interaction.id),
        "type": int(interaction.trigger),
        "user": payloads.user(backend.world.users[interaction.user_id]),
        "authorizing_integration_owners": {},
    }
