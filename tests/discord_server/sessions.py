"""What one gateway session may hear, and its numbered log from which RESUME replays."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from .backend import Event, Intent
from .permissions import can_view
from .state import Json, Message, World

REPLAY_LIMIT = 10_000

BLANKED_FIELDS: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


@dataclass(slots=True)
class Session:
    """An identified client. `send` is set while a socket is attached; the log outlives sockets."""

    id: str
    bot_id: int
    intents: int
    shard: tuple[int, int] | None
    sequence: int = 0
    log: deque[Json] = field(default_factory=lambda: deque(maxlen=REPLAY_LIMIT))
    send: Callable[[Json], None] | None = None
    detached_at: datetime | None = None

    def has(self, guild_id: int | None) -> bool:
        """Whether this session is the one for a guild, or with None for direct messages."""
        return self.shard is None or shard_of(guild_id, self.shard[1]) == self.shard[0]

    def dispatch(self, name: str, data: Json, *, withhold: bool = False) -> None:
        """Number and log a frame and send it, unless no socket listens or it is withheld on purpose."""
        self.sequence += 1
        frame: Json = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.log.append(frame)
        if self.send is not None and not withhold:
            self.send(frame)

    def can_replay_after(self, sequence: int) -> bool:
        oldest = self.log[0]["s"] if self.log else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def frames_after(self, sequence: int) -> list[Json]:
        return [frame for frame in self.log if frame["s"] > sequence]


def view_of(event: Event, session: Session, world: World) -> Json | None:
    """The event's data as this session gets it; None where it may not hear of it."""
    if event.intents and not event.intents & session.intents:
        return None
    if not session.has(event.guild_id):
        return None
    if event.channel is not None and not can_view(world, event.channel, session.bot_id):
        return None
    if event.message is not None and not may_read(event.message, session.intents, session.bot_id, world):
        return event.data | BLANKED_FIELDS
    return event.data


def shard_of(guild_id: int | None, count: int) -> int:
    return 0 if guild_id is None else (guild_id >> 22) % count


def may_read(message: Message, intents: int, bot_id: int, world: World) -> bool:
    """Discord's exceptions to the message-content intent: direct messages, mentions and own messages."""
    channel = world.channels.get(message.channel_id)
    return bool(
        intents & Intent.MESSAGE_CONTENT
        or message.author_id == bot_id
        or bot_id in message.mentions
        or (channel is not None and channel.is_dm)
    )
