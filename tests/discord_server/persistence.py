"""Keep a server's world and transcript in one JSON file, so that a server can be restarted too.

Gateway sessions and interaction tokens are not kept: a restarted Discord makes clients identify anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from .state import World
from .transcript import Record, Transcript

WRITE_INTERVAL = 0.2
WRITE_SHARE = 10


@dataclass(slots=True, kw_only=True)
class Snapshot:
    """The file's content."""

    world: World
    records: list[Record] = field(default_factory=list)


def load(path: Path) -> Snapshot | None:
    """The stored state; None where the file does not exist."""
    if not path.exists():
        return None
    return TypeAdapter(Snapshot).validate_json(path.read_bytes())


class StateFile:
    """Writes changes soon after they happen, never spending more than a tenth of the time on it."""

    def __init__(self, path: Path, world: World, transcript: Transcript) -> None:
        self.path = path
        self._adapter = TypeAdapter(Snapshot)
        self._snapshot = Snapshot(world=world, records=transcript.records)
        self._dirty = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.write()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self.write()

    def mark(self) -> None:
        self._dirty.set()

    def write(self) -> None:
        """Replace the file in one step, so that a killed server leaves the old or the new state."""
        temporary = self.path.with_suffix(self.path.suffix + ".new")
        temporary.write_bytes(self._adapter.dump_json(self._snapshot))
        temporary.replace(self.path)

    async def _run(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            started = time.monotonic()
            self.write()
            await asyncio.sleep(max(WRITE_INTERVAL, WRITE_SHARE * (time.monotonic() - started)))
