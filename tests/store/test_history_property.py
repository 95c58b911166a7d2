"""Whatever happens to messages one after the other: what was deleted or edited away is shown nowhere, no
message is shown or summarised twice, and their order stays.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.ports import History
from agent.testing.clock import START
from agent.testing.history import InMemoryHistory
from agent.types import HistoryMessage, Summary
from bot.store.db import open_database
from bot.store.messages import SqliteHistory

CHANNELS = (5, 6)
DAY = timedelta(days=1)
ACTIONS = (
    "ask",
    "ask",
    "ask",
    "answer",
    "edit",
    "delete",
    "delete answer",
    "clear",
    "prune",
    "sum up",
    "late",
)
Step = tuple[str, int, int]
_WORD = re.compile(r"w\d+w")


@dataclass
class Account:
    """What the channels must show: the words of each message, by its number in the order of arrival."""

    history: History
    words: dict[int, str] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    answers: dict[int, int] = field(default_factory=dict)
    count: int = 0
    pending: dict[int, tuple[tuple[HistoryMessage, ...], Summary]] = field(default_factory=dict)

    def word(self) -> str:
        self.count += 1
        return f"w{self.count}w"

    def message(self, role: str, text: str) -> HistoryMessage:
        return HistoryMessage(
            role="user" if role == "user" else "assistant",
            author_name="Ann",
            text=text,
            sent_at=START + self.count * DAY,
        )

    def chosen(self, choice: int, *, answers: bool = False) -> int | None:
        known = sorted(each for each in self.words if (each in self.answers) is answers)
        return known[choice % len(known)] if known else None

    async def act(self, action: str, channel: int, choice: int) -> None:
        if action == "ask":
            await self.ask(channel)
        elif action == "answer":
            await self.answer(choice)
        elif action == "edit":
            await self.edit(choice)
        elif action in ("delete", "delete answer"):
            await self.delete(self.chosen(choice, answers=action == "delete answer"))
        elif action == "clear":
            await self.history.clear(channel)
            self.forget(*[each for each, place in self.places.items() if place == channel])
        elif action == "prune":
            await self.history.prune(before=START + choice * DAY)
            self.forget(*[each for each in self.words if self.sent[each] < choice])
        else:
            await self.sum_up(channel, late=action == "late")

    async def ask(self, channel: int) -> None:
        text = self.word()
        number = self.count
        await self.history.append(channel, self.message("user", text), message_id=number)
        self.note(number, channel, text)

    async def answer(self, choice: int) -> None:
        question = self.chosen(choice)
        if question is None:
            return
        text = self.word()
        number = self.count
        channel = self.places[question]
        await self.history.append(channel, self.message("assistant", text), answers=[question])
        self.note(number, channel, text)
        self.answers[number] = question

    async def edit(self, choice: int) -> None:
        number = self.chosen(choice)
        if number is not None:
            self.words[number] = self.word()
            await self.history.edit(number, self.words[number])

    async def delete(self, number: int | None) -> None:
        if number is None:
            return
        question = self.answers.get(number)
        if question is None:
            await self.history.delete([number])
            self.forget(number, *[each for each, asked in self.answers.items() if asked == number])
        else:
            sent = 10_000 + number
            await self.history.sent(question, [sent])
            await self.history.delete([sent])
            self.forget(*[each for each, asked in self.answers.items() if asked == question])

    async def sum_up(self, channel: int, *, late: bool) -> None:
        """A model that repeats everything. `late` ones began before the step that came last."""
        if late and channel in self.pending:
            messages, seen = self.pending.pop(channel)
        else:
            seen = await self.history.summary(channel)
            messages = await self.history.unsummarised(channel, before=10**9, limit=4)
            self.pending[channel] = (messages, seen)
        if messages:
            text = " ".join((seen.text, *(message.text for message in messages)))
            await self.history.keep_summary(channel, text, of=messages, seen=seen)

    def note(self, number: int, channel: int, text: str) -> None:
        self.words[number], self.places[number] = text, channel
        self.sent[number] = self.count

    sent: dict[int, int] = field(default_factory=dict)

    def forget(self, *numbers: int) -> None:
        for number in numbers:
            self.words.pop(number, None)
            self.places.pop(number, None)
            self.answers.pop(number, None)

    async def check(self) -> None:
        for channel in CHANNELS:
            wanted = [self.words[each] for each in sorted(self.words) if self.places[each] == channel]
            shown = await self.history.window(channel, limit=1000)
            assert [message.text for message in shown] == wanted
            assert [message.number for message in shown] == sorted({message.number for message in shown})
            summarised = _WORD.findall((await self.history.summary(channel)).text)
            left = await self.history.unsummarised(channel, before=10**9, limit=1000)
            assert set(summarised) <= set(wanted)
            assert len(summarised) == len(set(summarised))
            assert set(summarised).isdisjoint(message.text for message in left)


async def live(history: History, steps: list[Step]) -> None:
    account = Account(history=history)
    for action, channel, choice in steps:
        await account.act(action, CHANNELS[channel], choice)
        await account.check()


async def live_in_sqlite(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with open_database(Path(directory, "db")) as database:
            await live(SqliteHistory(database), steps)


STEPS = st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 1), st.integers(0, 30)), max_size=40)


@pytest.mark.parametrize("store", ["memory", "sqlite"])
def test_what_is_gone_is_shown_nowhere_and_the_order_stays(store: str) -> None:
    examples = 300 if store == "memory" else 40

    @settings(max_examples=examples, deadline=None)
    @given(STEPS)
    def live_through(steps: list[Step]) -> None:
        asyncio.run(live(InMemoryHistory(), steps) if store == "memory" else live_in_sqlite(steps))

    live_through()
