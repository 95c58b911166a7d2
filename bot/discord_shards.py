"""Several shards in one daemon: a gateway with a connection for each."""

from __future__ import annotations

from typing import Any, ClassVar

import discord

from bot.gateway import Gateway
from bot.sharding import Sharding


class ShardedGateway(Gateway, discord.AutoShardedClient):
    """discord.py says of a shard alone when it is ready again, so each is told by itself; `on_ready` comes
    once all are, and counts for the first time only.
    """

    CONNECTED: ClassVar[str] = "shard_connect"

    def _shard_options(self, sharding: Sharding) -> dict[str, Any]:
        return {"shard_ids": list(sharding.ids), "shard_count": sharding.count}

    async def on_ready(self) -> None:
        if not self.became_ready.is_set():
            await self._began(self.sharding.ids[0])

    async def on_disconnect(self) -> None:
        pass

    async def on_resumed(self) -> None:
        pass

    async def on_shard_ready(self, shard: int) -> None:
        self._offline.discard(shard)
        if self.became_ready.is_set():
            await self._began(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._broke(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        await self._went_on(shard)
