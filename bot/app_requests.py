"""Wiring of due requests: the turn that a stored request runs, with the rights that its author has then."""

from __future__ import annotations

from typing import Protocol

from agent.types import Author, Channel, Clock, TurnEnd
from bot.app_brain import Brain
from bot.asking import Asked, Origins
from bot.request_answer import RequestAnswer, Unanswered
from bot.store.claiming import Claimed

ANSWERED = frozenset({TurnEnd.REPLIED, TurnEnd.CONFIRMED, TurnEnd.ASKED})
NO_ENGINE = frozenset({TurnEnd.ENGINE_DOWN, TurnEnd.ENGINE_LOST, TurnEnd.ENGINE_BUSY})


class Attendance(Protocol):
    """Knows who may use the bot where, now."""

    async def attending(self, user_id: int, channel: Channel) -> Author | None:
        """The user with the roles that they have there now; None where they may not use the bot there."""
        ...


class Anybody:
    """For a place with one person, who owns the machine. Names are not kept with a reminder."""

    async def attending(self, user_id: int, channel: Channel) -> Author | None:
        return Author(id=user_id, name="user")


class DueRequests:
    """Works on requests whose time has come, one turn each."""

    def __init__(self, *, brain: Brain, origins: Origins, attendance: Attendance, clock: Clock) -> None:
        self._brain = brain
        self._origins = origins
        self._attendance = attendance
        self._clock = clock

    async def answer(self, claimed: Claimed) -> RequestAnswer:
        """Runs the stored request where it was made, for whoever may still use the bot there.

        Raises StoreUnavailable, and what a look-up of the author raises.
        """
        reminder = claimed.reminder
        author = await self._attendance.attending(reminder.author_id, reminder.channel)
        if author is None:
            return RequestAnswer(unanswered=Unanswered.NOT_ALLOWED)
        asked = Asked(
            id=-claimed.occurrence_id,  # no message's; what the turn stores is keyed by it, hence stored once
            author=author,
            channel=reminder.channel,
            text=reminder.text,
            at=self._clock(),
            scheduled=True,
        )
        outcome = await self._brain.run(await self._origins.of(asked))
        if outcome.end in ANSWERED:
            return RequestAnswer(text=outcome.text)
        return RequestAnswer(unanswered=Unanswered.ENGINE if outcome.end in NO_ENGINE else Unanswered.FAILED)
