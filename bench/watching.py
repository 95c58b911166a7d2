"""A daemon whose memory, processor time and event loop are looked at."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import psutil

from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon

MEGABYTE = 1024 * 1024
PATIENCE = 300.0
"""Seconds for whatever is waited for: a bench measures how long things take, and fails for nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Megabytes of the daemon alone, without the worker: resident (rss), resident with what it shares counted
    by halves (pss), and shared with nobody (uss).
    """

    rss: float
    pss: float
    uss: float


class WatchedDaemon(Daemon):
    """Runs by `module`, which leaves lag.json behind; see `bench.watched`."""

    def __init__(self, server: DiscordServer, directory: Path, *, module: str = "bench.watched") -> None:
        super().__init__(server, directory)
        self.module = module

    def processor_seconds(self) -> float:
        spent = self._process().cpu_times()
        return float(spent.user + spent.system)

    def memory(self) -> Memory:
        full = self._process().memory_full_info()
        return Memory(rss=full.rss / MEGABYTE, pss=full.pss / MEGABYTE, uss=full.uss / MEGABYTE)

    def lags(self) -> list[tuple[float, float]]:
        """(moment, lag) in seconds, once it has ended; moments are those of the system's monotonic clock."""
        return [(moment, lag) for moment, lag in json.loads((self.directory / "lag.json").read_text())]

    async def until(self, probe: Callable[[], bool], seconds: float = PATIENCE) -> None:
        await super().until(probe, seconds)

    def command(self) -> Sequence[str]:
        lags = str(self.directory / "lag.json")
        return (sys.executable, "-m", self.module, lags, "run", "--config", str(self.config))

    def _process(self) -> psutil.Process:
        assert self.process is not None
        return psutil.Process(self.process.pid)


def percentile(values: list[float], share: float) -> float:
    """The nearest rank."""
    return sorted(values)[ceil(len(values) * share) - 1]


def lag_figures(samples: list[tuple[float, float]], *, since: float, until: float) -> dict[str, float]:
    """Milliseconds within the span; `held_up` is the share of it in hold-ups of more than 50 ms."""
    lags = [lag for moment, lag in samples if since <= moment <= until]
    return {
        "samples": len(lags),
        "p50_ms": round(percentile(lags, 0.5) * 1000, 1),
        "p99_ms": round(percentile(lags, 0.99) * 1000, 1),
        "worst_ms": round(max(lags) * 1000, 1),
        "held_up": round(sum(lag for lag in lags if lag > 0.05) / (until - since), 4),
    }
