"""Notes that wait to be committed, and whose a message of a session is."""

from __future__ import annotations

STATEMENTS = (
    """
    CREATE TABLE staged_notes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        note_id TEXT NOT NULL UNIQUE,
        scope_kind TEXT NOT NULL CHECK (scope_kind IN ('user', 'channel', 'guild')),
        scope_id INTEGER NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        tags TEXT NOT NULL,
        source_message_id INTEGER NOT NULL,
        call_index INTEGER NOT NULL,
        created_utc INTEGER NOT NULL,
        expires_utc INTEGER NOT NULL,
        UNIQUE (author_id, number),
        UNIQUE (author_id, source_message_id, call_index)
    ) STRICT
    """,
    "CREATE INDEX staged_notes_by_age ON staged_notes (expires_utc)",
    # Whose request or answer it is; NULL for rows from before.
    "ALTER TABLE messages ADD COLUMN author_id INTEGER",
    "CREATE INDEX messages_by_author ON messages (author_id) WHERE author_id IS NOT NULL",
    "CREATE INDEX messages_by_age ON messages (sent_utc)",
)
