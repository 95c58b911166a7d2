"""The engine behind a UNIX socket: a service of its own (see `agent.engine.serving`), maybe shared by several
daemons. Native libraries are never imported here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from agent.engine import protocol
from agent.engine.calling import LinkedEngine
from agent.engine.client import DEFAULT_QUEUE_LIMIT, GRACE_SECONDS, SILENCE_SECONDS, START_SECONDS
from agent.engine.link import WorkerLink
from agent.engine.protocol import Message
from agent.errors import EngineDown
from agent.unix_socket import reachable

LONGEST_PAUSE = 5.0
"""Seconds between two attempts at most: an attempt costs nothing, unlike the start of a worker."""


class SocketEngine(LinkedEngine):
    """See `agent.ports.Engine`. Connects with the first call, and again with growing pauses whenever the
    service ends. `start_deadline` in seconds is how long a call waits for the service; `greeting` how long
    the service may take to load its model.
    """

    def __init__(
        self,
        *,
        path: Path,
        start_deadline: float,
        greeting: float = START_SECONDS,
        queue_limit: int = DEFAULT_QUEUE_LIMIT,
        silence_limit: float = SILENCE_SECONDS,
    ) -> None:
        # The service ends its own worker when that is late; it needs the time to say so.
        super().__init__(
            start_deadline=start_deadline,
            queue_limit=queue_limit,
            grace=2 * GRACE_SECONDS,
            longest_pause=LONGEST_PAUSE,
        )
        self._path = path.expanduser()
        self._greeting = greeting
        self._silence_limit = silence_limit

    async def _launch(self) -> WorkerLink:
        link = await connect(self._path, self._dispatch)
        try:
            load = {"type": "load", "version": protocol.VERSION}
            await link.greet(load, silence_limit=self._silence_limit, seconds=self._greeting)
        except BaseException:
            await link.stop()
            raise
        return link


class ServiceLink(WorkerLink):
    """A connection to the service at `path`. What ends is the connection, never the service."""

    def __init__(
        self,
        path: Path,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_message: Callable[[Message], None],
    ) -> None:
        super().__init__(reader, writer, on_message)
        self._path = path
        self._closed = asyncio.Event()

    @property
    def alive(self) -> bool:
        return self._cause is None and not self._closed.is_set()

    def kill(self, cause: str) -> None:
        if not self._closed.is_set():
            self._cause = self._cause or cause
            self._writer.transport.abort()
            self._closed.set()

    async def ended(self) -> str:
        await self._closed.wait()
        return self._reason()

    async def _after_connection(self) -> None:
        self._closed.set()

    async def _failure(self) -> str:
        return self._reason()

    def _reason(self) -> str:
        if self._cause:
            return f"The engine at {self._path} was given up: {self._cause}."
        return f"The engine at {self._path} closed the connection."


async def connect(path: Path, on_message: Callable[[Message], None]) -> ServiceLink:
    """Nothing is asked before `greet`. Raises EngineDown where nobody serves."""
    try:
        with reachable(path) as address:
            reader, writer = await asyncio.open_unix_connection(address)
    except OSError as error:
        raise EngineDown(unreachable(path, error)) from error
    return ServiceLink(path, reader, writer, on_message)


def unreachable(path: Path, error: OSError) -> str:
    """The sentence for a socket that cannot be connected to."""
    return (
        f"The engine at {path} cannot be reached: {error.strerror}; start it with "
        "`systemctl start kallisti-engine` or `kallisti engine`."
    )
