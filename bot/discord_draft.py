"""An answer in Discord that grows while it is written: sent once it has something to say, then edited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from agent.errors import ContentRefused, DeliveryDelayed, DeliveryError, TargetGone
from agent.types import Clarification, Incoming
from bot.splitter import split

FIRST_AFTER = 0.7
"""Seconds that the first sentence waits for the rest: a short answer is then sent whole, without edits."""
EVERY = 1.0
"""Seconds between two requests; Discord takes about five in five seconds for each channel."""


Refused = Callable[[], Awaitable[str]]
"""The sentence that stands in place of what Discord refuses. Must not raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one message says. `growing` puts a button to stop under it, `question` one for each choice."""

    text: str
    growing: bool = False
    question: Clarification | None = None


class Parts(Protocol):
    """The messages of one reply, by number. All methods raise DeliveryError."""

    async def send(self, number: int, part: Part, *, anew: bool = False) -> int | None:
        """The id of the message for this part, None where it was deleted. A part is sent once, however often
        this is called, but for `anew`. One that is growing is tried only once.
        """
        ...

    async def edit(self, message_id: int, part: Part) -> None:
        """Raises TargetGone where the message was deleted."""
        ...

    async def delete(self, message_id: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """One message as it stands in the channel; `message_id` is None where it was deleted."""

    message_id: int | None
    part: Part


class DiscordDraft:
    """See `bot.drafts.Draft`. One task sends and edits; what it cannot keep up with it leaves out.

    `sent` is given the ids of the messages in which a whole answer stands.
    """

    def __init__(
        self,
        incoming: Incoming,
        parts: Parts,
        *,
        refused: Refused,
        sent: Callable[[Collection[int]], None] = lambda message_ids: None,
    ) -> None:
        self._incoming = incoming
        self._parts = parts
        self._refused = refused
        self._sent = sent
        self._wanted = ""
        self._question: Clarification | None = None
        self._messages: list[_Shown] = []
        self._changed = asyncio.Event()
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsure = False
        self._log = structlog.get_logger("outbox")

    @property
    def shown(self) -> str:
        return self._wanted

    def show(self, text: str) -> None:
        self._wanted = text
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._keep_up())

    def ask(self, question: Clarification) -> None:
        self._question = question

    async def finish(self, text: str) -> None:
        await self._settled()
        try:
            await self._put(text, growing=False)
            await self._delete(self._messages[len(split(text)) :])
        except ContentRefused as error:
            self._warn("reply refused", error)
            await self._finish_with_excuse()
        except DeliveryError as error:
            self._warn("reply not delivered", error)
        self._sent([each.message_id for each in self._messages if each.message_id is not None])

    async def withdraw(self) -> None:
        await self._settled()
        try:
            if self._unsure:
                await self._put(self._wanted, growing=False)
            await self._delete(self._messages)
        except DeliveryError as error:
            self._warn("reply not taken back", error)

    async def leave(self) -> None:
        await self._settled()
        if self._messages or self._unsure:
            await self.finish(self._wanted)

    # ------------------------------------------------------------------ while it grows

    async def _keep_up(self) -> None:
        """Puts what is wanted, at most one request a second, until the answer is whole or Discord refuses."""
        await self._pause(FIRST_AFTER)
        while not self._ending.is_set():
            self._changed.clear()
            try:
                await self._put(self._wanted, growing=True)
            except DeliveryError as error:
                # It may have arrived: the same request again, with its nonce, tells as which message.
                self._unsure = isinstance(error, DeliveryDelayed)
                self._log.debug("answer not shown", channel=self._incoming.channel.id, reason=str(error))
                return
            await self._pause(EVERY)
            await _either(self._changed, self._ending)

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._ending.wait(), seconds)
        except TimeoutError:
            return

    async def _settled(self) -> None:
        """Lets the request that is on its way come to its end: whether it arrived decides what is next."""
        self._ending.set()
        if self._task is not None:
            await asyncio.wait({self._task})

    # ------------------------------------------------------------------ messages

    async def _put(self, text: str, *, growing: bool) -> None:
        """Makes the messages say `text`; only the last one has buttons."""
        parts = split(text)
        for number, words in enumerate(parts):
            last = number == len(parts) - 1
            question = self._question if last and not growing else None
            wanted = Part(text=words, growing=growing and last, question=question)
            if number == len(self._messages):
                message_id = await self._parts.send(number, wanted)
                self._messages.append(_Shown(message_id=message_id, part=wanted))
            elif self._messages[number].message_id is None and growing:
                continue
            elif self._messages[number].message_id is None or self._messages[number].part != wanted:
                await self._edit(number, wanted)

    async def _edit(self, number: int, wanted: Part) -> None:
        message_id = self._messages[number].message_id
        try:
            if message_id is not None:
                await self._parts.edit(message_id, wanted)
        except TargetGone:
            message_id = None
        if message_id is None and not wanted.growing:
            message_id = await self._parts.send(number, wanted, anew=True)
        self._messages[number] = _Shown(message_id=message_id, part=wanted)

    async def _delete(self, messages: Sequence[_Shown]) -> None:
        for message in messages:
            if message.message_id is not None:
                await self._parts.delete(message.message_id)

    async def _finish_with_excuse(self) -> None:
        """A question that nobody can read has no buttons."""
        self._question = None
        try:
            await self._put(await self._refused(), growing=False)
            await self._delete(self._messages[1:])
        except DeliveryError as error:
            self._warn("apology not delivered", error)

    def _warn(self, event: str, error: DeliveryError) -> None:
        self._log.warning(event, channel=self._incoming.channel.id, reason=str(error))


async def _either(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
