"""A backup of a larger data directory: all of it comes back, and it takes little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bot.app_backup import backups_in
from tests.app.large import fill_large, last_row, rows_digest, tree_digests

MEGABYTES = 50
MEMORY = 24
"""Megabytes beside what the program itself takes; the database alone is larger."""


def peak(*arguments: str) -> float:
    """Runs `kallisti`, which has to succeed, and gives its largest resident size in megabytes."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot.launch", *arguments], stdout=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss / 1024


async def test_a_large_directory_comes_back_byte_for_byte_and_takes_little_memory(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    await fill_large(old, MEGABYTES)
    for data in (old, new):
        (tmp_path / f"{data.name}.toml").write_text(f'[data]\ndirectory = "{data}"\n')
    by_itself = peak("version")
    assert peak("backup", "-c", str(tmp_path / "old.toml")) < by_itself + MEMORY
    (archive,) = backups_in(old / "backups")
    assert peak("restore", str(archive), "-c", str(tmp_path / "new.toml")) < by_itself + MEMORY
    assert tree_digests(new / "vault") == tree_digests(old / "vault")
    rows = last_row(old / "kallisti.sqlite3")
    assert rows * 2000 > MEMORY * 1_000_000
    assert last_row(new / "kallisti.sqlite3") == rows
    assert rows_digest(new / "kallisti.sqlite3", until=rows) == rows_digest(
        old / "kallisti.sqlite3", until=rows
    )
