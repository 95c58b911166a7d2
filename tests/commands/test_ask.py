"""/ask: the turn of a message, in its channel's queue, answered to the interaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent import replies
from agent.types import TurnEnd
from bot import command_words, notice_words
from tests.commands.house import running
from tests.commands.test_stopping import LONG, answers_to, ask, thinking, until
from tests.discord_server.interaction_values import Answer
from tests.discord_server.server import DiscordServer
from tests.turn.house import idle


@pytest.mark.parametrize("private", [False, True])
async def test_a_question_is_answered_by_a_turn(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, idle("Because it is blue.")) as (bot, _):
        used = await ada.command(general, "ask", question="why is the sky @everyone?", private=private)
        assert used.answer is Answer.DEFERRED_MESSAGE
        reply = await ada.reply_to(used, within=10)
        history = await bot.house.stores.history.window(general.id, limit=10)
    assert reply.ephemeral_to == (ada.id if private else None)
    assert reply.content.endswith("Because it is blue.")
    assert ("asks: why is the sky" in reply.content) is not private
    assert reply.pinged == []
    assert [message.text for message in history] == ["why is the sky @everyone?", "Because it is blue."]


async def test_it_is_deferred_within_a_second_without_a_model(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path):
        started = asyncio.get_running_loop().time()
        used = await ada.command(general, "ask", question="hello")
        seconds = asyncio.get_running_loop().time() - started
    assert used.answer is Answer.DEFERRED_MESSAGE
    assert seconds < 1.0


async def test_it_waits_its_turn_behind_the_channels_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Second.")) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        used = await bob.command(general, "ask", question="and now?")
        assert used.is_thinking
        await ada.command(general, "stop")
        reply = await bob.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
    assert answers_to(bot, first) == [replies.sentence(TurnEnd.CANCELLED, "en")]
    assert reply.content.endswith("Second.")


async def test_stop_ends_it(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (_, engine):
        used = await ada.command(general, "ask", question="tell me a story", private=True)
        await until(lambda: engine.busy)
        await ada.command(general, "stop")
        reply = await ada.reply_to(used, within=10)
    assert reply.content == replies.sentence(TurnEnd.CANCELLED, "en")


async def test_a_question_that_finds_no_room_is_refused_in_private(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, *[idle("ok")] * 30) as (bot, engine):
        bot.house.sessions._per_channel = 1
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        await ask(bot, ada, general, "and one more")
        await until(lambda: bot.house.sessions.waiting == 1)
        used = await bob.command(general, "ask", question="me too?")
        await until(lambda: bool(used.followups))
        (said,) = used.followups
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
    assert said.content == notice_words.CHANNEL_FULL["en"].format(count=1)
    assert said.ephemeral_to == bob.id


async def test_long_answers_roll_into_further_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    text = " ".join(f"word{number}" for number in range(50))
    async with thinking(discord_pointed, tmp_path, idle(text)) as (bot, _):
        used = await ada.command(general, "ask", question="w" * 1800, private=False)
        await bot.house.sessions.wait_idle()
        await until(lambda: bool(used.followups))
    assert used.reply is not None
    parts = [used.reply.content, *(each.content for each in used.followups)]
    assert all(len(part) <= 2000 for part in parts)
    assert "word49" in parts[-1]


def test_the_question_is_named_in_every_language() -> None:
    assert all("{question}" in text for text in command_words.ASKED.values())
