"""The `Engine` port over HTTP, on a llama-server that somebody else runs.

The GBNF of a grammar goes into the request; as llama.cpp's own sampler is not exact, every output is checked
here against the Lark text, byte by byte, and closed here when a bound is reached.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from agent.engine.closing import Closing, Closings
from agent.engine.queueing import RequestQueue
from agent.engine.repetition import is_runaway
from agent.engine.server_wire import EventLines, completion_body, error_of, model_info, slots, stats
from agent.engine.template import SWITCHES, plain, split_at_marks, variants, with_marks
from agent.errors import ContextOverflow, EngineDeadline, EngineDown, EngineError
from agent.types import (
    ChatMessage,
    Completion,
    Finish,
    GenerationRequest,
    Grammar,
    ModelInfo,
    Prompt,
    Segment,
)

START_SECONDS = 120.0
ANSWER_SECONDS = 20.0
"""For everything that needs no decoding."""
POLL_SECONDS = 0.25
MIN_OUTPUT = 16
"""Tokens that the context must have left for an output."""
REMEMBERED_SEGMENTS = 256
"""Tokenised pieces of prompts kept; most of a prompt comes again in the next one."""

OnText = Callable[[str], None]


class LlamaServerEngine:
    """See `agent.ports.Engine`. `url` is the server's root; `start_deadline` is the seconds it may take to
    load. As many requests run at once as the server has slots. Engines may share their `closings`.
    """

    def __init__(
        self,
        *,
        url: str,
        queue_limit: int = 16,
        start_deadline: float = START_SECONDS,
        closings: Closings | None = None,
    ) -> None:
        self._url = url.rstrip("/")
        self._start_deadline = start_deadline
        self._queue = RequestQueue(limit=queue_limit)
        self._closings = closings or Closings()
        self.slots = 1
        self._session: aiohttp.ClientSession | None = None
        self._info: ModelInfo | None = None
        self._segments: OrderedDict[Segment, list[int]] = OrderedDict()
        self._beginning: list[int] = []
        self._closed = False

    async def info(self) -> ModelInfo:
        self._check_open()
        if self._info is None:
            await self._wait_until_loaded()
            props, models = await asyncio.gather(self._get("/props"), self._get("/v1/models"))
            start = await self._post("/tokenize", {"content": "", "add_special": True})
            self._beginning = list(start["tokens"])
            self._info = model_info(props, models)
            self.slots = slots(props)
            self._queue.resize(self.slots)
        return self._info

    async def check(self) -> None:
        """Raises EngineDown where the server does not answer, or is still loading its model."""
        await self._get("/health")

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        await self.info()
        for variant in variants(messages):
            turns, contents = with_marks(variant)
            body = {"messages": turns, "chat_template_kwargs": SWITCHES}
            try:
                answer = await self._post("/apply-template", body)
            except EngineDown:
                raise
            except EngineError:  # the template refused; another form may please it
                continue
            prompt = split_at_marks(str(answer["prompt"]), contents)
            if prompt is not None:
                return prompt
        return plain(messages)

    async def compile(self, grammar: Grammar) -> None:
        """The server compiles with each request; here the text that its answers are checked with."""
        self._closings.start(grammar.lark)

    async def count_tokens(self, text: str) -> int:
        await self.info()
        return len(await self._tokens(Segment(text=text, special=False)))

    async def generate(self, request: GenerationRequest, *, on_text: OnText | None = None) -> Completion:
        return await self._queue.run(
            request.id, request.deadline, lambda seconds: self._generate(request, seconds, on_text or _ignore)
        )

    async def cancel(self, request_id: str) -> None:
        self._queue.cancel(request_id)

    async def close(self) -> None:
        """Closes the connections; the server stops what runs for them."""
        self._closed = True
        self._queue.close()
        if self._session is not None:
            await self._session.close()

    # ------------------------------------------------------------------ a generation

    async def _generate(self, request: GenerationRequest, seconds: float, on_text: OnText) -> Completion:
        closing = None if request.grammar is None else self._closings.start(request.grammar.lark)
        output = _Output(request, closing, on_text)
        try:
            async with asyncio.timeout(seconds):
                prompt = await self._prompt_tokens(request.prompt)
                budget = await self._budget(request, len(prompt))
                output.prompt = len(prompt)
                await self._stream(completion_body(request, prompt, budget), output)
        except TimeoutError:
            if not output.tokens:
                raise EngineDeadline("The deadline passed before the first token.") from None
        return output.completion()

    async def _stream(self, body: Mapping[str, Any], output: _Output) -> None:
        """Reads until the end, or until the output goes round in circles: leaving closes the connection, and
        the server stops.
        """
        lines = EventLines()
        async with self._request("POST", "/completion", body) as response:
            async for data in response.content.iter_any():
                for event in lines.feed(data):
                    if "error" in event:
                        raise error_of(400, event)
                    output.take(event)
                if output.ended or is_runaway(output.tokens):
                    return
        raise EngineDown("llama-server broke the connection off in the middle of an answer.")

    async def _budget(self, request: GenerationRequest, prompt: int) -> int:
        context = (await self.info()).context
        if prompt > context - MIN_OUTPUT:
            raise ContextOverflow(needed=prompt, available=context - MIN_OUTPUT)
        return min(request.max_tokens, context - prompt)

    # ------------------------------------------------------------------ tokens

    async def _prompt_tokens(self, prompt: Prompt) -> list[int]:
        """Segment by segment: only what the template wrote may become control tokens. Thinking is closed."""
        await self.info()
        end = [Segment(text=prompt.open_thinking, special=True)] if prompt.open_thinking else []
        pieces = await asyncio.gather(*(self._tokens(segment) for segment in (*prompt.segments, *end)))
        tokens = [token for piece in pieces for token in piece]
        missing = self._beginning if tokens[: len(self._beginning)] != self._beginning else []
        return [*missing, *tokens]

    async def _tokens(self, segment: Segment) -> list[int]:
        known = self._segments.get(segment)
        if known is None:
            body = {"content": segment.text, "add_special": False, "parse_special": segment.special}
            known = list((await self._post("/tokenize", body))["tokens"])
            self._segments[segment] = known
            if len(self._segments) > REMEMBERED_SEGMENTS:
                self._segments.popitem(last=False)
        return known

    # ------------------------------------------------------------------ HTTP

    async def _wait_until_loaded(self) -> None:
        """A server that is loading answers 503 to GET /health."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._start_deadline
        while True:
            try:
                await self._get("/health")
            except EngineDown:
                if self._closed or loop.time() + POLL_SECONDS >= end:
                    raise
                await asyncio.sleep(POLL_SECONDS)
            else:
                return

    async def _get(self, path: str) -> Any:
        return await self._ask("GET", path, None)

    async def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        return await self._ask("POST", path, body)

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._request(method, path, body) as response:
                return await response.json(content_type=None)
        except TimeoutError:
            raise EngineDown(f"llama-server at {self._url} does not answer.") from None
        except ValueError as error:
            raise EngineError(f"The server at {self._url} does not speak llama-server's language.") from error

    @asynccontextmanager
    async def _request(
        self, method: str, path: str, body: Mapping[str, Any] | None
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """Raises the typed error for a refusal, and EngineDown when the connection fails."""
        try:
            async with self._open_session().request(method, self._url + path, json=body) as response:
                if response.status != 200:
                    raise error_of(response.status, await _json_or_none(response))
                yield response
        except aiohttp.ClientError as error:
            self._info = None  # whoever answers next may be another server
            raise EngineDown(f"llama-server at {self._url} cannot be reached: {error}.") from error

    def _open_session(self) -> aiohttp.ClientSession:
        self._check_open()
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None))
        return self._session

    def _check_open(self) -> None:
        if self._closed:
            raise EngineDown("The engine is closed.")


class _Output:
    """What has arrived of one completion."""

    def __init__(self, request: GenerationRequest, closing: Closing | None, on_text: OnText) -> None:
        self._request = request
        self._closing = closing
        self._on_text = on_text
        self._text = ""
        self._last: Mapping[str, Any] = {}
        self.prompt = 0
        self.tokens: list[int] = []

    @property
    def ended(self) -> bool:
        return bool(self._last)

    def take(self, event: Mapping[str, Any]) -> None:
        self.tokens += event.get("tokens") or []
        self._say(str(event.get("content", "")))
        if event.get("stop"):
            self._last = event

    def completion(self) -> Completion:
        """Raises GrammarError when the server's output had left the grammar."""
        finish = self._finish()
        if finish is Finish.CLOSED and self._closing is not None:
            self._say(self._closing.suffix().decode("utf-8", "replace"))
        counted = stats(self._last, prompt=self.prompt, generated=len(self.tokens))
        return Completion(text=self._text, finish=finish, stats=counted)

    def _finish(self) -> Finish:
        if self._closing is not None:
            stopped = self._last.get("stop_type") == "eos" or self._closing.finished
            return Finish.STOP if stopped and self._closing.complete else Finish.CLOSED
        return Finish.STOP if self._last.get("stop_type") == "eos" else Finish.LENGTH

    def _say(self, text: str) -> None:
        if not text:
            return
        if self._closing is not None:
            self._closing.feed(text.encode("utf-8", "replace"))
        self._text += text
        self._on_text(text)


async def _json_or_none(response: aiohttp.ClientResponse) -> object:
    try:
        return await response.json(content_type=None)
    except ValueError:
        return None


def _ignore(text: str) -> None:
    pass
