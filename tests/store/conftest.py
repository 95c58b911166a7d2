from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.db import Database, open_database


@pytest.fixture
def database_path(tmp_path: Path) -> Path:
    return tmp_path / "kallisti.db"


@pytest.fixture
async def database(database_path: Path) -> AsyncIterator[Database]:
    async with open_database(database_path) as database:
        yield database
