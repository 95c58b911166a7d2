"""The console: the same sessions, turns and reminders as in Discord, with one person in a terminal."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from agent.types import Author, Channel, ChannelKind, Clock, Incoming
from agent.words import KIND, local_time, names_kind_only, say
from bot.delivery import Notice, late
from bot.drafts import Draft, WholeDraft
from bot.local_times import with_local_times
from bot.sessions import ReplyKind
from bot.terminal import Terminal

CONSOLE = Channel(id=1, kind=ChannelKind.CONSOLE)
PERSON = Author(id=1, name="you")
SPEAKER = "Kallisti"
_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_COUNTER_BITS = 22


async def _at_once(channel_id: int) -> None:
    pass


class Console:
    """What is typed comes in through `run`; it is also where replies and reminders go.

    Implements `bot.sessions.Outbox` and `bot.delivery.Deliverer`. Times are shown in `zone`.
    """

    def __init__(self, terminal: Terminal, *, clock: Clock, zone: str) -> None:
        self._terminal = terminal
        self._clock = clock
        self._zone = zone
        self._counter = itertools.count()

    async def run(
        self, receive: Callable[[Incoming], None], room: Callable[[int], Awaitable[None]] = _at_once
    ) -> None:
        """Hands over what is typed, each line once there is `room` for it, until the input ends."""
        async for line in self._terminal.lines():
            if line.strip():
                await room(CONSOLE.id)
                receive(self._incoming(line.strip()))

    def say(self, text: str) -> None:
        """Shows a line of the program's own."""
        self._terminal.show(text)

    # ------------------------------------------------------------------ bot.sessions.Outbox

    async def reply(self, incoming: Incoming, text: str, kind: ReplyKind, *, late: bool = False) -> bool:
        self._terminal.show(f"{SPEAKER}: {with_local_times(text, zone=self._zone, now=self._clock())}")
        return True

    def draft(self, incoming: Incoming) -> Draft:
        return WholeDraft(
            lambda text: self.reply(incoming, text, ReplyKind.ANSWER),
            lambda text: self.reply(incoming, text, ReplyKind.WORKING),
        )

    @asynccontextmanager
    async def working(self, channel: Channel) -> AsyncIterator[None]:
        yield

    # ------------------------------------------------------------------ bot.delivery.Deliverer

    async def deliver(self, target: Channel, notice: Notice) -> int:
        self._terminal.show(self._worded(notice), ring=True)
        return self._new_id()

    async def direct_channel(self, user_id: int) -> Channel:
        return CONSOLE

    def _worded(self, notice: Notice) -> str:
        kind = say(KIND[notice.kind], notice.language)
        what = kind if names_kind_only(notice.body, notice.kind) else f"{kind}: {notice.body}"
        when = local_time(notice.due, zone=self._zone, language=notice.language)
        lateness = f", {late(notice.late_by, notice.language)}" if notice.late_by else ""
        return f"{what} ({when}{lateness})"

    # ------------------------------------------------------------------ messages

    def _incoming(self, text: str) -> Incoming:
        return Incoming(
            message_id=self._new_id(), channel=CONSOLE, author=PERSON, text=text, received_at=self._clock()
        )

    def _new_id(self) -> int:
        """Grows from run to run, like Discord's own ids: milliseconds, then a counter."""
        milliseconds = int((self._clock() - _EPOCH).total_seconds() * 1000)
        return (milliseconds << _COUNTER_BITS) | (next(self._counter) % (1 << _COUNTER_BITS))
