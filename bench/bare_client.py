"""discord.py without anything of ours: sends a plan's messages as soon as they are due, all at once.

    python -m bench.bare_client PLAN

What it gives up (after five refusals) is handed to it again, as a program around it would.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import discord
import discord.gateway
import discord.http
import yarl


class Client(discord.Client):
    def __init__(self, plan: dict[str, Any]) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=1.0)
        self.plan = plan

    async def on_ready(self) -> None:
        await asyncio.sleep(max(0.0, self.plan["due"] - time.time()))
        await asyncio.gather(*(self._send(*each) for each in enumerate(self.plan["channels"])))

    async def _send(self, number: int, channel_id: int) -> None:
        channel = self.get_partial_messageable(channel_id)
        while True:
            try:
                await channel.send(f"<@1> Reminder: {number}", nonce=f"b{number}")
            except discord.HTTPException:
                continue
            return


if __name__ == "__main__":
    found = json.loads(Path(sys.argv[1]).read_text())
    discord.VoiceClient.warn_nacl = False
    discord.http.Route.BASE = found["api_base"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(found["gateway_url"])
    Client(found).run(found["token"], log_handler=None)
