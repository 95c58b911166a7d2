"""Forgetting a person: nothing of them stays in any table or in the file, and nothing of others goes."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from agent.memory_types import NoteDraft, Scope, ScopeKind
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START
from agent.types import (
    Author,
    Channel,
    ChannelKind,
    Choice,
    Clarification,
    HistoryMessage,
    Incoming,
    QuestionKind,
    QuestionState,
    TaskDraft,
)
from bot.store.clarifications import SqliteClarifications
from bot.store.db import Database
from bot.store.forgetting import REMOVALS, SETTINGS, Held, SqliteForgetting
from bot.store.handled import SqliteHandledMessages
from bot.store.messages import SqliteHistory
from bot.store.personas import SqlitePersonas
from bot.store.reminders import SqliteReminderStore
from bot.store.staged import SqliteStagedNotes
from bot.store.users import SqliteUsers
from tests.store.making import draft

ADA, BOB = 700_000_000_000_000_007, 800_000_000_000_000_008
ROOM = Channel(id=80, kind=ChannelKind.GUILD, guild_id=90)
ADAS_DIRECT = Channel(id=70_000_007, kind=ChannelKind.DM)
WORD = "zephyrine"
"""In everything that ada said."""
OF_NO_PERSON = {"answer_links", "channels", "last_seen", "migrations", "occurrences", "pairing_codes"}
"""Tables without a line of their own: rows of others' tables, and places."""


def said(text: str, author_id: int | None, role: str = "user") -> HistoryMessage:
    return HistoryMessage(
        role="user" if role == "user" else "assistant",
        author_name="Ada" if author_id == ADA else "Bob",
        text=text,
        sent_at=START,
        author_id=author_id,
    )


async def fill(database: Database, person: int, word: str, direct: Channel) -> None:
    """Rows of this person in every table."""
    history, handled = SqliteHistory(database), SqliteHandledMessages(database, clock=lambda: START)
    first = person % 1000 * 100
    for number, channel in enumerate((ROOM, direct)):
        message = first + number
        await handled.claim(
            Incoming(
                message_id=message,
                channel=channel,
                author=Author(id=person, name="Somebody"),
                text=word,
                received_at=START,
            )
        )
        await history.append(channel.id, said(f"{word} says", person), message_id=message)
        await history.append(channel.id, said(f"to {word}", person, "assistant"), answers=[message])
    past, seen = await history.window(direct.id, limit=9), await history.summary(direct.id)
    await history.keep_summary(direct.id, f"they spoke of {word}", of=past, seen=seen)
    reminders = SqliteReminderStore(database, limits=ReminderLimits())
    for number, channel in enumerate((ROOM, direct)):
        await reminders.add(
            draft(
                text=f"{word} reminder", author_id=person, channel=channel, source_message_id=first + number
            )
        )
    await reminders.push_task(
        TaskDraft(
            author_id=person,
            channel=ROOM,
            text=f"{word} task",
            source_message_id=first,
            call_index=1,
            created_at=START,
        )
    )
    await SqliteStagedNotes(database).add(
        NoteDraft(
            scope=Scope(kind=ScopeKind.USER, id=person),
            text=f"{word} note",
            author_id=person,
            source_message_id=first,
            call_index=0,
            created=START,
        ),
        expires=START + timedelta(days=1),
    )
    questions = SqliteClarifications(database)
    question = Clarification(
        tool="",
        text=f"{word}?",
        asked_at=START,
        id=first,
        kind=QuestionKind.WORDS,
        choices=(Choice(label=word, value=word), Choice(label="b", value="b")),
    )
    await questions.put(ROOM.id, person, question)
    await questions.clear(ROOM.id, person, state=QuestionState.ANSWERED)
    await questions.put(ROOM.id, person, question)
    await SqlitePersonas(database).put(
        direct.id, f"speak like {word}", is_server=False, guild_id=90, author_id=person, now=START
    )
    await SqliteUsers(database).set_zone(person, "Europe/Berlin")


def found(path: Path, *needles: object) -> list[str]:
    """Tables that hold one of the needles, in any column."""
    with sqlite3.connect(path) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {table: repr(connection.execute(f"SELECT * FROM {table}").fetchall()) for table in tables}
    return sorted(table for table, text in rows.items() if any(str(needle) in text for needle in needles))


def in_files(directory: Path, *needles: str | int) -> list[str]:
    """SQLite stores an id as eight bytes, not as digits."""
    wanted = [str(needle).encode() for needle in needles]
    wanted += [needle.to_bytes(8) for needle in needles if isinstance(needle, int)]
    files = [path for path in directory.rglob("*") if path.is_file()]
    return [path.name for path in files if any(each in path.read_bytes() for each in wanted)]


@pytest.fixture
async def filled(database: Database, database_path: Path) -> Path:
    await fill(database, ADA, WORD, ADAS_DIRECT)
    await fill(database, BOB, "ordinary", Channel(id=70_000_008, kind=ChannelKind.DM))
    assert {"messages", "reminders", "staged_notes", "clarifications"} <= set(found(database_path, WORD))
    assert {"handled_messages", "settled_questions", "users"} <= set(found(database_path, ADA))
    assert in_files(database_path.parent, WORD) != []
    assert in_files(database_path.parent, ADA) != []
    return database_path


async def test_nothing_of_a_person_stays_in_any_table_or_file(database: Database, filled: Path) -> None:
    before = found(filled, "ordinary", BOB)
    forgotten = await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    assert found(filled, WORD, ADA, ADAS_DIRECT.id) == []
    assert in_files(filled.parent, WORD, ADA) == []
    assert found(filled, "ordinary", BOB) == before
    assert forgotten.channels == {ROOM.id, ADAS_DIRECT.id}
    assert forgotten.counts == {
        Held.MESSAGES: 4,
        Held.SUMMARIES: 1,
        Held.STAGED: 1,
        Held.REMINDERS: 2,
        Held.TASKS: 1,
        Held.QUESTIONS: 2,
        Held.PERSONAS: 1,
        Held.TRACES: 3,
        Held.SETTINGS: 1,
    }


async def test_settings_stay_where_they_are_to_stay(database: Database, filled: Path) -> None:
    await SqliteForgetting(database).forget(ADA, private=None, settings=False, now=START)
    assert found(filled, WORD, ADA) == ["users"]
    assert (await SqliteUsers(database).get(ADA)).zone == "Europe/Berlin"


async def test_rows_from_before_authors_were_noted_go_where_the_person_spoke(
    database: Database, filled: Path
) -> None:
    history = SqliteHistory(database)
    await history.append(ROOM.id, said("old words", None))
    await history.append(81, said("elsewhere", None))
    await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    assert "old words" not in [each.text for each in await history.window(ROOM.id, limit=50)]
    assert [each.text for each in await history.window(81, limit=50)] == ["elsewhere"]


async def test_a_message_that_was_taken_up_is_not_taken_up_again(database: Database, filled: Path) -> None:
    await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    handled = SqliteHandledMessages(database, clock=lambda: START)
    again = Incoming(
        message_id=700, channel=ROOM, author=Author(id=ADA, name="Ada"), text="hi", received_at=START
    )
    assert await handled.claim(again) is False
    assert ADA not in [each.author_id for each in await handled.interrupted()]


async def test_a_summary_goes_wherever_the_person_spoke(database: Database, filled: Path) -> None:
    history = SqliteHistory(database)
    of_bob = (await history.window(ROOM.id, limit=50))[2:]
    seen = await history.summary(ROOM.id)
    assert await history.keep_summary(ROOM.id, f"bob heard of {WORD}", of=of_bob, seen=seen)
    seen = await history.summary(ROOM.id)
    await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    assert (await history.summary(ROOM.id)).text == ""
    assert not await history.keep_summary(ROOM.id, f"still {WORD}", of=of_bob, seen=seen)


async def test_a_second_time_there_is_nothing_left(database: Database, filled: Path) -> None:
    await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    forgotten = await SqliteForgetting(database).forget(ADA, private=None, settings=True, now=START)
    assert set(forgotten.counts.values()) == {0}


async def test_every_table_of_people_has_a_line(database: Database, database_path: Path) -> None:
    with sqlite3.connect(database_path) as connection:
        tables = {
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not row[0].startswith("sqlite_")
        }
    statements = " ".join(removal.statement for removal in (*REMOVALS, *SETTINGS))
    named = set(re.findall(r"(?:FROM|UPDATE) (\w+)", statements))
    assert tables - named - OF_NO_PERSON == set()
