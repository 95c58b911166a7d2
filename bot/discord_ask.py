"""/ask: a question by command, answered by the turn that a message gets, in the channel's queue."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar, cast

import discord
import structlog

from agent.direct import without_pings
from agent.errors import StoreUnavailable, TargetGone
from agent.types import Incoming
from agent.words import say, spoken
from bot import command_words as words
from bot.asking import Asked
from bot.discord_access import Interaction
from bot.discord_asking import Said, asked_by, desk_of, fill
from bot.discord_draft import Part, Parts
from bot.discord_faults import SEND_FAULTS
from bot.discord_parts import REPLY_DELAYS, delays_for, part_view
from bot.discord_stop import stop_view
from bot.sessions import ReplyKind

KEPT_FOR = 24 * 3600.0
"""Seconds for which an answer to a command may still come; where it cannot any more it goes another way."""
TOO_LATE = "the command was used too long ago"
LONGEST_QUESTION = 1800
"""Characters: a public answer begins with the question, which must fit one message."""


T = TypeVar("T")


class Requests(Protocol):
    """What an outbox knows of requests to Discord. All raise DeliveryError."""

    async def repeated(self, attempt: Callable[[], Awaitable[T]], delays: Sequence[float]) -> T:
        """What `attempt` gives, tried again while that may help."""
        ...

    async def arrived(
        self, incoming: Incoming, number: int, text: str, *, known: Collection[int]
    ) -> discord.Message | None:
        """The message in which an earlier attempt at part `number` of an answer stands after all."""
        ...

    async def in_direct(self, incoming: Incoming) -> Parts:
        """Where the answer goes as direct messages to whoever asked; the question already stands there."""
        ...


class Answerer(Protocol):
    """Takes what would be said in reply to a message. `opening` stands above an answer."""

    @property
    def opening(self) -> str: ...

    @property
    def is_private(self) -> bool:
        """Whether nobody but its author may see what is said."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing can be left to say by it."""
        ...

    def parts(self, incoming: Incoming, requests: Requests, in_channel: Parts) -> Parts:
        """The messages of the answer; `in_channel` is where they go when it is too late, unless private."""
        ...

    async def tell(self, text: str, kind: ReplyKind) -> bool:
        """Says something that is no answer; whether it was told to whoever asked. Never raises."""
        ...


class TakesQuestions(Protocol):
    """The client that an interaction came through."""

    def take(self, incoming: Incoming, answerer: Answerer) -> None: ...


async def ask(interaction: Interaction, question: str, *, private: bool) -> None:
    """Queues the question like a message of whoever asks. It shows at once that an answer will come."""
    try:
        await interaction.response.defer(ephemeral=private, thinking=True)
    except SEND_FAULTS as fault:
        _log(interaction, fault)
        return
    asked = asked_by(interaction, question)
    incoming = Incoming(
        message_id=interaction.id,
        channel=asked.channel,
        author=asked.author,
        text=question,
        received_at=asked.at,
        locale=asked.locale,
        by_command=True,
    )
    opening = ""
    if not private:
        opening = say(words.ASKED, await _language(interaction, asked))
        opening = opening.format(name=asked.author.name, question=without_pings(question))
    answerer = InteractionAnswerer(interaction, opening=opening, private=private)
    cast(TakesQuestions, interaction.client).take(incoming, answerer)


class InteractionAnswerer:
    """Answers the interaction: the answer as it was asked for, everything else in private."""

    def __init__(self, interaction: Interaction, *, opening: str, private: bool) -> None:
        self._interaction = interaction
        self._private = private
        self._since = time.monotonic()
        self._parts: InteractionParts | None = None
        self.opening = f"{quoted(opening)}\n" if opening else ""

    @property
    def is_private(self) -> bool:
        return self._private

    @property
    def is_over(self) -> bool:
        return time.monotonic() - self._since > KEPT_FOR

    def parts(self, incoming: Incoming, requests: Requests, in_channel: Parts) -> Parts:
        self._parts = InteractionParts(
            self._interaction,
            incoming,
            requests=requests,
            in_channel=in_channel,
            opening=self.opening,
            private=self._private,
        )
        return self._parts

    async def tell(self, text: str, kind: ReplyKind) -> bool:
        try:
            await self._tell(text)
        except SEND_FAULTS as fault:
            _log(self._interaction, fault)
            return False
        return True

    async def _tell(self, text: str) -> None:
        if self._parts is not None and self._parts.answered:
            await self._interaction.followup.send(text, ephemeral=True)
        elif self._parts is not None and self._parts.remarked and self._private:
            await self._interaction.edit_original_response(content=text, view=None)
        else:
            await fill(self._interaction, Said(text=text), waited_in_private=self._private)


class InteractionParts:
    """See `bot.discord_draft.Parts`. The first part fills the place where an answer is awaited, and others
    follow it. Where the interaction is over, what everybody may see goes into the channel, and what is
    private to its author as direct messages, without buttons and when it is whole.
    """

    def __init__(
        self,
        interaction: Interaction,
        incoming: Incoming,
        *,
        requests: Requests,
        in_channel: Parts,
        opening: str,
        private: bool,
    ) -> None:
        self._interaction = interaction
        self._incoming = incoming
        self._requests = requests
        self._in_channel = in_channel
        self._opening = opening
        self._private = private
        self._is_over = False
        self._direct: Parts | None = None
        self._in_direct: set[int] = set()
        self.answered = self.remarked = False

    async def send(
        self, number: int, part: Part, *, anew: bool = False, known: Collection[int] = ()
    ) -> int | None:
        if not (anew or self._is_over):
            try:
                return await self._send(number, part, known)
            except TargetGone:
                self._is_over = True
        if self._private:
            return await self._send_direct(number, part, anew=anew, known=known)
        return await self._in_channel.send(number, part, anew=anew, known=known)

    async def _send(self, number: int, part: Part, known: Collection[int]) -> int:
        view = self._view(part)
        options: dict[str, Any] = {} if view is None else {"view": view}
        is_first = True

        async def fill_in() -> int:
            filled = await self._interaction.edit_original_response(content=part.text, view=view)
            return filled.id

        async def follow() -> int:
            """There are no nonces here, so it looks whether the last attempt arrived."""
            nonlocal is_first
            looks, is_first = not self._private and (part.late or not is_first), False
            arrived = None
            if looks:
                arrived = await self._requests.arrived(self._incoming, number, part.text, known=known)
            if arrived is not None:
                return arrived.id
            sent = await self._interaction.followup.send(
                part.text, ephemeral=self._private, wait=True, **options
            )
            return sent.id

        message_id = await self._requests.repeated(fill_in if number == 0 else follow, delays_for(part))
        self.answered = True
        return message_id

    async def edit(self, message_id: int, part: Part) -> None:
        view, webhook = self._view(part), self._interaction.followup
        if not self._is_over:
            try:
                await self._requests.repeated(
                    lambda: webhook.edit_message(message_id, content=part.text, view=view), delays_for(part)
                )
            except TargetGone:
                self._is_over = True
            else:
                return
        if message_id in self._in_direct:
            await (await self._direct_parts()).edit(message_id, replace(part, question=None))
        elif self._private:
            raise TargetGone(TOO_LATE)  # to be said anew
        else:
            await self._in_channel.edit(message_id, part)

    async def remark(self, text: str) -> int | None:
        view = stop_view(self._incoming.message_id)
        whole = self._opening + text
        await self._requests.repeated(
            lambda: self._interaction.edit_original_response(content=whole, view=view), ()
        )
        self.remarked = True
        return None

    async def delete(self, message_id: int, *, once: bool = False) -> None:
        if not self._is_over:
            try:
                await self._requests.repeated(
                    lambda: self._interaction.followup.delete_message(message_id),
                    () if once else REPLY_DELAYS,
                )
            except TargetGone:
                self._is_over = True
            else:
                return
        if message_id in self._in_direct:
            await (await self._direct_parts()).delete(message_id, once=once)
        elif not self._private:
            await self._in_channel.delete(message_id, once=once)

    async def _send_direct(
        self, number: int, part: Part, *, anew: bool, known: Collection[int]
    ) -> int | None:
        if part.growing:
            raise TargetGone(TOO_LATE)
        try:
            direct = await self._direct_parts()
            sent = await direct.send(number, replace(part, question=None), anew=anew, known=known)
        except TargetGone as gone:
            raise TargetGone(f"{TOO_LATE}, and its author takes no direct message: {gone}") from gone
        self._in_direct.update(() if sent is None else (sent,))
        return sent

    async def _direct_parts(self) -> Parts:
        if self._direct is None:
            self._direct = await self._requests.in_direct(self._incoming)
        return self._direct

    def _view(self, part: Part) -> discord.ui.View | None:
        """What answers a press is for everybody to see, so a private question has no buttons."""
        return None if self._private and not part.growing else part_view(part, self._incoming)


async def _language(interaction: Interaction, asked: Asked) -> str:
    try:
        return await desk_of(interaction).language(asked)
    except StoreUnavailable as fault:  # the turn will say so itself
        _log(interaction, fault)
        return spoken(asked.locale) or "en"


def quoted(text: str) -> str:
    """As Discord shows a quotation, line by line."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def _log(interaction: Interaction, fault: BaseException) -> None:
    log = structlog.get_logger("commands")
    log.warning(
        "question not answered", interaction=interaction.id, reason=f"{type(fault).__name__}: {fault}"
    )
