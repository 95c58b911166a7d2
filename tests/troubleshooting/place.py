"""Where errors are provoked: a directory with a configuration, and the commands that meet it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import cli
from bot.store.db import open_database
from tests.troubleshooting.sentences import ROOT

NOBODY = 65_534


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a command ended, and all that it printed. `code` is None for what only stands in the log."""

    code: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    root: Path
    model: Path
    patch: pytest.MonkeyPatch

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def config(self) -> Path:
        return self.root / "config.toml"

    def configure(self, text: str, *, data: Path | None = None) -> Place:
        """Also says where data lies, unless the text does."""
        where = "" if "[data]" in text else f'[data]\ndirectory = "{data or self.data}"\n'
        self.config.write_text(f"{text}\n{where}")
        return self

    def kallisti(self, *arguments: str) -> Outcome:
        """Runs a command in this process, with the configuration unless it names another."""
        return self.said("", *arguments)

    def said(self, answers: str, *arguments: str) -> Outcome:
        """As `kallisti`, with these lines as standard input."""
        if not self.config.exists():
            self.configure("")
        return self.bare(*arguments, *self._named(arguments), answers=answers)

    def bare(self, *arguments: str, answers: str = "") -> Outcome:
        done = CliRunner().invoke(cli, arguments, input=answers)
        return Outcome(code=done.exit_code, text=done.output)

    def check(self, text: str = "", *, data: Path | None = None) -> Outcome:
        return self.configure(text, data=data).kallisti("check", "--quick")

    def child(self, *arguments: str, before: str = "") -> Outcome:
        """Runs a command in a process of its own, which runs the lines `before` first."""
        program = f"{before}\nfrom bot.__main__ import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments, *self._named(arguments)],
            cwd=ROOT,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
            timeout=120,
        )
        return Outcome(code=done.returncode, text=done.stdout + done.stderr)

    def _named(self, arguments: tuple[str, ...]) -> list[str]:
        return [] if "--config" in arguments else ["--config", str(self.config)]

    def file(self, name: str, content: bytes | str = b"") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def with_database(self) -> Place:
        self.data.mkdir(exist_ok=True)
        asyncio.run(_opened(self.data / "kallisti.sqlite3"))
        return self

    @contextmanager
    def powerless(self) -> Iterator[None]:
        """For root nothing is forbidden: for this long it is somebody else."""
        if os.geteuid():
            yield
            return
        for folder in (self.root, *self.root.parents):
            if folder.is_relative_to("/tmp") and folder != Path("/tmp"):
                folder.chmod(folder.stat().st_mode | 0o055)
        os.setresuid(NOBODY, NOBODY, 0)  # the real one, too: `access` asks for that
        try:
            yield
        finally:
            os.setresuid(0, 0, 0)


async def _opened(path: Path) -> None:
    async with open_database(path):
        pass


SMALL_FILES = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))"
)
"""For `Place.child`: a disk that is full, for files that grow beyond a megabyte."""

Case = Callable[[Place], Outcome]


class Cases(dict[str, Case]):
    """Sentences of the page, and what provokes each."""

    def of(self, *sentences: str) -> Callable[[Case], Case]:
        def add(case: Case) -> Case:
            for sentence in sentences:
                assert sentence not in self, f"provoked twice: {sentence}"
                self[sentence] = case
            return case

        return add
