"""A row of every kind in every table, for a database of whatever schema."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from agent.recurrence import to_json
from agent.testing.clock import START
from bot.store.instants import to_stored
from tests.store.making import ANN, BOB, daily

GUILD, GENERAL, DIRECT = 900, 500, 502
LEDGER = "migrations"
DUE = START + timedelta(hours=1)
QUESTION = 7001

Row = Mapping[str, Any]


def _at(moment: datetime) -> int:
    return to_stored(moment)


_REMINDER = {
    "author_id": ANN,
    "channel_id": GENERAL,
    "zone": "Europe/Berlin",
    "basis": "wall",
    "grain": "minute",
    "wall": "2026-03-02T10:00:00",
    "call_index": 0,
    "created_utc": _at(START),
    "rule": None,
    "zone_version": "2025b",
    "failure": None,
    "paused": 0,
    "parent_id": None,
    "language": "de",
    "request": 0,
    "target_id": None,
    "target_is_role": 0,
}
_OCCURRENCE = {
    "lease_until": None,
    "first_sent_utc": None,
    "delivered_channel_id": None,
    "delivered_message_id": None,
    "delivered_utc": None,
    "last_error": None,
    "ring": 0,
    "first_due_utc": None,
    "missed": 0,
    "missed_since_utc": None,
    "answer": None,
    "unanswered": None,
}

ROWS: Mapping[str, tuple[Row, ...]] = {
    "channels": (
        {"id": GENERAL, "kind": "guild", "guild_id": GUILD, "parent_id": None},
        {"id": 501, "kind": "thread", "guild_id": GUILD, "parent_id": GENERAL},
        {"id": DIRECT, "kind": "dm", "guild_id": None, "parent_id": None},
        {"id": 503, "kind": None, "guild_id": None, "parent_id": None},
    ),
    "users": (
        {"id": ANN, "zone": "Europe/Berlin", "language": "de"},
        {"id": BOB, "zone": None, "language": None},
    ),
    "messages": (
        {
            "id": 1,
            "channel_id": GENERAL,
            "message_id": 6001,
            "role": "user",
            "author_name": "Ann",
            "text": "naïve 🦊 \n\x00?",
            "sent_utc": _at(START),
            "composed": 0,
            "author_id": ANN,
        },
        {
            "id": 2,
            "channel_id": GENERAL,
            "message_id": None,
            "role": "assistant",
            "author_name": "K",
            "text": "At <t:1772442000:F>.",
            "sent_utc": _at(START),
            "composed": 1,
            "author_id": ANN,
        },
        {
            "id": 5,
            "channel_id": DIRECT,
            "message_id": 6002,
            "role": "user",
            "author_name": "",
            "text": "",
            "sent_utc": 0,
            "composed": 0,
            "author_id": None,
        },
    ),
    "reminders": (
        {
            **_REMINDER,
            "id": 1,
            "text": "one",
            "kind": "reminder",
            "state": "pending",
            "due_utc": _at(DUE),
            "source_message_id": 6001,
            "target_id": BOB,
        },
        {
            **_REMINDER,
            "id": 2,
            "text": "two",
            "kind": "alarm",
            "state": "done",
            "due_utc": _at(START),
            "source_message_id": 6002,
            "rule": to_json(daily(9)),
            "author_id": BOB,
        },
        {
            **_REMINDER,
            "id": 3,
            "text": "three",
            "kind": "timer",
            "state": "failed",
            "due_utc": _at(START),
            "source_message_id": 6003,
            "failure": "no way in",
            "parent_id": 1,
            "wall": None,
            "basis": "elapsed",
            "channel_id": DIRECT,
        },
        {
            **_REMINDER,
            "id": 9,
            "text": "four",
            "kind": "reminder",
            "state": "removed",
            "due_utc": _at(DUE),
            "source_message_id": 6003,
            "call_index": 1,
            "request": 1,
            "paused": 1,
        },
    ),
    "occurrences": (
        {
            **_OCCURRENCE,
            "id": 1,
            "reminder_id": 1,
            "due_utc": _at(DUE),
            "attempt_utc": _at(DUE),
            "state": "scheduled",
            "attempts": 0,
            "nonce": "r1",
        },
        {
            **_OCCURRENCE,
            "id": 2,
            "reminder_id": 2,
            "due_utc": _at(START),
            "attempt_utc": _at(START),
            "state": "delivered",
            "attempts": 1,
            "nonce": "r2",
            "first_sent_utc": _at(START),
            "delivered_channel_id": GENERAL,
            "delivered_message_id": 6010,
            "delivered_utc": _at(START),
            "ring": 1,
            "first_due_utc": _at(START),
            "missed": 2,
            "missed_since_utc": 0,
            "answer": "done",
            "unanswered": "why",
        },
        {
            **_OCCURRENCE,
            "id": 3,
            "reminder_id": 3,
            "due_utc": _at(START),
            "attempt_utc": _at(START),
            "state": "failed",
            "attempts": 8,
            "nonce": "r3",
            "last_error": "no way in",
        },
        {
            **_OCCURRENCE,
            "id": 4,
            "reminder_id": 2,
            "due_utc": _at(DUE),
            "attempt_utc": _at(DUE),
            "state": "claimed",
            "attempts": 1,
            "nonce": "r4",
            "lease_until": _at(DUE),
        },
    ),
    "handled_messages": (
        {
            "message_id": 6001,
            "handled_utc": _at(START),
            "channel_id": DIRECT,
            "channel_kind": "dm",
            "guild_id": None,
            "author_id": ANN,
            "answered": 0,
            "in_channel": 1,
        },
        {
            "message_id": 6002,
            "handled_utc": _at(START),
            "channel_id": GENERAL,
            "channel_kind": "guild",
            "guild_id": GUILD,
            "author_id": BOB,
            "answered": 1,
            "in_channel": 0,
        },
    ),
    "clarifications": (
        {
            "channel_id": GENERAL,
            "author_id": ANN,
            "tool": "agenda:remind_at",
            "text": "remind me",
            "asked_utc": _at(START),
            "question_id": QUESTION,
            "kind": "words",
            "aside": 0,
            "choices": '[["one", "1"]]',
            "args": '{"text": "x"}',
        },
    ),
    "tasks": (
        {
            "id": 1,
            "author_id": ANN,
            "number": 4,
            "channel_id": GENERAL,
            "text": "milk",
            "source_message_id": 6004,
            "call_index": 0,
            "created_utc": _at(START),
            "completed_utc": None,
        },
        {
            "id": 2,
            "author_id": BOB,
            "number": 1,
            "channel_id": DIRECT,
            "text": "bread",
            "source_message_id": 6004,
            "call_index": 0,
            "created_utc": _at(START),
            "completed_utc": _at(DUE),
        },
    ),
    "settled_questions": (
        {"question_id": 7000, "author_id": ANN, "state": "answered", "settled_utc": _at(START)},
    ),
    "staged_notes": (
        {
            "id": 1,
            "author_id": ANN,
            "number": 1,
            "note_id": "n1",
            "scope_kind": "user",
            "scope_id": ANN,
            "title": "Bike",
            "text": "it is blue",
            "tags": '["bike"]',
            "source_message_id": 6005,
            "call_index": 0,
            "created_utc": _at(START),
            "expires_utc": _at(START + timedelta(days=7)),
        },
    ),
    "last_seen": ({"place": "discord", "message_id": 6099},),
    "paired_users": ({"user_id": BOB, "paired_utc": _at(START)},),
    "pairing_codes": (
        {
            "id": 1,
            "salt": b"\x00\xff",
            "digest": b"\x01" * 32,
            "expires_utc": _at(START + timedelta(hours=1)),
        },
    ),
    "pairing_strangers": (
        {
            "user_id": 13,
            "tries": 5,
            "first_try_utc": _at(START),
            "told_utc": _at(START),
            "locked_until_utc": _at(START + timedelta(hours=1)),
        },
    ),
    "answer_links": ({"message_id": 6001, "row_id": 2},),
    "summaries": (
        {
            "channel_id": GENERAL,
            "text": "They greeted.",
            "through_id": 1,
            "revision": 3,
            "since_utc": _at(START),
        },
    ),
    "personas": (
        {
            "place_id": GENERAL,
            "is_server": 0,
            "guild_id": GUILD,
            "text": "Short and dry.",
            "author_id": ANN,
            "set_utc": _at(START),
        },
    ),
}
"""By table, with every column of the newest schema; a schema that lacks some of them gets the others."""


def columns(path: Path) -> dict[str, tuple[str, ...]]:
    """Every table but the ledger of the steps, and its columns."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != ?",
            (LEDGER,),
        ).fetchall()
        return {
            table: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            for (table,) in tables
        }


def defaults(path: Path, table: str) -> dict[str, Any]:
    """What an added column says in rows from before it."""
    with closing(sqlite3.connect(path)) as connection:
        described = connection.execute(f"PRAGMA table_info({table})").fetchall()
        return {
            row[1]: None if row[4] is None else connection.execute(f"SELECT {row[4]}").fetchone()[0]
            for row in described
        }


def fill(path: Path) -> None:
    """Puts every row of `ROWS` that the schema has a table for into the database, in the order of `ROWS`."""
    found = columns(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for table, rows in ROWS.items():
            for row in rows if table in found else ():
                known = {name: row[name] for name in found[table]}
                places = ", ".join("?" * len(known))
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(known)}) VALUES ({places})", tuple(known.values())
                )


def content(path: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, in a fixed order."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table: sorted((dict(row) for row in connection.execute(f"SELECT * FROM {table}")), key=str)
            for table in columns(path)
        }
