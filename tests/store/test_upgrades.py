"""From the schema of every earlier step, with rows in every table, to the newest one."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agent.errors import ConfigError
from agent.memory_types import Scope, ScopeKind
from agent.reminder_limits import ReminderLimits
from agent.testing.clock import START, FixedClock
from agent.types import Channel, ChannelKind, QuestionState
from bot.store.clarifications import SqliteClarifications
from bot.store.counts import counts
from bot.store.db import Database, open_database
from bot.store.forgetting import SqliteForgetting
from bot.store.handled import SqliteHandledMessages
from bot.store.last_seen import SqliteLastSeen
from bot.store.messages import SqliteHistory
from bot.store.migrations import MIGRATIONS
from bot.store.occurrences import SqliteOccurrences
from bot.store.pairings import SqlitePairings
from bot.store.personas import SqlitePersonas
from bot.store.reminders import SqliteReminderStore
from bot.store.staged import SqliteStagedNotes
from bot.store.users import SqliteUsers
from tests.store import every_table
from tests.store.every_table import DIRECT, DUE, GENERAL, GUILD, QUESTION, ROWS
from tests.store.making import ANN, BOB

NEWEST = len(MIGRATIONS)
EARLIER = [pytest.param(steps, id=MIGRATIONS[steps - 1].name) for steps in range(1, NEWEST)]


async def at_step(path: Path, steps: int) -> None:
    """A database as the version with so many steps left it, with rows in every table."""
    async with open_database(path, migrations=MIGRATIONS[:steps]):
        pass
    every_table.fill(path)


def expected(path: Path, before: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """`before` in the newest schema: nothing lost, nothing changed, new columns at their defaults, but for
    what steps say: answers that name a stored time became composed ones.
    """
    rows = {
        table: [{**every_table.defaults(path, table), **row} for row in before.get(table, ())]
        for table in every_table.columns(path)
    }
    if "composed" not in before["messages"][0]:
        for message in rows["messages"]:
            message["composed"] = int(message["role"] == "assistant" and "<t:" in message["text"])
    return {table: sorted(found, key=str) for table, found in rows.items()}


async def test_the_rows_of_these_tests_reach_every_column_of_every_table(database_path: Path) -> None:
    """A step that adds a table or a column has to add to `ROWS`."""
    await at_step(database_path, NEWEST)
    reached = {table: set(rows[0]) for table, rows in ROWS.items()}
    assert reached == {table: set(names) for table, names in every_table.columns(database_path).items()}
    for table, names in every_table.columns(database_path).items():
        for name in names:
            values = [row[name] for row in ROWS[table]]
            assert any(value is not None for value in values), f"{table}.{name} is empty in every row"


@pytest.mark.parametrize("steps", EARLIER)
async def test_no_row_is_lost_or_changed_but_by_the_steps_own_rule_and_a_copy_is_kept(
    database_path: Path, steps: int
) -> None:
    await at_step(database_path, steps)
    before = every_table.content(database_path)
    async with open_database(database_path):
        pass
    assert every_table.content(database_path) == expected(database_path, before)
    with closing(sqlite3.connect(database_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    (copy,) = (database_path.parent / "backups").iterdir()
    assert copy.name == f"kallisti-schema-{steps:04}.sqlite3"
    assert every_table.content(copy) == before


async def test_a_question_of_before_choices_had_words_is_dropped_by_its_step(database_path: Path) -> None:
    async with open_database(database_path, migrations=MIGRATIONS[:5]):
        pass
    every_table.fill(database_path)
    with closing(sqlite3.connect(database_path)) as old, old:
        old.execute("UPDATE clarifications SET tool = 'agenda:list agenda:tasks'")
    async with open_database(database_path):
        pass
    assert every_table.content(database_path)["clarifications"] == []


# ------------------------------------------------------------------ what the stores read then

Reading = Callable[[Database, int], Coroutine[Any, Any, None]]


async def _reminders(database: Database, steps: int) -> None:
    store = SqliteReminderStore(database, limits=ReminderLimits())
    (pending,) = await store.pending(ANN)
    assert (pending.text, pending.due, pending.zone) == ("one", DUE, "Europe/Berlin")
    assert (await store.find(2, author_id=BOB)).text == "two"
    assert [task.text for task in await store.open_tasks(ANN)] == (["milk"] if steps >= 3 else [])


async def _occurrences(database: Database, steps: int) -> None:
    (due,) = await SqliteOccurrences(database).due(now=DUE, per_channel=9)
    assert (due.id, due.channel_id, due.to_run) == (1, GENERAL, False)
    found = await counts(database, now=START)
    assert (found.pending, found.schema) == (1, NEWEST)


async def _talk(database: Database, steps: int) -> None:
    history = SqliteHistory(database)
    first, answer = await history.window(GENERAL, limit=9)
    assert (first.text, first.composed, answer.composed) == ("naïve 🦊 \n\x00?", False, True)
    assert (await history.summary(GENERAL)).text == ("They greeted." if steps >= 10 else "")


async def _questions(database: Database, steps: int) -> None:
    store = SqliteClarifications(database)
    question = await store.get(GENERAL, ANN)
    assert question is not None
    assert (question.tool, question.text) == ("agenda:remind_at", "remind me")
    assert [choice.label for choice in question.choices] == (["one"] if steps >= 6 else [])
    if steps >= 6:
        assert (await store.find(QUESTION, author_id=ANN))[0] is QuestionState.OPEN
        assert (await store.find(7000, author_id=ANN))[0] is QuestionState.ANSWERED


async def _handled(database: Database, steps: int) -> None:
    store = SqliteHandledMessages(database, clock=FixedClock())
    unanswered = [each.message_id for each in await store.interrupted()]
    assert unanswered == ([6001] if steps >= 8 else []), "those from before all count as answered"
    assert await SqliteLastSeen(database).get() == (6099 if steps >= 8 else None)


async def _people(database: Database, steps: int) -> None:
    users = SqliteUsers(database)
    ann, bob = await users.get(ANN), await users.get(BOB)
    assert (ann.zone, ann.language, bob.zone) == ("Europe/Berlin", "de", None)
    assert ann.has_set_reminders
    pairings = SqlitePairings(database)
    assert [each.user_id for each in await pairings.users()] == ([BOB] if steps >= 9 else [])
    assert await pairings.is_locked(13, now=START) is (steps >= 9)


async def _notes(database: Database, steps: int) -> None:
    own = Scope(kind=ScopeKind.USER, id=ANN)
    staged = await SqliteStagedNotes(database).waiting(ANN, scopes={own}, now=START)
    assert [each.draft.text for each in staged] == (["it is blue"] if steps >= 7 else [])
    place = Channel(id=GENERAL, kind=ChannelKind.GUILD, guild_id=GUILD)
    assert await SqlitePersonas(database).persona(place) == ("Short and dry." if steps >= 11 else "")


async def _forgetting(database: Database, steps: int) -> None:
    await SqliteForgetting(database).forget(ANN, private=DIRECT, settings=True, now=START)
    for table, column in (("reminders", "author_id"), ("users", "id"), ("clarifications", "author_id")):
        assert ANN not in {row[column] for row in await database.read(f"SELECT {column} FROM {table}")}
    assert [row["text"] for row in await database.read("SELECT text FROM messages")] == []


READINGS: tuple[Reading, ...] = (
    *(_reminders, _occurrences, _talk, _questions, _handled, _people, _notes),
    _forgetting,  # the last: it leaves nothing to read
)


@pytest.mark.parametrize("steps", [*EARLIER, pytest.param(NEWEST, id=MIGRATIONS[-1].name)])
async def test_every_store_reads_what_every_earlier_version_wrote(database_path: Path, steps: int) -> None:
    await at_step(database_path, steps)
    async with open_database(database_path) as database:
        for read in READINGS:
            await read(database, steps)


# ------------------------------------------------------------------ several processes

UPGRADING = """
import asyncio, pathlib, sys
from agent.errors import ConfigError
from bot.store.db import open_database

async def main():
    print("> ready", flush=True)
    sys.stdin.readline()
    try:
        async with open_database(pathlib.Path(sys.argv[1]), exclusive=sys.argv[2] == "owner"):
            print("> open", flush=True)
            sys.stdin.readline()
    except ConfigError as error:
        print(">", error, flush=True)

asyncio.run(main())
"""


async def _processes(path: Path, roles: tuple[str, ...]) -> list[str]:
    """What processes say that are told at once to open the database; they keep it open until all have said
    something.
    """
    pipe = asyncio.subprocess.PIPE
    started = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", UPGRADING, str(path), role), stdin=pipe, stdout=pipe
        )
        for role in roles
    ]
    for process in started:
        assert await _line(process) == "ready"
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
    said = [await _line(process) for process in started]
    await asyncio.gather(*(process.communicate(b"end\n") for process in started))
    return said


async def _line(process: asyncio.subprocess.Process) -> str:
    """The next one that is no log line; fails where the process ended."""
    assert process.stdout is not None
    while not (line := (await process.stdout.readline()).decode()).startswith("> "):
        assert line, "it ended without a word"
    return line[2:].rstrip("\n")


async def test_processes_that_upgrade_at_once_run_each_step_once(database_path: Path) -> None:
    await at_step(database_path, 1)
    before = every_table.content(database_path)
    assert await _processes(database_path, ("visitor",) * 3) == ["open"] * 3
    assert every_table.content(database_path) == expected(database_path, before)
    with closing(sqlite3.connect(database_path)) as connection:
        applied = [row[0] for row in connection.execute("SELECT name FROM migrations ORDER BY position")]
    assert applied == [migration.name for migration in MIGRATIONS]
    (copy,) = (database_path.parent / "backups").iterdir()
    assert every_table.content(copy) == before


async def test_of_two_owners_that_start_at_once_one_upgrades_and_the_other_says_so(
    database_path: Path,
) -> None:
    await at_step(database_path, 1)
    said = await _processes(database_path, ("owner", "owner"))
    assert said.count("open") == 1
    (refusal,) = (text for text in said if text != "open")
    assert refusal.startswith(f"another Kallisti is using {database_path}")


async def test_each_older_version_refuses_the_newest_schema_in_one_sentence_and_changes_nothing(
    database_path: Path,
) -> None:
    await at_step(database_path, NEWEST)
    before = every_table.content(database_path)
    for steps in range(1, NEWEST):
        with pytest.raises(ConfigError, match=f'schema step "{MIGRATIONS[steps].name}"') as refusal:
            async with open_database(database_path, migrations=MIGRATIONS[:steps]):
                pass
        assert "\n" not in str(refusal.value)
        assert every_table.content(database_path) == before
    assert not (database_path.parent / "backups").exists()
