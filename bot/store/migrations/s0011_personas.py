"""How the bot is to sound in a channel or on a server."""

from __future__ import annotations

STATEMENTS = (
    """
    CREATE TABLE personas (
        place_id INTEGER NOT NULL,
        is_server INTEGER NOT NULL CHECK (is_server IN (0, 1)),
        guild_id INTEGER NOT NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
        author_id INTEGER NOT NULL,
        set_utc INTEGER NOT NULL,
        PRIMARY KEY (place_id, is_server)
    ) STRICT
    """,
    "CREATE INDEX personas_by_server ON personas (guild_id)",
)
