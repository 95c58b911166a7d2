"""Lines in, text out: a terminal with an editable line, or plain pipes."""

from __future__ import annotations

import asyncio
import codecs
import getpass
import os
import sys
import threading
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, TextIO

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

PROMPT = "you> "
READ_BYTES = 65_536


class Terminal(Protocol):
    """Where a person types and reads. Text may be shown at any time, also while a line is being typed."""

    def lines(self) -> AsyncIterator[str]:
        """What is typed, line by line without line ends, until the input ends or Ctrl-C is pressed."""
        ...

    def show(self, text: str, *, ring: bool = False) -> None:
        """Prints `text` without its control characters; `ring` asks for the terminal's bell."""
        ...


class PromptTerminal:
    """A real terminal: the line can be edited, and text appears above it."""

    def __init__(self) -> None:
        self._session: PromptSession[str] = PromptSession(PROMPT, history=InMemoryHistory())

    async def lines(self) -> AsyncIterator[str]:
        with patch_stdout():
            while True:
                try:
                    yield await self._session.prompt_async(handle_sigint=False)
                except (EOFError, KeyboardInterrupt):
                    return

    def show(self, text: str, *, ring: bool = False) -> None:
        if ring:
            self._session.output.bell()
        print(printable(text), flush=True)  # noqa: T201 - patch_stdout keeps the typed line in place


class TerminalAsker:
    """Questions on standard output, answers from standard input, one a line."""

    def ask(self, text: str, *, hidden: bool = False) -> str:
        """One answer without spaces around it, not shown where it is `hidden`. Raises EOFError."""
        if hidden and sys.stdin.isatty():
            return getpass.getpass(f"{text}: ").strip()
        typer.echo(f"{text}: ", nl=not sys.stdin.isatty())
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def say(self, text: str) -> None:
        typer.echo(printable(text))


class PipeTerminal:
    """Standard input that is a pipe or a file, standard output that may be anything."""

    def __init__(self, *, source: TextIO, sink: TextIO) -> None:
        self._source = source
        self._sink = sink

    async def lines(self) -> AsyncIterator[str]:
        with _lines_of(self._source.fileno()) as queue:
            while (line := await queue.get()) is not None:
                yield line

    def show(self, text: str, *, ring: bool = False) -> None:
        print(printable(text), file=self._sink, flush=True)


def printable(text: str) -> str:
    """`text` with no control characters but line breaks and tabs: a model must not drive a terminal."""
    return "".join(
        character for character in text if character in "\n\t" or unicodedata.category(character) != "Cc"
    )


@contextmanager
def _lines_of(descriptor: int) -> Iterator[asyncio.Queue[str | None]]:
    """A queue that a thread of its own fills; None marks the end.

    A regular file cannot be waited for by the event loop, and a thread of the loop's pool that reads would
    keep the process from ending; a daemon thread in read(2) does not.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    over = threading.Event()

    def put(line: str | None) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            if not over.is_set():
                loop.call_soon_threadsafe(queue.put_nowait, line)

    def read() -> None:
        for line in _decoded_lines(descriptor):
            put(line)
        put(None)

    threading.Thread(target=read, daemon=True, name="standard input").start()
    try:
        yield queue
    finally:
        over.set()


def _decoded_lines(descriptor: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while data := os.read(descriptor, READ_BYTES):
        *lines, rest = (rest + decoder.decode(data)).split("\n")
        yield from (line.removesuffix("\r") for line in lines)
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest
