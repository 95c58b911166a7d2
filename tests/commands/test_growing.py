"""Answers that grow in the channel while the model writes, what stops them, and several messages at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent import replies
from agent.types import TurnEnd
from tests.commands.test_stopping import LONG, answers_to, ask, thinking, until
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import NARROW, idle

STOPPED = replies.sentence(TurnEnd.CANCELLED, "en")
WORDS = "word " * 35
TALK = idle(WORDS)
"""As long as a small model may talk."""
STORY = idle("Once upon a time there was a fox. " + "word " * 60)


def own(server: DiscordServer, place: Channel) -> list[Message]:
    """What everybody sees of the bot."""
    sent = server.messages(place, author_id=server.world.application.bot_id)
    return [message for message in sent if message.ephemeral_to is None]


def has_button(message: Message) -> bool:
    return bool(message.components)


async def test_an_answer_is_seen_while_the_model_writes(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: answers_to(bot, asked) == ["Once upon a time there was a fox."])
        assert engine.busy
        engine.hurry()
        await bot.house.sessions.wait_idle()
        (answer,) = answers_to(bot, asked)
    assert answer.startswith("Once upon a time there was a fox. word word")
    assert not has_button(own(discord_pointed, general)[0])


async def test_its_author_stops_it_by_the_button_and_what_was_said_stays(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: bool(own(discord_pointed, general)))
        (growing,) = own(discord_pointed, general)
        stranger = await bob.press(growing, f"stop:{asked.id}")
        assert stranger.reply is not None
        assert stranger.reply.ephemeral_to == bob.id
        assert engine.busy
        await ada.press(growing, f"stop:{asked.id}")
        await until(lambda: not engine.busy, seconds=1)
        await bot.house.sessions.wait_idle()
    (answer,) = own(discord_pointed, general)
    assert answer.content == f"Once upon a time there was a fox.\n\n{STOPPED}"
    assert not has_button(answer)


async def test_a_button_that_outlived_its_answer_only_goes_away(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, LONG, slow=STORY) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: bool(own(discord_pointed, general)))
        (growing,) = own(discord_pointed, general)
        components = growing.components
        await ada.press(growing, f"stop:{asked.id}")
        await bot.house.sessions.wait_idle()
        growing.components = components
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        await ada.press(growing, f"stop:{asked.id}")
        assert engine.busy
        assert not has_button(growing)
        await ada.command(general, "stop")


async def test_deleting_the_question_takes_the_growing_answer_back(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, _):
        asked = await ask(bot, ada, general)
        await until(lambda: bool(own(discord_pointed, general)))
        await ada.delete(asked)
        await bot.house.sessions.wait_idle()
    assert own(discord_pointed, general) == []


async def test_a_restart_in_the_middle_leaves_the_words_without_the_button(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, _):
        await ask(bot, ada, general)
        await until(lambda: bool(own(discord_pointed, general)))
    first, second = own(discord_pointed, general)
    assert first.content.startswith("Once upon a time there was a fox.")
    assert not has_button(first)
    assert second.content.startswith("I am being restarted")


async def test_a_capable_model_reads_several_messages_at_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Fine, both.")) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        second = await ask(bot, ada, general, "how is your day?")
        third = await ask(bot, ada, general, "and the weather?")
        await until(lambda: bot.house.sessions.waiting == 2)
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
        assert (answers_to(bot, second), answers_to(bot, third)) == ([], ["Fine, both."])
        assert engine.rendered[-1][-1].content.endswith("how is your day?\nand the weather?")


async def test_a_small_model_gets_them_one_by_one_and_the_answer_is_one_message(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    script = (TALK, idle("Fine."), idle("Cold."))
    async with thinking(discord_pointed, tmp_path, *script, profile=NARROW, slow=TALK) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        await ask(bot, ada, general, "how is your day going?")
        third = await ask(bot, ada, general, "and are you cold?")
        await until(lambda: bot.house.sessions.waiting == 2)
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
        assert answers_to(bot, third) == ["Fine.\nCold."]


@pytest.mark.parametrize(("deleted", "answer"), [(0, "Cold."), (1, WORDS)])
async def test_one_of_several_that_is_deleted_is_not_answered(
    discord_pointed: DiscordServer, tmp_path: Path, deleted: int, answer: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    script = (TALK, TALK, idle("Cold."))
    async with thinking(discord_pointed, tmp_path, *script, profile=NARROW, slow=TALK) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        asked = [
            await ask(bot, ada, general, "how is your day going?"),
            await ask(bot, ada, general, "are you cold?"),
        ]
        await until(lambda: bot.house.sessions.waiting == 2)
        await ada.command(general, "stop")
        await until(lambda: len(engine.requests) == 2)
        await ada.delete(asked[deleted])
        await asyncio.sleep(0.1)
        engine.hurry()
        await bot.house.sessions.wait_idle()
    assert [message.content.strip() for message in own(discord_pointed, general)][1:] == [answer.strip()]
