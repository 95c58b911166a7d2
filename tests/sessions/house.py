"""A small house for session tests: claims and an outbox that remember, and turns under the test's control."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from agent.types import Author, Channel, ChannelKind, Incoming
from bot.drafts import Draft, WholeDraft
from bot.sessions import AT_ONCE, ReplyKind, Sessions


def message(
    message_id: int, *, channel: int = 1, author: int = 7, text: str = "hello", joins: bool = False
) -> Incoming:
    return Incoming(
        message_id=message_id,
        channel=Channel(id=channel, kind=ChannelKind.GUILD, guild_id=9),
        author=Author(id=author, name="ada"),
        text=text,
        joins=joins,
        received_at=datetime(2026, 3, 1, 12, tzinfo=UTC),
    )


class MemoryClaims:
    def __init__(self) -> None:
        self.claimed: set[int] = set()
        self.settled: list[int] = []

    async def claim(self, incoming: Incoming) -> bool:
        if incoming.message_id in self.claimed:
            return False
        self.claimed.add(incoming.message_id)
        return True

    async def settle(self, message_ids: Collection[int]) -> None:
        self.settled += message_ids


class MemoryOutbox:
    """Keeps (message id, text, kind); `working` holds the channels where somebody is at work. While it is
    `down`, nothing arrives.
    """

    def __init__(self) -> None:
        self.down = False
        self.sent: list[tuple[int, str, ReplyKind]] = []
        self.working_in: list[int] = []

    async def reply(self, incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        if self.down:
            return False
        self.sent.append((incoming.message_id, text, kind))
        return True

    @asynccontextmanager
    async def working(self, channel: Channel) -> AsyncIterator[None]:
        self.working_in.append(channel.id)
        try:
            yield
        finally:
            self.working_in.remove(channel.id)

    def draft(self, incoming: Incoming) -> Draft:
        return WholeDraft(
            lambda text: self.reply(incoming, text, ReplyKind.ANSWER),
            lambda text: self.reply(incoming, text, ReplyKind.WORKING),
        )

    def of(self, kind: ReplyKind) -> list[int]:
        return [message_id for message_id, _, sent in self.sent if sent is kind]


class GatedHandle:
    """Turns that last until the gate opens; `started` and `ended` are message ids in order."""

    def __init__(self, *, open_at_once: bool = False) -> None:
        self.gate = asyncio.Event()
        self.started: list[int] = []
        self.ended: list[int] = []
        if open_at_once:
            self.gate.set()

    async def __call__(self, messages: Sequence[Incoming], draft: Draft) -> str:
        self.started += [each.message_id for each in messages]
        await self.gate.wait()
        if any(each.text == "crash" for each in messages):
            raise RuntimeError("a bug")
        self.ended += [each.message_id for each in messages]
        return f"answer to {' and '.join(each.text for each in messages)}"


class House:
    def __init__(
        self, *, per_channel: int = 5, total: int = 100, at_once: int = AT_ONCE, open_at_once: bool = False
    ) -> None:
        self.claims = MemoryClaims()
        self.outbox = MemoryOutbox()
        self.handle = GatedHandle(open_at_once=open_at_once)
        self.sessions = Sessions(
            claims=self.claims,
            handle=self.handle,
            outbox=self.outbox,
            per_channel=per_channel,
            total=total,
            at_once=at_once,
        )


async def settle() -> None:
    """Lets everything run that can run without waiting."""
    for _ in range(20):
        await asyncio.sleep(0)
