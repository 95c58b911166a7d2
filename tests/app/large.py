"""Data directories of any size."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.app_house import made
from bot.store.db import open_database

MEGABYTE = 1_000_000
ROW_BYTES = 2000
CHANNEL = 4711
SHARE_OF_DATABASE, SHARE_OF_ONE_FILE = 0.6, 0.2
"""Of all bytes: rows of the history, and a single large file in the vault; the rest are pictures."""
PICTURE_BYTES = 3 * MEGABYTE
NOTES = 200


async def fill_large(data: Path, megabytes: int) -> None:
    """A data directory with that much in its database and its vault. Nothing in it can be compressed well."""
    made(data)
    async with open_database(data / "kallisti.sqlite3"):
        pass
    _fill_history(data / "kallisti.sqlite3", int(megabytes * SHARE_OF_DATABASE) * MEGABYTE // ROW_BYTES)
    own = data / "vault" / "user" / "7"
    own.mkdir(parents=True)
    for number in range(NOTES):
        note = f"---\nauthor: 7\n---\n# Bike {number}\n\nBike {number} is blue — naïvely.\n"
        (own / f"bike {number}.md").write_text(note)
    large = int(megabytes * SHARE_OF_ONE_FILE) * MEGABYTE
    _write(own / "film.bin", large)
    for number in range(large // PICTURE_BYTES):
        _write(own / f"picture {number}.jpg", PICTURE_BYTES)


def _fill_history(path: Path, rows: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO channels (id, kind, guild_id) VALUES (?, 'guild', 1)", (CHANNEL,))
        texts = ((CHANNEL, os.urandom(ROW_BYTES // 2).hex()) for _ in range(rows))
        connection.executemany(
            """
            INSERT INTO messages (channel_id, role, author_name, text, sent_utc) VALUES (?, 'user', 'x', ?, 0)
            """,
            texts,
        )


def _write(path: Path, size: int) -> None:
    with path.open("wb") as file:
        while size > 0:
            size -= file.write(os.urandom(min(size, MEGABYTE)))


def rows_digest(path: Path, *, until: int) -> str:
    """Of all rows of the history up to this id."""
    found = hashlib.sha256()
    with closing(sqlite3.connect(path)) as connection:
        for row in connection.execute("SELECT * FROM messages WHERE id <= ? ORDER BY id", (until,)):
            found.update(repr(tuple(row)).encode())
    return found.hexdigest()


def last_row(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT max(id) FROM messages").fetchone()[0])


def tree_digests(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): _digest(path) for path in _files(root)}


def _files(root: Path) -> Iterator[Path]:
    return (path for path in root.rglob("*") if path.is_file())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
