"""Requests that are worked on when due, what came of them, and reminders for others than their authors."""

from __future__ import annotations

STATEMENTS = (
    "ALTER TABLE reminders ADD COLUMN request INTEGER NOT NULL DEFAULT 0 CHECK (request IN (0, 1))",
    "ALTER TABLE reminders ADD COLUMN target_id INTEGER",
    """
    ALTER TABLE reminders ADD COLUMN target_is_role INTEGER NOT NULL DEFAULT 0
        CHECK (target_is_role IN (0, 1))
    """,
    # What a due request came to, kept before anything is sent, so that it is worked on once only.
    "ALTER TABLE occurrences ADD COLUMN answer TEXT",
    # Why it was not worked on; the request itself is delivered then.
    "ALTER TABLE occurrences ADD COLUMN unanswered TEXT",
)
