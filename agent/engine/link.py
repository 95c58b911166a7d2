"""A connection to something that speaks the worker's protocol, seen from the daemon: greeted, spoken with,
watched.
"""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import structlog

from agent.engine import protocol
from agent.engine.protocol import Message, ProtocolError
from agent.errors import EngineDown
from agent.types import ModelInfo

log = structlog.get_logger(__name__)


class WorkerLink(ABC):
    """`info` is set once `greet` returned. It ends once; `ended` tells why."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_message: Callable[[Message], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._on_message = on_message
        self._answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._heard = False
        self._cause: str | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.info: ModelInfo | None = None

    @property
    @abstractmethod
    def alive(self) -> bool:
        """False as soon as the end is known or decided here."""

    @property
    def pid(self) -> int | None:
        """The process behind it, where it is a child of this one."""
        return None

    @abstractmethod
    def kill(self, cause: str) -> None:
        """Ends it at once; `ended` tells the cause."""

    @abstractmethod
    async def ended(self) -> str:
        """Waits for the end and says how it came, in one sentence."""

    @abstractmethod
    async def _after_connection(self) -> None:
        """The connection is closed: sees to it that the whole link ends."""

    @abstractmethod
    async def _failure(self) -> str:
        """Why there was no answer to the greeting, in one sentence; called after the end."""

    async def greet(self, load: Message, *, silence_limit: float, seconds: float) -> ModelInfo:
        """Sends the first message and waits for the model. Raises EngineDown, or what the worker says."""
        self._tasks += [
            asyncio.create_task(self._receive()),
            asyncio.create_task(self._watch(silence_limit)),
        ]
        self.send(load)
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

    async def stop(self) -> None:
        """Closes the connection and waits for what runs here. Idempotent."""
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
                self._take(await protocol.receive(self._reader))
        except (asyncio.IncompleteReadError, OSError):
            await self._after_connection()
        except ProtocolError as error:
            self.kill(f"it sent {error}")
        finally:
            if not self._answer.done():
                down = EngineDown(await self._failure())
                self._answer.set_result({"type": "failed", "error": protocol.error_to_wire(down)})

    def _take(self, message: Message) -> None:
        self._heard = True
        kind: Any = message["type"]
        if kind in ("ready", "failed"):
            if not self._answer.done():
                self._answer.set_result(message)
        elif kind == "log":
            log.warning("engine worker", message=message["event"])
        elif kind != "beat":
            self._on_message(message)

    async def _watch(self, limit: float) -> None:
        """Two silent half-periods in a row: one alone may be the daemon's own sleep (a suspended machine)."""
        silent = 0
        while silent < 2:
            self._heard = False
            await asyncio.sleep(limit / 2)
            silent = 0 if self._heard else silent + 1
        self.kill(f"no sign of life for {limit:g} s")
