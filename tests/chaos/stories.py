"""Requests that name themselves, and an engine whose answers name what they answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress

from agent.steps import Show
from agent.testing.engine import ScriptedEngine
from agent.types import ChatMessage, GenerationRequest, Origin, Prompt, Regime, TurnEnd, TurnOutcome
from tests.turn.house import idle

_NAME = re.compile(r"\bq[a-z]{5}q\b")
LONG_EVERY = 12
"""One answer in so many takes long enough to be seen while it grows."""
LONG_PAUSE = 0.04
"""Seconds for each token of such an answer."""
SENTENCE_PAUSE = 0.5
REST = " ".join(["It was a long night and nobody slept."] * 4)


def name_of(number: int) -> str:
    """A word that stands for this message and means nothing else."""
    letters = ""
    for _ in range(5):
        number, letter = divmod(number, 26)
        letters = chr(ord("a") + letter) + letters
    return f"q{letters}q"


def names_in(text: str) -> list[str]:
    return _NAME.findall(text)


class Stories(ScriptedEngine):
    """Tells of every name in the newest message; one in `LONG_EVERY` of them slowly."""

    def __init__(self) -> None:
        super().__init__(queue_limit=64)
        self.told = 0
        self._newest: dict[Prompt, str] = {}

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        prompt = await super().render(messages)
        self._newest[prompt] = messages[-1].content
        self.rendered.clear()
        return prompt

    def _next_reply(self, request: GenerationRequest) -> str:
        self.told += 1
        self.requests.clear()
        names = names_in(self._newest.pop(request.prompt))
        self._pause = LONG_PAUSE if self.told % LONG_EVERY == 0 else 0.0
        return idle(f"This is of {' and '.join(names)}. {REST}")


class StoryTurn:
    """The same without routing, prompt and engine, for thousands of messages. See `Turn`."""

    regime = Regime.WIDE

    def __init__(self) -> None:
        self.told = 0
        self._running: dict[int, asyncio.Event] = {}

    async def run(self, origin: Origin, show: Show | None = None) -> TurnOutcome:
        self.told += 1
        text = f"This is of {' and '.join(names_in(origin.text))}. {REST}"
        stopped = self._running[origin.message_id] = asyncio.Event()
        try:
            if self.told % LONG_EVERY == 0:
                await self._tell_slowly(text, show or (lambda shown: None), stopped)
        finally:
            del self._running[origin.message_id]
        return TurnOutcome(text=text, end=TurnEnd.CANCELLED if stopped.is_set() else TurnEnd.REPLIED)

    async def _tell_slowly(self, text: str, show: Show, stopped: asyncio.Event) -> None:
        for end in (end + 1 for end, letter in enumerate(text) if letter == "."):
            show(text[:end])
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), SENTENCE_PAUSE)

    def stop(self, message_id: int) -> None:
        if message_id in self._running:
            self._running[message_id].set()

    def forget(self, channel_id: int) -> None:
        pass

    async def close(self) -> None:
        pass
