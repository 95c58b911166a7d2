"""The shared heart: the world, the clock, the transcript, and the one way to announce an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntFlag
from typing import TYPE_CHECKING, Any

from .errors import ApiError
from .state import Channel, Guild, Json, Message, User, World
from .transcript import Kind, Record, Transcript

if TYPE_CHECKING:
    from .interaction_values import Interaction

NONCE_WINDOW = timedelta(minutes=5)
INTERACTION_DEADLINE = timedelta(seconds=3)
INTERACTION_LIFETIME = timedelta(minutes=15)
MAXIMUM_FILE_BYTES = 10 * 1024 * 1024
MAXIMUM_COMMANDS_PER_DAY = 200


class Intent(IntFlag):
    """Gateway intents (Discord reference, "Gateway Intents")."""

    ALWAYS = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


GUILDS_RECOMMENDED, GUILDS_ALLOWED = 1000, 2500
"""For one shard (Discord reference, "Sharding")."""


@dataclass(slots=True, kw_only=True)
class SessionStarts:
    """How sessions may begin: one IDENTIFY within `window` seconds for each rate limit key, the shard
    modulo `concurrency`. Discord's window is 5 seconds; here it is none unless a test wants it, since tests
    start bots more often than people do. `guilds` is how many one shard may have.
    """

    concurrency: int = 1
    window: float = 0.0
    guilds: int = GUILDS_ALLOWED


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A dispatch on its way to the sessions.

    `intents`: a session gets it when it has one of them (0: always). `channel`: only bots that can see it.
    `message`: the message inside `data`, whose content is blanked for sessions that may not read it.
    """

    name: str
    data: Json
    intents: int = 0
    channel: Channel | None = None
    message: Message | None = None

    @property
    def guild_id(self) -> int | None:
        """The guild that it happened in; None for direct messages."""
        if self.channel is not None:
            return self.channel.guild_id
        named = self.data["id"] if self.name.startswith("GUILD_") and "guild_id" not in self.data else None
        found = self.data.get("guild_id", named)
        return None if found is None else int(found)


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Backend:
    """What every route, actor and gateway session works on.

    `changed` is called after each change of the world (the file store listens); `listeners` get each event.
    """

    world: World
    transcript: Transcript
    now: Callable[[], datetime] = utc_now
    nonce_window: timedelta = NONCE_WINDOW
    interaction_deadline: timedelta = INTERACTION_DEADLINE
    maximum_file_bytes: int = MAXIMUM_FILE_BYTES
    maximum_commands_per_day: int = MAXIMUM_COMMANDS_PER_DAY
    cdn_url: str = ""
    gateway_url: str = ""
    starts: SessionStarts = field(default_factory=SessionStarts)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    listeners: list[Callable[[Event], None]] = field(default_factory=list)
    changed: Callable[[], None] = lambda: None

    def next_id(self) -> int:
        return self.world.next_id(self.now())

    def publish(self, event: Event) -> None:
        for listener in self.listeners:
            listener(event)
        self.touch()

    def touch(self) -> None:
        self.changed()
        self.transcript.notify()

    def record(self, kind: Kind, actor_id: int, channel_id: int, **parts: Any) -> None:
        self.transcript.append(
            Record(
                index=len(self.transcript),
                time=self.now(),
                kind=kind,
                actor_id=actor_id,
                actor=self.world.users[actor_id].name,
                channel_id=channel_id,
                **parts,
            )
        )
        self.changed()

    def channel(self, channel_id: int) -> Channel:
        found = self.world.channels.get(channel_id)
        if found is None:
            raise ApiError(10003)
        return found

    def guild(self, guild_id: int) -> Guild:
        found = self.world.guilds.get(guild_id)
        if found is None:
            raise ApiError(10004)
        return found

    def user(self, user_id: int) -> User:
        found = self.world.users.get(user_id)
        if found is None:
            raise ApiError(10013)
        return found

    def message(self, channel_id: int, message_id: int) -> Message:
        found = self.world.message(channel_id, message_id)
        if found is None or found.ephemeral_to is not None:
            raise ApiError(10008)
        return found


def message_intents(channel: Channel) -> int:
    return int(Intent.DIRECT_MESSAGES if channel.is_dm else Intent.GUILD_MESSAGES)


def reaction_intents(channel: Channel) -> int:
    return int(Intent.DIRECT_MESSAGE_REACTIONS if channel.is_dm else Intent.GUILD_MESSAGE_REACTIONS)


def typing_intents(channel: Channel) -> int:
    return int(Intent.DIRECT_MESSAGE_TYPING if channel.is_dm else Intent.GUILD_MESSAGE_TYPING)
