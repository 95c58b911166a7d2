from __future__ import annotations

from tests.discord_server.fixtures import discord_pointed, discord_server

__all__ = ["discord_pointed", "discord_server"]
