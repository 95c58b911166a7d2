"""pytest fixtures; a conftest takes them in by importing the names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from .pointing import pointed_at
from .server import DiscordServer


@pytest_asyncio.fixture
async def discord_server() -> AsyncIterator[DiscordServer]:
    """A running server with the seeded guild (see `seed.build_world`)."""
    async with DiscordServer() as server:
        yield server
    assert server.crashes == [], "the loopback server itself failed"


@pytest.fixture
def discord_pointed(discord_server: DiscordServer) -> Iterator[DiscordServer]:
    """The same server, with this process's discord.py pointed at it."""
    with pointed_at(discord_server):
        yield discord_server
