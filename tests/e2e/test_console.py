"""The console as a process of its own: through pipes, in a terminal, and at its end."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import sqlite3
import sys
import termios
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from agent.errors import EXIT_CREDENTIAL
from bot.store.instants import from_stored
from tests.e2e.daemon import CHECKOUT

pytestmark = [pytest.mark.e2e, pytest.mark.model]

LINE_SECONDS = 60.0
END_SECONDS = 15.0
LATEST = timedelta(seconds=5)


def environment(directory: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    # prompt_toolkit asks a terminal where its cursor is; the terminal of a test does not answer.
    home = {"HOME": str(directory), "XDG_DATA_HOME": str(directory), "TZ": "Europe/Berlin"}
    return kept | home | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}


def stored_due(directory: Path) -> list[datetime]:
    path = directory / "kallisti" / "console.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as database:
        return [from_stored(due) for (due,) in database.execute("SELECT due_utc FROM reminders ORDER BY id")]


class Piped:
    """`kallisti chat` between two pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    def end_of_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    async def line_with(self, words: str) -> str:
        """The next line that holds `words`."""
        assert self.process.stdout is not None
        async with asyncio.timeout(LINE_SECONDS):
            while line := (await self.process.stdout.readline()).decode():
                if words in line:
                    return line
        raise AssertionError(f"the output ended without {words!r}")

    async def ended(self) -> int:
        async with asyncio.timeout(END_SECONDS):
            return await self.process.wait()


@pytest_asyncio.fixture
async def piped(default_model: Path, tmp_path: Path) -> AsyncIterator[Piped]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "chat"),
        cwd=CHECKOUT,
        env=environment(tmp_path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    yield Piped(process)
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()


async def test_a_reminder_set_through_a_pipe_is_shown_when_it_is_due(piped: Piped, tmp_path: Path) -> None:
    piped.write("remind me in 3 seconds to stretch")
    assert "stretch" in await piped.line_with("Kallisti: I will remind you")
    (due,) = stored_due(tmp_path)
    await piped.line_with("Reminder: stretch")
    assert due <= datetime.now(UTC) <= due + LATEST
    piped.end_of_input()
    assert await piped.ended() == 0


async def test_at_the_end_of_input_what_was_asked_is_answered_and_what_is_pending_is_told(
    piped: Piped,
) -> None:
    """Also more lines at once than may wait in a channel: nobody is there to send one again."""
    for hours in range(1, 9):
        piped.write(f"remind me in {hours} hours to do thing {hours}")
    piped.end_of_input()
    for hours in range(1, 9):
        await piped.line_with(f"do thing {hours}")
    await piped.line_with("Pending reminders: 8")
    assert await piped.ended() == 0
    assert piped.process.stderr is not None
    assert await piped.process.stderr.read() == b""


async def test_an_interrupt_ends_it_cleanly(piped: Piped) -> None:
    await piped.line_with("console")
    piped.process.send_signal(signal.SIGINT)
    assert await piped.ended() == 0


async def test_without_token_and_terminal_it_ends_in_one_sentence(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=CHECKOUT,
        env=environment(tmp_path),
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, words = await process.communicate()
    assert process.returncode == EXIT_CREDENTIAL
    assert words.startswith(b"kallisti: no Discord token is configured")
    assert len(words.splitlines()) == 1


class Screen:
    """`kallisti run` in a terminal of its own; `shown` is everything that was written to it."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self.shown = ""
        self._master = master
        self._changed = asyncio.Event()
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # the other end is closed
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._master)
        self.shown += data.decode(errors="replace")
        self._changed.set()

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    async def until(self, words: str) -> None:
        async with asyncio.timeout(LINE_SECONDS):
            while words not in self.shown:
                self._changed.clear()
                await self._changed.wait()

    async def ended(self) -> int:
        async with asyncio.timeout(END_SECONDS):
            return await self.process.wait()


def _take_terminal() -> None:
    """Makes standard input the controlling terminal, as in a shell: while something is printed above the
    line, the kernel turns Ctrl-C into a signal, and only such a terminal has somebody to send it to.
    """
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest_asyncio.fixture
async def screen(default_model: Path, tmp_path: Path) -> AsyncIterator[tuple[Screen, int]]:
    master, terminal = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=CHECKOUT,
        env=environment(tmp_path),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    screen = Screen(process, master)
    yield screen, terminal
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    asyncio.get_running_loop().remove_reader(master)
    os.close(terminal)
    os.close(master)


async def test_without_a_token_a_terminal_becomes_the_console_and_says_why(
    screen: tuple[Screen, int],
) -> None:
    console, _ = screen
    await console.until("no Discord token is configured")
    await console.until("you>")
    console.press("\x04")
    assert await console.ended() == 0


async def test_a_reminder_appears_in_the_terminal_while_it_waits_for_a_line(
    screen: tuple[Screen, int], tmp_path: Path
) -> None:
    console, _ = screen
    await console.until("you>")
    console.press("remind me in 2 seconds to stretch\r")
    await console.until("I will remind you")
    console.press("half a lin")
    await console.until("Reminder: stretch")
    (due,) = stored_due(tmp_path)
    assert due <= datetime.now(UTC) <= due + LATEST
    console.press("\x03")
    assert await console.ended() == 0


@pytest.mark.parametrize("keys", ["\x03", "\x04"])
async def test_the_terminal_is_left_as_it_was(screen: tuple[Screen, int], keys: str) -> None:
    console, terminal = screen
    before = termios.tcgetattr(terminal)
    await console.until("you>")
    assert termios.tcgetattr(terminal) != before
    console.press(keys)
    assert await console.ended() == 0
    assert termios.tcgetattr(terminal) == before
