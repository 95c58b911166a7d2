"""Series, rings of alarms, snoozes, pauses, reasons of failure, and tasks without a time."""

from __future__ import annotations

STATEMENTS = (
    # The rule as JSON; reminders.wall is then its first wall time.
    "ALTER TABLE reminders ADD COLUMN rule TEXT",
    # The version of the zone database that due_utc was computed with; empty: unknown, hence another one.
    "ALTER TABLE reminders ADD COLUMN zone_version TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE reminders ADD COLUMN failure TEXT",
    "ALTER TABLE reminders ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))",
    "ALTER TABLE reminders ADD COLUMN parent_id INTEGER REFERENCES reminders (id) ON DELETE SET NULL",
    "CREATE INDEX reminders_by_parent ON reminders (parent_id) WHERE parent_id IS NOT NULL",
    # An alarm rings again: ring counts from 0, and first_due_utc names the occurrence that it repeats.
    "ALTER TABLE occurrences ADD COLUMN ring INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE occurrences ADD COLUMN first_due_utc INTEGER",
    # How many occurrences of the series passed unnoticed before this one, and when the first of them was due.
    "ALTER TABLE occurrences ADD COLUMN missed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE occurrences ADD COLUMN missed_since_utc INTEGER",
    """
    CREATE TABLE tasks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        channel_id INTEGER NOT NULL REFERENCES channels (id),
        text TEXT NOT NULL,
        source_message_id INTEGER NOT NULL,
        call_index INTEGER NOT NULL,
        created_utc INTEGER NOT NULL,
        completed_utc INTEGER,
        UNIQUE (author_id, number),
        UNIQUE (author_id, source_message_id, call_index)
    ) STRICT
    """,
    "CREATE INDEX tasks_open ON tasks (author_id, number) WHERE completed_utc IS NULL",
)
