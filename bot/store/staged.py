"""Notes that wait to be committed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from datetime import datetime
from functools import partial
from uuid import uuid4

import aiosqlite

from agent.errors import LimitReached
from agent.memory_types import NoteDraft, Scope, ScopeKind, StagedNote
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.rows import ensure_user

MOST = 100
"""Staged notes that one person may have."""
TOO_MANY = {
    "en": "You have {count} staged notes, and {most} is the limit; commit or drop some.",
    "de": "Du hast {count} vorgemerkte Notizen, mehr als {most} gehen nicht; behalte oder verwirf einige.",
    "es": "Tienes {count} notas pendientes y el límite es {most}; guarda o descarta algunas.",
    "fr": "Tu as {count} notes en attente et la limite est de {most} ; garde ou jette-en quelques-unes.",
    "it": "Hai {count} note in attesa e il limite è {most}; tienine o scartane alcune.",
    "nl": "Je hebt {count} wachtende notities en {most} is de grens; bewaar of verwijder er een paar.",
    "pt": "Você tem {count} notas pendentes e o limite é {most}; guarde ou descarte algumas.",
}


class SqliteStagedNotes:
    """Implements `agent.ports.StagedNotes`."""

    def __init__(self, database: Database, *, most: int = MOST) -> None:
        self._database = database
        self._most = most

    async def add(self, draft: NoteDraft, *, expires: datetime) -> StagedNote:
        return await self._database.write(partial(_add, draft, expires, self._most))

    async def waiting(
        self, author_id: int, *, scopes: Collection[Scope], now: datetime
    ) -> tuple[StagedNote, ...]:
        rows = await self._database.read(
            "SELECT * FROM staged_notes WHERE author_id = ? AND expires_utc > ? ORDER BY number",
            (author_id, to_stored(now)),
        )
        staged = map(_to_staged, rows)
        return tuple(each for each in staged if each.draft.scope in scopes)

    async def rewrite(self, number: int, *, author_id: int, text: str) -> bool:
        return await self._database.write(partial(_rewrite, number, author_id, text))

    async def remove(self, number: int, *, author_id: int) -> None:
        await self._database.write(partial(_remove, number, author_id))

    async def remove_all(self, author_id: int) -> int:
        return await self._database.write(partial(_remove_all, author_id))

    async def prune(self, *, now: datetime) -> int:
        return await self._database.write(partial(_prune, now))


async def _add(
    draft: NoteDraft, expires: datetime, most: int, connection: aiosqlite.Connection
) -> StagedNote:
    key = (draft.author_id, draft.source_message_id, draft.call_index)
    existing = await _find(connection, "author_id = ? AND source_message_id = ? AND call_index = ?", key)
    if existing is not None:
        return existing
    count = await _number(connection, _WAITING, (draft.author_id, to_stored(draft.created)))
    if count >= most:
        raise LimitReached(TOO_MANY, count=count, most=most)
    await ensure_user(connection, draft.author_id)
    number = 1 + await _number(connection, _HIGHEST, (draft.author_id,))
    await connection.execute(
        """
        INSERT INTO staged_notes (
            author_id, number, note_id, scope_kind, scope_id, title, text, tags, source_message_id,
            call_index, created_utc, expires_utc
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            draft.author_id,
            number,
            str(uuid4()),
            draft.scope.kind,
            draft.scope.id,
            draft.title,
            draft.text,
            json.dumps(draft.tags),
            draft.source_message_id,
            draft.call_index,
            to_stored(draft.created),
            to_stored(expires),
        ),
    )
    added = await _find(connection, "author_id = ? AND number = ?", (draft.author_id, number))
    assert added is not None
    return added


async def _rewrite(number: int, author_id: int, text: str, connection: aiosqlite.Connection) -> bool:
    cursor = await connection.execute(
        "UPDATE staged_notes SET text = ? WHERE author_id = ? AND number = ?", (text, author_id, number)
    )
    return cursor.rowcount == 1


async def _remove(number: int, author_id: int, connection: aiosqlite.Connection) -> None:
    await connection.execute(
        "DELETE FROM staged_notes WHERE author_id = ? AND number = ?", (author_id, number)
    )


async def _remove_all(author_id: int, connection: aiosqlite.Connection) -> int:
    cursor = await connection.execute("DELETE FROM staged_notes WHERE author_id = ?", (author_id,))
    return cursor.rowcount


async def _prune(now: datetime, connection: aiosqlite.Connection) -> int:
    cursor = await connection.execute("DELETE FROM staged_notes WHERE expires_utc <= ?", (to_stored(now),))
    return cursor.rowcount


_WAITING = "SELECT count(*) FROM staged_notes WHERE author_id = ? AND expires_utc > ?"
_HIGHEST = "SELECT coalesce(max(number), 0) FROM staged_notes WHERE author_id = ?"


async def _number(connection: aiosqlite.Connection, sql: str, parameters: tuple[int, ...]) -> int:
    return int(next(iter(await connection.execute_fetchall(sql, parameters)))[0])


async def _find(
    connection: aiosqlite.Connection, condition: str, parameters: tuple[int, ...]
) -> StagedNote | None:
    sql = "SELECT * FROM staged_notes WHERE " + condition  # noqa: S608 - conditions stand in this file
    rows = await connection.execute_fetchall(sql, parameters)
    return next(map(_to_staged, rows), None)


def _to_staged(row: sqlite3.Row) -> StagedNote:
    draft = NoteDraft(
        scope=Scope(kind=ScopeKind(row["scope_kind"]), id=row["scope_id"]),
        text=row["text"],
        author_id=row["author_id"],
        source_message_id=row["source_message_id"],
        call_index=row["call_index"],
        created=from_stored(row["created_utc"]),
        title=row["title"],
        tags=tuple(json.loads(row["tags"])),
    )
    return StagedNote(
        number=row["number"],
        note_id=row["note_id"],
        draft=draft,
        expires=from_stored(row["expires_utc"]),
    )
