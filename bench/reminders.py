"""Many reminders: what they cost a start, and how late a thousand arrive that are due in the same second.

    python -m bench.reminders

The daemon is the real one, as a process of its own, without a model; Discord is the loopback server with
Discord's rate limits. Prints a table and writes build/bench-reminders.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from pathlib import Path

from bench import burst, starting
from bench.burst import Burst
from bench.starting import Starts

REPORT = Path("build/bench-reminders.json")
PENDING = 100_000
STARTS = 5
P50, P99 = 0.5, 0.99
TARGETS = {
    "start.more_s": 3.0,
    "start.more_mb": 50.0,
    "start.zones_more_s": 3.0,
    "burst.over_limit_ms": 250.0,
    "burst.lag_ms": 100.0,
    "burst.twice": 0,
}
"""At most so much."""


async def measure(pending: int, starts: int) -> dict[str, float]:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        directory = Path(name)
        figures = of_starts(await starting.measure(directory, reminders=pending, times=starts))
        bare = await burst.by_bare_client(directory / "bare")
        daemon = await burst.by_daemon(directory / "daemon", pending=pending)
    figures |= of_bursts(daemon, bare)
    return figures | {"load.before": load, "load.after": os.getloadavg()[0]}


def of_starts(starts: dict[str, Starts]) -> dict[str, float]:
    none, full, zones = starts["none"], starts["full"], starts["older zones"]
    return {
        "start.none_s": none.seconds,
        "start.full_s": full.seconds,
        "start.more_s": full.seconds - none.seconds,
        "start.zones_more_s": zones.seconds - none.seconds,
        "start.none_mb": none.megabytes,
        "start.full_mb": full.megabytes,
        "start.more_mb": full.megabytes - none.megabytes,
    }


def of_bursts(daemon: Burst, bare: Burst) -> dict[str, float]:
    limit = Burst(lateness=burst.ideal(), spread=1, refused=0, twice=0)
    figures: dict[str, float] = {}
    for name, each in (("limit", limit), ("bare", bare), ("burst", daemon)):
        figures[f"{name}.p50_s"] = each.percentile(P50)
        figures[f"{name}.p99_s"] = each.percentile(P99)
        figures[f"{name}.last_s"] = max(each.lateness)
        figures[f"{name}.refused"] = each.refused
        figures[f"{name}.spread"] = each.spread
    figures["burst.over_limit_ms"] = 1000 * (daemon.percentile(P99) - limit.percentile(P99))
    figures["burst.under_bare_ms"] = 1000 * (bare.percentile(P99) - daemon.percentile(P99))
    figures["burst.early"] = sum(lateness < 0 for lateness in daemon.lateness)
    figures["burst.twice"] = daemon.twice
    figures["burst.lag_ms"] = 1000 * (daemon.lag or 0)
    figures["burst.processor_s"] = daemon.processor or 0
    figures["burst.lag_at_rest_ms"] = 1000 * (daemon.lag_at_rest or 0)
    return figures


def show(figures: dict[str, float]) -> None:
    for name, value in figures.items():
        target = TARGETS.get(name)
        verdict = "" if target is None else f"  at most {target:g}: {'yes' if value <= target else 'NO'}"
        print(f"{name:24}{value:12.3f}{verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pending", type=int, default=PENDING)
    parser.add_argument("--starts", type=int, default=STARTS)
    arguments = parser.parse_args()
    figures = asyncio.run(measure(arguments.pending, arguments.starts))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({name: round(value, 3) for name, value in figures.items()}, indent=1) + "\n")
    show(figures)


if __name__ == "__main__":
    main()
