"""A choice that was pressed under a question: whether it still counts, and into the sessions with it.

From there on it goes the way of a message: claimed once, in order, answered by a turn. No Discord in it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from agent.errors import StoreUnavailable
from agent.ports import Clarifications
from agent.types import Clarification, Clock, Incoming, QuestionKind, QuestionState
from agent.words import Words, say
from bot.store.users import SqliteUsers

REMEMBERED = 1000
"""Presses whose turn may still be waiting, so that a second one is told so at once."""

NOT_YOURS: Words = {
    "en": "Only the person who was asked can answer that.",
    "de": "Das kann nur beantworten, wer gefragt wurde.",
    "es": "Solo puede responder a eso la persona a la que se preguntó.",
    "fr": "Seule la personne à qui la question a été posée peut y répondre.",
    "it": "Può rispondere solo la persona a cui è stato chiesto.",
    "nl": "Alleen degene aan wie het gevraagd is kan dat beantwoorden.",
    "pt": "Só a pessoa a quem foi perguntado pode responder a isso.",
}
CHOSEN: Words = {
    "en": "Chosen: {label}",
    "de": "Gewählt: {label}",
    "es": "Elegido: {label}",
    "fr": "Choisi : {label}",
    "it": "Scelto: {label}",
    "nl": "Gekozen: {label}",
    "pt": "Escolhido: {label}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRules:
    """What the agent says of questions: whether one may still be answered, and in which words one cannot."""

    is_fresh: Callable[[Clarification, datetime], bool]
    refusal: Callable[[QuestionKind, QuestionState, str], str]


class QuestionDesk:
    """One for all questions. `language` is that of people who chose none. May raise StoreUnavailable."""

    def __init__(
        self,
        *,
        clarifications: Clarifications,
        users: SqliteUsers,
        receive: Callable[[Incoming], None],
        rules: QuestionRules,
        clock: Clock,
        language: str,
    ) -> None:
        self._clarifications = clarifications
        self._users = users
        self._receive = receive
        self._rules = rules
        self._clock = clock
        self._language = language
        self._log = structlog.get_logger("questions")
        self._taken: OrderedDict[tuple[int, int], None] = OrderedDict()

    async def press(self, pressed: Incoming, kind: QuestionKind) -> str:
        """Takes the answer in, once; gives the line that the question ends with from now on."""
        assert pressed.picked is not None
        language = await self._language_of(pressed.author.id)
        key = (pressed.picked.question_id, pressed.author.id)
        state, question = await self._clarifications.find(key[0], author_id=key[1])
        if key in self._taken and question is not None:
            return self._rules.refusal(kind, QuestionState.ANSWERED, language)
        if question is None or not self._rules.is_fresh(question, self._clock()):
            return self._rules.refusal(kind, state, language)
        self._remember(key)
        self._receive(pressed)
        return say(CHOSEN, language).format(label=pressed.text)

    async def unseen(self, incoming: Incoming) -> None:
        """The question in the answer to this message was not shown, so no words can be meant for it. Its
        buttons count, should it be shown after all. Never raises.
        """
        try:
            await self._clarifications.set_aside(incoming.channel.id, incoming.author.id)
        except StoreUnavailable as fault:
            self._log.error("question stays open unseen", message=incoming.message_id, reason=str(fault))

    async def not_yours(self, user_id: int) -> str:
        return say(NOT_YOURS, await self._language_of(user_id))

    def _remember(self, key: tuple[int, int]) -> None:
        self._taken[key] = None
        while len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)

    async def _language_of(self, user_id: int) -> str:
        return (await self._users.get(user_id)).language or self._language
