"""Which release of the IANA zone database zones come from; it changes when clocks change by law."""

from __future__ import annotations

import zoneinfo
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path

HEADER_LINES = 3
"""tzdata.zi names its release in the first line: "# version 2026a"."""


@cache
def zone_version() -> str:
    """The release, such as "2026a", of the first place that zones are read from; empty where none tells."""
    for directory in map(Path, zoneinfo.TZPATH):
        found = _named_in(directory)
        if found:
            return found
    try:
        return version("tzdata")
    except PackageNotFoundError:
        return ""


def _named_in(directory: Path) -> str:
    plain, source = directory / "+VERSION", directory / "tzdata.zi"
    try:
        if plain.is_file():
            return plain.read_text(encoding="ascii", errors="replace").strip()
        if source.is_file():
            with source.open(encoding="ascii", errors="replace") as lines:
                return _version_in(list(islice(lines, HEADER_LINES)))
    except OSError:
        return ""
    return ""


def _version_in(lines: list[str]) -> str:
    marks = (line.partition("# version ")[2].strip() for line in lines)
    return next((mark for mark in marks if mark), "")
