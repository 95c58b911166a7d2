"""A short burst with Discord's rate limits on; `make bench-burst` has the long one."""

from __future__ import annotations

from pathlib import Path

from bot.config import TurnConfig
from tests.chaos.burst import bot_here, burst
from tests.chaos.storm import ROOMY
from tests.discord_server.server import DiscordServer


async def test_whatever_fits_is_answered_once_and_in_order(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    found = await burst(
        discord_pointed, bot_here(discord_pointed, tmp_path, ROOMY), channels=10, messages=60, seconds=1.0
    )
    assert len(found.account.answered) == 60
    assert (found.account.twice, found.account.out_of_order) == ((), ())


async def test_at_the_bounds_everybody_is_answered_or_told(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    bounds = TurnConfig(queue_per_channel=2, queue_total=6)
    found = await burst(
        discord_pointed, bot_here(discord_pointed, tmp_path, bounds), channels=4, messages=60, seconds=0.2
    )
    assert found.account.faults() == dict.fromkeys(found.account.faults(), ())
    assert found.account.told
    assert len(found.account.answered) + len(found.account.told) == 60
