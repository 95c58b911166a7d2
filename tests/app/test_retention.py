"""What was said is kept for as long as the operator wants, and no longer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agent.types import HistoryMessage
from bot.app_memory import forget_in_time
from bot.config import Config, MemoryConfig
from bot.store.db import open_database
from bot.store.messages import SqliteHistory
from bot.store.staged import SqliteStagedNotes

NOW = datetime(2026, 3, 2, 11, tzinfo=UTC)
CHANNEL = 5


def said(days: int) -> HistoryMessage:
    return HistoryMessage(
        role="user", author_name="Ann", text=f"{days} days ago", sent_at=NOW - timedelta(days=days)
    )


async def left_after(path: Path, days: int) -> tuple[list[str], str]:
    """The messages that are left of five, and their summary of the first two."""
    async with open_database(path) as database:
        history = SqliteHistory(database)
        for age in (100, 91, 89, 10, 0):
            await history.append(CHANNEL, said(age))
        messages = await history.window(CHANNEL, limit=9)
        await history.keep_summary(
            CHANNEL, "they talked", of=messages[:2], seen=await history.summary(CHANNEL)
        )
        config = Config(memory=MemoryConfig(history_days=days))
        staged = SqliteStagedNotes(database)
        job = forget_in_time(config, staged=staged, history=history, clock=lambda: NOW)
        with suppress(TimeoutError):
            await asyncio.wait_for(job, 0.5)
        kept = await history.window(CHANNEL, limit=9)
        return [message.text for message in kept], (await history.summary(CHANNEL)).text


async def test_old_messages_go_and_their_summary_with_them(tmp_path: Path) -> None:
    assert await left_after(tmp_path / "db", 90) == (["89 days ago", "10 days ago", "0 days ago"], "")


async def test_all_is_kept_where_the_operator_wants_it(tmp_path: Path) -> None:
    texts, summary = await left_after(tmp_path / "db", 0)
    assert (len(texts), summary) == (5, "they talked")
