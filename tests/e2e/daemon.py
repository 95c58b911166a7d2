"""The whole daemon as a child process, between a loopback Discord and a service manager's notify socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from agent.engine.probe import VERDICTS_FILE
from agent.engine.weights import DIRECTORY
from bot.store.instants import from_stored
from tests.discord_server.server import DiscordServer

CHECKOUT = Path(__file__).parents[2]
START_SECONDS = 180.0
"""Far more than a start takes: a busy machine is slow, not wrong."""
END_SECONDS = 15.0
LOOK_EVERY = 0.02
_KEPT = tempfile.TemporaryDirectory(prefix="kallisti-kept-")
_LENT = (VERDICTS_FILE, DIRECTORY)
"""What the first daemon of this process found out about the processor, and its weights: the others start as
a second start does, try no decode of their own and convert nothing.
"""
_MARK = re.compile(r"<t:(\d+):")


class Daemon:
    """Starts, stops and watches one daemon; it can be started again on the same data."""

    def __init__(
        self,
        server: DiscordServer,
        directory: Path,
        *,
        token: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`environment` comes on top of what every daemon here is started with."""
        self.server = server
        self.directory = directory
        self.token = server.token if token is None else token
        self.extra = dict(environment or {})
        self.config = directory / "config.toml"
        self.log_path = directory / "daemon.log"
        self.process: asyncio.subprocess.Process | None = None
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(str(directory / "notify"))
        self._notify.setblocking(False)
        self.notified: list[str] = []
        self.configure()

    def configure(self, extra: str = "", *, engine: str = "", discord: str = "") -> None:
        self.config.write_text(
            f'[discord]\napi_base = "{self.server.api_base}"\ngateway_url = "{self.server.gateway_url}"\n'
            f"{discord}\n"
            f"[engine]\nthreads = 1\n{engine}\n"
            f'[data]\ndirectory = "{self.directory / "data"}"\n'
            f'[log]\nformat = "json"\n{extra}\n'
        )

    def environment(self) -> Mapping[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
        return kept | {
            "KALLISTI_DISCORD_TOKEN": self.token,
            "NOTIFY_SOCKET": str(self.directory / "notify"),
            "WATCHDOG_USEC": "2000000",
            "TZ": "Europe/Berlin",
            **self.extra,
        }

    def command(self) -> Sequence[str]:
        return (sys.executable, "-m", "bot.launch", "run", "--config", str(self.config))

    # ------------------------------------------------------------------ life

    async def launch(self) -> None:
        """Starts the process and waits for nothing."""
        self._lend()
        with self.log_path.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command(),
                cwd=CHECKOUT,
                env=self.environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def start(self, *, seconds: float = START_SECONDS) -> None:
        """Starts the process and waits until it is connected and its model is loaded."""
        before = len(self.events("model ready"))
        self.heard()
        self.notified.clear()
        await self.launch()
        await self.until(
            lambda: "READY=1" in self.heard() and len(self.events("model ready")) > before, seconds
        )
        _link(self.directory / "data", Path(_KEPT.name))

    def _lend(self) -> None:
        (self.directory / "data").mkdir(mode=0o700, exist_ok=True)
        _link(Path(_KEPT.name), self.directory / "data")

    async def wait(self, seconds: float = END_SECONDS) -> int:
        """The exit code, waited for."""
        assert self.process is not None
        async with asyncio.timeout(seconds):
            return await self.process.wait()

    async def kill(self) -> None:
        """SIGKILL; the worker ends by itself when its pipe closes."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    def terminate(self, number: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            try:
                await self.wait()
            except TimeoutError:
                await self.kill()
        self._notify.close()

    def workers(self) -> list[psutil.Process]:
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    # ------------------------------------------------------------------ what it says and keeps

    def events(self, name: str) -> list[dict[str, Any]]:
        """The log lines of this event so far."""
        return [line for line in self.log() if line.get("event") == name]

    def log(self) -> list[dict[str, Any]]:
        lines = self.log_path.read_text().splitlines() if self.log_path.exists() else []
        return [json.loads(line) for line in lines if line.startswith("{")]

    def last_words(self) -> str:
        """What is no log line: the sentence of an operator's error, or a traceback."""
        return "\n".join(line for line in self.log_path.read_text().splitlines() if not line.startswith("{"))

    def heard(self) -> list[str]:
        """What the service manager has been told since the last start."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self.notified.append(self._notify.recv(4096).decode())
        return self.notified

    def stored_due(self, *, author_id: int | None = None) -> list[datetime]:
        """The due instants of all stored reminders, or of one author's, by id."""
        with contextlib.closing(sqlite3.connect(self.directory / "data" / "kallisti.sqlite3")) as database:
            rows = database.execute("SELECT due_utc, author_id FROM reminders ORDER BY id").fetchall()
        return [from_stored(due) for due, author in rows if author_id in (None, author)]

    async def until(self, probe: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        """Waits until `probe` is true; fails with the log when the process ends before or time is up."""
        assert self.process is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not probe():
                    if self.process.returncode is not None:
                        break
                    await asyncio.sleep(LOOK_EVERY)
                else:
                    return
        raise AssertionError(
            f"not within {seconds} s; the daemon's log:\n{self.log_path.read_text()[-6000:]}"
        )


def named_second(confirmation: str) -> int:
    """The second since the epoch that a confirmation names."""
    found = _MARK.search(confirmation)
    assert found is not None, f"no time in {confirmation!r}"
    return int(found[1])


def _link(source: Path, target: Path) -> None:
    """Hard links of what is lent, where `target` has no such file."""
    for name in _LENT:
        whole = source / name
        for file in [whole] if whole.is_file() else whole.glob("*.gguf"):
            link = target / file.relative_to(source)
            link.parent.mkdir(mode=0o700, exist_ok=True)
            if not link.exists():
                os.link(file, link)
