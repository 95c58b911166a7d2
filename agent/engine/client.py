"""The `Engine` port on a supervised worker process. The daemon's side: native libraries are never imported
here.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from agent.engine import protocol
from agent.engine.gguf import read_header
from agent.engine.probe import Verdict, choose_settings, distrust
from agent.engine.process import WorkerProcess, WorkerSettings, start_worker
from agent.engine.protocol import Message
from agent.engine.queueing import RequestQueue
from agent.engine.supervisor import Supervisor
from agent.errors import EngineDeadline, EngineDown
from agent.types import ChatMessage, Completion, GenerationRequest, Grammar, ModelInfo, Prompt

DEFAULT_CONTEXT = 4096
DEFAULT_QUEUE_LIMIT = 16
START_SECONDS = 120.0
SILENCE_SECONDS = 20.0
GRACE_SECONDS = 5.0
"""How much later than a deadline the worker may answer before it counts as hung."""
ANSWER_SECONDS = 20.0
"""For rendering and counting, which need no decoding."""
MAX_DEFAULT_THREADS = 8

OnText = Callable[[str], None]


@dataclass(slots=True)
class _Call:
    """A request that waits for its reply."""

    reply: asyncio.Future[Any]
    on_text: OnText | None = None


class WorkerEngine:
    """See `agent.ports.Engine`. The worker starts with the first call.

    `threads` None takes all cores for reading prompts, and leaves one to the daemon while generating.
    `state_directory` remembers which settings work here (None: found anew at each start). `start_deadline`,
    `silence_limit` and `grace` are seconds. `info` also raises ModelFileError, when the worker refuses the
    file; so do all later calls.
    """

    def __init__(
        self,
        *,
        model_path: Path,
        context: int = DEFAULT_CONTEXT,
        threads: int | None = None,
        state_directory: Path | None = None,
        start_deadline: float = START_SECONDS,
        queue_limit: int = DEFAULT_QUEUE_LIMIT,
        silence_limit: float = SILENCE_SECONDS,
        grace: float = GRACE_SECONDS,
    ) -> None:
        self._model_path = model_path.absolute()
        self._context = context
        self._threads = threads or default_threads()
        self._prefill_threads = threads or granted_cores()
        self._state_directory = state_directory
        self._start_deadline = start_deadline
        self._silence_limit = silence_limit
        self._grace = grace
        self._queue = RequestQueue(limit=queue_limit)
        self._calls: dict[str, _Call] = {}
        self._numbers = itertools.count(1)
        self._verdict: Verdict | None = None
        self._latest: WorkerProcess | None = None
        self._supervisor = Supervisor(self._launch, self._down)

    async def info(self) -> ModelInfo:
        worker = await self._ready(self._start_deadline)
        assert worker.info is not None
        return worker.info

    async def render(self, messages: Sequence[ChatMessage]) -> Prompt:
        message = {"type": "render", "messages": [asdict(message) for message in messages]}
        return protocol.prompt_from_wire(await self._ask(message))

    async def compile(self, grammar: Grammar) -> None:
        await self._ask({"type": "compile", "lark": grammar.lark}, seconds=self._start_deadline)

    async def count_tokens(self, text: str) -> int:
        return int(await self._ask({"type": "count", "text": text}))

    async def generate(self, request: GenerationRequest, *, on_text: OnText | None = None) -> Completion:
        return await self._queue.run(
            request.id, request.deadline, lambda seconds: self._generate(request, seconds, on_text)
        )

    async def cancel(self, request_id: str) -> None:
        self._queue.cancel(request_id)

    async def close(self) -> None:
        """Ends the worker within about two seconds, whatever it is doing."""
        self._queue.close()
        await self._supervisor.close()
        self._down("The engine is closed.")

    @property
    def worker_pid(self) -> int | None:
        """The running worker's process id, for health reports."""
        return self._supervisor.pid

    @property
    def worker_restarts(self) -> int:
        """How often a worker that ended was started again."""
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
        worker: WorkerProcess,
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

    async def _ready(self, seconds: float) -> WorkerProcess:
        """Raises EngineDown after the start deadline, TimeoutError after `seconds` where these are fewer."""
        try:
            async with asyncio.timeout(min(seconds, self._start_deadline)):
                return await self._supervisor.ready()
        except TimeoutError:
            if seconds < self._start_deadline:
                raise
            raise EngineDown(f"The engine was not ready within {self._start_deadline:g} s.") from None

    # ------------------------------------------------------------------ the worker's side

    async def _launch(self) -> WorkerProcess:
        await asyncio.to_thread(read_header, self._model_path)
        verdict = await self._settings()
        settings = WorkerSettings(
            model_path=self._model_path,
            context=self._context,
            threads=self._threads,
            prefill_threads=self._prefill_threads,
            extra_buffers=verdict.extra_buffers,
            silence_limit=self._silence_limit,
        )
        worker = self._latest = await start_worker(self._dispatch)
        try:
            await worker.handshake(settings, seconds=self._start_deadline)
        except BaseException:
            await worker.stop()
            raise
        return worker

    async def _settings(self) -> Verdict:
        if self._latest is not None and self._latest.died_of_illegal_instruction:
            self._verdict = await distrust(self._model_path, state_directory=self._state_directory)
        if self._verdict is None:
            self._verdict = await choose_settings(self._model_path, state_directory=self._state_directory)
        return self._verdict

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


def default_threads() -> int:
    """For generating: physical cores as far as the scheduler grants them, less one for the daemon, within 1
    and MAX_DEFAULT_THREADS. Each step waits for its slowest thread, so a core that is wanted elsewhere costs
    more than it gives.
    """
    granted = granted_cores()
    cores = granted // 2 if _has_sibling_threads() else granted - 1
    return max(1, min(cores, MAX_DEFAULT_THREADS))


def granted_cores() -> int:
    """For reading prompts, which is bound by arithmetic: all cores that the scheduler grants."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _has_sibling_threads() -> bool:
    try:
        return Path("/sys/devices/system/cpu/smt/active").read_text(encoding="ascii").strip() == "1"
    except OSError:
        return False
