"""The gateway: sockets, the handshake, heartbeats, and what a test can do to them.

Source: Discord reference, "Gateway" and "Gateway Close Codes". Frames go out as uncompressed text, which
clients accept whatever compression they asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from aiohttp import WSMsgType, web

from . import greetings
from .backend import Backend, Event, Intent
from .connection import Connection
from .handshake import Rejected, check_identify, decode_frame
from .sessions import Session, view_of
from .state import Json

HEARTBEAT_INTERVAL = 41.25
RESUME_WINDOW = timedelta(minutes=3)

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
SESSION_ENDING_CODES = {1000, 1001}

Hook = Callable[[str, Json], int]


@dataclass(slots=True)
class GatewayLog:
    """What clients did, in order: "connect", "identify", "resume", "close" with details."""

    entries: list[tuple[str, Json]] = field(default_factory=list)

    def add(self, name: str, **details: object) -> None:
        self.entries.append((name, dict(details)))

    def count(self, name: str) -> int:
        return sum(1 for entry, _ in self.entries if entry == name)


@dataclass(slots=True)
class Gateway:
    """All sessions and sockets.

    `copies(name, data)` says how often an event is delivered (0: lost until a RESUME replays it).
    """

    backend: Backend
    heartbeat_interval: float = HEARTBEAT_INTERVAL
    resume_window: timedelta = RESUME_WINDOW
    sessions: dict[str, Session] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    log: GatewayLog = field(default_factory=GatewayLog)
    copies: Hook = lambda name, data: 1
    refusals: int = 0
    started: dict[int, datetime] = field(default_factory=dict)

    # ------------------------------------------------------------ from the backend

    def deliver(self, event: Event) -> None:
        for session in list(self.sessions.values()):
            data = view_of(event, session, self.backend.world)
            if data is None:
                continue
            copies = self.copies(event.name, data)
            session.dispatch(event.name, data, withhold=copies == 0)
            for _ in range(copies - 1):
                session.dispatch(event.name, data)

    def _note(self, name: str, **details: object) -> None:
        self.log.add(name, **details)
        self.backend.transcript.notify()

    # ------------------------------------------------------------ one socket

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.refusals:
            self.refusals -= 1
            return web.Response(status=503, text="no healthy upstream")
        socket = web.WebSocketResponse(timeout=1.0, compress=False, autoping=True)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self.connections.append(connection)
        self._note("connect")
        try:
            await self._converse(connection)
        finally:
            self._forget(connection)
            await connection.finish()
        return socket

    async def _converse(self, connection: Connection) -> None:
        connection.send(
            {
                "op": HELLO,
                "s": None,
                "t": None,
                "d": {"heartbeat_interval": int(self.heartbeat_interval * 1000)},
            }
        )
        while True:
            try:
                message = await connection.receive(self.heartbeat_interval * 2)
            except TimeoutError:
                return await connection.close(4009)
            if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                return None
            try:
                self._answer(connection, decode_frame(message.data, connection.counter))
            except Rejected as rejected:
                return await connection.close(rejected.code, rejected.reason)

    def _forget(self, connection: Connection) -> None:
        self.connections.remove(connection)
        code = connection.close_code
        self._note("close", code=code)
        session = connection.session
        if session is None or session.send != connection.send:
            return
        session.send = None
        session.detached_at = self.backend.now()
        if code in SESSION_ENDING_CODES:
            self.sessions.pop(session.id, None)

    def _answer(self, connection: Connection, frame: Json) -> None:
        op, data = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:
            if not connection.zombie:
                connection.send({"op": ACK, "s": None, "t": None, "d": None})
            return
        if op == IDENTIFY:
            self._identify(connection, data or {})
        elif op == RESUME:
            self._resume(connection, data or {})
        elif connection.session is None:
            raise Rejected(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._send_members(connection.session, data or {})
        elif op not in {PRESENCE, VOICE}:
            raise Rejected(4001, "Unknown opcode.")

    # ------------------------------------------------------------ handshake

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise Rejected(4005, "Already authenticated.")
        application = self.backend.world.application
        self._note("identify", intents=data.get("intents"), shard=data.get("shard"))
        check_identify(data, application)
        shard = data.get("shard")
        if not self._may_start(0 if shard is None else int(shard[0])):
            connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": False})
            return
        session = Session(
            id=secrets.token_hex(16),
            bot_id=application.bot_id,
            intents=int(data["intents"]),
            shard=None if shard is None else (int(shard[0]), int(shard[1])),
        )
        if len(greetings.own_guilds(self.backend.world, session)) > self.backend.starts.guilds:
            raise Rejected(4011, "Sharding required.")
        self.sessions = {i: s for i, s in self.sessions.items() if self._is_alive(s)}
        self.sessions[session.id] = session
        self._attach(connection, session)
        self._welcome(session)

    def _may_start(self, shard_id: int) -> bool:
        """Whether this IDENTIFY is within what may begin at once; if so, it counts."""
        starts = self.backend.starts
        key, now = shard_id % starts.concurrency, self.backend.now()
        if key in self.started and now - self.started[key] < timedelta(seconds=starts.window):
            return False
        self.started[key] = now
        return True

    def _attach(self, connection: Connection, session: Session) -> None:
        connection.session = session
        session.send = connection.send
        session.detached_at = None

    def _welcome(self, session: Session) -> None:
        backend = self.backend
        session.dispatch("READY", greetings.ready(backend.world, session, backend.gateway_url))
        if session.intents & Intent.GUILDS:
            for body in greetings.guilds(backend.world, session):
                session.dispatch("GUILD_CREATE", body)

    def _resume(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise Rejected(4005, "Already authenticated.")
        if data.get("token") != self.backend.world.application.token:
            raise Rejected(4004, "Authentication failed.")
        session = self.sessions.get(str(data.get("session_id")))
        sequence = int(data.get("seq") or 0)
        replayable = session is not None and self._is_alive(session) and session.can_replay_after(sequence)
        self._note("resume", sequence=sequence, accepted=replayable)
        if session is None or not replayable:
            connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": False})
            return
        self._attach(connection, session)
        for frame in session.frames_after(sequence):
            connection.send(frame)
        session.dispatch("RESUMED", {"_trace": []})

    def _is_alive(self, session: Session) -> bool:
        gone = session.detached_at
        return gone is None or self.backend.now() - gone <= self.resume_window

    def _send_members(self, session: Session, data: Json) -> None:
        chunk = greetings.members_chunk(self.backend.world, session, data)
        if chunk is not None:
            session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    # ------------------------------------------------------------ what tests do

    def ask_to_reconnect(self) -> None:
        """Op 7 on every socket: a client resumes at once."""
        for connection in self.connections:
            connection.send({"op": RECONNECT, "s": None, "t": None, "d": None})

    def invalidate(self, *, resumable: bool) -> None:
        """Op 9 on every socket; with resumable False the sessions are gone."""
        for connection in list(self.connections):
            session = connection.session
            if session is not None and not resumable:
                session.send = None
                self.sessions.pop(session.id, None)
            connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": resumable})

    async def close_all(self, code: int, *, forget_sessions: bool = False) -> None:
        """Close every socket with this code. 4007 and 4009 end the sessions, as on Discord."""
        if forget_sessions or code in {4007, 4009}:
            self.sessions.clear()
        for connection in list(self.connections):
            await connection.close(code)

    def drop_all(self) -> None:
        """Cut every TCP connection without a close frame."""
        for connection in list(self.connections):
            connection.cut()

    def make_zombies(self) -> None:
        """Stop acknowledging and stop sending on the present sockets; only a new connection helps."""
        for connection in self.connections:
            connection.zombie = True

    def refuse(self, count: int) -> None:
        """Answer the next connection attempts with HTTP 503."""
        self.refusals = count

    async def stop(self) -> None:
        for connection in list(self.connections):
            with contextlib.suppress(ConnectionError, asyncio.TimeoutError):
                await connection.close(1001)
