"""Ten thousand faults of gateway and REST while people write: is every message answered exactly once?

    python -m bench.soak_chaos --faults 10000

The bot is the whole one but for its turns, which are scripted and take little work. The loopback Discord is
in the same process, with its rate limits on. Pauses between attempts are shortened. Writes
build/soak-chaos.json; ends with 1 if a message was lost, answered twice, or left growing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import math
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog

from tests.chaos.stories import StoryTurn
from tests.chaos.storm import Storm, storm
from tests.discord_server.pointing import pointed_at
from tests.discord_server.server import DiscordServer

REPORT = Path("build/soak-chaos.json")
CHANNELS, PEOPLE = 40, 30
SHOWN = 20
"""Names of a fault that are kept in the report."""


async def soak(faults: int, seed: int, directory: Path, *, minutes: float) -> dict[str, Any]:
    """So many faults, or as many as happen in so many minutes."""
    started = time.monotonic()
    async with DiscordServer() as server:
        with pointed_at(server):
            async with storm(
                server, directory, seed=seed, channels=CHANNELS, people=PEOPLE, turn=StoryTurn()
            ) as found:
                with suppress(TimeoutError):
                    async with asyncio.timeout(minutes * 60), asyncio.TaskGroup() as together:
                        telling = together.create_task(tell(found))
                        await found.rage(faults)
                        telling.cancel()
                raged = time.monotonic() - started
                account = await found.quiet()
        crashes = [repr(crash) for crash in server.crashes]
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - started),
        "seconds_of_storm": round(raged),
        "load": [round(each, 2) for each in os.getloadavg()],
        "faults_caused": found.faults.total(),
        "by_kind": dict(sorted(found.faults.items())),
        "messages": len(found.asked),
        "became": account.counts(),
        "wrong": {
            kind: [found.traced(name) for name in names[:SHOWN]] for kind, names in account.faults().items()
        },
        "crashes": crashes,
    }


async def tell(found: Storm) -> None:
    """How far it is, each minute."""
    while True:
        await asyncio.sleep(60)
        print(f"{found.faults.total()} faults, {len(found.asked)} messages", file=sys.stderr, flush=True)


def show(report: dict[str, Any]) -> None:
    for name, value in report["by_kind"].items():
        print(f"{name:36}{value:8}")
    for name, value in report["became"].items():
        print(f"{name:36}{value:8}")
    for name, found in report["wrong"].items():
        print(f"{name:36}{len(found):8}  {found[:5] or ''}")
    print(f"{report['messages']} messages, {report['seconds']} s, load {report['load']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="ends sooner than the faults, if need be"
    )
    parser.add_argument("--log", type=Path, help="where the bot's log goes")
    arguments = parser.parse_args()
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    with Path(arguments.log or os.devnull).open("w") as log, tempfile.TemporaryDirectory() as directory:
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
        report = asyncio.run(
            soak(arguments.faults, arguments.seed, Path(directory), minutes=arguments.minutes)
        )
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    show(report)
    return 1 if any(report["wrong"].values()) or report["crashes"] else 0


if __name__ == "__main__":
    sys.exit(main())
