"""One gateway socket: an ordered outbox, a cut without goodbye, and the client's sending rate."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMessage, web

from .sessions import Session
from .state import Json

SENDS_PER_MINUTE = 120
ABNORMAL_CLOSURE = 1006


@dataclass(slots=True)
class SendCounter:
    """Counts a client's frames over the last minute."""

    times: deque[float] = field(default_factory=deque)

    def exceeded(self) -> bool:
        now = time.monotonic()
        self.times.append(now)
        while now - self.times[0] > 60:
            self.times.popleft()
        return len(self.times) > SENDS_PER_MINUTE


@dataclass(frozen=True, slots=True)
class _Goodbye:
    code: int
    reason: str


class Connection:
    """`zombie`: the socket is open, yet nothing is sent any more."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.zombie = False
        self.counter = SendCounter()
        self._transport = transport
        self._closed_with: int | None = None
        self._outbox: asyncio.Queue[Json | _Goodbye] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    @property
    def close_code(self) -> int:
        """Why it ended: our own code where we closed it, else the client's, else 1006."""
        if self._closed_with is not None:
            return self._closed_with
        return self.socket.close_code or ABNORMAL_CLOSURE

    def send(self, frame: Json) -> None:
        if not self.zombie:
            self._outbox.put_nowait(frame)

    async def receive(self, within: float) -> WSMessage:
        return await self.socket.receive(timeout=within)

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then the close frame."""
        self._closed_with = code
        self._outbox.put_nowait(_Goodbye(code, reason))
        await asyncio.wait([self._writer])

    def cut(self) -> None:
        self._closed_with = ABNORMAL_CLOSURE
        if self._transport is not None:
            self._transport.abort()

    async def finish(self) -> None:
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame = await self._outbox.get()
                if isinstance(frame, _Goodbye):
                    await self.socket.close(code=frame.code, message=frame.reason.encode())
                    return
                await self.socket.send_str(json.dumps(frame))
