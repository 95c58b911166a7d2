"""Outages that last longer than anybody tries: whoever waited is told when Discord is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.testing.engine import ScriptedEngine
from bot.notice_words import STOPPING
from tests.commands.house import running
from tests.commands.test_stopping import ask
from tests.commands.test_stopping import until as until_within
from tests.discord_server.backend import utc_now
from tests.discord_server.faults import Drop, Fault, ServerError
from tests.discord_server.server import DiscordServer
from tests.turn.house import WIDE, idle

OUTAGE = ServerError(status=503)


async def until(probe: Callable[[], bool]) -> None:
    """A machine may be slow; nobody waits so long unless something is wrong."""
    await until_within(probe, seconds=60)


async def no_time(seconds: float) -> None:
    await asyncio.sleep(0)


@pytest.mark.parametrize("action", [OUTAGE, Drop(after_commit=True)])
@pytest.mark.parametrize("words", ["It is blue.", "It is blue. " * 180])
async def test_an_answer_that_was_given_up_arrives_when_the_connection_is_back(
    discord_pointed: DiscordServer, tmp_path: Path, action: ServerError | Drop, words: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path, clock=utc_now, sleep=no_time) as bot:
        bot.think_with(ScriptedEngine([idle(words)], strict=False), profile=WIDE)
        discord_pointed.faults.add(Fault(route="message.create", action=action, times=None))
        asked = await ask(bot, ada, general, "what colour is the sky?")
        await until(lambda: len(bot.house.sessions.late) == 1)
        assert [each.message_id for each in await bot.house.stores.handled.interrupted()] == [asked.id]
        discord_pointed.faults.clear()
        await discord_pointed.gateway.close_all(4000)
        await until(lambda: len(bot.house.sessions.late) == 0)
        assert await bot.house.stores.handled.interrupted() == ()
    sent = discord_pointed.messages(general, author_id=discord_pointed.world.application.bot_id)
    assert "".join(each.content for each in sent).count("It is blue.") == words.count("It is blue.")
    assert [each.reference is not None for each in sent] == [True] + [False] * (len(sent) - 1)


async def test_what_was_given_up_before_a_restart_is_told_after_it(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path, clock=utc_now, sleep=no_time) as bot:
        bot.think_with(ScriptedEngine([idle("It is blue.")]), profile=WIDE)
        discord_pointed.faults.add(Fault(route="message.create", action=OUTAGE, times=None))
        await ask(bot, ada, general, "what colour is the sky?")
        await until(lambda: len(bot.house.sessions.late) == 1)
    async with running(discord_pointed, tmp_path, clock=utc_now, sleep=no_time) as bot:
        await bot.backfill.look_back()
        await bot.backfill.catch_up()
        assert len(bot.house.sessions.late) == 1
        discord_pointed.faults.clear()
        await bot.house.reconnected()
        await until(lambda: len(bot.house.sessions.late) == 0)
        assert await bot.house.stores.handled.interrupted() == ()
    sent = discord_pointed.messages(general, author_id=discord_pointed.world.application.bot_id)
    assert [each.content for each in sent] == [STOPPING["en"]]
