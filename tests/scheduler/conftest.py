from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.db import Database, open_database
from tests.discord_server.fixtures import discord_pointed, discord_server
from tests.scheduler.fakes import Inbox

__all__ = ["database", "database_path", "discord_pointed", "discord_server", "inbox"]


@pytest.fixture
def database_path(tmp_path: Path) -> Path:
    return tmp_path / "kallisti.db"


@pytest.fixture
async def database(database_path: Path) -> AsyncIterator[Database]:
    async with open_database(database_path) as database:
        yield database


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()
