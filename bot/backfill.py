"""What came in while the bot was away: fresh messages are answered as if they had just come, older ones are
named in one line for each channel, and whoever was left without an answer is told so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import structlog

from agent.errors import DeliveryDelayed, DeliveryError, StoreUnavailable
from agent.types import Clock, Incoming
from bot.late_answers import LateAnswers
from bot.store.handled import Interrupted, SqliteHandledMessages
from bot.store.last_seen import SqliteLastSeen

FRESH = timedelta(minutes=10)
"""A message that is older has probably been dealt with otherwise."""
REMEMBERED = timedelta(hours=24)
"""Nobody wants to read about a message that was interrupted longer ago."""
OVERLAP = timedelta(seconds=5)
"""How far before the newest message that was seen the gap begins: channels are not heard in one order."""
FIRST_NOTED = 1.0
"""Seconds between looks for the first message of a run: after a kill, what was never noted is no gap."""
NOTED_EVERY = 10.0
"""Seconds between two notes of the newest message that was seen."""


class Discord(Protocol):
    """What the gateway knows of the past."""

    @property
    def newest_seen(self) -> int: ...

    def missed(self, since: int, *, direct_channels: Collection[int]) -> AsyncIterator[Incoming]: ...


class Teller(Protocol):
    """Sends what is said about messages. Both raise DeliveryError."""

    async def tell_missed(self, messages: Sequence[Incoming]) -> None:
        """Names messages of one channel that will not be answered."""
        ...

    async def tell_interrupted(self, message: Interrupted) -> None:
        """Says that a message was interrupted, unless the channel shows an answer to it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """`fresh` ones are to be answered; `old` ones are told of, together for each channel."""

    fresh: tuple[Incoming, ...]
    old: tuple[tuple[Incoming, ...], ...]


def sort(messages: Sequence[Incoming], *, now: datetime) -> Sorted:
    """By age at `now`; the order within a channel is kept."""
    fresh = tuple(each for each in messages if now - each.received_at <= FRESH)
    channels: dict[int, list[Incoming]] = {}
    for each in messages:
        if now - each.received_at > FRESH:
            channels.setdefault(each.channel.id, []).append(each)
    return Sorted(fresh=fresh, old=tuple(tuple(each) for each in channels.values()))


def to_tell(interrupted: Sequence[Interrupted], *, now: datetime) -> tuple[Interrupted, ...]:
    """The newest interrupted message of each author in each channel, as far as it is not long ago."""
    newest = {(each.channel.id, each.author_id): each for each in interrupted}
    return tuple(each for each in newest.values() if now - each.taken_up <= REMEMBERED)


async def _nothing() -> None:
    """Nothing to compare."""


class Backfill:
    """Looks for what came in the gap between the newest message that was noted and the one now.

    `compare` carries over first what was edited and deleted in the gap, so that no answer quotes it.
    """

    def __init__(
        self,
        *,
        discord: Discord,
        handled: SqliteHandledMessages,
        last_seen: SqliteLastSeen,
        teller: Teller,
        receive: Callable[[Incoming], None],
        room: Callable[[int], Awaitable[None]],
        oldest_unclaimed: Callable[[], int | None],
        clock: Clock,
        late: LateAnswers,
        noted_every: float = NOTED_EVERY,
        compare: Callable[[], Awaitable[None]] = _nothing,
    ) -> None:
        self._late = late
        self._noted_every = noted_every
        self._discord = discord
        self._handled = handled
        self._last_seen = last_seen
        self._teller = teller
        self._receive = receive
        self._room = room
        self._oldest_unclaimed = oldest_unclaimed
        self._gaps: list[int] = []
        self._found = 0
        self._looking_since: int | None = None
        self._clock = clock
        self._compare = compare
        self._left_behind: tuple[Interrupted, ...] = ()
        self._since: int | None = None
        self._log = structlog.get_logger("backfill")

    async def look_back(self) -> None:
        """Notes what the last run left behind; to be called before anything is received."""
        try:
            self._left_behind = await self._handled.interrupted()
            self._since = await self._last_seen.get()
        except StoreUnavailable as fault:
            self._log.warning("the last run cannot be looked at", reason=str(fault))

    async def catch_up(self) -> None:
        """To be called once connected. What fails is logged: nobody waits for it to be raised."""
        try:
            await self._tell_interrupted()
        except StoreUnavailable as fault:
            self._log.warning("interrupted messages are left", reason=str(fault))
        if self._since is not None:
            await self.answer_missed(self._since)

    async def answer_missed(self, since: int) -> None:
        """Takes up what came after message `since`. What fails is logged, as in `catch_up`."""
        self._gaps.append(max(0, since - _snowflakes(OVERLAP)))
        await self._look()

    async def _look(self) -> None:
        """Gaps that cannot be answered while the store is down are looked at again later."""
        if self._looking_since is not None:
            return  # who looks already goes on with it: searches side by side would starve the answers
        left: list[int] = []
        try:
            while self._gaps:
                self._looking_since = min(self._gaps)
                self._gaps.clear()
                await self._compare()
                if not await self._answer_gap(self._looking_since):
                    left.append(self._looking_since)
        finally:
            self._looking_since = None
            self._gaps += left
        await self._note_newer(0)

    async def _answer_gap(self, since: int) -> bool:
        try:
            await self._answer_missed(since)
        except StoreUnavailable as fault:
            self._log.warning("missed messages are left", reason=str(fault))
            return False
        return True

    async def keep_noting(self) -> None:
        """Notes the newest message again and again, for the next start."""
        noted = 0
        try:
            while True:
                await asyncio.sleep(self._noted_every if noted else min(FIRST_NOTED, self._noted_every))
                if self._gaps:
                    await self._look()
                noted = await self._note_newer(noted)
        finally:
            await self._note_newer(noted)

    async def _note_newer(self, noted: int) -> int:
        newest = self._before_what_is_unstored(max(self._discord.newest_seen, self._found))
        if newest > noted:
            await self._note(newest)
        return newest

    def _before_what_is_unstored(self, newest: int) -> int:
        """A start looks for what came after: also for what waits now, or for what a gap is searched for."""
        unclaimed = self._oldest_unclaimed()
        waiting = [] if unclaimed is None else [unclaimed - 1]
        searched = [] if self._looking_since is None else [self._looking_since]
        return min([newest, *waiting, *searched, *self._gaps])

    async def _note(self, newest: int) -> None:
        try:
            await self._last_seen.advance(self._before_what_is_unstored(newest))
        except StoreUnavailable as fault:
            self._log.warning("newest message not noted", reason=str(fault))

    async def _tell_interrupted(self) -> None:
        left_behind, self._left_behind = self._left_behind, ()
        told = to_tell(left_behind, now=self._clock())
        owed: list[int] = []
        for message in told:
            if not await self._interruption_told(message):
                owed.append(message.message_id)
                self._late.keep([message.message_id], partial(self._interruption_told, message))
        await self._handled.settle([each.message_id for each in left_behind if each.message_id not in owed])

    async def _interruption_told(self, message: Interrupted) -> bool:
        """False where a further attempt may succeed."""
        return await self._told(self._teller.tell_interrupted(message))

    async def _told(self, telling: Awaitable[None]) -> bool:
        try:
            await telling
        except DeliveryError as fault:
            self._log.warning("not told", reason=str(fault))
            return not isinstance(fault, DeliveryDelayed)
        return True

    async def _answer_missed(self, since: int) -> None:
        direct = await self._handled.direct_channels()
        missed = [each async for each in self._discord.missed(since, direct_channels=direct)]
        found = sort(missed, now=self._clock())
        for incoming in found.fresh:
            await self._room(incoming.channel.id)
            self._receive(incoming)
        for messages in found.old:
            await self._tell_old(messages)
        if missed:
            self._log.info("caught up", answered=len(found.fresh), told=len(missed) - len(found.fresh))
            self._found = max(self._found, *(each.message_id for each in missed))

    async def _tell_old(self, messages: Sequence[Incoming]) -> None:
        unseen = [each for each in messages if await self._handled.claim(each)]
        if not unseen:
            return
        ids = [each.message_id for each in unseen]
        if await self._told(self._teller.tell_missed(unseen)):
            await self._handled.settle(ids)
        else:
            self._late.keep(ids, lambda: self._told(self._teller.tell_missed(unseen)))


def _snowflakes(span: timedelta) -> int:
    """By how much ids grow meanwhile."""
    return int(span.total_seconds() * 1000) << 22
