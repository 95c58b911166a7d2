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

from agent.engine import protocol
from agent.engine.child import PACKAGE_ROOT
from agent.engine.protocol import Message, ProtocolError
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
    hung.
    """

    model_path: Path
    context: int
    threads: int
    prefill_threads: int
    extra_buffers: bool
    silence_limit: float


class WorkerProcess:
    """Made by `start_worker`. `info` is set once `handshake` returned."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_message: Callable[[Message], None],
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._on_message = on_message
        self._answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._lines: deque[str] = deque(maxlen=REMEMBERED_LINES)
        self._heard = False
        self._cause: str | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.info: ModelInfo | None = None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False as soon as the end is known or decided here."""
        return self._cause is None and self._process.returncode is None

    @property
    def died_of_illegal_instruction(self) -> bool:
        return self._process.returncode == -signal.SIGILL

    async def handshake(self, settings: WorkerSettings, *, seconds: float) -> ModelInfo:
        """Loads the model. Raises EngineDown, or ModelFileError when the worker refuses the file."""
        self._tasks = [
            asyncio.create_task(self._receive()),
            asyncio.create_task(self._copy_output()),
            asyncio.create_task(self._watch(settings.silence_limit)),
        ]
        self.send(
            {
                "type": "load",
                "path": str(settings.model_path),
                "context": settings.context,
                "threads": settings.threads,
                "prefill_threads": settings.prefill_threads,
                "extra_buffers": settings.extra_buffers,
            }
        )
        try:
            async with asyncio.timeout(seconds):
                answer = await self._answer
        except TimeoutError:
            self.kill(f"it was not ready within {seconds:g} s")
            raise EngineDown(await self.ended()) from None
        if answer["type"] == "failed":
            raise protocol.error_from_wire(answer["error"])
        self.info = protocol.info_from_wire(answer["info"])
        return self.info

    def send(self, message: Message) -> None:
        """Never blocks: messages are small, and the worker reads all the time."""
        if not self._writer.is_closing():
            self._writer.write(protocol.encode(message))

    def kill(self, cause: str) -> None:
        """Ends the process at once; `ended` tells the cause."""
        if self._process.returncode is None:
            self._cause = self._cause or cause
            self._process.kill()

    async def ended(self) -> str:
        """Waits for the end and says how it came, in one sentence."""
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
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    # ------------------------------------------------------------------ tasks

    async def _receive(self) -> None:
        try:
            while True:
                header = await self._reader.readexactly(protocol.LENGTH_BYTES)
                self._take(protocol.decode(await self._reader.readexactly(protocol.body_length(header))))
        except (asyncio.IncompleteReadError, OSError):
            await self._end_without_connection()
        except ProtocolError as error:
            self.kill(f"it sent {error}")
        finally:
            if not self._answer.done():
                self._answer.set_result(await self._failure())

    async def _end_without_connection(self) -> None:
        """Mostly the process has died, and its connection with it."""
        try:
            async with asyncio.timeout(TERM_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill("its connection closed")

    async def _failure(self) -> Message:
        status = await self._process.wait()
        error = EngineDown(f"The engine worker ended while it was starting ({_manner(status)}).")
        return {"type": "failed", "error": protocol.error_to_wire(error)}

    def _take(self, message: Message) -> None:
        self._heard = True
        kind = message["type"]
        if kind in ("ready", "failed"):
            if not self._answer.done():
                self._answer.set_result(message)
        elif kind == "log":
            log.warning("engine worker", message=message["event"])
        elif kind != "beat":
            self._on_message(message)

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

    async def _watch(self, limit: float) -> None:
        """Two silent half-periods in a row: one alone may be the daemon's own sleep (a suspended machine)."""
        silent = 0
        while silent < 2:
            self._heard = False
            await asyncio.sleep(limit / 2)
            silent = 0 if self._heard else silent + 1
        self.kill(f"no sign of life for {limit:g} s")


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


def _manner(status: int) -> str:
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
