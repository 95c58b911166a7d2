"""What a channel's older messages come to, and which messages an answer answers and stands in."""

from __future__ import annotations

STATEMENTS = (
    "CREATE INDEX messages_by_message ON messages (message_id) WHERE message_id IS NOT NULL",
    # An answer goes with the messages that it answers, and with those that it was sent as.
    """
    CREATE TABLE answer_links (
        message_id INTEGER NOT NULL,
        row_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        PRIMARY KEY (message_id, row_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX answer_links_by_row ON answer_links (row_id)",
    # A row stays when its summary is dropped: its revision tells that something in the session has changed.
    """
    CREATE TABLE summaries (
        channel_id INTEGER PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
        text TEXT NOT NULL DEFAULT '',
        through_id INTEGER NOT NULL DEFAULT 0,
        revision INTEGER NOT NULL DEFAULT 0,
        since_utc INTEGER
    ) STRICT
    """,
)
