"""Point the discord.py of this process at a server, and back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Protocol

import discord.asset
import discord.gateway
import discord.http
import yarl


class Addresses(Protocol):
    @property
    def api_base(self) -> str: ...
    @property
    def gateway_url(self) -> str: ...
    @property
    def cdn_url(self) -> str: ...


@contextlib.contextmanager
def pointed_at(server: Addresses) -> Iterator[None]:
    """Within the block every discord.py client of this process talks to `server`."""
    before = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.asset.Asset.BASE,
    )
    discord.http.Route.BASE = server.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    discord.asset.Asset.BASE = server.cdn_url
    try:
        yield
    finally:
        discord.http.Route.BASE = before[0]
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before[1]
        discord.asset.Asset.BASE = before[2]
