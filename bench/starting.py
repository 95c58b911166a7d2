"""What pending reminders cost a start: seconds until the daemon is ready, and its memory then."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

from bench.pending import fill
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import Daemon

SETTLING = 2.0
"""Seconds from ready to the look at its memory: what is loaded behind its back is there by then."""
NO_ENGINE = 'server = "http://127.0.0.1:9"'
"""The model's own load would hide what is to be seen."""
MEGABYTE = 1024 * 1024
OLDER_ZONES = "1970a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Medians of the same daemon started again and again; memory is what it shares with nobody (USS)."""

    seconds: float
    megabytes: float


async def measure(directory: Path, *, reminders: int, times: int) -> dict[str, Starts]:
    """By what the database holds. The kinds take turns, so that a busy minute meets them all."""
    found: dict[str, list[tuple[float, float]]] = {}
    async with DiscordServer() as server:
        daemons = {
            "none": await _daemon(server, directory / "none", 0, None),
            "full": await _daemon(server, directory / "full", reminders, None),
        }
        for _ in range(times):
            for name, daemon in daemons.items():
                found.setdefault(name, []).append(await _start(daemon))
        # A new zone database is met once: from the second start on everything is computed.
        older = await _daemon(server, directory / "older", reminders, OLDER_ZONES)
        found["older zones"] = [await _start(older)]
    return {name: _median(starts) for name, starts in found.items()}


async def _daemon(server: DiscordServer, directory: Path, reminders: int, version: str | None) -> Daemon:
    directory.mkdir()  # noqa: ASYNC240 - nothing else runs yet
    daemon = Daemon(server, directory)
    daemon.configure(engine=NO_ENGINE)
    await fill(directory / "data" / "kallisti.sqlite3", reminders, version=version)
    return daemon


async def _start(daemon: Daemon) -> tuple[float, float]:
    daemon.heard()
    daemon.notified.clear()
    started = time.monotonic()
    await daemon.launch()
    assert daemon.process is not None
    await daemon.until(lambda: "READY=1" in daemon.heard())
    seconds = time.monotonic() - started
    await asyncio.sleep(SETTLING)
    memory = psutil.Process(daemon.process.pid).memory_full_info().uss / MEGABYTE
    daemon.terminate()
    await daemon.wait()
    return seconds, memory


def _median(starts: list[tuple[float, float]]) -> Starts:
    seconds, megabytes = zip(*starts, strict=True)
    return Starts(seconds=median(seconds), megabytes=median(megabytes))
