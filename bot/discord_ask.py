"""/ask: a question by command, answered by the turn that a message gets, in the channel's queue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import structlog

from agent.direct import without_pings
from agent.errors import StoreUnavailable
from agent.types import Incoming
from agent.words import say, spoken
from bot import command_words as words
from bot.asking import Asked
from bot.discord_access import Interaction
from bot.discord_asking import Said, asked_by, desk_of, fill
from bot.discord_faults import SEND_FAULTS
from bot.sessions import ReplyKind
from bot.splitter import split

LONGEST_QUESTION = 1800
"""Characters: a public answer begins with the question, which must fit one message."""


class Answerer(Protocol):
    """Takes what would be said in reply to a message. `answer_ids` are the messages in which the answer
    stands for all to see.
    """

    @property
    def answer_ids(self) -> Sequence[int]: ...

    async def __call__(self, text: str, kind: ReplyKind) -> bool:
        """Whether it was told to whoever asked. Never raises."""
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
        self._opening = f"{quoted(opening)}\n" if opening else ""
        self._private = private
        self.answer_ids: list[int] = []

    async def __call__(self, text: str, kind: ReplyKind) -> bool:
        try:
            await self._tell(text, kind)
        except SEND_FAULTS as fault:
            _log(self._interaction, fault)
            return self._private  # what is private has no other way
        return True

    async def _tell(self, text: str, kind: ReplyKind) -> None:
        if kind is ReplyKind.WORKING:
            await self._interaction.edit_original_response(content=self._opening + text)
        elif kind is ReplyKind.ANSWER:
            await self._answer(text)
        else:
            said = Said(text=text)
            await fill(self._interaction, said, waited_in_private=self._private)

    async def _answer(self, text: str) -> None:
        first, *others = split(self._opening + text)
        sent = [(await self._interaction.edit_original_response(content=first)).id]
        for part in others:
            message = await self._interaction.followup.send(part, ephemeral=self._private, wait=True)
            sent.append(message.id)
        self.answer_ids = [] if self._private else sent


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
