"""How late the daemon's event loop is while twenty channels chat with the real default model.

    python -m bench.lag [--seconds 60]

Messages of all kinds come at a steady rate; the daemon and its worker are the real ones in processes of
their own. The loop is looked at every 20 ms inside the daemon, by its own probe. The same is measured before
anybody writes: that is what this machine does by itself. Writes build/bench-lag.json; exit code 1 where the
goal is missed or a message had no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.crowd import KINDS
from bench.crowd_use import answer_in, place_for_each
from bench.watching import WatchedDaemon, lag_figures
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message

REPORT = Path("build/bench-lag.json")
CHANNELS = 20
EVERY = 12.0
"""Seconds between two messages in a channel; two cores answer that many."""
SECONDS, REST = 60.0, 15.0
PATIENCE = 180.0
"""Seconds for the last answers after the last message."""
GOAL_MS = 50.0


async def measure(directory: Path, seconds: float) -> dict[str, Any]:
    async with DiscordServer() as server:
        daemon = WatchedDaemon(server, directory)
        as_many_as_fit = daemon.config.read_text().replace("threads = 1\n", "")
        daemon.config.write_text(as_many_as_fit)
        try:
            await daemon.start()
            people, places = zip(*place_for_each(server, CHANNELS), strict=True)
            rested = time.monotonic()
            await asyncio.sleep(REST)
            began, processor = time.monotonic(), daemon.processor_seconds()
            asked: list[tuple[Channel, Message]] = []
            for number in range(int(seconds / EVERY * CHANNELS)):
                await asyncio.sleep(max(0.0, began + number * EVERY / CHANNELS - time.monotonic()))
                place = places[number % CHANNELS]
                text = f"{server.bot_mention} {KINDS[number % len(KINDS)].said(number)}"
                asked.append((place, await people[number % CHANNELS].send(place, text)))
            await _until_answered(server, asked)
            ended, processor = time.monotonic(), daemon.processor_seconds() - processor
        finally:
            await daemon.end()
        latencies = [
            (answer.timestamp - message.timestamp).total_seconds()
            for place, message in asked
            if (answer := answer_in(server, place, message)) is not None
        ]
        samples = daemon.lags()
        return {
            "channels": CHANNELS,
            "messages": len(asked),
            "unanswered": len(asked) - len(latencies),
            "answer_median_s": round(median(latencies), 2),
            "seconds": round(ended - began, 1),
            "processor_share": round(processor / (ended - began), 3),
            "at_rest": lag_figures(samples, since=rested, until=began),
            "chatting": lag_figures(samples, since=began, until=ended),
        }


async def _until_answered(server: DiscordServer, asked: list[tuple[Channel, Message]]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if all(answer_in(server, place, message) is not None for place, message in asked):
            return
        await asyncio.sleep(0.2)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    with tempfile.TemporaryDirectory() as directory:
        report = asyncio.run(measure(Path(directory), parser.parse_args().seconds))
    report["load"] = {"average": os.getloadavg()[0]}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))
    return 1 if report["unanswered"] or report["chatting"]["p99_ms"] >= GOAL_MS else 0


if __name__ == "__main__":
    sys.exit(main())
