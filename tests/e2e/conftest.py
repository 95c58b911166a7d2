from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.discord_server.fixtures import discord_server
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon

__all__ = ["daemon", "discord_server"]


@pytest_asyncio.fixture
async def daemon(discord_server: DiscordServer, default_model: Path, tmp_path: Path) -> AsyncIterator[Daemon]:
    """`python -m bot run` with the default model, connected to the loopback server and ready to answer."""
    daemon = Daemon(discord_server, tmp_path)
    try:
        await daemon.start()
        yield daemon
    finally:
        await daemon.end()
