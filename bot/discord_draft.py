"""An answer in Discord that grows while it is written: sent once it has something to say, then edited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from agent.errors import ContentRefused, DeliveryDelayed, DeliveryError, TargetGone
from agent.types import Clarification, Incoming
from bot.discord_faults import PASSING
from bot.splitter import split

FIRST_AFTER = 0.7
"""Seconds that the first sentence waits for the rest: a short answer is then sent whole, without edits."""
EVERY = 1.0
"""Seconds between two requests; Discord takes about five in five seconds for each channel."""
HANGING = 3.0
"""Seconds after which the whole answer no longer waits for a request that shows a part of it."""


Refused = Callable[[], Awaitable[str]]
"""The sentence that stands in place of what Discord refuses. Must not raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one message says. `growing` puts a button to stop under it, `question` one for each choice.

    `late`: it was tried for long, a good while ago.
    """

    text: str
    growing: bool = False
    question: Clarification | None = None
    late: bool = field(default=False, compare=False)


class Parts(Protocol):
    """The messages of one reply, by number. All methods raise DeliveryError."""

    async def send(
        self, number: int, part: Part, *, anew: bool = False, known: Collection[int] = ()
    ) -> int | None:
        """The id of the message for this part, None where it was deleted. A part is sent once, however often
        this is called, but for `anew`. One that is growing is tried only once, and so is one that is late:
        where an earlier attempt arrived, its message is taken, unless it is one of the `known` other parts.
        """
        ...

    async def remark(self, text: str) -> int | None:
        """Says this beside the parts, with a button to stop. The id of a message of its own, None where it
        stands in the place of the first part. Tried once.
        """
        ...

    async def edit(self, message_id: int, part: Part) -> None:
        """Raises TargetGone where the message was deleted."""
        ...

    async def delete(self, message_id: int, *, once: bool = False) -> None:
        """Tries again for a while, unless it is to be tried `once`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """One message as it stands in the channel; `message_id` is None where it was deleted, `part` where it is
    not known.
    """

    message_id: int | None
    part: Part | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remark:
    """A line beside the answer; `message_id` is None where it stands in the place of the first part, or, if
    `unsure`, where it may have arrived.
    """

    text: str
    message_id: int | None = None
    unsure: bool = False


class DiscordDraft:
    """See `bot.drafts.Draft`. One task sends and edits; what it cannot keep up with it leaves out.

    `sent` is given the ids of the messages in which a whole answer stands, `unseen` hears that its question
    could not be shown, `opening` stands above it.
    """

    def __init__(
        self,
        incoming: Incoming,
        parts: Parts,
        *,
        refused: Refused,
        sent: Callable[[Collection[int]], None] = lambda message_ids: None,
        unseen: Callable[[], Awaitable[None]] | None = None,
        opening: str = "",
    ) -> None:
        self._unseen = unseen or _nothing
        self._opening = opening
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
        self._request: asyncio.Future[None] | None = None
        self._remark: asyncio.Task[None] | None = None
        self._remarked: _Remark | None = None
        self._unsure = self._overtaken = False
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

    async def goes_on(self, text: str) -> None:
        if self._remark is None and not self._messages and not self._ending.is_set():
            self._remark = asyncio.create_task(self._say_beside(text))
            await asyncio.shield(self._remark)

    async def finish(self, text: str, *, late: bool = False) -> bool:
        await self._settled()
        try:
            await self._put(text, late=late)
            await self._undo_what_hung(text)
            await self._delete(self._messages[len(self._split(text)) :])
        except ContentRefused as error:
            self._warn("reply refused", error)
            await self._question_unseen()
            await self._finish_with_excuse()
        except DeliveryError as error:
            self._warn("reply not delivered", error)
            await self._question_unseen()
            if isinstance(error, PASSING):
                return False
        await self._take_remark_back()
        self._sent([each.message_id for each in self._messages if each.message_id is not None])
        return True

    async def withdraw(self, *, late: bool = False) -> bool:
        await self._settled()
        await self._hung()
        try:
            if self._unsure and self._wanted:
                await self._put(self._wanted, late=late)
            await self._delete(self._messages)
        except DeliveryError as error:
            self._warn("reply not taken back", error)
            if isinstance(error, PASSING):
                return False
        await self._take_remark_back()
        return True

    async def leave(self) -> None:
        await self._settled()
        if self._messages or self._unsure:
            await self.finish(self._wanted)
        else:
            await self._take_remark_back()

    # ------------------------------------------------------------------ while it grows

    async def _keep_up(self) -> None:
        """Puts what is wanted, at most one request a second, until the answer is whole or Discord refuses."""
        await self._pause(FIRST_AFTER)
        while not self._ending.is_set():
            self._changed.clear()
            self._request = asyncio.ensure_future(self._put(self._wanted, growing=True))
            try:
                await asyncio.shield(self._request)
            except DeliveryError as error:
                # It may have arrived: the same request again, with its nonce, tells as which message.
                self._unsure = isinstance(error, DeliveryDelayed)
                self._log.debug("answer not shown", channel=self._incoming.channel.id, reason=str(error))
                return
            await self._take_remark_back(once=True)
            await self._pause(EVERY)
            await _either(self._changed, self._ending)

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._ending.wait(), seconds)
        except TimeoutError:
            return

    async def _settled(self) -> None:
        """Lets the request that is on its way come to its end: whether it arrived decides what is next. For
        one that hangs nobody waits.
        """
        self._ending.set()
        if self._task is None or self._task.done():
            return
        await asyncio.wait({self._task}, timeout=HANGING)
        if not self._task.done():
            self._task.cancel()
            self._unsure = self._overtaken = True

    async def _hung(self) -> bool:
        """Whether a request was overtaken; it has come to its end then."""
        if self._request is None or not self._overtaken:
            return False
        await asyncio.wait({self._request})
        self._request.exception()  # it is of no interest, and would be logged
        self._overtaken = False
        return True

    async def _undo_what_hung(self, text: str) -> None:
        """A request that was overtaken may arrive behind the whole answer, and then stands in its place."""
        if await self._hung():
            self._messages = [replace(each, part=None) for each in self._messages]
            await self._put(text)

    # ------------------------------------------------------------------ messages

    def _split(self, text: str) -> tuple[str, ...]:
        return split(self._opening + text)

    async def _put(self, text: str, *, growing: bool = False, late: bool = False) -> None:
        """Makes the messages say `text`; only the last one has buttons."""
        parts = self._split(text)
        for number, words in enumerate(parts):
            if growing and self._ending.is_set():
                return
            last = number == len(parts) - 1
            question = self._question if last and not growing else None
            wanted = Part(text=words, growing=growing and last, question=question, late=late)
            if number >= len(self._messages):
                await self._send(number, wanted)
            elif self._messages[number].message_id is None and growing:
                continue
            elif self._messages[number].message_id is None or self._messages[number].part != wanted:
                await self._edit(number, wanted)

    async def _send(self, number: int, wanted: Part, *, anew: bool = False) -> None:
        known = [each.message_id for each in self._messages if each.message_id is not None]
        message_id = await self._parts.send(number, wanted, anew=anew, known=known)
        shown = _Shown(message_id=message_id, part=wanted)
        if number < len(self._messages):  # also where a request that hung was faster in the end
            self._messages[number] = shown
        else:
            self._messages.append(shown)

    async def _edit(self, number: int, wanted: Part) -> None:
        message_id = self._messages[number].message_id
        try:
            if message_id is not None:
                await self._parts.edit(message_id, wanted)
        except TargetGone:
            message_id = None
        if message_id is None and not wanted.growing:
            await self._send(number, wanted, anew=True)
        else:
            self._messages[number] = _Shown(message_id=message_id, part=wanted)

    async def _delete(self, messages: Sequence[_Shown]) -> None:
        for message in messages:
            if message.message_id is not None:
                await self._parts.delete(message.message_id)

    async def _say_beside(self, text: str) -> None:
        try:
            self._remarked = _Remark(text=text, message_id=await self._parts.remark(text))
        except DeliveryError as error:
            self._log.debug("remark not shown", channel=self._incoming.channel.id, reason=str(error))
            self._remarked = _Remark(text=text, unsure=isinstance(error, DeliveryDelayed))

    async def _take_remark_back(self, *, once: bool = False) -> None:
        if self._remark is not None:
            await asyncio.wait({self._remark})
        remark = self._remarked
        if remark is None:
            return
        try:
            message_id = await self._parts.remark(remark.text) if remark.unsure else remark.message_id
            if message_id is not None:
                await self._parts.delete(message_id, once=once)
        except DeliveryError as error:
            self._warn("remark not taken back", error)
        else:
            self._remarked = None

    async def _question_unseen(self) -> None:
        if self._question is not None:
            await self._unseen()

    async def _finish_with_excuse(self) -> None:
        """A question that nobody can read has no buttons."""
        self._question = None
        try:
            await self._put(await self._refused())
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


async def _nothing() -> None:
    pass
