"""A gateway that is connected to the loopback server, with what it hands over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr

from agent.types import Incoming
from bot.gateway import Gateway, Listeners
from tests.discord_server.server import DiscordServer

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Connected:
    def __init__(self, gateway: Gateway, server: DiscordServer) -> None:
        self.gateway = gateway
        self.server = server
        self.received: list[Incoming] = []
        self.reconnections = 0
        self.lost: list[int] = []
        self.statuses: list[str] = []
        self.serving = asyncio.create_task(gateway.serve(SecretStr(server.token), self.listeners()))

    def receive(self, incoming: Incoming) -> None:
        self.received.append(incoming)
        self.server.transcript.notify()

    async def reconnected(self) -> None:
        self.reconnections += 1
        self.server.transcript.notify()

    async def session_lost(self, since: int) -> None:
        self.lost.append(since)
        self.server.transcript.notify()

    def listeners(self) -> Listeners:
        return Listeners(
            receive=self.receive,
            reconnected=self.reconnected,
            report=self.statuses.append,
            session_lost=self.session_lost,
        )

    async def next(self, count: int = 1) -> Incoming:
        """The `count`th message handed over, waited for."""
        await self.server.wait_until(lambda: len(self.received) >= count)
        return self.received[count - 1]

    async def flush(self) -> None:
        """Returns when everything sent so far has been seen by the client."""
        before = len(self.received)
        await self.server.actor("owner").send_dm("flush")
        await self.server.wait_until(lambda: len(self.received) > before)
        assert self.received.pop().text == "flush"


@asynccontextmanager
async def connected(server: DiscordServer, **options: Any) -> AsyncIterator[Connected]:
    gateway = Gateway(clock=lambda: NOW, guild_ready_timeout=0.05, **options)
    connection = Connected(gateway, server)
    try:
        async with asyncio.timeout(5):
            await gateway.became_ready.wait()
        yield connection
    finally:
        await gateway.close()
        await connection.serving
