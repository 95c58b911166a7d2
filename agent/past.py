"""What a turn sees of its channel's session, and what it adds to it."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from agent.plain_text import plain_text
from agent.ports import History
from agent.prompt import render, window
from agent.routing.lexical import is_greeting
from agent.summarising import Fallen, Summariser
from agent.types import ChatMessage, HistoryMessage, Offer, Origin, Regime, TurnOutcome, Written

NARROW_HISTORY = 256
"""Tokens of history for a small model: it reads about 150 a second, and is led astray by more."""
SUMMARY_PART = 2
"""At most this part of the room for history goes to the summary."""
OWN_NAME = "Kallisti"

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The newest messages that fit, and what came before them in one line, or nothing."""

    messages: Sequence[ChatMessage] = ()
    earlier: str = ""


class Past:
    """`limit` messages are looked back at, as far as `count`, in tokens, lets them fit.

    Without a `summariser` there is no summary, and none is shown.
    """

    def __init__(
        self,
        history: History,
        *,
        count: Callable[[str], Awaitable[int]],
        limit: int,
        summariser: Summariser | None = None,
    ) -> None:
        self._history = history
        self._count = count
        self._limit = limit
        self._summariser = summariser

    async def said(self, channel_id: int) -> frozenset[str]:
        """The texts among which the shown ones are."""
        return frozenset(each.text for each in await self._history.window(channel_id, limit=self._limit))

    async def shown(self, origin: Origin, offer: Offer, *, room: int) -> Shown:
        """What fits into `room` tokens.

        A small model gets little of it, and nothing where it must make one call or greet: it is misled.
        """
        narrow = offer.regime is Regime.NARROW
        if narrow and (offer.required or is_greeting(origin.text)):
            return Shown()
        past = await self._history.window(origin.channel.id, limit=self._limit)
        if narrow:
            past, room = window.worth_recalling(past, is_greeting), min(room, NARROW_HISTORY)
        earlier, cost = await self._earlier(origin, room // SUMMARY_PART)
        named = render.speaks_by_name(origin, offer.regime)
        messages = [render.history_message(message, named=named) for message in past]
        counts = [await self._count(message.content) for message in messages]
        start = window.history_start(counts, room - cost)
        self._note_fallen(origin, past, start)
        return Shown(messages=messages[start:], earlier=earlier)

    async def _earlier(self, origin: Origin, room: int) -> tuple[str, int]:
        """The line of the summary, and its tokens."""
        if self._summariser is None:
            return "", 0
        text = render.earlier_text((await self._history.summary(origin.channel.id)).text)
        cost = await self._count(text) + window.MESSAGE_OVERHEAD if text else 0
        return (text, cost) if cost <= room else ("", 0)

    def _note_fallen(self, origin: Origin, past: Sequence[HistoryMessage], start: int) -> None:
        if self._summariser is not None and past and (start > 0 or len(past) == self._limit):
            self._summariser.fell_out(origin.channel.id, fallen_from(past, start))

    async def remember(self, origin: Origin, result: TurnOutcome) -> None:
        """Appends both sides to the history; a failing store is logged and does not take the answer away."""
        if says_nothing(origin.text):
            return
        asked = origin.written or (Written(message_id=origin.message_id, text=origin.text),)
        try:
            for each in asked:
                if not says_nothing(each.text):
                    said = _said(origin, plain_text(each.text))
                    await self._history.append(origin.channel.id, said, message_id=each.message_id)
            together = origin.together or {each.message_id for each in asked}
            await self._history.append(origin.channel.id, _answer(origin, result), answers=together)
        except Exception:
            log.exception("history was not written", message=origin.message_id)


def fallen_from(past: Sequence[HistoryMessage], start: int) -> Fallen:
    """What stands before the message at `start` of a window, the first that was shown."""
    if start == len(past):
        return Fallen(before=past[-1].number + 1, ahead=past[-1].number + 1)
    return Fallen(before=past[start].number, ahead=past[start + (len(past) - start) // 4].number)


def says_nothing(text: str) -> bool:
    """Whether there is nothing to see: white space, control and format characters, marks without a letter."""
    return all(unicodedata.category(character)[0] in "ZCM" for character in text)


def _said(origin: Origin, text: str) -> HistoryMessage:
    return HistoryMessage(
        role="user",
        author_name=origin.author.name,
        text=text,
        sent_at=origin.now,
        author_id=origin.author.id,
    )


def _answer(origin: Origin, result: TurnOutcome) -> HistoryMessage:
    return HistoryMessage(
        role="assistant",
        author_name=OWN_NAME,
        text=result.text,
        sent_at=origin.now,
        composed=result.composed,
        author_id=origin.author.id,
    )
