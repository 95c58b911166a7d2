"""The engine as a service: one model for every process that may open the socket.

Each connection speaks the worker's protocol; the requests of all wait in the engine's one queue, in the order
of their arrival. A connection that ends takes its requests with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import os
import socket
import stat
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import structlog

from agent.engine import protocol
from agent.engine.protocol import Message, ProtocolError
from agent.errors import ConfigError, EngineDown, EngineError, KallistiError
from agent.ports import Engine
from agent.types import Grammar
from agent.unix_socket import reachable

MOST_UNREAD = 8 << 20
"""Bytes that may wait for a reader; one that leaves more unread has stopped reading."""

log = structlog.get_logger(__name__)


@asynccontextmanager
async def serving(engine: Engine, listening: socket.socket) -> AsyncIterator[None]:
    """Serves `engine` on a bound socket until the block ends."""
    clients: set[asyncio.Task[None]] = set()
    numbers = itertools.count(1)

    def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = asyncio.create_task(_Client(engine, reader, writer, name=str(next(numbers))).run())
        clients.add(client)
        client.add_done_callback(clients.discard)

    server = await asyncio.start_unix_server(welcome, sock=listening)
    try:
        yield
    finally:
        server.close()
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)


@contextmanager
def bound(path: Path) -> Iterator[socket.socket]:
    """A socket at `path` that its owner alone may open, for the one process that holds its lock.

    Raises ConfigError where another engine serves there, or none can.
    """
    try:
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _no_socket(path, error) from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(f"another engine serves at {path}; name another one in engine.socket") from None
        listening = _listening(path)
        try:
            yield listening
        finally:
            listening.close()
            path.unlink(missing_ok=True)
    finally:
        os.close(lock)


def _listening(path: Path) -> socket.socket:
    """What lies at `path` is removed if it is a socket, left by a process that was killed."""
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        if path.exists() and not stat.S_ISSOCK(path.stat().st_mode):
            raise ConfigError(f"{path} is there and is no socket; correct engine.socket")
        path.unlink(missing_ok=True)
        with reachable(path) as address:
            listening.bind(address)
    except OSError as error:
        listening.close()
        raise _no_socket(path, error) from None
    except ConfigError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def _no_socket(path: Path, error: OSError) -> ConfigError:
    return ConfigError(f"no socket can be made at {path}: {error.strerror}; correct engine.socket")


class _Client:
    """One connection. Ids of requests are its own, so in the engine they get its name in front."""

    def __init__(
        self, engine: Engine, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, name: str
    ) -> None:
        self._engine = engine
        self._reader = reader
        self._writer = writer
        self._name = name
        self._work: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the connection ends; never raises but when it is cancelled."""
        log.info("somebody connected", connection=self._name)
        try:
            if await self._welcome():
                while True:
                    self._take(await protocol.receive(self._reader))
        except (asyncio.IncompleteReadError, OSError):
            log.info("a connection ended", connection=self._name)
        except (ProtocolError, KeyError, TypeError) as error:
            log.warning("a connection is closed, since what it sent is no message", reason=str(error))
        finally:
            await self._end()

    async def _welcome(self) -> bool:
        """Waits for the model and says what it is, or why there is none."""
        load = await protocol.receive(self._reader)
        self._start(self._beat())
        try:
            if load.get("version") != protocol.VERSION:
                raise EngineDown(
                    "The engine and Kallisti are of different versions; restart kallisti-engine and kallisti."
                )
            info = await self._engine.info()
        except KallistiError as error:
            # Nothing here is for good: once it is mended and the engine started again, clients try again.
            failed = protocol.error_to_wire(EngineDown(str(error)))
            self._send({"type": "failed", "error": failed})
            return False
        self._send({"type": "ready", "info": asdict(info)})
        return True

    def _take(self, message: Message) -> None:
        log.debug("a request", kind=message["type"], connection=self._name)
        if message["type"] == "cancel":
            self._start(self._engine.cancel(self._own(message["id"])))
        else:
            self._start(self._reply(message))

    async def _reply(self, message: Message) -> None:
        try:
            reply: Message = {"type": "done", "id": message["id"], "value": await self._value(message)}
        except KallistiError as error:
            reply = {"type": "error", "id": message["id"], "error": protocol.error_to_wire(error)}
        except Exception as error:
            log.exception("a request failed for a reason that nobody thought of")
            known = EngineError(f"{type(error).__name__}: {error}")
            reply = {"type": "error", "id": message["id"], "error": protocol.error_to_wire(known)}
        self._send(reply)

    async def _value(self, message: Message) -> Any:
        kind = message["type"]
        if kind == "render":
            return asdict(await self._engine.render(protocol.messages_from_wire(message["messages"])))
        if kind == "count":
            return await self._engine.count_tokens(message["text"])
        if kind == "compile":
            return await self._engine.compile(Grammar(gbnf="", lark=message["lark"], longest=0))
        if kind != "generate":
            raise EngineError(f'the engine has no answer to a message of the type "{kind}"')
        request = protocol.request_from_wire(message)
        completion = await self._engine.generate(
            replace(request, id=self._own(request.id)),
            on_text=lambda text: self._send({"type": "text", "id": request.id, "text": text}),
        )
        return asdict(completion)

    async def _beat(self) -> None:
        while True:
            self._send({"type": "beat"})
            await asyncio.sleep(protocol.BEAT_SECONDS)

    # ------------------------------------------------------------------ parts

    def _own(self, request_id: str) -> str:
        return f"{self._name}-{request_id}"

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def _send(self, message: Message) -> None:
        if self._writer.is_closing():
            return
        self._writer.write(protocol.encode(message))
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            log.warning("a connection is closed, since nobody reads it", connection=self._name)
            self._writer.transport.abort()

    async def _end(self) -> None:
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
