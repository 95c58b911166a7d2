"""Whose messages were taken up, where, and whether they were answered; and the newest one that was seen."""

from __future__ import annotations

STATEMENTS = (
    # None for messages from before this step, all of which count as answered.
    "ALTER TABLE handled_messages ADD COLUMN channel_id INTEGER",
    "ALTER TABLE handled_messages ADD COLUMN channel_kind TEXT",
    "ALTER TABLE handled_messages ADD COLUMN guild_id INTEGER",
    "ALTER TABLE handled_messages ADD COLUMN author_id INTEGER",
    "ALTER TABLE handled_messages ADD COLUMN answered INTEGER NOT NULL DEFAULT 1 CHECK (answered IN (0, 1))",
    "CREATE INDEX handled_messages_unanswered ON handled_messages (message_id) WHERE answered = 0",
    """
    CREATE TABLE last_seen (
        place TEXT PRIMARY KEY,
        message_id INTEGER NOT NULL
    ) STRICT
    """,
)
