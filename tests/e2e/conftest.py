from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.discord_server.fixtures import discord_server
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon

__all__ = ["daemon", "discord_server"]

HERE = Path(__file__).parent
SECONDS = 300
"""For a test that names no limit of its own: a start on a busy machine takes minutes, and ends by itself."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SECONDS))


@pytest_asyncio.fixture
async def daemon(discord_server: DiscordServer, default_model: Path, tmp_path: Path) -> AsyncIterator[Daemon]:
    """`python -m bot run` with the default model, connected to the loopback server and ready to answer."""
    daemon = Daemon(discord_server, tmp_path)
    try:
        await daemon.start()
        yield daemon
    finally:
        await daemon.end()
