"""SQLite's faults as errors of our own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from agent.errors import StoreUnavailable

_OUTSIDE_CAUSES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)
"""Primary result codes that come from the machine. All others come from our own SQL and are bugs."""


def has_outside_cause(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _OUTSIDE_CAUSES


@contextmanager
def outside_causes() -> Iterator[None]:
    """Turns faults of disk, memory and locks into StoreUnavailable, and lets bugs through."""
    try:
        yield
    except sqlite3.Error as error:
        if not has_outside_cause(error):
            raise
        raise StoreUnavailable(f"the database cannot be used now: {error}") from error
