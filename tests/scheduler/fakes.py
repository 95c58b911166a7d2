"""A deliverer in memory that behaves as Discord does towards nonces, and fails as it is told to."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from agent.types import Channel, ChannelKind
from bot.delivery import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    id: int
    channel_id: int
    notice: Notice


class Inbox:
    """Implements `Deliverer` and `DeliverySearch`.

    `faults[channel_id]` are raised one after the other, before or (`after_commit`) after the message is out.
    """

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.faults: defaultdict[int, list[Exception]] = defaultdict(list)
        self.faults_after_commit: defaultdict[int, list[Exception]] = defaultdict(list)
        self.attempts: list[tuple[int, str]] = []
        self.searches: list[tuple[int, datetime]] = []
        self.forgetful = False
        self.pause = 0.0
        self.began = asyncio.Event()
        self.searched = asyncio.Event()
        self._arrived = asyncio.Event()
        self._ids = count(1)

    async def deliver(self, target: Channel, notice: Notice) -> int:
        self.attempts.append((target.id, notice.nonce))
        self.began.set()
        await asyncio.sleep(self.pause)
        _raise_next(self.faults[target.id])
        known = None if self.forgetful else self._known(notice.nonce)
        message = known or Message(id=next(self._ids), channel_id=target.id, notice=notice)
        if known is None:
            self.messages.append(message)
            self._arrived.set()
        _raise_next(self.faults_after_commit[target.id])
        return message.id

    async def direct_channel(self, user_id: int) -> Channel:
        _raise_next(self.faults[user_id])
        return Channel(id=1_000_000 + user_id, kind=ChannelKind.DM)

    async def find_delivered(self, target: Channel, notice: Notice, since: datetime) -> int | None:
        self.searches.append((target.id, since))
        self.searched.set()
        _raise_next(self.faults[target.id])
        for message in self.messages:
            if message.channel_id == target.id and message.notice.marker == notice.marker:
                return message.id
        return None

    def texts(self) -> list[str]:
        return [message.notice.body for message in self.messages]

    async def wait_for(self, messages: int, *, seconds: float = 10.0) -> None:
        async with asyncio.timeout(seconds):
            while len(self.messages) < messages:
                self._arrived.clear()
                await self._arrived.wait()

    def _known(self, nonce: str) -> Message | None:
        return next((message for message in self.messages if message.notice.nonce == nonce), None)


class WatchedInbox(Inbox):
    """Counts how many deliveries run at once, in all and per channel, and can hold channels up."""

    def __init__(self) -> None:
        super().__init__()
        self.running: Counter[int] = Counter()
        self.most = 0
        self.most_in_a_channel = 0
        self.held = asyncio.Event()
        self.holds: set[int] = set()

    async def deliver(self, target: Channel, notice: Notice) -> int:
        self.began.set()
        self.running[target.id] += 1
        self.most = max(self.most, self.running.total())
        self.most_in_a_channel = max(self.most_in_a_channel, self.running[target.id])
        try:
            if target.id in self.holds:
                await self.held.wait()
            return await super().deliver(target, notice)
        finally:
            self.running[target.id] -= 1


async def eventually(check: Callable[[], Awaitable[bool]], *, seconds: float = 10.0) -> None:
    """Waits until `check` says so; TimeoutError if it never does."""
    async with asyncio.timeout(seconds):
        while True:
            if await check():
                return
            await asyncio.sleep(0.005)


def _raise_next(faults: list[Exception]) -> None:
    if faults:
        raise faults.pop(0)
