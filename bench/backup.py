"""Backs up a data directory of 1 GB under a running daemon that people chat with, and restores it.

    python -m bench.backup [--megabytes 1000]

What comes back is compared: every file of the vault byte for byte, the database with the archive's copy byte
for byte, and its rows with those that were there before. Writes build/bench-backup.json; exit code 1 where
anything differs, or somebody had no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.crowd_use import Crowd, place_for_each
from bench.watching import MEGABYTE, WatchedDaemon, lag_figures
from tests.app.large import fill_large, last_row, rows_digest, tree_digests
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import CHECKOUT

REPORT = Path("build/bench-backup.json")
MEGABYTES = 1000
PEOPLE = 10
REST = 10.0
"""Seconds of chat before the backup, for comparison."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A command that was run; `peak` is its largest resident size in megabytes."""

    code: int
    said: str
    seconds: float
    peak: float


async def measure(directory: Path, megabytes: int) -> dict[str, Any]:
    async with DiscordServer() as server:
        home = directory / "kept"
        home.mkdir()
        daemon = WatchedDaemon(server, home, module="bench.quick_engine")
        await fill_large(home / "data", megabytes)
        vault = await asyncio.to_thread(tree_digests, home / "data" / "vault")
        try:
            await daemon.start()
            backup, chat = await _back_up(daemon, server)
        finally:
            await daemon.end()
        samples = daemon.lags()
        restored = directory / "restored"
        restored.mkdir()
        daemon.config.write_text(daemon.config.read_text().replace(str(home), str(restored)))
        (archive,) = (home / "data" / "backups").iterdir()
        restore = await _kallisti(daemon.config, "restore", str(archive))
        wrong = await asyncio.to_thread(_differences, home / "data", restored / "data", archive, vault)
        return {
            "megabytes": megabytes,
            "archive_mb": round(archive.stat().st_size / MEGABYTE, 1),
            "backup": _figures(backup),
            "restore": _figures(restore),
            "turns_meanwhile": chat["turns"],
            "unanswered": chat["unanswered"],
            "loop_before": lag_figures(samples, since=chat["began"], until=chat["backing"]),
            "loop_meanwhile": lag_figures(samples, since=chat["backing"], until=chat["ended"]),
            "wrong": wrong,
        }


async def _back_up(daemon: WatchedDaemon, server: DiscordServer) -> tuple[Ran, dict[str, float]]:
    crowd = Crowd(server=server, places=place_for_each(server, PEOPLE))
    began = time.monotonic()
    chatting = asyncio.create_task(crowd.use(1_000_000))
    await asyncio.sleep(REST)
    backing, turns = time.monotonic(), crowd.done
    ran = await _kallisti(daemon.config, "backup")
    ended = time.monotonic()
    figures = {"began": began, "backing": backing, "ended": ended, "turns": crowd.done - turns}
    chatting.cancel()
    await asyncio.wait([chatting])
    return ran, figures | {"unanswered": crowd.silent}


async def _kallisti(config: Path, *arguments: str) -> Ran:
    begun = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PEAKED, *arguments, "--config", str(config)),
        cwd=CHECKOUT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    seconds = time.monotonic() - begun
    assert process.returncode is not None
    *said, peak = output.decode().splitlines()
    return Ran(code=process.returncode, said="\n".join(said), seconds=seconds, peak=int(peak) / 1024)


PEAKED = """
import atexit, resource
atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
from bot.__main__ import main
main()
"""
"""`kallisti` that says at its end how large it was, in kilobytes."""


def _differences(old: Path, new: Path, archive: Path, vault: dict[str, str]) -> list[str]:
    """In words; none where everything came back."""
    found = []
    came_back = tree_digests(new / "vault")
    lost = [name for name, digest in vault.items() if came_back.get(name) != digest]
    if lost:
        found.append(f"{len(lost)} files of the vault differ, among them {lost[0]}")
    database = new / "kallisti.sqlite3"
    with tarfile.open(archive) as packed, database.open("rb") as file:
        copy = packed.extractfile("database/kallisti.sqlite3")
        assert copy is not None
        while (chunk := copy.read(MEGABYTE)) == file.read(MEGABYTE) and chunk:
            pass
        if chunk:
            found.append("the database is not the one of the archive")
    until = last_row(database)
    if rows_digest(database, until=until) != rows_digest(old / "kallisti.sqlite3", until=until):
        found.append("the history is not as it was")
    return found


def _figures(ran: Ran) -> dict[str, Any]:
    return {"code": ran.code, "seconds": round(ran.seconds, 1), "peak_mb": round(ran.peak, 1)}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=MEGABYTES)
    with tempfile.TemporaryDirectory() as directory:
        report = asyncio.run(measure(Path(directory), parser.parse_args().megabytes))
    report["load"] = {"average": os.getloadavg()[0]}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))
    failed = report["backup"]["code"] or report["restore"]["code"] or report["unanswered"]
    return 1 if failed or report["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
