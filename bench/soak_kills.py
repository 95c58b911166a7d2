"""The daemon killed a thousand times: is every due occurrence visible exactly once?

    python -m bench.soak_kills --kills 1000

Each round is a data directory and a loopback Discord that keeps its state; the rounds run side by side, and
in each one daemon after the other is killed by SIGKILL. Writes build/soak-kills.json; ends with 1 if anything
was seen twice, early, unasked or never.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.discord_server.server import DiscordServer
from tests.e2e.ledger import Ledger
from tests.e2e.lives import Lives

REPORT = Path("build/soak-kills.json")
SIDE_BY_SIDE = 4
KILLS_A_ROUND = 50
"""Then the account is settled, and the next round starts with an empty database."""


async def soak(kills: int, seed: int) -> dict[str, Any]:
    logging.getLogger("aiohttp.server").setLevel(
        logging.CRITICAL
    )  # its clients die in the middle of a request
    started, total, results = time.monotonic(), Counter[str](), []
    rounds = iter(range(-(-kills // KILLS_A_ROUND)))

    async def work() -> None:
        for number in rounds:
            size = min(KILLS_A_ROUND, kills - number * KILLS_A_ROUND)
            results.append(await one_round(size, seed + number))
            total.update(results[-1]["counts"])
            faults = {name: len(found) for name, found in results[-1]["faults"].items()}
            print(
                f"{time.monotonic() - started:6.0f} s  {total['kills']} kills, seed {seed + number}: {faults}"
            )

    await asyncio.gather(*(work() for _ in range(SIDE_BY_SIDE)))
    return summary(results, total, seconds=time.monotonic() - started, seed=seed)


async def one_round(kills: int, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        async with DiscordServer() as server:
            lives = Lives(server=server, directory=Path(directory), seed=seed)
            for _ in range(kills):
                await lives.live_and_die()
            ledger = await lives.live_to_the_end()
            if any(ledger.faults().values()):
                keep(Path(directory), seed)
            return {"seed": seed, "counts": counts(lives, ledger), "faults": ledger.faults()}


def keep(directory: Path, seed: int) -> None:
    """What a person needs who looks for the cause."""
    place = REPORT.parent / f"soak-kills-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    for file in [directory / "daemon.log", *(directory / "data").iterdir()]:
        with contextlib.suppress(OSError):
            (place / file.name).write_bytes(file.read_bytes())


def counts(lives: Lives, ledger: Ledger) -> Counter[str]:
    due = ledger.due
    found = Counter[str]({"kills": lives.kills.total()})
    found.update({f"kills {name}": number for name, number in lives.kills.items()})
    found.update({f"caught {name}": number for name, number in lives.caught.items()})
    found["due"] = len(due)
    found["due of series"] = sum(each.reminder_id in ledger.series for each in due)
    found["due of snoozes"] = sum(each.is_snooze for each in due)
    found["sent"] = sum(each.is_sent for each in due)
    found["missed and told"] = sum(each.is_missed for each in due)
    found["messages"] = len(ledger.messages)
    return found


def summary(results: list[Any], total: Counter[str], *, seconds: float, seed: int) -> dict[str, Any]:
    faults: dict[str, list[str]] = {}
    for result in results:
        for name, found in result["faults"].items():
            faults.setdefault(name, []).extend(f"seed {result['seed']}: {each}" for each in found)
    load = [round(each, 2) for each in os.getloadavg()]
    return {"seconds": round(seconds), "load": load, "seed": seed, "counts": dict(total), "faults": faults}


def show(report: dict[str, Any]) -> None:
    for name, number in report["counts"].items():
        print(f"{name:24}{number:8}")
    for name, found in report["faults"].items():
        print(f"{name:24}{len(found):8}  {'' if not found else found[:5]}")
    print(f"{report['seconds']} s, load {report['load']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    report = asyncio.run(soak(arguments.kills, arguments.seed))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    show(report)
    return 1 if any(report["faults"].values()) else 0


if __name__ == "__main__":
    sys.exit(main())
