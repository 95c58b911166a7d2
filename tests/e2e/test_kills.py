"""The daemon killed at moments that nobody chose, while one-shots, series, alarms and snoozes are due."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.discord_server.server import DiscordServer
from tests.e2e.lives import Lives

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

KILLS = 6
"""`make soak-kills` does a thousand."""


async def test_whenever_the_daemon_is_killed_everything_due_is_seen_exactly_once(tmp_path: Path) -> None:
    async with DiscordServer() as server:
        lives = Lives(server=server, directory=tmp_path, seed=random.randrange(10**6))
        for _ in range(KILLS):
            await lives.live_and_die()
        ledger = await lives.live_to_the_end()
    assert ledger.faults() == {name: [] for name in ledger.faults()}, f"seed {lives.seed}"
    assert len(ledger.messages) >= KILLS
