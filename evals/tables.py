"""Figures of an evaluation: one flat object of dotted names to numbers, as a file and as a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

BUILD = Path("build")
WIDTH = 120
"""Columns where the output is no terminal."""


def write(name: str, figures: Mapping[str, float]) -> Path:
    """Writes `build/NAME.json` below the current directory and returns its path."""
    BUILD.mkdir(exist_ok=True)
    path = BUILD / f"{name}.json"
    rounded = {key: round(value, 4) for key, value in sorted(figures.items())}
    path.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")
    return path


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints one table; the first column is text, the others are numbers."""
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)
