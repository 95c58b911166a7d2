from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.discord_server import DiscordServer
from tests.discord_server.fixtures import discord_pointed, discord_server

from .client import RecordingClient, running

__all__ = ["bot", "discord_pointed", "discord_server"]


@pytest_asyncio.fixture
async def bot(discord_pointed: DiscordServer) -> AsyncIterator[RecordingClient]:
    async with running(discord_pointed) as client:
        yield client
