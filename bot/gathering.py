"""What a message stands in: its files, the messages that it answers, the thread that it is in.

All of it is information. Rights, times, quotations and the choice of tools come from the message's own words.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Protocol

from agent.types import Attachment, Channel, ChannelKind, Incoming, Origin, Quoted, ThreadStart
from bot.attachments import Attachments, Read, Skipped

LONGEST_CHAIN = 4
"""Messages of a chain of replies, from the one that was replied to back."""
SECONDS = 5.0
"""For looking up messages; a turn goes on without what takes longer."""


class Lookup(Protocol):
    """Looks up what was said before. Raises nothing: what cannot be read is not there."""

    async def message(self, channel_id: int, message_id: int) -> Quoted | None: ...

    async def thread(self, channel: Channel, *, asking: int) -> ThreadStart | None:
        """What a thread is about; its first message is left out where that is the message `asking`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around a message."""

    read: Read
    quoted: tuple[Quoted, ...] = ()
    thread: ThreadStart | None = None

    def given_to(self, origin: Origin) -> Origin:
        return replace(origin, attached=self.read.texts, quoted=self.quoted, thread=self.thread)


class Gathering:
    """`lookup` is None where there is nothing to look up."""

    def __init__(
        self, *, attachments: Attachments, lookup: Lookup | None = None, seconds: float = SECONDS
    ) -> None:
        self._attachments = attachments
        self._lookup = lookup
        self._seconds = seconds

    async def unpasted(self, incoming: Incoming) -> tuple[Incoming, tuple[Skipped, ...]]:
        """See `Attachments.unpasted`."""
        return await self._attachments.unpasted(incoming)

    async def around(self, incoming: Incoming, *, deep: bool) -> Around:
        """`deep`: the chain of replies and the thread too, which only a larger model can make use of."""
        quoted, thread, read = await asyncio.gather(
            self._chain(incoming, longest=LONGEST_CHAIN if deep else 1),
            self._thread(incoming) if deep else _nothing(),
            self._attachments.read(incoming.attachments),
        )
        if not incoming.attachments and quoted and (files := _files(quoted[-1])):
            read = await self._attachments.read(files)
        return Around(read=read, quoted=quoted, thread=thread)

    def notices(self, read: Read, language: str) -> tuple[str, ...]:
        """See `Attachments.notices`."""
        return self._attachments.notices(read, language)

    async def _chain(self, incoming: Incoming, *, longest: int) -> tuple[Quoted, ...]:
        """The messages that lead to this one, oldest first."""
        found: list[Quoted] = [incoming.replied] if incoming.replied is not None else []
        wanted = found[0].reply_to if found else incoming.reply_to
        try:
            async with asyncio.timeout(self._seconds):
                while wanted is not None and len(found) < longest and self._lookup is not None:
                    before = await self._lookup.message(incoming.channel.id, wanted)
                    if before is None:
                        break
                    found.append(before)
                    wanted = before.reply_to
        except TimeoutError:
            pass
        return tuple(each for each in reversed(found) if each.text or each.attachments)

    async def _thread(self, incoming: Incoming) -> ThreadStart | None:
        if self._lookup is None or incoming.channel.kind is not ChannelKind.THREAD:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                return await self._lookup.thread(incoming.channel, asking=incoming.message_id)
        except TimeoutError:
            return None


async def _nothing() -> None:
    return None


def _files(quoted: Quoted) -> tuple[Attachment, ...]:
    return () if quoted.is_own else quoted.attachments
