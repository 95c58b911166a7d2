"""One life of a worker process, seen from the daemon: started, spoken with, watched, ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from agent.engine.adapter import Adapter
from agent.engine.child import PACKAGE_ROOT
from agent.engine.link import WorkerLink
from agent.engine.protocol import Message
from agent.errors import EngineDown
from agent.types import ModelInfo

TERM_SECONDS = 1.0
"""How long a worker may take to follow SIGTERM; then comes SIGKILL."""
REMEMBERED_LINES = 5
MAX_LINE = 2000
"""Characters of a line of native output that go into the log."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """What the worker loads. `silence_limit` in seconds: without any sign of life for so long it counts as
    hung. `merged`: the weights have the adapter in them already.
    """

    model_path: Path
    context: int
    threads: int
    prefill_threads: int
    extra_buffers: bool
    silence_limit: float
    adapter: Adapter | None = None
    merged: bool = False


class WorkerProcess(WorkerLink):
    """Made by `start_worker`."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_message: Callable[[Message], None],
    ) -> None:
        super().__init__(reader, writer, on_message)
        self._process = process
        self._lines: deque[str] = deque(maxlen=REMEMBERED_LINES)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._cause is None and self._process.returncode is None

    @property
    def died_of_illegal_instruction(self) -> bool:
        return self._process.returncode == -signal.SIGILL

    async def handshake(self, settings: WorkerSettings, *, seconds: float) -> ModelInfo:
        """Loads the model. Raises EngineDown, or ModelFileError when the worker refuses the file."""
        self._tasks = [asyncio.create_task(self._copy_output())]
        load = {
            "type": "load",
            "path": str(settings.model_path),
            "context": settings.context,
            "threads": settings.threads,
            "prefill_threads": settings.prefill_threads,
            "extra_buffers": settings.extra_buffers,
            "adapter": _adapter_to_wire(settings.adapter, merged=settings.merged),
        }
        return await self.greet(load, silence_limit=settings.silence_limit, seconds=seconds)

    def kill(self, cause: str) -> None:
        if self._process.returncode is None:
            self._cause = self._cause or cause
            self._process.kill()

    async def ended(self) -> str:
        status = await self._process.wait()
        if self._tasks:
            await asyncio.wait(self._tasks[:2], timeout=TERM_SECONDS)
        sentence = f"The engine worker ended ({_manner(status)}"
        if self._cause:
            sentence += f": {self._cause}"
        return f"{sentence})." + (f" Its last words: {' / '.join(self._lines)}" if self._lines else "")

    async def stop(self) -> None:
        """Ends the process within TERM_SECONDS or little more, whatever it is doing. Idempotent."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            try:
                async with asyncio.timeout(TERM_SECONDS):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        await super().stop()

    async def _after_connection(self) -> None:
        """Mostly the process has died, and its connection with it."""
        try:
            async with asyncio.timeout(TERM_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill("its connection closed")

    async def _failure(self) -> str:
        status = await self._process.wait()
        return f"The engine worker ended while it was starting ({_manner(status)})."

    async def _copy_output(self) -> None:
        """Native code writes where it likes; all of it ends up in the log."""
        assert self._process.stdout is not None
        while True:
            try:
                line = await self._process.stdout.readline()
            except ValueError:  # a line longer than the stream's limit; what is buffered of it was dropped
                continue
            if not line:
                return
            text = line.decode("utf-8", "replace").strip()[:MAX_LINE]
            if text:
                self._lines.append(text)
                log.info("engine worker output", line=text)


async def start_worker(
    on_message: Callable[[Message], None],
    *,
    module: str = "agent.engine.worker",
    arguments: Sequence[str] = (),
) -> WorkerProcess:
    """Starts the process; nothing is loaded before `handshake`. Raises EngineDown when it cannot start."""
    ours, theirs = socket.socketpair()
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", module, str(theirs.fileno()), str(os.getpid()), *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=PACKAGE_ROOT,
            pass_fds=[theirs.fileno()],
        )
    except OSError as error:
        ours.close()
        raise EngineDown(f"The engine worker could not be started: {error.strerror}.") from error
    finally:
        theirs.close()
    reader, writer = await asyncio.open_unix_connection(sock=ours)
    return WorkerProcess(process, reader, writer, on_message)


def _adapter_to_wire(adapter: Adapter | None, *, merged: bool) -> Message | None:
    if adapter is None:
        return None
    return {"path": str(adapter.path), "label": adapter.label, "merged": merged}


def _manner(status: int) -> str:
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
