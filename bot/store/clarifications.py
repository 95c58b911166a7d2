"""Questions that wait for their answers, and what became of those that wait no more."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta
from functools import partial

import aiosqlite

from agent.types import Choice, Clarification, QuestionKind, QuestionState
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.rows import ensure_channel, ensure_user

KEPT_FOR = timedelta(days=30)
"""How long it is known what became of a question, counted from when it was asked."""

_OPEN = "SELECT tool, text, asked_utc, question_id, kind, choices, args FROM clarifications "


class SqliteClarifications:
    """Implements `agent.ports.Clarifications`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, channel_id: int, author_id: int) -> Clarification | None:
        rows = await self._database.read(
            _OPEN + "WHERE channel_id = ? AND author_id = ? AND aside = 0", (channel_id, author_id)
        )
        return next(map(_question, rows), None)

    async def find(self, question_id: int, *, author_id: int) -> tuple[QuestionState, Clarification | None]:
        key = (question_id, author_id)
        rows = await self._database.read(_OPEN + "WHERE question_id = ? AND author_id = ?", key)
        for row in rows:
            return QuestionState.OPEN, _question(row)
        settled = await self._database.read(
            "SELECT state FROM settled_questions WHERE question_id = ? AND author_id = ?", key
        )
        states = [QuestionState(row["state"]) for row in settled]
        return (states[0] if states else QuestionState.DROPPED), None

    async def put(self, channel_id: int, author_id: int, clarification: Clarification) -> None:
        await self._database.write(partial(_put, channel_id, author_id, clarification))

    async def clear(
        self, channel_id: int, author_id: int, *, state: QuestionState = QuestionState.DROPPED
    ) -> None:
        await self._database.write(partial(_clear, channel_id, author_id, state))

    async def set_aside(self, channel_id: int, author_id: int) -> None:
        await self._database.write(partial(_set_aside, channel_id, author_id))

    async def lose_approvals(self) -> None:
        """For the start: whoever would have run what waits for approval is gone, so it counts as denied."""
        await self._database.write(_lose_approvals)


def _question(row: sqlite3.Row) -> Clarification:
    return Clarification(
        tool=row["tool"],
        text=row["text"],
        asked_at=from_stored(row["asked_utc"]),
        id=row["question_id"],
        kind=QuestionKind(row["kind"]),
        choices=tuple(Choice(label=label, value=value) for label, value in json.loads(row["choices"])),
        args=json.loads(row["args"]),
    )


async def _put(
    channel_id: int, author_id: int, clarification: Clarification, connection: aiosqlite.Connection
) -> None:
    await ensure_channel(connection, channel_id)
    await ensure_user(connection, author_id)
    await _clear(channel_id, author_id, QuestionState.DROPPED, connection)
    await _forget_old(clarification.asked_at, connection)
    choices = [[choice.label, choice.value] for choice in clarification.choices]
    await connection.execute(
        """
        INSERT INTO clarifications
            (channel_id, author_id, tool, text, asked_utc, question_id, kind, choices, args)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            *(channel_id, author_id, clarification.tool, clarification.text),
            *(to_stored(clarification.asked_at), clarification.id, clarification.kind.value),
            *(json.dumps(choices), json.dumps(dict(clarification.args))),
        ),
    )


async def _clear(
    channel_id: int, author_id: int, state: QuestionState, connection: aiosqlite.Connection
) -> None:
    where = "WHERE channel_id = ? AND author_id = ?"
    await connection.execute(
        f"""
        INSERT OR REPLACE INTO settled_questions (question_id, author_id, state, settled_utc)
        SELECT question_id, author_id, ?, asked_utc FROM clarifications {where} AND choices != '[]'
        """,  # noqa: S608 - a constant
        (state.value, channel_id, author_id),
    )
    await connection.execute(f"DELETE FROM clarifications {where}", (channel_id, author_id))  # noqa: S608


async def _set_aside(channel_id: int, author_id: int, connection: aiosqlite.Connection) -> None:
    await connection.execute(
        "UPDATE clarifications SET aside = 1 WHERE channel_id = ? AND author_id = ?", (channel_id, author_id)
    )


async def _lose_approvals(connection: aiosqlite.Connection) -> None:
    await connection.execute(
        """
        INSERT OR REPLACE INTO settled_questions (question_id, author_id, state, settled_utc)
        SELECT question_id, author_id, 'lost', asked_utc FROM clarifications WHERE kind = 'approval'
        """
    )
    await connection.execute("DELETE FROM clarifications WHERE kind = 'approval'")


async def _forget_old(now: datetime, connection: aiosqlite.Connection) -> None:
    await connection.execute(
        "DELETE FROM settled_questions WHERE settled_utc < ?", (to_stored(now - KEPT_FOR),)
    )
