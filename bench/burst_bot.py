"""The bot of `bench.chat_burst`, in a process of its own, so that its loop runs nothing but it.

    python -m bench.burst_bot PORT TOKEN DIRECTORY BOUNDS

BOUNDS is "roomy" or "default". It says "connected", waits for a line, and ends with what its loop lagged
behind, as JSON in seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path

import structlog

from bot.config import TurnConfig
from tests.chaos.burst import bot_here
from tests.chaos.storm import ROOMY
from tests.discord_server.pointing import pointed_at
from tests.discord_server.server import DiscordServer

BOUNDS = {"roomy": ROOMY, "default": TurnConfig()}


async def answer(port: int, token: str, directory: Path, turn: TurnConfig) -> None:
    server = DiscordServer(port=port)  # it is not started: this is where the one of the bench listens
    server.world.application.token = token
    with pointed_at(server):
        async with bot_here(server, directory, turn) as bot:
            print("connected", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            print(json.dumps(asdict(await bot.idle())), flush=True)


if __name__ == "__main__":
    port, token, directory, bounds = sys.argv[1:]
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    with Path(os.devnull).open("w") as nowhere:
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(nowhere))
        asyncio.run(answer(int(port), token, Path(directory), BOUNDS[bounds]))
