"""What Discord remembers: users, guilds, channels, messages and the ids that name them.

Plain values without behaviour of their own, so that pydantic can write them to a file and read them back.
Ids are snowflakes (Discord reference, "Snowflakes"): milliseconds since 2015 above 22 bits, strictly rising.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from pydantic import Base64Bytes

DISCORD_EPOCH_MILLISECONDS = 1_420_070_400_000
SNOWFLAKE_TIME_SHIFT = 22

Json = dict[str, Any]
Nonce = int | str | None


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    NEWS = 5
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class MessageKind(IntEnum):
    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_MENU_COMMAND = 23


THREAD_KINDS = frozenset({ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD})
TEXT_KINDS = THREAD_KINDS | {ChannelKind.TEXT, ChannelKind.DM, ChannelKind.VOICE, ChannelKind.NEWS}


@dataclass(slots=True, kw_only=True)
class User:
    id: int
    name: str
    global_name: str | None = None
    bot: bool = False
    accepts_dms: bool = True
    locale: str = "en-US"


@dataclass(slots=True, kw_only=True)
class Role:
    id: int
    name: str
    permissions: int = 0
    position: int = 1
    mentionable: bool = False


@dataclass(slots=True, kw_only=True)
class Member:
    user_id: int
    joined_at: datetime
    nick: str | None = None
    role_ids: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Guild:
    id: int
    name: str
    owner_id: int
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Overwrite:
    """Permission bits granted or taken in one channel; `kind` is 0 for a role, 1 for a member."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, kw_only=True)
class Channel:
    id: int
    kind: ChannelKind
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    topic: str | None = None
    recipients: list[int] = field(default_factory=list)
    overwrites: list[Overwrite] = field(default_factory=list)
    thread_members: list[int] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    last_message_id: int | None = None

    @property
    def is_thread(self) -> bool:
        return self.kind in THREAD_KINDS

    @property
    def is_dm(self) -> bool:
        return self.kind is ChannelKind.DM


@dataclass(slots=True, kw_only=True)
class Attachment:
    id: int
    filename: str
    content_type: str
    data: Base64Bytes


@dataclass(slots=True, kw_only=True)
class Reference:
    message_id: int
    channel_id: int
    guild_id: int | None = None


@dataclass(slots=True, kw_only=True)
class Message:
    """`mentions` is what Discord stores after allowed_mentions; `pinged` is who was notified by it."""

    id: int
    channel_id: int
    author_id: int
    content: str
    timestamp: datetime
    kind: MessageKind = MessageKind.DEFAULT
    edited_timestamp: datetime | None = None
    nonce: Nonce = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[int] = field(default_factory=list)
    reference: Reference | None = None
    attachments: list[Attachment] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    reactions: dict[str, list[int]] = field(default_factory=dict)
    flags: int = 0
    application_id: int | None = None
    interaction: Json | None = None
    ephemeral_to: int | None = None


@dataclass(slots=True, kw_only=True)
class Application:
    """One bot account. `privileged_intents` are those its owner switched on in the developer portal."""

    id: int
    name: str
    owner_id: int
    bot_id: int
    token: str
    privileged_intents: int
    global_commands: list[Json] = field(default_factory=list)
    guild_commands: dict[int, list[Json]] = field(default_factory=dict)
    commands_created: int = 0


@dataclass(slots=True, kw_only=True)
class UsedNonce:
    message_id: int
    channel_id: int
    time: datetime


@dataclass(slots=True, kw_only=True)
class World:
    application: Application
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, dict[int, Message]] = field(default_factory=dict)
    used_nonces: dict[str, UsedNonce] = field(default_factory=dict)
    last_id: int = 0

    def next_id(self, now: datetime) -> int:
        milliseconds = int(now.timestamp() * 1000) - DISCORD_EPOCH_MILLISECONDS
        self.last_id = max(milliseconds << SNOWFLAKE_TIME_SHIFT, self.last_id + 1)
        return self.last_id

    @property
    def bot(self) -> User:
        return self.users[self.application.bot_id]

    def guild_of(self, channel: Channel) -> Guild | None:
        return None if channel.guild_id is None else self.guilds.get(channel.guild_id)

    def member(self, guild_id: int | None, user_id: int) -> Member | None:
        guild = None if guild_id is None else self.guilds.get(guild_id)
        return None if guild is None else guild.members.get(user_id)

    def message(self, channel_id: int, message_id: int) -> Message | None:
        return self.messages.get(channel_id, {}).get(message_id)

    def channels_of(self, guild_id: int) -> Iterator[Channel]:
        return (channel for channel in self.channels.values() if channel.guild_id == guild_id)

    def dm_between(self, first_id: int, second_id: int) -> Channel | None:
        pair = {first_id, second_id}
        return next((c for c in self.channels.values() if c.is_dm and set(c.recipients) == pair), None)

    def share_a_guild(self, first_id: int, second_id: int) -> bool:
        return any(first_id in guild.members and second_id in guild.members for guild in self.guilds.values())
