"""Direct messages by a one-time code: who is paired, which codes wait, and who tried."""

from __future__ import annotations

STATEMENTS = (
    """
    CREATE TABLE paired_users (
        user_id INTEGER PRIMARY KEY,
        paired_utc INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE pairing_codes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        salt BLOB NOT NULL,
        digest BLOB NOT NULL,
        expires_utc INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE pairing_strangers (
        user_id INTEGER PRIMARY KEY,
        tries INTEGER NOT NULL DEFAULT 0,
        first_try_utc INTEGER,
        locked_until_utc INTEGER,
        told_utc INTEGER
    ) STRICT
    """,
)
