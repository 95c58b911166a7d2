"""The `Engine` port on a supervised link to a worker, wherever that is; imports no native library."""

from __future__ import annotations

import asyncio
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from agent.engine import protocol
from agent.engine.lifecycle import LONGEST_PAUSE
from agent.engine.link import WorkerLink
from agent.engine.protocol import Message
from agent.engine.queueing import RequestQueue
from agent.engine.supervisor import Supervisor
from agent.errors import EngineDeadline, EngineDown
from agent.types import ChatMessage, Completion, GenerationRequest, Grammar, ModelInfo, Prompt

ANSWER_SECONDS = 20.0
"""For rendering and counting, which need no decoding."""

COMPILE_SECONDS = 120.0
"""The grammar of a large offer on a slow machine that has other work, too."""

OnText = Callable[[str], None]


@dataclass(slots=True)
class _Call:
    """A request that waits for its reply."""

    reply: asyncio.Future[Any]
    on_text: OnText | None = None


class LinkedEngine(ABC):
    """See `agent.ports.Engine`. The link is made with the first call, and again whenever it ends.

    `start_deadline` and `grace` are seconds: how long a call waits for the link, and how much later than a
    deadline an answer may come before the link counts as hung. `longest_pause` is what is waited at most
    between two attempts.
    """

    def __init__(
        self,
        *,
        start_deadline: float,
        queue_limit: int,
        grace: float,
        longest_pause: float = LONGEST_PAUSE,
    ) -> None:
        self._start_deadline = start_deadline
        self._grace = grace
        self._queue = RequestQueue(limit=queue_limit)
        self._calls: dict[str, _Call] = {}
        self._numbers = itertools.count(1)
        self._supervisor = Supervisor(self._launch, self._down, longest_pause=longest_pause)

    @abstractmethod
    async def _launch(self) -> WorkerLink:
        """A greeted link whose messages go to `_dispatch`. Raises EngineDown or OperatorError."""

    async def info(self) -> ModelInfo:
        worker = await self._ready(self._start_deadline)
        assert worker.info is not None
        return worker.info

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        message = {"type": "render", "messages": [asdict(message) for message in messages]}
        return protocol.prompt_from_wire(await self._ask(message))

    async def compile(self, grammar: Grammar) -> None:
        await self._ask({"type": "compile", "lark": grammar.lark}, seconds=COMPILE_SECONDS)

    async def count_tokens(self, text: str) -> int:
        return int(await self._ask({"type": "count", "text": text}))

    async def generate(self, request: GenerationRequest, *, on_text: OnText | None = None) -> Completion:
        return await self._queue.run(
            request.id, request.deadline, lambda seconds: self._generate(request, seconds, on_text)
        )

    async def cancel(self, request_id: str) -> None:
        self._queue.cancel(request_id)

    async def close(self) -> None:
        """Ends the link within about two seconds, whatever the worker is doing."""
        self._queue.close()
        await self._supervisor.close()
        self._down("The engine is closed.")

    @property
    def worker_pid(self) -> int | None:
        """The running worker's process id, for health reports; None where it is no child of this process."""
        return self._supervisor.pid

    @property
    def worker_restarts(self) -> int:
        """How often a link that ended was made again."""
        return self._supervisor.restarts

    # ------------------------------------------------------------------ requests

    async def _generate(
        self, request: GenerationRequest, seconds: float, on_text: OnText | None
    ) -> Completion:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        try:
            worker = await self._ready(seconds)
        except TimeoutError:
            raise EngineDeadline("The deadline passed while the engine was starting.") from None
        number = self._number()
        message = protocol.request_to_wire(replace(request, id=number), seconds=end - loop.time())
        value = await self._exchange(worker, number, message, end - loop.time() + self._grace, on_text)
        return protocol.completion_from_wire(value)

    async def _ask(self, message: Message, *, seconds: float = ANSWER_SECONDS) -> Any:
        worker = await self._ready(self._start_deadline)
        number = self._number()
        return await self._exchange(worker, number, {**message, "id": number}, seconds)

    async def _exchange(
        self,
        worker: WorkerLink,
        number: str,
        message: Message,
        seconds: float,
        on_text: OnText | None = None,
    ) -> Any:
        """Sends a message and waits for its reply; a worker that is late with it is hung and is ended."""
        call = _Call(asyncio.get_running_loop().create_future(), on_text)
        self._calls[number] = call
        worker.send(message)
        try:
            async with asyncio.timeout(seconds):
                return await call.reply
        except TimeoutError:
            worker.kill(f"it did not answer within {seconds:g} s")
            raise EngineDown("The engine did not answer in time and is started anew.") from None
        except asyncio.CancelledError:
            worker.send({"type": "cancel", "id": number})
            raise
        finally:
            del self._calls[number]

    def _number(self) -> str:
        """Ids on the wire are never reused, so that a late reply can meet no other request."""
        return str(next(self._numbers))

    async def _ready(self, seconds: float) -> WorkerLink:
        """Raises EngineDown after the start deadline, TimeoutError after `seconds` where these are fewer."""
        try:
            async with asyncio.timeout(min(seconds, self._start_deadline)):
                return await self._supervisor.ready()
        except TimeoutError:
            if seconds < self._start_deadline:
                raise
            raise EngineDown(f"The engine was not ready within {self._start_deadline:g} s.") from None

    # ------------------------------------------------------------------ the worker's side

    def _dispatch(self, message: Message) -> None:
        """Late replies find no call any more and are dropped."""
        call = self._calls.get(message["id"])
        if call is None or call.reply.done():
            return
        if message["type"] == "done":
            call.reply.set_result(message["value"])
        elif message["type"] == "error":
            call.reply.set_exception(protocol.error_from_wire(message["error"]))
        elif message["type"] == "text" and call.on_text is not None:
            _pass_on(call, call.on_text, message["text"])

    def _down(self, reason: str) -> None:
        for call in self._calls.values():
            if not call.reply.done():
                call.reply.set_exception(EngineDown(reason))


def _pass_on(call: _Call, on_text: OnText, text: str) -> None:
    try:
        on_text(text)
    except Exception as error:  # noqa: BLE001  # the caller's own fault goes to the caller, not to the reader task
        call.reply.set_exception(error)
