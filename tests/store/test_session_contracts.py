"""The contracts of `agent.ports.History` and `agent.ports.Clarifications`, for every implementation."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.ports import Clarifications, History
from agent.testing.clock import START
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications
from agent.types import Choice, Clarification, HistoryMessage, QuestionKind
from bot.store.clarifications import SqliteClarifications
from bot.store.db import Database
from bot.store.messages import SqliteHistory
from tests.store.making import ANN, BOB

CHANNEL = 500


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, database: Database) -> History:
    return InMemoryHistory() if request.param == "memory" else SqliteHistory(database)


@pytest.fixture(params=["memory", "sqlite"])
def clarifications(request: pytest.FixtureRequest, database: Database) -> Clarifications:
    return InMemoryClarifications() if request.param == "memory" else SqliteClarifications(database)


def said(number: int) -> HistoryMessage:
    return HistoryMessage(
        role="user" if number % 2 else "assistant",
        author_name="Ann 🌿",
        text=f"message {number}",
        sent_at=START + timedelta(microseconds=number),
        composed=number % 4 == 0,
    )


def question(text: str) -> Clarification:
    return Clarification(tool="agenda:remind_at", text=text, asked_at=START)


async def test_the_window_is_the_newest_oldest_first(history: History) -> None:
    for number in range(5):
        await history.append(CHANNEL, said(number), message_id=70 + number)
    assert await history.window(CHANNEL, limit=3) == (said(2), said(3), said(4))
    assert await history.window(CHANNEL, limit=50) == tuple(map(said, range(5)))
    assert await history.window(CHANNEL, limit=0) == ()


async def test_channels_do_not_see_each_other(history: History) -> None:
    await history.append(CHANNEL, said(1), message_id=7)
    await history.append(CHANNEL + 1, said(2), message_id=7)
    assert await history.window(CHANNEL, limit=9) == (said(1),)
    assert await history.window(CHANNEL + 1, limit=9) == (said(2),)
    assert await history.window(CHANNEL + 2, limit=9) == ()


async def test_a_message_is_kept_once_and_one_without_id_each_time(history: History) -> None:
    for _ in range(2):
        await history.append(CHANNEL, said(1), message_id=7)
        await history.append(CHANNEL, said(2))
    assert await history.window(CHANNEL, limit=9) == (said(1), said(2), said(2))


async def test_the_order_is_that_of_arrival_not_of_time(history: History) -> None:
    await history.append(CHANNEL, said(9))
    await history.append(CHANNEL, said(1))
    assert await history.window(CHANNEL, limit=9) == (said(9), said(1))


async def test_one_open_question_per_channel_and_author(clarifications: Clarifications) -> None:
    await clarifications.put(CHANNEL, ANN, question("call mum"))
    await clarifications.put(CHANNEL, ANN, question("call dad"))
    await clarifications.put(CHANNEL, BOB, question("feed the cat"))
    assert await clarifications.get(CHANNEL, ANN) == question("call dad")
    assert await clarifications.get(CHANNEL, BOB) == question("feed the cat")
    assert await clarifications.get(CHANNEL + 1, ANN) is None


async def test_clearing_a_question_leaves_the_others(clarifications: Clarifications) -> None:
    await clarifications.put(CHANNEL, ANN, question("call mum"))
    await clarifications.put(CHANNEL, BOB, question("feed the cat"))
    for _ in range(2):
        await clarifications.clear(CHANNEL, ANN)
    assert await clarifications.get(CHANNEL, ANN) is None
    assert await clarifications.get(CHANNEL, BOB) == question("feed the cat")


async def test_a_choice_keeps_its_order(clarifications: Clarifications) -> None:
    asked = Clarification(
        tool="clock:alarm",
        text="in 10 minutes",
        asked_at=START,
        id=77,
        kind=QuestionKind.CALL,
        choices=(Choice(label="“9 a.m.”", value="wall 9"), Choice(label="b", value="wall 10")),
        args={"time": "at 9 or 10", "deep": {"list": [1, None, "ü"]}},
    )
    await clarifications.put(1, 7, asked)
    assert await clarifications.get(1, 7) == asked
