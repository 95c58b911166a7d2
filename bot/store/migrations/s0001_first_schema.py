"""Sessions, users, reminders and what is due of them.

Instants (`*_utc`) are microseconds since the epoch. AUTOINCREMENT keeps the id of a deleted row from being
used again: ids are part of nonces and markers.
"""

from __future__ import annotations

STATEMENTS = (
    """
    CREATE TABLE channels (
        id INTEGER PRIMARY KEY,
        kind TEXT CHECK (kind IN ('dm', 'guild', 'thread', 'console')),
        guild_id INTEGER,
        parent_id INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE users (
        id INTEGER PRIMARY KEY,
        zone TEXT,
        language TEXT
    ) STRICT
    """,
    """
    CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
        message_id INTEGER,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        author_name TEXT NOT NULL,
        text TEXT NOT NULL,
        sent_utc INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX messages_by_channel ON messages (channel_id, id)",
    "CREATE UNIQUE INDEX messages_once ON messages (channel_id, message_id) WHERE message_id IS NOT NULL",
    """
    CREATE TABLE reminders (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        channel_id INTEGER NOT NULL REFERENCES channels (id),
        text TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('reminder', 'timer', 'alarm')),
        state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed', 'removed')),
        due_utc INTEGER NOT NULL,
        zone TEXT NOT NULL,
        basis TEXT NOT NULL CHECK (basis IN ('elapsed', 'wall')),
        grain TEXT NOT NULL CHECK (grain IN ('second', 'minute', 'hour', 'day')),
        wall TEXT,
        source_message_id INTEGER NOT NULL,
        call_index INTEGER NOT NULL,
        created_utc INTEGER NOT NULL,
        UNIQUE (author_id, source_message_id, call_index)
    ) STRICT
    """,
    "CREATE INDEX reminders_pending ON reminders (author_id, due_utc) WHERE state = 'pending'",
    # attempt_utc is when to try next: due_utc at first, later after each delay.
    # attempts is also the fence: a step must name the attempt that it belongs to.
    """
    CREATE TABLE occurrences (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        reminder_id INTEGER NOT NULL REFERENCES reminders (id) ON DELETE CASCADE,
        due_utc INTEGER NOT NULL,
        attempt_utc INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'scheduled' CHECK (state IN
            ('scheduled', 'claimed', 'sending', 'delivered', 'failed', 'skipped', 'acknowledged')),
        attempts INTEGER NOT NULL DEFAULT 0,
        lease_until INTEGER,
        nonce TEXT NOT NULL CHECK (length(nonce) BETWEEN 1 AND 25),
        first_sent_utc INTEGER,
        delivered_channel_id INTEGER,
        delivered_message_id INTEGER,
        delivered_utc INTEGER,
        last_error TEXT,
        UNIQUE (reminder_id, due_utc),
        CHECK (state NOT IN ('claimed', 'sending') OR lease_until IS NOT NULL),
        CHECK (state NOT IN ('delivered', 'acknowledged') OR delivered_message_id IS NOT NULL)
    ) STRICT
    """,
    "CREATE INDEX occurrences_scheduled ON occurrences (attempt_utc) WHERE state = 'scheduled'",
    "CREATE INDEX occurrences_held ON occurrences (lease_until) WHERE state IN ('claimed', 'sending')",
    """
    CREATE TABLE handled_messages (
        message_id INTEGER PRIMARY KEY,
        handled_utc INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX handled_messages_by_age ON handled_messages (handled_utc)",
    """
    CREATE TABLE clarifications (
        channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
        author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        tool TEXT NOT NULL,
        text TEXT NOT NULL,
        asked_utc INTEGER NOT NULL,
        PRIMARY KEY (channel_id, author_id)
    ) STRICT
    """,
)
