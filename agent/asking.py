"""Questions to the author: how one is opened, what a message or a press makes of it, how it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent import outcome, questions, replies
from agent.ports import Clarifications
from agent.reports import CallReport, Standing
from agent.types import Choice, Clarification, Origin, QuestionKind, QuestionState

CALLS = frozenset({QuestionKind.CALL, QuestionKind.APPROVAL})
"""Questions that a call waits for, so that their answer needs no model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a message is to an open question. `choice`: it picks this one. `refusal`: it comes too late, which
    is all that there is to say to it.
    """

    question: Clarification | None = None
    choice: Choice | None = None
    refusal: str | None = None

    @property
    def settles_call(self) -> bool:
        return self.question is not None and self.choice is not None and self.question.kind in CALLS

    @property
    def for_planner(self) -> Clarification | None:
        """The question that routing may read the message as an answer to; an approval takes a plain yes."""
        approval = self.question is not None and self.question.kind is QuestionKind.APPROVAL
        return None if approval else self.question


class Asking:
    """One for all turns."""

    def __init__(self, clarifications: Clarifications) -> None:
        self._clarifications = clarifications

    async def hear(self, origin: Origin) -> Heard:
        """Looks whether a question is open that the message answers; changes nothing but what is too old."""
        if origin.picked is None:
            return await self._written(origin)
        state, question = await self._clarifications.find(
            origin.picked.question_id, author_id=origin.author.id
        )
        number = origin.picked.number
        if question is None or not 1 <= number <= len(question.choices):
            kind = question.kind if question is not None else QuestionKind.WORDS
            return Heard(refusal=replies.not_open(kind, state, origin.language))
        if not questions.is_fresh(question, origin.now):
            return await self._too_late(question, origin)
        return Heard(question=question, choice=question.choices[number - 1])

    async def _written(self, origin: Origin) -> Heard:
        question = await self._clarifications.get(origin.channel.id, origin.author.id)
        number = questions.picked(origin.text, question) if question is not None else None
        if question is None or number is None:
            return Heard(question=question)
        if questions.is_fresh(question, origin.now):
            return Heard(question=question, choice=question.choices[number - 1])
        if question.kind is QuestionKind.APPROVAL:
            return await self._too_late(question, origin)
        return Heard(question=question)

    async def _too_late(self, question: Clarification, origin: Origin) -> Heard:
        await self._clarifications.clear(origin.channel.id, origin.author.id)
        return Heard(refusal=replies.not_open(question.kind, QuestionState.OPEN, origin.language))

    async def close(self, origin: Origin, question: Clarification, *, answered: bool) -> None:
        """A question that the talk went past is still answered by its buttons."""
        place = (origin.channel.id, origin.author.id)
        if answered:
            await self._clarifications.clear(*place, state=QuestionState.ANSWERED)
        elif question.choices:
            await self._clarifications.set_aside(*place)
        else:
            await self._clarifications.clear(*place)

    async def put(self, origin: Origin, question: Clarification) -> Clarification | None:
        """Opens it; gives it back if it has choices."""
        kept = question.choices[: questions.MOST_CHOICES]
        question = replace(question, id=origin.message_id, choices=kept)
        await self._clarifications.put(origin.channel.id, origin.author.id, question)
        return question if question.choices else None

    async def put_by_call(
        self, reports: Sequence[CallReport], origin: Origin, *, text: str
    ) -> Clarification | None:
        """Opens the question that a call of the turn put to the author; `text` is the request."""
        asked = outcome.open_question(reports)
        if asked is None:
            return None
        choices = tuple(Choice(label=label, value=value) for label, value in asked.choices)
        kind = QuestionKind.CALL if choices else QuestionKind.WORDS
        if asked.standing is Standing.NEEDS_APPROVAL:
            kind = QuestionKind.APPROVAL
        question = Clarification(
            tool=asked.name, text=text, asked_at=origin.now, kind=kind, choices=choices, args=asked.args
        )
        return await self.put(origin, question)


def as_written(question: Clarification, choice: Choice) -> str:
    """What its author would have written instead of pressing this choice."""
    if question.kind is QuestionKind.TOOL:
        return str(question.choices.index(choice) + 1)
    return choice.value
