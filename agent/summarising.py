"""The running summaries of channels, written by the model in the background.

A turn never waits for a summary: one that is being written when a turn begins is broken off, and begun anew
when no turn runs any more. What fails is tried again after the channel's next turn.
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
PART, MOST_TOKENS = 3, 1500
"""At most this part of the context, and so many tokens, of messages are read for one summary."""
OUTPUT_TOKENS = 256
SECONDS = 120.0
"""For writing one summary."""
ROUNDS = 20
"""Summaries that are written in a row for one channel."""
MOST_CHANNELS = 1000
"""Channels that wait for their summary."""

log = structlog.get_logger(__name__)


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

    def __init__(self, *, engine: Engine, history: History, seconds: float = SECONDS) -> None:
        self._engine = engine
        self._history = history
        self._seconds = seconds
        self._turns = 0
        self._waiting: OrderedDict[int, Fallen] = OrderedDict()
        self._work: asyncio.Task[None] | None = None
        self._closed = False
        self._numbers = itertools.count(1)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Leaves the engine to the turn inside."""
        self._turns += 1
        if self._work is not None:
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
        if self._waiting and not self._turns and self._work is None and not self._closed:
            self._work = asyncio.create_task(self._work_off())
            self._work.add_done_callback(self._ended)

    def _ended(self, work: asyncio.Task[None]) -> None:
        self._work = None
        self._go_on()

    async def _work_off(self) -> None:
        while self._waiting:
            channel_id, fallen = next(iter(self._waiting.items()))
            try:
                await self._bring_up_to_date(channel_id, fallen)
            except (EngineError, StoreUnavailable) as error:
                log.warning("no summary now", channel=channel_id, reason=str(error))
            except Exception:
                log.exception("a summary broke", channel=channel_id)
            self._waiting.pop(channel_id, None)

    async def _bring_up_to_date(self, channel_id: int, fallen: Fallen) -> None:
        for _ in range(ROUNDS):
            seen = await self._history.summary(channel_id)
            left = await self._history.unsummarised(channel_id, before=fallen.ahead, limit=REACH)
            if not left or left[0].number >= fallen.before:
                return
            messages = await self._fitting(left)
            text = await self._written(channel_id, seen, messages)
            kept = await self._history.keep_summary(channel_id, text, of=messages, seen=seen)
            log.info("summarised", channel=channel_id, messages=len(messages), kept=kept)

    async def _fitting(self, messages: Sequence[HistoryMessage]) -> Sequence[HistoryMessage]:
        """The first of them that can be read at once, one at the least."""
        room = min((await self._engine.info()).context // PART, MOST_TOKENS)
        for count, message in enumerate(messages):
            room -= await self._engine.count_tokens(prompts.line(message)) + 1
            if room < 0 and count:
                return messages[:count]
        return messages

    async def _written(self, channel_id: int, seen: Summary, messages: Sequence[HistoryMessage]) -> str:
        """Raises EngineError."""
        asked = prompts.request(seen.text, [prompts.line(message) for message in messages])
        request = GenerationRequest(
            id=f"summary-{channel_id}-{next(self._numbers)}",
            prompt=await self._engine.render(asked),
            grammar=None,
            max_tokens=OUTPUT_TOKENS,
            deadline=self._seconds,
            session=str(channel_id),
        )
        completion = await self._engine.generate(request)
        text = prompts.tidied(completion.text)
        if not text:
            raise NothingWritten("the model wrote no summary")
        return text if completion.finish is Finish.STOP else outcome.torn_end_cut(text)
