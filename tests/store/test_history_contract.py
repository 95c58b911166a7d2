"""The contract of `agent.ports.History` for what is changed, removed and summarised."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest

from agent.ports import History
from agent.testing.clock import START
from agent.testing.history import InMemoryHistory
from agent.types import HistoryMessage, Summary
from bot.store.db import Database
from bot.store.messages import SqliteHistory
from tests.store.test_session_contracts import CHANNEL, said

CHANGES: dict[str, Callable[[History], Awaitable[object]]] = {
    "edit": lambda history: history.edit(70, "something else"),
    "delete": lambda history: history.delete([70]),
    "clear": lambda history: history.clear(CHANNEL),
    "prune": lambda history: history.prune(before=START + timedelta(microseconds=1)),
}


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, database: Database) -> History:
    return InMemoryHistory() if request.param == "memory" else SqliteHistory(database)


# ------------------------------------------------------------------ changes in the channel


async def texts(history: History, channel_id: int = CHANNEL) -> list[str]:
    return [message.text for message in await history.window(channel_id, limit=99)]


async def test_an_edited_message_keeps_its_place(history: History) -> None:
    for number in range(3):
        await history.append(CHANNEL, said(number), message_id=70 + number)
    await history.edit(71, "something else")
    await history.edit(99, "of nobody here")
    assert await texts(history) == ["message 0", "something else", "message 2"]


async def test_a_deleted_message_takes_its_answer_along(history: History) -> None:
    await history.append(CHANNEL, said(1), message_id=71)
    await history.append(CHANNEL, said(2), answers=[71])
    await history.append(CHANNEL, said(3), message_id=73)
    await history.append(CHANNEL, said(4), answers=[73])
    await history.delete([71, 99])
    assert await texts(history) == ["message 3", "message 4"]


async def test_an_answer_goes_with_each_of_its_messages_and_leaves_the_question(history: History) -> None:
    await history.append(CHANNEL, said(1), message_id=71)
    await history.append(CHANNEL, said(2), answers=[71])
    await history.sent(71, [501, 502])
    await history.delete([502])
    assert await texts(history) == ["message 1"]


async def test_answers_that_stand_in_one_message_go_together(history: History) -> None:
    for number in (1, 3):
        await history.append(CHANNEL, said(number), message_id=70 + number)
        await history.append(CHANNEL, said(number + 1), answers=[71, 73])
    await history.sent(73, [501])
    await history.delete([501])
    assert await texts(history) == ["message 1", "message 3"]


async def test_what_was_changed_on_its_way_arrives_changed(history: History) -> None:
    await history.delete([71, 501])
    await history.edit(73, "something else")
    await history.append(CHANNEL, said(1), message_id=71)
    await history.append(CHANNEL, said(2), answers=[71, 72])
    await history.append(CHANNEL, said(3), message_id=73)
    await history.append(CHANNEL, said(4), answers=[73])
    await history.sent(73, [501])
    assert await texts(history) == ["something else"]


async def test_clearing_leaves_other_channels(history: History) -> None:
    for number in range(3):
        await history.append(CHANNEL + number % 2, said(number), message_id=70 + number)
    assert await history.clear(CHANNEL) == 2
    assert await texts(history) == []
    assert await texts(history, CHANNEL + 1) == ["message 1"]


# ------------------------------------------------------------------ the summary


async def filled(history: History, count: int = 6) -> tuple[HistoryMessage, ...]:
    for number in range(count):
        await history.append(CHANNEL, said(number), message_id=70 + number)
    return await history.window(CHANNEL, limit=count)


async def sum_up(history: History, messages: Sequence[HistoryMessage], text: str = "so far") -> bool:
    return await history.keep_summary(CHANNEL, text, of=messages, seen=await history.summary(CHANNEL))


async def test_a_summary_moves_on_with_what_it_covers(history: History) -> None:
    messages = await filled(history)
    end = messages[-1].number
    assert await history.summary(CHANNEL) == Summary()
    assert await history.unsummarised(CHANNEL, before=end, limit=99) == messages[:-1]
    assert await history.unsummarised(CHANNEL, before=end, limit=2) == messages[3:5]
    assert await sum_up(history, messages[:3])
    assert (await history.summary(CHANNEL)).text == "so far"
    assert await history.unsummarised(CHANNEL, before=end, limit=99) == messages[3:5]
    assert (await history.summary(CHANNEL + 1)).text == ""


async def test_a_summary_of_what_was_summarised_meanwhile_is_not_kept(history: History) -> None:
    messages = await filled(history)
    seen = await history.summary(CHANNEL)
    assert await sum_up(history, messages[:2])
    assert not await history.keep_summary(CHANNEL, "late", of=messages[:2], seen=seen)
    assert (await history.summary(CHANNEL)).text == "so far"


@pytest.mark.parametrize("change", ["edit", "delete", "clear", "prune"])
async def test_a_summary_of_what_was_changed_meanwhile_is_not_kept(history: History, change: str) -> None:
    messages = await filled(history)
    seen = await history.summary(CHANNEL)
    await CHANGES[change](history)
    assert not await history.keep_summary(CHANNEL, "late", of=messages[:2], seen=seen)
    assert (await history.summary(CHANNEL)).text == ""


@pytest.mark.parametrize("change", ["edit", "delete", "clear", "prune"])
async def test_a_summary_of_what_is_changed_is_dropped_and_the_rest_can_be_summarised(
    history: History, change: str
) -> None:
    messages = await filled(history)
    assert await sum_up(history, messages[:3])
    await CHANGES[change](history)
    left = await history.window(CHANNEL, limit=99)
    assert (await history.summary(CHANNEL)).text == ""
    assert await history.unsummarised(CHANNEL, before=messages[-1].number + 1, limit=99) == left


async def test_a_change_behind_a_summary_leaves_it(history: History) -> None:
    messages = await filled(history)
    assert await sum_up(history, messages[:3])
    await history.delete([74])
    await history.edit(75, "something else")
    assert (await history.summary(CHANNEL)).text == "so far"
    assert await sum_up(history, messages[3:4], "further")


async def test_an_edit_that_changes_nothing_drops_no_summary(history: History) -> None:
    messages = await filled(history)
    assert await sum_up(history, messages[:3])
    await history.edit(71, messages[1].text)
    assert (await history.summary(CHANNEL)).text == "so far"
