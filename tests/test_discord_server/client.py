"""A real discord.py client that remembers what reached it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

import discord
from discord import app_commands

WAIT = 5.0


class RecordingClient(discord.Client):
    """Keeps events by name and lets a test wait for them."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        wanted = discord.Intents.default() if intents is None else intents
        if intents is None:
            wanted.message_content = True
        super().__init__(intents=wanted, guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[tuple[str, Any]] = []
        self._arrived = asyncio.Event()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.seen.append((event, args[0] if args else None))
        self._arrived.set()
        super().dispatch(event, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once; the library would wait five seconds before a second time."""

    def all(self, event: str) -> list[Any]:
        return [value for name, value in self.seen if name == event]

    def texts(self) -> list[str]:
        """Content of every message event by somebody else."""
        return [message.content for message in self.all("message") if message.author != self.user]

    async def until(self, probe: Callable[[], bool], within: float = WAIT) -> None:
        async with asyncio.timeout(within):
            while not probe():
                self._arrived.clear()
                await self._arrived.wait()

    async def until_count(self, event: str, count: int = 1) -> None:
        await self.until(lambda: len(self.all(event)) >= count)


class HasToken(Protocol):
    @property
    def token(self) -> str: ...


@contextlib.asynccontextmanager
async def running(server: HasToken, client: RecordingClient | None = None) -> AsyncIterator[RecordingClient]:
    """A client that is ready; it is closed and its task ended afterwards."""
    bot = RecordingClient() if client is None else client
    task = asyncio.create_task(bot.start(server.token))
    try:
        await _ready_or_failed(bot, task)
        yield bot
    finally:
        await bot.close()
        await asyncio.wait([task], timeout=WAIT)
        assert task.done(), "the client did not end after close()"


async def _ready_or_failed(bot: RecordingClient, task: asyncio.Task[None]) -> None:
    ready = asyncio.create_task(bot.until_count("ready"))
    await asyncio.wait([ready, task], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        ready.cancel()
        task.result()
    await ready
