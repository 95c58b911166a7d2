"""Inside the worker process: reads requests, runs them, replies.

Four threads: the main one generates; one reads messages, so that a cancel arrives during a decode; one
answers render and count requests meanwhile; one sends a sign of life.
"""

from __future__ import annotations

import os
import queue
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from agent.engine import protocol
from agent.engine.loading import load_engine
from agent.engine.native import Interrupt
from agent.engine.protocol import Message
from agent.errors import EngineError, KallistiError


class Line:
    """The worker's end of the socket. `send` may be called from any thread; EOFError means that the daemon is
    gone.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        data = protocol.encode(message)
        with self._lock:
            self._connection.sendall(data)

    def receive(self) -> Message:
        length = protocol.body_length(self._read(protocol.LENGTH_BYTES))
        return protocol.decode(self._read(length))

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            chunk = self._connection.recv(size - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return bytes(data)


class Control:
    """Which request runs, and whether it must stop; `native` interrupts a decode that is under way."""

    def __init__(self) -> None:
        self.native = Interrupt()
        self._lock = threading.Lock()
        self._running: str | None = None
        self._expected: set[str] = set()
        self._cancelled: set[str] = set()
        self._deadline = 0.0
        self._timer: threading.Timer | None = None

    @property
    def cancelled(self) -> bool:
        with self._lock:
            return self._running in self._cancelled

    @property
    def overdue(self) -> bool:
        return time.monotonic() >= self._deadline

    def expect(self, request_id: str) -> None:
        """A request has arrived; from now on it can be withdrawn."""
        with self._lock:
            self._expected.add(request_id)

    def cancel(self, request_id: str) -> None:
        with self._lock:
            if request_id in self._expected:
                self._cancelled.add(request_id)
            if request_id == self._running:
                self.native.set()

    def begin(self, request_id: str, seconds: float) -> None:
        with self._lock:
            self._running = request_id
            self._deadline = time.monotonic() + seconds
            self.native.clear()
            if request_id in self._cancelled:
                self.native.set()
            self._timer = threading.Timer(max(seconds, 0), self._interrupt, [request_id])
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        with self._lock:
            assert self._timer is not None
            self._timer.cancel()
            self._expected.discard(self._running or "")
            self._cancelled.discard(self._running or "")
            self._running = None
            self.native.clear()

    def _interrupt(self, request_id: str) -> None:
        with self._lock:
            if request_id == self._running:
                self.native.set()


class Worker:
    """`line` has already delivered the load message."""

    def __init__(self, line: Line, load: Message) -> None:
        self._line = line
        self._control = Control()
        self._engine = load_engine(load, self._control.native, self._log)
        self._jobs: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._desk: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def run(self) -> None:
        """Returns never: the process ends with its socket."""
        self._line.send({"type": "ready", "info": asdict(self._engine.info)})
        _thread(self._read)
        _thread(self._answer)
        while True:
            job = self._jobs.get()
            if job["type"] == "generate":
                self._generate(job)
            else:
                self._reply(job, self._compile)

    def _read(self) -> None:
        while True:
            try:
                message = self._line.receive()
            except (EOFError, OSError):
                os._exit(0)
            if message["type"] == "cancel":
                self._control.cancel(message["id"])
            elif message["type"] == "generate":
                self._control.expect(message["id"])
                self._jobs.put(message)
            elif message["type"] == "compile":  # the decode loop's thread alone touches the grammars
                self._jobs.put(message)
            else:
                self._desk.put(message)

    def _generate(self, message: Message) -> None:
        request = protocol.request_from_wire(message)
        self._control.begin(request.id, request.deadline)
        try:
            completion = self._engine.decoder.run(
                request,
                self._control,
                lambda text: self._line.send({"type": "text", "id": request.id, "text": text}),
            )
            reply: Message = {"type": "done", "id": request.id, "value": asdict(completion)}
        except Exception as error:  # noqa: BLE001  # whatever it is, the daemon must hear of it, and the worker lives on
            reply = _failure(request.id, error)
        finally:
            self._control.end()
        self._line.send(reply)

    def _answer(self) -> None:
        while True:
            self._reply(self._desk.get(), self._engine.answer)

    def _compile(self, message: Message) -> None:
        self._engine.decoder.prepare(message["lark"])

    def _reply(self, message: Message, work: Callable[[Message], Any]) -> None:
        try:
            self._line.send({"type": "done", "id": message["id"], "value": work(message)})
        except Exception as error:  # noqa: BLE001  # as in _generate
            self._line.send(_failure(message["id"], error))

    def _log(self, event: str) -> None:
        self._line.send({"type": "log", "event": event})


def _failure(request_id: str, error: Exception) -> Message:
    known = error if isinstance(error, KallistiError) else EngineError(f"{type(error).__name__}: {error}")
    return {"type": "error", "id": request_id, "error": protocol.error_to_wire(known)}


def _thread(target: object) -> None:
    assert callable(target)
    threading.Thread(target=target, daemon=True).start()


def _beat(line: Line) -> None:
    while True:
        try:
            line.send({"type": "beat"})
        except OSError:
            os._exit(0)
        time.sleep(protocol.BEAT_SECONDS)


def serve(connection: socket.socket) -> None:
    """Loads what the first message asks for, and serves until the connection closes."""
    line = Line(connection)
    load = line.receive()
    threading.Thread(target=_beat, args=[line], daemon=True).start()
    try:
        worker = Worker(line, load)
    except KallistiError as error:
        line.send({"type": "failed", "error": protocol.error_to_wire(error)})
        return
    worker.run()
