"""A short storm; `make soak-chaos` has the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.storm import storm
from tests.discord_server.server import DiscordServer

FAULTS = 100


@pytest.mark.timeout(300)
async def test_every_message_is_answered_once_or_its_author_told_why_not(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    async with storm(discord_pointed, tmp_path, seed=1, channels=12, people=9) as found:
        await found.rage(FAULTS)
        account = await found.quiet()
    assert account.faults() == dict.fromkeys(account.faults(), ())
    assert len(account.answered) > len(found.asked) / 2
