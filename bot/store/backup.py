"""Copies of a database: taken while it is in use, and looked through before they are relied on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from agent.errors import ConfigError

BUSY_SECONDS = 30.0
"""For a writer that holds the database to let go; a commit takes milliseconds."""
KEPT_BEFORE_UPGRADES = 3


def copy_database(source: Path, target: Path) -> None:
    """Writes what is committed in `source` to the new file `target`, which is then checked.

    Others may read and write meanwhile; the copy shows one instant. Blocks. Raises ConfigError, and leaves no
    `target` then.
    """
    try:
        target.touch(mode=0o600, exist_ok=False)
        _copy(source, target)
        reason = damage_in(target)
    except (OSError, sqlite3.Error) as error:
        reason = str(error)
    if reason:
        target.unlink(missing_ok=True)
        raise ConfigError(f"the database {source} cannot be copied: {reason}")


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(_read_only(source), uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(target, isolation_level=None)) as writing,
    ):
        reading.backup(writing)
        # The copy is one file that needs no side files, wherever it is carried.
        writing.execute("PRAGMA journal_mode = DELETE")


def damage_in(path: Path) -> str:
    """What SQLite's own check finds wrong with a database, in one line; empty where it is sound."""
    try:
        with closing(sqlite3.connect(_read_only(path), uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if verdict == "ok" else " ".join(str(verdict).split())


def steps_of(path: Path) -> tuple[str, ...]:
    """The schema steps that a database went through; none for one that is not Kallisti's."""
    with closing(sqlite3.connect(_read_only(path), uri=True)) as connection:
        try:
            rows = connection.execute("SELECT name FROM migrations ORDER BY position").fetchall()
        except sqlite3.Error:
            return ()
    return tuple(str(row[0]) for row in rows)


def copy_before_upgrade(path: Path, *, steps: int) -> Path:
    """A copy of the database with so many steps, in "backups" beside it. Blocks. Raises ConfigError."""
    directory = path.parent / "backups"
    target = directory / f"{path.stem}-schema-{steps:04}.sqlite3"
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        target.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"no copy can be kept in {directory}: {error.strerror}") from None
    copy_database(path, target)
    for old in sorted(directory.glob(f"{path.stem}-schema-????.sqlite3"))[:-KEPT_BEFORE_UPGRADES]:
        if old != target:
            old.unlink(missing_ok=True)
    return target


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"
