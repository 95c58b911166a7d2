"""Reads files: text at once, PDF in a child process that can be ended."""

from __future__ import annotations

import asyncio
import json
import math
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import structlog

from agent.documents.content import FileKind, kind_of, text_of
from agent.types import FileText, Unread

SECONDS = 20.0
"""For a PDF; the child's own limit is on its work, this one on its time."""
AT_ONCE = 1
"""PDFs that are read side by side: each may take a processor for a while."""
_ROOT = Path(__file__).resolve().parents[2]
"""Where the child finds this package."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """`pages` of a PDF, and `characters` of any file, that are read; the rest is left out."""

    pages: int = 200
    characters: int = 200_000
    seconds: float = SECONDS


class ContentReader:
    """Implements `agent.ports.FileReader`.

    `command` starts the child; it is given the limits as arguments and the file as its input.
    """

    def __init__(
        self,
        limits: ReadingLimits | None = None,
        *,
        command: tuple[str, ...] = (sys.executable, "-m", "agent.documents.pdf_child"),
    ) -> None:
        self._limits = limits or ReadingLimits()
        self._command = command
        self._places = asyncio.Semaphore(AT_ONCE)

    async def read(self, data: bytes) -> FileText | Unread:
        kind = kind_of(data)
        if kind is FileKind.IMAGE:
            return Unread.IMAGE
        if kind is FileKind.OTHER:
            return Unread.NO_TEXT_FILE
        if kind is FileKind.PDF:
            async with self._places:
                return await self._pdf(data)
        text = (text_of(data) or "").strip()
        most = self._limits.characters
        return FileText(text=text[:most], is_cut=len(text) > most) if text else Unread.EMPTY

    async def _pdf(self, data: bytes) -> FileText | Unread:
        limits = self._limits
        arguments = (limits.pages, limits.characters, math.ceil(limits.seconds))
        try:
            child = await asyncio.create_subprocess_exec(
                *(*self._command, *map(str, arguments)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=_ROOT,
            )
        except OSError as error:
            log.error("no process to read a PDF in", reason=str(error))
            return Unread.BROKEN
        try:
            async with asyncio.timeout(limits.seconds):
                output, _ = await child.communicate(data)
        except TimeoutError:
            log.info("a PDF took too long", bytes=len(data))
            return Unread.TOO_LONG
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        return _said(output)


def _said(output: bytes) -> FileText | Unread:
    """What the child said. One that was ended by its own limits said nothing."""
    if not output:
        return Unread.TOO_LONG
    try:
        found = json.loads(output)
        if "unread" in found:
            return Unread(found["unread"])
        return FileText(text=_whole(str(found["text"])), is_cut=bool(found["cut"]))
    except (ValueError, KeyError, TypeError):
        return Unread.BROKEN


def _whole(text: str) -> str:
    """Halves of surrogate pairs, which fonts of a PDF may give, are replaced: no store takes them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
