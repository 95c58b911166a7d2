"""Scheduled requests: worked on once when due, apart from plain reminders, and delivered whatever comes."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from agent.errors import LimitReached, TargetGone
from agent.reminder_limits import ReminderLimits
from agent.types import Reminder, ReminderDraft
from bot.request_answer import RequestAnswer, Unanswered
from bot.store.claiming import Claimed
from bot.store.db import Database
from bot.store.reminders import SqliteReminderStore
from bot.store.writer import Work
from tests.scheduler.child import read_messages, turns_file
from tests.scheduler.fakes import Inbox, eventually
from tests.scheduler.killing import START_LIMIT
from tests.scheduler.running import real_clock, running, store_of
from tests.store.making import ANN, BOB, DIRECT, GENERAL, daily, draft

SOON = timedelta(milliseconds=50)
REQUEST = "tell me what I have next week"


class Turns:
    """Answers every request the same, and remembers for whom and what."""

    def __init__(self, answer: RequestAnswer | Exception, *, pause: float = 0.0) -> None:
        self.worked_on: list[Reminder] = []
        self._answer = answer
        self._pause = pause

    async def __call__(self, claimed: Claimed) -> RequestAnswer:
        self.worked_on.append(claimed.reminder)
        await asyncio.sleep(self._pause)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def ask(**options: Any) -> ReminderDraft:
    return draft(text=REQUEST, after=SOON, now=real_clock(), request=True, **options)


async def test_the_answer_is_delivered_where_it_was_asked_for_with_a_ping_for_its_author(
    database: Database, inbox: Inbox
) -> None:
    turns = Turns(RequestAnswer(text="On Monday the dentist."))
    async with running(database, inbox, answer=turns) as scheduler:
        stored = await store_of(database, scheduler).add(ask())
        await inbox.wait_for(1)
    (message,) = inbox.messages
    assert message.channel_id == GENERAL.id
    assert message.notice.mention_id == ANN
    assert message.notice.text.startswith(f"<@{ANN}> You asked: {REQUEST}\nOn Monday the dentist.\n")
    assert [(each.id, each.author_id, each.text) for each in turns.worked_on] == [(stored.id, ANN, REQUEST)]
    assert "late" not in message.notice.text


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (RequestAnswer(unanswered=Unanswered.ENGINE), "the language model is not running"),
        (RequestAnswer(unanswered=Unanswered.FAILED), "I could not get it done"),
        (RuntimeError("a bug"), "I could not get it done"),
    ],
)
async def test_what_cannot_be_worked_on_arrives_as_a_plain_reminder_that_says_so(
    database: Database, inbox: Inbox, answer: RequestAnswer | Exception, sentence: str
) -> None:
    async with running(database, inbox, answer=Turns(answer)) as scheduler:
        await store_of(database, scheduler).add(ask())
        await inbox.wait_for(1)
    (message,) = inbox.messages
    assert f"<@{ANN}> You asked: {REQUEST}" in message.notice.text
    assert sentence in message.notice.text
    assert "as a plain reminder" in message.notice.text


async def test_a_turn_that_hangs_is_ended_and_no_reminder_waits_for_it(
    database: Database, inbox: Inbox
) -> None:
    turns = Turns(RequestAnswer(text="too late"), pause=60)
    limit = timedelta(seconds=1)
    async with running(database, inbox, answer=turns, request_limit=limit) as scheduler:
        store = store_of(database, scheduler)
        await store.add(ask())
        await store.add(draft(text="stretch", after=SOON, now=real_clock()))
        await inbox.wait_for(1)
        assert inbox.texts() == ["stretch"]
        await inbox.wait_for(2)
    assert "I could not get it done" in inbox.messages[1].notice.text


async def test_a_request_that_is_removed_while_it_is_worked_on_says_nothing(
    database: Database, inbox: Inbox
) -> None:
    turns = Turns(RequestAnswer(text="unwanted"), pause=0.2)

    async def started() -> bool:
        return bool(turns.worked_on)

    async def settled() -> bool:
        rows = await database.read("SELECT state FROM occurrences")
        return [row["state"] for row in rows] == ["skipped"]

    async with running(database, inbox, answer=turns) as scheduler:
        store = store_of(database, scheduler)
        stored = await store.add(ask())
        await eventually(started)
        await store.remove(stored.id, author_id=ANN)
        await eventually(settled)
    assert inbox.messages == []


async def test_an_answer_for_a_channel_that_is_gone_goes_to_its_author(
    database: Database, inbox: Inbox
) -> None:
    inbox.faults[GENERAL.id] = [TargetGone("unknown channel")]
    turns = Turns(RequestAnswer(text="two things"))
    async with running(database, inbox, answer=turns) as scheduler:
        await store_of(database, scheduler).add(ask())
        await inbox.wait_for(1)
    (message,) = inbox.messages
    assert message.channel_id == 1_000_000 + ANN
    assert "two things" in message.notice.text
    assert len(turns.worked_on) == 1


async def test_a_repeated_request_goes_on_after_a_failure(database: Database, inbox: Inbox) -> None:
    now = real_clock()
    turns = Turns(RequestAnswer(unanswered=Unanswered.ENGINE))
    async with running(database, inbox, answer=turns) as scheduler:
        store = store_of(database, scheduler)
        stored = await store.add(ask(rule=daily(9)))
        await database.write(_due_now(stored.id))
        scheduler.expect(now)
        await inbox.wait_for(1)

        async def goes_on() -> bool:
            return [each.due > now for each in await store.pending(ANN)] == [True]

        await eventually(goes_on)
    assert len(inbox.messages) == 1


def _due_now(reminder_id: int) -> Work[None]:
    async def move(connection: aiosqlite.Connection) -> None:
        await connection.execute(
            "UPDATE occurrences SET attempt_utc = 0 WHERE reminder_id = ?", (reminder_id,)
        )

    return move


async def test_a_long_answer_keeps_to_one_message(database: Database, inbox: Inbox) -> None:
    turns = Turns(RequestAnswer(text="```\n" + "x" * 5000))
    async with running(database, inbox, answer=turns) as scheduler:
        await store_of(database, scheduler).add(ask())
        await inbox.wait_for(1)
    text = inbox.messages[0].notice.text
    assert len(text) <= 2000
    assert text.count("```") % 2 == 0
    assert "…" in text


async def test_requests_have_a_limit_of_their_own(database: Database) -> None:
    store = SqliteReminderStore(database, limits=ReminderLimits(requests=1))
    await store.add(ask())
    with pytest.raises(LimitReached, match="1 scheduled requests, and 1 is the limit"):
        await store.add(ask())
    await store.add(draft(text="a plain one"))
    await store.add(ask(author_id=BOB))


async def _child(directory: Path, *extra: str) -> asyncio.subprocess.Process:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.scheduler.child", str(directory / "db"), str(directory / "outbox")),
        *extra,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    line = await asyncio.wait_for(child.stdout.readline(), START_LIMIT)
    assert json.loads(line) == ["ready"]
    return child


@pytest.mark.parametrize(
    ("die", "said"),
    [
        ("working", "I was interrupted while I worked on it"),
        ("before", "two things"),
        ("after", "two things"),
    ],
)
async def test_a_killed_process_neither_works_twice_nor_delivers_twice(
    tmp_path: Path, die: str, said: str
) -> None:
    first = await _child(tmp_path, "--die", die)
    assert first.stdin is not None
    first.stdin.write(json.dumps(["ask", 1, DIRECT.id, REQUEST, 0.1]).encode() + b"\n")
    assert await asyncio.wait_for(first.wait(), START_LIMIT) == -9
    second = await _child(tmp_path)

    async def delivered() -> bool:
        return bool(read_messages(tmp_path / "outbox"))

    try:
        await eventually(delivered, seconds=START_LIMIT)
        await asyncio.sleep(0.3)
    finally:
        second.kill()
        await second.wait()
    (message,) = read_messages(tmp_path / "outbox")
    assert said in message["text"]
    assert len(turns_file(tmp_path / "outbox").read_text().splitlines()) == 1
