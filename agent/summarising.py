"""The running summaries of channels, written by the model in the background.

A turn does not wait for a summary: one that is being written when a turn begins is broken off, and begun
anew when no turn runs any more. Only where it never comes to that does one take its place between turns, or
what fell out of the window would be in no summary. What fails is tried again after the channel's next turn.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from agent import outcome
from agent.errors import EngineError, StoreUnavailable
from agent.ports import Engine, History
from agent.prompt import summary as prompts
from agent.types import Finish, GenerationRequest, HistoryMessage, Summary

REACH = 200
"""Messages that are looked back at: those that are older when a summary begins are in none."""
PART = 3
"""At most this part of the context is read for one summary."""
MOST_CHANNELS = 1000
"""Channels that wait for their summary."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """For one summary `read` tokens of messages are read at most, `written` tokens written, and `seconds`
    taken. `rounds` summaries are written in a row for one channel.
    """

    read: int = 1500
    written: int = 256
    seconds: float = 120.0
    rounds: int = 20


OVERDUE_AFTER = 10
"""Turns that a summary makes way for."""
OVERDUE = Pace(read=1000, written=128, seconds=30.0, rounds=1)
"""How one is written that turns have to wait for."""


class NothingWritten(EngineError):
    """The model had nothing to say where a summary was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """Messages with a number under `before` no longer fit the window. Those under `ahead` will not soon; they
    are taken along, so that not every turn costs a summary.
    """

    before: int
    ahead: int


class Summariser:
    """Keeps the summaries of `history`. Use `held` around each turn."""

    def __init__(self, *, engine: Engine, history: History, pace: Pace | None = None) -> None:
        self._engine = engine
        self._history = history
        self._pace = pace or Pace()
        self._turns = 0
        self._gave_way = 0
        self._is_overdue = False
        self._waiting: OrderedDict[int, Fallen] = OrderedDict()
        self._work: asyncio.Task[None] | None = None
        self._closed = False
        self._numbers = itertools.count(1)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Leaves the engine to the turn inside, unless a summary is overdue."""
        self._turns += 1
        self._gave_way += bool(self._waiting)
        if self._work is not None and not self._is_overdue:
            self._work.cancel()
        try:
            yield
        finally:
            self._turns -= 1
            self._go_on()

    def fell_out(self, channel_id: int, fallen: Fallen) -> None:
        """Messages of this channel are to be in its summary, once there is time."""
        self._waiting[channel_id] = fallen
        self._waiting.move_to_end(channel_id)
        while len(self._waiting) > MOST_CHANNELS:
            self._waiting.popitem(last=False)

    async def idle(self) -> None:
        """Returns when nothing is being written."""
        while self._work is not None:
            await asyncio.wait({self._work})
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Breaks off what is being written; the messages are summarised in the next run."""
        self._closed = True
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait({self._work})

    # ------------------------------------------------------------------ in the background

    def _go_on(self) -> None:
        if not self._waiting or self._work is not None or self._closed:
            return
        self._is_overdue = self._gave_way >= OVERDUE_AFTER
        if self._is_overdue or not self._turns:
            self._work = asyncio.create_task(self._one_more() if self._is_overdue else self._work_off())
            self._work.add_done_callback(self._ended)

    def _ended(self, work: asyncio.Task[None]) -> None:
        self._work = None
        self._go_on()

    async def _work_off(self) -> None:
        while self._waiting:
            await self._next(self._pace)
        self._gave_way = 0

    async def _one_more(self) -> None:
        """One summary that turns wait for; what is left waits again."""
        self._gave_way = 0
        await self._next(OVERDUE)

    async def _next(self, pace: Pace) -> None:
        """Brings the channel up to date that has waited longest; one that needs more comes last then."""
        channel_id, fallen = next(iter(self._waiting.items()))
        is_done = True
        try:
            is_done = await self._bring_up_to_date(channel_id, fallen, pace)
        except (EngineError, StoreUnavailable) as error:
            log.warning("no summary now", channel=channel_id, reason=str(error))
        except Exception:
            log.exception("a summary broke", channel=channel_id)
        if is_done or pace is self._pace:
            self._waiting.pop(channel_id, None)
        elif channel_id in self._waiting:
            self._waiting.move_to_end(channel_id)

    async def _bring_up_to_date(self, channel_id: int, fallen: Fallen, pace: Pace) -> bool:
        """Whether nothing is left to be summed up."""
        for _ in range(pace.rounds):
            seen = await self._history.summary(channel_id)
            left = await self._history.unsummarised(channel_id, before=fallen.ahead, limit=REACH)
            if not left or left[0].number >= fallen.before:
                return True
            messages = await self._fitting(left, pace)
            text = await self._written(channel_id, seen, messages, pace)
            kept = await self._history.keep_summary(channel_id, text, of=messages, seen=seen)
            log.info("summarised", channel=channel_id, messages=len(messages), kept=kept)
        return False

    async def _fitting(self, messages: Sequence[HistoryMessage], pace: Pace) -> Sequence[HistoryMessage]:
        """The first of them that can be read at once, one at the least."""
        room = min((await self._engine.info()).context // PART, pace.read)
        for count, message in enumerate(messages):
            room -= await self._engine.count_tokens(prompts.line(message)) + 1
            if room < 0 and count:
                return messages[:count]
        return messages

    async def _written(
        self, channel_id: int, seen: Summary, messages: Sequence[HistoryMessage], pace: Pace
    ) -> str:
        """Raises EngineError."""
        asked = prompts.request(seen.text, [prompts.line(message) for message in messages])
        request = GenerationRequest(
            id=f"summary-{channel_id}-{next(self._numbers)}",
            prompt=await self._engine.render(asked),
            grammar=None,
            max_tokens=pace.written,
            deadline=pace.seconds,
            session=str(channel_id),
        )
        completion = await self._engine.generate(request)
        text = prompts.tidied(completion.text)
        if not text:
            raise NothingWritten("the model wrote no summary")
        return text if completion.finish is Finish.STOP else outcome.torn_end_cut(text)
