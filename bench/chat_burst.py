"""A thousand messages in ten seconds from fifty channels: none lost, none answered twice, all in order.

    python -m bench.chat_burst

Turns are scripted; the bot has a process of its own, and the loopback Discord is here, with its rate limits
on. Once with bounds that all fit into, once with the default ones, beyond which people are told. Writes
build/bench-burst.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.burst_bot import BOUNDS
from tests.chaos.burst import Lag, burst
from tests.discord_server.server import DiscordServer

REPORT = Path("build/bench-burst.json")
CHANNELS, MESSAGES, SECONDS = 50, 1000, 10.0


class BotElsewhere:
    """See `tests.chaos.burst.Bot`. In a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def say(self) -> str:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the bot has ended")
        return line.decode()

    async def idle(self) -> Lag:
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        return Lag(**json.loads(await self.say()))


@asynccontextmanager
async def bot_elsewhere(server: DiscordServer, directory: Path, bounds: str) -> AsyncIterator[BotElsewhere]:
    arguments = [str(server.port), server.token, str(directory), bounds]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.burst_bot", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    bot = BotElsewhere(process)
    try:
        await bot.say()
        yield bot
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def measure(bounds: str, *, messages: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory:
        async with DiscordServer() as server:
            bot = bot_elsewhere(server, Path(directory), bounds)
            found = await burst(server, bot, channels=CHANNELS, messages=messages, seconds=seconds)
    wrong = found.account.faults() | {"out of order": found.account.out_of_order}
    return {
        "seconds": round(found.seconds, 1),
        "worst_loop_lag_ms": round(found.lag.worst * 1000, 1),
        "p99_loop_lag_ms": round(found.lag.p99 * 1000, 1),
        **found.account.counts(),
        "wrong": {name: len(names) for name, names in wrong.items()},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    arguments = parser.parse_args()
    report = {
        bounds: asyncio.run(measure(bounds, messages=arguments.messages, seconds=arguments.seconds))
        for bounds in BOUNDS
    }
    report["load"] = {"average": os.getloadavg()[0]}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))
    return 1 if any(any(run.get("wrong", {}).values()) for run in report.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
