"""From the messages of one author to the text that answers them: who asks, in which zone, and what the turn
says to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from agent.types import Incoming, Mentions, Origin, TurnEnd, TurnOutcome, Written
from bot.asking import Asked, Origins
from bot.attachments import Read, Skipped, joined
from bot.drafts import Draft
from bot.gathering import Around, Gathering
from bot.health import LagProbe
from bot.message_changes import edited
from bot.reminder_desk import ReminderDesk
from bot.tally import Tally

BROKEN_OFF = frozenset(
    {
        TurnEnd.CANCELLED,
        TurnEnd.DEADLINE,
        TurnEnd.ENGINE_DOWN,
        TurnEnd.ENGINE_LOST,
        TurnEnd.ENGINE_BUSY,
        TurnEnd.INTERNAL,
    }
)
"""Ends after which an answer that was shown in part will not become whole."""


class Turns(Protocol):
    """What runs turns."""

    @property
    def reads_several(self) -> bool:
        """Whether several messages can be answered by one turn."""
        ...

    async def run(self, origin: Origin, show: Callable[[str], None] | None = None) -> TurnOutcome: ...

    def stop(self, message_id: int) -> None: ...


@dataclass(slots=True, kw_only=True)
class _Answer:
    """An answer that is being made. `wanted` are the messages that were not deleted, as they are now, `turn`
    is the one whose turn runs, and `turn_for` are those that this turn answers.
    """

    wanted: dict[int, Incoming]
    turn: int | None = None
    turn_for: frozenset[int] = frozenset()
    stopped: bool = False

    def of(self, message_ids: Sequence[int]) -> tuple[Incoming, ...]:
        """Those of these messages that are still wanted."""
        return tuple(self.wanted[each] for each in message_ids if each in self.wanted)

    def newest(self) -> tuple[Incoming, ...]:
        """The one that the whole answer is sent in reply to, if it was not deleted."""
        return tuple(self.wanted.values())[-1:]


class Answering:
    """Handles the messages of one author that are answered together."""

    def __init__(
        self,
        *,
        turns: Turns,
        origins: Origins,
        desk: ReminderDesk,
        lag: LagProbe,
        gathering: Gathering,
        tally: Tally | None = None,
    ) -> None:
        self._turns = turns
        self._gathering = gathering
        self._desk = desk
        self._origins = origins
        self._lag = lag
        self._tally = tally or Tally()
        self._running: dict[int, _Answer] = {}
        self._log = structlog.get_logger("answering")

    def stop(self, message_id: int) -> None:
        """Ends the answer to this message early, which says so."""
        answer = self._running.get(message_id)
        if answer is not None:
            answer.stopped = True
            self._stop_turn(answer)

    def withdraw(self, message_id: int) -> None:
        """Answers this message no more. Nobody is told, unless something was done by then."""
        answer = self._running.get(message_id)
        if answer is not None:
            answer.wanted.pop(message_id, None)
            if answer.turn_for.isdisjoint(answer.wanted):
                self._stop_turn(answer)

    def edit(self, incoming: Incoming) -> None:
        """Answers this message in its new form, if its turn has not begun."""
        answer = self._running.get(incoming.message_id)
        if answer is not None and incoming.message_id in answer.wanted:
            answer.wanted[incoming.message_id] = edited(answer.wanted[incoming.message_id], incoming)

    def _stop_turn(self, answer: _Answer) -> None:
        if answer.turn is not None:
            self._turns.stop(answer.turn)

    async def __call__(self, messages: Sequence[Incoming], draft: Draft) -> str | None:
        answer = _Answer(wanted={each.message_id: each for each in messages})
        self._running.update(dict.fromkeys(answer.wanted, answer))
        try:
            if self._turns.reads_several:
                return await self._one(answer, messages, draft)
            return await self._one_by_one(answer, messages, draft)
        finally:
            for incoming in messages:
                del self._running[incoming.message_id]

    async def _one_by_one(self, answer: _Answer, messages: Sequence[Incoming], draft: Draft) -> str | None:
        texts: list[str] = []
        for incoming in messages:
            if answer.stopped and texts:
                break
            before = "".join(f"{text}\n" for text in texts)
            text = await self._one(answer, (incoming,), draft, before=before)
            if text is not None and text not in texts:
                texts.append(text)
        return "\n".join(texts) or None

    async def _one(
        self, answer: _Answer, messages: Sequence[Incoming], draft: Draft, *, before: str = ""
    ) -> str | None:
        """What one turn says to these messages; `before` is what stands above it."""
        meant = tuple(each.message_id for each in messages)
        hushed = await self._hushed(answer.of(meant))
        if hushed is not None:
            return hushed
        started = asyncio.get_running_loop().time()
        prepared = await self._prepared(answer, meant)
        if prepared is None:
            return None
        origin, around = prepared
        answer.turn, answer.turn_for = origin.message_id, frozenset(meant)
        if answer.stopped:
            asyncio.get_running_loop().call_soon(self._stop_turn, answer)
        outcome = await self._turns.run(origin, lambda text: draft.show(before + text))
        answer.turn = None
        self._tally.turn(outcome, seconds=asyncio.get_running_loop().time() - started)
        lag = round(self._lag.worst(since=started) * 1000, 1)
        self._log.info("answered", message=origin.message_id, end=outcome.end.value, loop_lag_ms=lag)
        in_silence = outcome.end is TurnEnd.CANCELLED and not outcome.calls
        if in_silence and not answer.of(meant):
            return None
        if outcome.question is not None:
            draft.ask(outcome.question)
        notices = self._gathering.notices(around.read, origin.language)
        return _with_notices(
            outcome, _with_what_was_shown(outcome, draft.shown.removeprefix(before)), notices
        )

    async def _unpasted(self, messages: Sequence[Incoming]) -> tuple[Sequence[Incoming], tuple[Skipped, ...]]:
        """The messages with the texts that Discord made files of, and the files that could not be read."""
        found = [await self._gathering.unpasted(each) for each in messages]
        return [each for each, _ in found], tuple(gone for _, skipped in found for gone in skipped)

    async def _around(self, incoming: Incoming, skipped: tuple[Skipped, ...]) -> Around:
        if incoming.picked is not None:
            return Around(read=Read())
        around = await self._gathering.around(incoming, deep=self._turns.reads_several)
        return replace(around, read=joined((Read(skipped=skipped), around.read)))

    async def _hushed(self, wanted: Sequence[Incoming]) -> str | None:
        if not wanted or wanted[-1].picked is not None:
            return None
        return await self._desk.hush(_joined(wanted))

    async def _prepared(self, answer: _Answer, meant: Sequence[int]) -> tuple[Origin, Around] | None:
        """Of the messages as they are by the time that all is there; None where all were deleted."""
        while wanted := answer.of(meant):
            messages, skipped = await self._unpasted(wanted)
            around = await self._around(_joined(messages), skipped)
            together = frozenset(each.message_id for each in (*messages, *answer.newest()))
            origin = around.given_to(await self._origins.of(_asked(messages, together=together)))
            if answer.of(meant) == wanted:
                return origin, around
        return None


def _with_what_was_shown(outcome: TurnOutcome, shown: str) -> str:
    if outcome.end not in BROKEN_OFF or not shown.strip() or outcome.text.startswith(shown):
        return outcome.text
    return f"{shown.rstrip()}\n\n{outcome.text}"


def _with_notices(outcome: TurnOutcome, text: str, notices: Sequence[str]) -> str:
    """The answer, and below it what was not read; alone where nothing else was said."""
    if not notices:
        return text
    told = "\n".join(notices)
    return told if outcome.end is TurnEnd.EMPTY_INPUT else f"{text.rstrip()}\n\n{told}"


def _joined(messages: Sequence[Incoming]) -> Incoming:
    """The newest message, with what all of them say and bring."""
    return replace(
        messages[-1],
        text="\n".join(each.text for each in messages if each.text),
        attachments=tuple(attachment for each in messages for attachment in each.attachments),
        mentions=_mentions(messages),
    )


def _mentions(messages: Sequence[Incoming]) -> Mentions:
    """Of all messages, which have one author with one set of rights."""
    return replace(
        messages[-1].mentions,
        users=frozenset[int]().union(*(each.mentions.users for each in messages)),
        roles=frozenset[int]().union(*(each.mentions.roles for each in messages)),
    )


def _asked(messages: Sequence[Incoming], *, together: frozenset[int]) -> Asked:
    incoming = _joined(messages)
    return Asked(
        id=incoming.message_id,
        author=incoming.author,
        channel=incoming.channel,
        text=incoming.text,
        at=incoming.received_at,
        has_attachments=bool(incoming.attachments),
        mentions=incoming.mentions,
        locale=incoming.locale,
        picked=incoming.picked,
        written=tuple(Written(message_id=each.message_id, text=each.text) for each in messages),
        together=together,
    )
