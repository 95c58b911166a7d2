"""Wiring of due requests: the turn that a stored request runs, with its author's rights."""

from __future__ import annotations

from agent.types import Author, Clock, TurnEnd
from bot.app_brain import Brain
from bot.asking import Asked, Origins
from bot.config import AccessConfig
from bot.request_answer import RequestAnswer, Unanswered
from bot.store.claiming import Claimed

AUTHOR_NAME = "user"
"""Names are not kept with a reminder."""
ANSWERED = frozenset({TurnEnd.REPLIED, TurnEnd.CONFIRMED, TurnEnd.ASKED})
NO_ENGINE = frozenset({TurnEnd.ENGINE_DOWN, TurnEnd.ENGINE_BUSY})


class DueRequests:
    """Works on requests whose time has come, one turn each."""

    def __init__(self, *, brain: Brain, origins: Origins, access: AccessConfig, clock: Clock) -> None:
        self._brain = brain
        self._origins = origins
        self._access = access
        self._clock = clock

    async def answer(self, claimed: Claimed) -> RequestAnswer:
        """Runs the stored request where it was made. Raises StoreUnavailable."""
        reminder = claimed.reminder
        if reminder.author_id in self._access.blocked_users and reminder.author_id not in self._access.owners:
            return RequestAnswer(unanswered=Unanswered.NOT_ALLOWED)
        asked = Asked(
            id=-claimed.occurrence_id,  # no message's; what the turn stores is keyed by it, hence stored once
            author=Author(id=reminder.author_id, name=AUTHOR_NAME),
            channel=reminder.channel,
            text=reminder.text,
            at=self._clock(),
            scheduled=True,
        )
        outcome = await self._brain.run(await self._origins.of(asked))
        if outcome.end in ANSWERED:
            return RequestAnswer(text=outcome.text)
        return RequestAnswer(unanswered=Unanswered.ENGINE if outcome.end in NO_ENGINE else Unanswered.FAILED)
