"""Calls that are run without the model: the one that waited for an answer, with what the author chose; and
the only one that a message leaves, while there is no model.

What runs is what was asked about, once; every gate is passed again with the rights that the author has by
now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent import approvals, outcome, replies
from agent.gatekeeper import Gatekeeper
from agent.reports import CallReport
from agent.rights import Authoriser, Rights
from agent.routing.plan import Planner
from agent.types import Call, Choice, Clarification, Offer, Origin, QuestionKind, TurnEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    text: str
    end: TurnEnd
    reports: tuple[CallReport, ...] = ()


class Resumption:
    """One for all turns. `seconds` is what one call may take."""

    def __init__(self, *, planner: Planner, rights: Authoriser | None, seconds: float) -> None:
        self._planner = planner
        self._rights = rights or Rights()
        self._seconds = seconds

    async def run(self, question: Clarification, choice: Choice, origin: Origin) -> Resumed:
        """What became of the call, in words. `origin` is that of the answer; its text is the request's."""
        language = origin.language
        if question.kind is QuestionKind.APPROVAL and choice.value != approvals.APPROVED:
            return Resumed(text=replies.denied(language), end=TurnEnd.REPLIED)
        offer = self._planner.offer_of(question.tool)
        if offer is None:
            return Resumed(text=replies.no_longer_there(language), end=TurnEnd.TOOL_FAILED)
        gatekeeper = Gatekeeper(
            origin=replace(origin, text=question.text),
            rights=self._rights,
            deadline=self._seconds,
            answer=choice.value if question.kind is QuestionKind.CALL else None,
            approved=question.kind is QuestionKind.APPROVAL,
        )
        reports = await gatekeeper.run([Call(name=question.tool, args=question.args)], offer)
        return _told(reports, language)

    async def alone(self, call: Call, offer: Offer, origin: Origin) -> Resumed:
        """What became of the only call that the offer leaves."""
        gatekeeper = Gatekeeper(origin=origin, rights=self._rights, deadline=self._seconds)
        return _told(await gatekeeper.run([call], offer), origin.language)


def _told(reports: Sequence[CallReport], language: str) -> Resumed:
    text, end = outcome.after_required_call(reports, language)
    return Resumed(text=text, end=end, reports=tuple(reports))
