"""Many occurrences claimed at once, and at once on their way: a crowd that is due waits for two commits."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import aiosqlite

from agent.types import Reminder
from bot.request_answer import RequestAnswer, Unanswered
from bot.store.instants import from_stored, to_stored
from bot.store.life_cycle import OccurrenceState, check_step
from bot.store.rows import SELECT_REMINDER, to_reminder


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """One attempt at one occurrence, held until its lease ends.

    `attempt` counts from 1 and is the fence: every later step must still belong to it. `first_sent` is when a
    message may have left for the first time, None if never. `ring` counts an alarm's repetitions from 0;
    `first_due` is when the occurrence that they repeat was due, `due` itself where there is none. `missed` is
    how many occurrences of the series passed unnoticed before, the first of them at `missed_since`.
    """

    occurrence_id: int
    attempt: int
    reminder: Reminder
    due: datetime
    first_sent: datetime | None
    ring: int = 0
    first_due: datetime | None = None
    missed: int = 0
    missed_since: datetime | None = None
    answer: RequestAnswer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What was to be had, in the order asked for; `unreadable` are rows left as they were, and why."""

    claimed: tuple[Claimed, ...] = ()
    unreadable: tuple[tuple[int, ValueError | OverflowError], ...] = ()


async def claim(
    ids: Sequence[int], now: datetime, lease: timedelta, connection: aiosqlite.Connection
) -> Claims:
    occurrences = await _due(connection, ids, now)
    reminders = await _reminders(connection, {row["reminder_id"] for row in occurrences.values()})
    claimed: list[Claimed] = []
    unreadable: list[tuple[int, ValueError | OverflowError]] = []
    for occurrence_id in ids:
        if occurrence_id not in occurrences:
            continue
        row = occurrences[occurrence_id]
        try:
            claimed.append(_claimed(row, to_reminder(reminders[row["reminder_id"]])))
        except (ValueError, OverflowError) as error:
            unreadable.append((occurrence_id, error))
    await connection.execute(
        """
        UPDATE occurrences SET state = 'claimed', attempts = attempts + 1, lease_until = ?
        WHERE id IN (SELECT value FROM json_each(?))
        """,
        (to_stored(now + lease), _listed(each.occurrence_id for each in claimed)),
    )
    return Claims(claimed=tuple(claimed), unreadable=tuple(unreadable))


async def begin(claims: Sequence[Claimed], now: datetime, connection: aiosqlite.Connection) -> frozenset[int]:
    """From here on messages may be out; gives the ids of those that are still held by this attempt."""
    wanted = {each.occurrence_id: each for each in claims}
    rows = await connection.execute_fetchall(
        """
        SELECT id, attempts FROM occurrences
        WHERE state = 'claimed' AND id IN (SELECT value FROM json_each(?))
        """,
        (_listed(wanted),),
    )
    held = frozenset(row["id"] for row in rows if row["attempts"] == wanted[row["id"]].attempt)
    check_step(OccurrenceState.CLAIMED, OccurrenceState.SENDING)
    await connection.execute(
        """
        UPDATE occurrences SET state = 'sending', first_sent_utc = coalesce(first_sent_utc, ?)
        WHERE id IN (SELECT value FROM json_each(?))
        """,
        (to_stored(now), _listed(held)),
    )
    return held


async def _due(connection: aiosqlite.Connection, ids: Sequence[int], now: datetime) -> dict[int, sqlite3.Row]:
    check_step(OccurrenceState.SCHEDULED, OccurrenceState.CLAIMED)
    rows = await connection.execute_fetchall(
        """
        SELECT occurrences.id, reminder_id, occurrences.due_utc, attempts, first_sent_utc, ring,
            first_due_utc, missed, missed_since_utc, answer, unanswered
        FROM occurrences JOIN reminders ON reminders.id = reminder_id
        WHERE occurrences.id IN (SELECT value FROM json_each(?)) AND occurrences.state = 'scheduled'
            AND attempt_utc <= ? AND NOT paused
        """,
        (_listed(ids), to_stored(now)),
    )
    return {row["id"]: row for row in rows}


async def _reminders(connection: aiosqlite.Connection, ids: Collection[int]) -> dict[int, sqlite3.Row]:
    condition = "WHERE reminders.id IN (SELECT value FROM json_each(?))"
    rows = await connection.execute_fetchall(SELECT_REMINDER + condition, (_listed(ids),))
    return {row["id"]: row for row in rows}


def _claimed(row: sqlite3.Row, reminder: Reminder) -> Claimed:
    return Claimed(
        occurrence_id=row["id"],
        attempt=row["attempts"] + 1,
        reminder=reminder,
        due=from_stored(row["due_utc"]),
        first_sent=_instant(row["first_sent_utc"]),
        ring=row["ring"],
        first_due=_instant(row["first_due_utc"]),
        missed=row["missed"],
        missed_since=_instant(row["missed_since_utc"]),
        answer=_answer(row),
    )


def _answer(row: sqlite3.Row) -> RequestAnswer | None:
    if row["answer"] is None and row["unanswered"] is None:
        return None
    why = row["unanswered"]
    return RequestAnswer(text=row["answer"] or "", unanswered=None if why is None else Unanswered(why))


def _instant(stored: int | None) -> datetime | None:
    return None if stored is None else from_stored(stored)


def _listed(ids: Iterable[int]) -> str:
    return json.dumps(list(ids))
