"""A thousand messages in ten seconds from fifty channels: none lost, none answered twice, all in order.

    python -m bench.chat_burst

Turns are scripted; the loopback Discord is in the same process, with its rate limits on. Once with bounds
that all fit into, once with the default ones, beyond which people are told. Writes build/bench-burst.json.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import structlog

from bot.config import TurnConfig
from tests.chaos.burst import burst
from tests.chaos.storm import ROOMY
from tests.discord_server.pointing import pointed_at
from tests.discord_server.server import DiscordServer

REPORT = Path("build/bench-burst.json")
CHANNELS, MESSAGES, SECONDS = 50, 1000, 10.0


async def measure(turn: TurnConfig) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory:
        async with DiscordServer() as server:
            with pointed_at(server):
                found = await burst(
                    server,
                    Path(directory),
                    channels=CHANNELS,
                    messages=MESSAGES,
                    seconds=SECONDS,
                    turn=turn,
                )
    wrong = found.account.faults() | {"out of order": found.account.out_of_order}
    return {
        "seconds": round(found.seconds, 1),
        "worst_loop_lag_ms": round(found.loop_lag * 1000, 1),
        **found.account.counts(),
        "wrong": {name: len(names) for name, names in wrong.items()},
    }


def main() -> int:
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    with Path(os.devnull).open("w") as nowhere:
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(nowhere))
        report = {
            name: asyncio.run(measure(turn))
            for name, turn in (("all fit", ROOMY), ("default bounds", TurnConfig()))
        }
    report["load"] = {"average": os.getloadavg()[0]}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))
    return 1 if any(any(run.get("wrong", {}).values()) for run in report.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
