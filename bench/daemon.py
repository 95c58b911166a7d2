"""What the daemon costs: memory after so many turns of all kinds, its event loop, and seconds to a start.

    python -m bench.daemon [--turns 10000]

The daemon is the whole one in a process of its own, against the loopback Discord; only its worker answers
without a model, and is not counted. Writes build/bench-daemon.json; exit code 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from itertools import count
from pathlib import Path
from statistics import linear_regression, median
from typing import Any

from bench.crowd_use import Crowd, place_for_each
from bench.watching import Memory, WatchedDaemon, lag_figures
from tests.discord_server.server import DiscordServer

REPORT = Path("build/bench-daemon.json")
TURNS = 10_000
MILESTONES = (100, 1_000, 10_000)
PEOPLE = 40
"""Each in a channel of their own, since Discord takes one message a second in a channel."""
LOOKS = 100
"""At the memory, spread over all turns."""
STARTS = 5
GOAL_MEGABYTES, GOAL_GROWTH, GOAL_START = 450.0, 5.0, 5.0
"""Megabytes; megabytes in 10,000 turns by the line through the second half; seconds. The second holds for a
whole run only: in its first ten minutes whatever is bounded fills.
"""


async def measure(directory: Path, turns: int) -> dict[str, Any]:
    async with started(directory, name="kept") as (daemon, server):
        crowd = Crowd(server=server, places=place_for_each(server, PEOPLE))
        looks: dict[int, Memory] = {0: daemon.memory()}
        since, processor = time.monotonic(), daemon.processor_seconds()
        looking = asyncio.create_task(_look(daemon, crowd, looks, every=max(1, turns // LOOKS)))
        await crowd.use(turns)
        looking.cancel()
        looks[turns] = daemon.memory()
        until = time.monotonic()
        processor = daemon.processor_seconds() - processor
        await daemon.end()
        ends = Counter(line["end"] for line in daemon.events("turn"))
        return {
            "turns": turns,
            "seconds": round(until - since, 1),
            "processor_ms_a_turn": round(processor / turns * 1000, 1),
            "unanswered": crowd.silent,
            "ends": dict(ends),
            "reminders_delivered": len(daemon.events("delivered")),
            "memory": {str(at): _rounded(_nearest(looks, at)) for at in (0, *MILESTONES) if at <= turns},
            "growth_mb_in_10000": growth(looks),
            "looks": {str(at): _rounded(memory) for at, memory in looks.items()},
            "loop": lag_figures(daemon.lags(), since=since, until=until),
        }


@asynccontextmanager
async def started(directory: Path, *, name: str) -> AsyncIterator[tuple[WatchedDaemon, DiscordServer]]:
    home = directory / name
    home.mkdir()
    async with DiscordServer() as server:
        daemon = WatchedDaemon(server, home, module="bench.quick_engine")
        daemon.configure(engine='regime = "wide"')
        try:
            await daemon.start()
            yield daemon, server
        finally:
            await daemon.end()


async def _look(daemon: WatchedDaemon, crowd: Crowd, looks: dict[int, Memory], *, every: int) -> None:
    for due in count(every, every):
        while crowd.done < due:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.05)
        looks[crowd.done] = await asyncio.to_thread(daemon.memory)


def growth(looks: dict[int, Memory]) -> float:
    """Megabytes of its own (uss) that 10,000 further turns would add, by the line through the second half."""
    later = [(at, memory.uss) for at, memory in looks.items() if at >= max(looks) / 2]
    if len(later) < 2:
        return 0.0
    turns, megabytes = zip(*later, strict=True)
    return round(linear_regression(turns, megabytes).slope * 10_000, 2)


def _nearest(looks: dict[int, Memory], turns: int) -> Memory:
    return looks[min(looks, key=lambda at: abs(at - turns))]


def _rounded(memory: Memory) -> dict[str, float]:
    return {name: round(value, 1) for name, value in asdict(memory).items()}


# ------------------------------------------------------------------ starting


async def start_seconds(directory: Path) -> dict[str, float]:
    """Medians of seconds from the process's start: until it is ready, and until it can answer too, with a
    worker that loads nothing. `processor_s` is what it computed until it was ready.
    """
    ready, thinking, processor = [], [], []
    home = directory / "starts"
    home.mkdir()
    async with DiscordServer() as server:
        daemon = WatchedDaemon(server, home, module="bench.quick_engine")
        for number in range(STARTS):
            begun = time.monotonic()
            daemon.heard()
            daemon.notified.clear()
            await daemon.launch()
            await daemon.until(lambda: "READY=1" in daemon.heard())
            ready.append(time.monotonic() - begun)
            processor.append(daemon.processor_seconds())
            await daemon.until(lambda: len(daemon.events("model ready")) > number)  # noqa: B023 - at once
            thinking.append(time.monotonic() - begun)
            daemon.terminate()
            await daemon.wait()
        await daemon.end()
    return {
        "ready_s": round(median(ready), 2),
        "answers_s": round(median(thinking), 2),
        "processor_s": round(median(processor), 2),
    }


# ------------------------------------------------------------------ the report


def missed(report: dict[str, Any]) -> list[str]:
    """The goals that were not met, in words."""
    turns, highest = report["turns"], max(each["rss"] for each in report["turns"]["looks"].values())
    wrong = {
        f"memory reached {highest} MB": highest >= GOAL_MEGABYTES,
        f"memory grows by {turns['growth_mb_in_10000']} MB in 10,000 turns": (
            turns["turns"] >= TURNS and turns["growth_mb_in_10000"] > GOAL_GROWTH
        ),
        f"a start takes {report['start']['ready_s']} s": report["start"]["ready_s"] >= GOAL_START,
        f"{turns['unanswered']} of {turns['turns']} turns had no answer": turns["unanswered"] > 0,
    }
    return [sentence for sentence, true in wrong.items() if true]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=TURNS)
    turns = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as directory:
        report: dict[str, Any] = {
            "start": asyncio.run(start_seconds(Path(directory))),
            "turns": asyncio.run(measure(Path(directory), turns)),
            "load": {"average": os.getloadavg()[0]},
        }
    report["missed"] = missed(report)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    report["turns"].pop("looks")
    print(json.dumps(report, indent=1))
    return 1 if report["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
