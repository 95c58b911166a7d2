"""An engine that is watched: what the model says first in a turn, and nothing that it need not say."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence

from agent.engine.closing import Closings
from agent.errors import EngineCancelled
from agent.ports import Engine
from agent.types import (
    ChatMessage,
    Completion,
    Finish,
    GenerationRequest,
    GenerationStats,
    Grammar,
    ModelInfo,
    Prompt,
)

_CALLED = re.compile(r'"tool_calls":\s*\[\{"name":\s*"([^"]+)"')
_IDLE = re.compile(r'"status":\s*"Idle')
NOTHING = "none"


def chosen_tool(said: str) -> str | None:
    """The first tool that an envelope calls, NOTHING where it calls none, None while that is open."""
    called = _CALLED.search(said)
    if called:
        return called[1]
    return NOTHING if _IDLE.search(said) else None


class Watched:
    """Implements `agent.ports.Engine`. `said` is the first output since `begin`, `stats` what it took.

    Later outputs of the turn are the shortest that their grammars allow, without the model. `early`: the
    first one is broken off as soon as it shows which tool it calls; the turn then ends as a stopped one.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._closings = Closings()
        self._early = False
        self._asked = 0
        self._breaking: asyncio.Future[None] | None = None
        self.said = ""
        self.stats = GenerationStats()

    def begin(self, *, early: bool) -> None:
        self._early, self._asked, self.said, self.stats = early, 0, "", GenerationStats()

    async def info(self) -> ModelInfo:
        return await self._engine.info()

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        return await self._engine.render(messages)

    async def compile(self, grammar: Grammar) -> None:
        await self._engine.compile(grammar)

    async def count_tokens(self, text: str) -> int:
        return await self._engine.count_tokens(text)

    async def cancel(self, request_id: str) -> None:
        await self._engine.cancel(request_id)

    async def close(self) -> None:
        await self._engine.close()

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        self._asked += 1
        if self._asked > 1:
            return self._shortest(request)

        def read(piece: str) -> None:
            self.said += piece
            if self._early and self._breaking is None and chosen_tool(self.said) is not None:
                self._breaking = asyncio.ensure_future(self._engine.cancel(request.id))
            if on_text is not None:
                on_text(piece)

        try:
            completion = await self._engine.generate(request, on_text=read)
        finally:
            if self._breaking is not None:
                await self._breaking
                self._breaking = None
        if self._early:
            raise EngineCancelled("What it calls is known.")
        self.said, self.stats = completion.text, completion.stats
        return completion

    def _shortest(self, request: GenerationRequest) -> Completion:
        text = "" if request.grammar is None else self._closings.start(request.grammar.lark).suffix().decode()
        return Completion(text=text, finish=Finish.STOP, stats=GenerationStats())
