"""An engine that says what a test tells it to, and keeps the whole contract of the `Engine` port while doing
so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from agent.engine.closing import Closing, Closings
from agent.engine.queueing import RequestQueue
from agent.engine.template import plain
from agent.errors import ContextOverflow, EngineDeadline, EngineDown, GrammarError
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

TOKEN_CHARACTERS = 4
"""A token of this engine is a run of so many characters."""


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """An output of which only the beginning comes, before `error` is raised."""

    text: str
    error: Exception


Reply = str | Exception | BrokenOff | Callable[[GenerationRequest], str]
"""What one request gets: a text, an exception to raise, a part of a text, or a function of the request."""

SMALL_MODEL = ModelInfo(
    name="scripted",
    architecture="script",
    parameters=135_000_000,
    context=4096,
    vocabulary=1000,
    has_template=False,
)


class ScriptedEngine:
    """Gives `replies` in order; `requests` and `rendered` hold what was asked.

    `pause` is the seconds that each token takes. `strict` refuses, with GrammarError, a scripted text that
    the request's grammar could not have produced. When the script is at its end `generate` raises
    LookupError.
    """

    def __init__(
        self,
        replies: Iterable[Reply] = (),
        *,
        info: ModelInfo = SMALL_MODEL,
        pause: float = 0.0,
        queue_limit: int = 16,
        strict: bool = True,
    ) -> None:
        self._replies = list(replies)
        self._info = info
        self._pause = pause
        self._strict = strict
        self._queue = RequestQueue(limit=queue_limit)
        self._closings = Closings()
        self._closed = False
        self.requests: list[GenerationRequest] = []
        self.rendered: list[tuple[ChatMessage, ...]] = []

    def add(self, *replies: Reply) -> None:
        """Lengthens the script."""
        self._replies += replies

    async def info(self) -> ModelInfo:
        self._check_open()
        return self._info

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        self._check_open()
        self.rendered.append(tuple(messages))
        return plain(messages)

    async def compile(self, grammar: Grammar) -> None:
        self._check_open()
        self._closings.start(grammar.lark)

    async def count_tokens(self, text: str) -> int:
        self._check_open()
        return _tokens(text)

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        return await self._queue.run(
            request.id, request.deadline, lambda seconds: self._generate(request, seconds, on_text)
        )

    async def cancel(self, request_id: str) -> None:
        self._queue.cancel(request_id)

    async def close(self) -> None:
        self._closed = True
        self._queue.close()

    # ------------------------------------------------------------------ inside

    async def _generate(
        self, request: GenerationRequest, seconds: float, on_text: Callable[[str], None] | None
    ) -> Completion:
        needed = sum(_tokens(segment.text) for segment in request.prompt.segments)
        if needed > self._info.context:
            raise ContextOverflow(needed=needed, available=self._info.context)
        closing = None if request.grammar is None else self._closings.start(request.grammar.lark)
        self.requests.append(request)
        broken = self._replies[0] if self._replies else None
        if isinstance(broken, BrokenOff):
            del self._replies[0]
            await _speak(request, broken.text, None, seconds, self._wait, on_text or _ignore)
            raise broken.error
        text = self._next_reply(request)
        if closing is not None and self._strict:
            self._check(request, text)
        return await _speak(request, text, closing, seconds, self._wait, on_text or _ignore)

    async def _wait(self) -> None:
        """What one token takes."""
        await asyncio.sleep(self._pause)

    def _next_reply(self, request: GenerationRequest) -> str:
        if not self._replies:
            raise LookupError("the script of this engine has no reply left")
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        assert not isinstance(reply, BrokenOff)
        return reply if isinstance(reply, str) else reply(request)

    def _check(self, request: GenerationRequest, text: str) -> None:
        assert request.grammar is not None
        whole = self._closings.start(request.grammar.lark)
        if not whole.fits(text.encode()):
            raise GrammarError(
                f"the grammar of the request could not have produced the scripted reply {text!r}"
            )
        whole.feed(text.encode())
        if not whole.complete:
            raise GrammarError(
                f"the scripted reply {text!r} is not complete under the grammar of the request"
            )

    def _check_open(self) -> None:
        if self._closed:
            raise EngineDown("The engine is closed.")


async def _speak(
    request: GenerationRequest,
    text: str,
    closing: Closing | None,
    seconds: float,
    wait: Callable[[], Awaitable[None]],
    on_text: Callable[[str], None],
) -> Completion:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    said = ""
    for count, start in enumerate(range(0, len(text), TOKEN_CHARACTERS)):
        with suppress(TimeoutError):
            async with asyncio.timeout_at(end):
                await wait()
        if loop.time() >= end and count == 0:
            raise EngineDeadline("The deadline passed before the first token.")
        if loop.time() >= end or count >= request.max_tokens:
            return _cut_off(request, said, closing, on_text)
        piece = text[start : start + TOKEN_CHARACTERS]
        on_text(piece)
        said += piece
    return _completion(request, said, Finish.STOP)


def _cut_off(
    request: GenerationRequest, said: str, closing: Closing | None, on_text: Callable[[str], None]
) -> Completion:
    if closing is None:
        return _completion(request, said, Finish.LENGTH)
    closing.feed(said.encode())
    suffix = closing.suffix().decode()
    if suffix:
        on_text(suffix)
    return _completion(request, said + suffix, Finish.CLOSED)


def _completion(request: GenerationRequest, text: str, finish: Finish) -> Completion:
    prompt = sum(_tokens(segment.text) for segment in request.prompt.segments)
    stats = GenerationStats(prompt_tokens=prompt, generated_tokens=_tokens(text))
    return Completion(text=text, finish=finish, stats=stats)


def _tokens(text: str) -> int:
    return -(-len(text) // TOKEN_CHARACTERS)


def _ignore(text: str) -> None:
    pass
