"""Messages that are edited or deleted in Discord are edited or deleted in the session, answers included."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from agent.engine.profile import ModelProfile
from agent.testing.engine import Reply, ScriptedEngine
from agent.types import Regime
from tests.commands.house import Running, running
from tests.commands.test_stopping import LONG, answers_to, ask, thinking, until
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import WIDE, idle, task

GARDEN = "what do you think of my garden?"
CALL = task(("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"}))


@asynccontextmanager
async def talking(
    server: DiscordServer, directory: Path, *script: Reply
) -> AsyncIterator[tuple[Running, ScriptedEngine]]:
    engine = ScriptedEngine(script)
    async with running(server, directory) as bot:
        bot.think_with(engine, profile=WIDE)
        yield bot, engine


async def session(bot: Running, place: Channel) -> list[str]:
    return [each.text for each in await bot.house.stores.history.window(place.id, limit=50)]


async def until_session(bot: Running, place: Channel, wanted: list[str]) -> None:
    """Waits until the session is this; what it is instead shows in the failure."""
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            while await session(bot, place) != wanted:  # noqa: ASYNC110 - what is waited for has no event
                await asyncio.sleep(0.01)
    assert await session(bot, place) == wanted


async def until_edited(bot: Running, message: Message) -> None:
    """Waits until the bot has heard of an edit."""
    await until(lambda: message.id in bot.house.stores.history._edited)


async def test_an_edited_message_is_edited_in_the_session_and_not_answered_again(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with talking(discord_pointed, tmp_path, idle("Lovely."), idle("Yes.")) as (bot, engine):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: answers_to(bot, asked) == ["Lovely."])
        await ada.edit(asked, f"{bot.server.bot_mention} what do you think of my roof?")
        await until_session(bot, general, ["what do you think of my roof?", "Lovely."])
        again = await ask(bot, ada, general, "and do you like it?")
        await until(lambda: answers_to(bot, again) == ["Yes."])
        assert answers_to(bot, asked) == ["Lovely."]
        assert "garden" not in str(engine.rendered[-1])
        assert "roof" in str(engine.rendered[-1])


async def test_a_deleted_message_is_in_no_prompt_afterwards(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    script = (idle("A garden is lovely."), idle("Yes."))
    async with talking(discord_pointed, tmp_path, *script) as (bot, engine):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: answers_to(bot, asked) != [])
        await ada.delete(asked)
        await until_session(bot, general, [])
        again = await ask(bot, ada, general, "do you like it?")
        await until(lambda: answers_to(bot, again) == ["Yes."])
        assert "garden" not in str(engine.rendered[-1])


async def test_an_answer_that_a_moderator_deletes_goes_from_the_session(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    moderator = discord_pointed.add_person("mod")
    discord_pointed.give_role(moderator, discord_pointed.add_role("mods", Permission.MANAGE_MESSAGES))
    async with talking(discord_pointed, tmp_path, idle("Ugly words.")) as (bot, _):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: answers_to(bot, asked) != [])
        await bot.house.sessions.wait_idle()
        (answer,) = bot.server.messages(general, author_id=bot.server.world.application.bot_id)
        await moderator.delete(answer)
        await until_session(bot, general, [GARDEN])


async def test_an_answer_goes_with_each_of_its_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    moderator = discord_pointed.add_person("mod")
    discord_pointed.give_role(moderator, discord_pointed.add_role("mods", Permission.MANAGE_MESSAGES))
    long = ModelProfile(regime=Regime.WIDE, thought_limit=100, message_limit=4000)
    async with running(discord_pointed, tmp_path) as bot:
        bot.think_with(ScriptedEngine([idle("Many words. " * 250)]), profile=long)
        await ask(bot, ada, general, GARDEN)
        own_id = bot.server.world.application.bot_id
        await until(lambda: len(bot.server.messages(general, author_id=own_id)) == 2)
        await bot.house.sessions.wait_idle()
        await moderator.delete(bot.server.messages(general, author_id=own_id)[1])
        await until_session(bot, general, [GARDEN])


async def test_the_public_answer_to_a_command_goes_too(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    moderator = discord_pointed.add_person("mod")
    discord_pointed.give_role(moderator, discord_pointed.add_role("mods", Permission.MANAGE_MESSAGES))
    async with talking(discord_pointed, tmp_path, idle("Ugly words.")) as (bot, _):
        await ada.command(general, "ask", question=GARDEN)
        await bot.house.sessions.wait_idle()
        own_id = bot.server.world.application.bot_id
        await moderator.delete(bot.server.messages(general, author_id=own_id)[0])
        await until_session(bot, general, [GARDEN])


async def test_a_message_that_waits_is_answered_in_its_new_form(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Fine.")) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        waiting = await ask(bot, bob, general, GARDEN)
        await until(lambda: bot.house.sessions.waiting == 1)
        await bob.edit(waiting, f"{bot.server.bot_mention} what do you think of my roof?")
        await until_edited(bot, waiting)
        await ada.delete(first)
        await until(lambda: answers_to(bot, waiting) == ["Fine."])
        await bot.house.sessions.wait_idle()
        assert "garden" not in str(engine.rendered[-1])
        assert await session(bot, general) == ["what do you think of my roof?", "Fine."]


async def test_a_message_edited_while_its_turn_runs_is_edited_in_the_session_only(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: engine.busy)
        await ada.edit(asked, f"{bot.server.bot_mention} what do you think of my roof?")
        await until_edited(bot, asked)
        engine.hurry()
        await until(lambda: answers_to(bot, asked) != [])
        await bot.house.sessions.wait_idle()
        assert len(engine.requests) == 1
        assert (await session(bot, general))[0] == "what do you think of my roof?"


async def test_a_small_model_reads_the_second_of_two_messages_as_it_is_when_its_turn_comes(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    small = ModelProfile(regime=Regime.NARROW, thought_limit=0, message_limit=400)
    script = (LONG, LONG, idle("Fine."))
    async with thinking(discord_pointed, tmp_path, *script, profile=small) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        await ask(bot, bob, general, GARDEN)
        second = await ask(bot, bob, general, "and what of my roof?")
        await until(lambda: bot.house.sessions.waiting == 2)
        await ada.delete(first)
        await until(lambda: len(engine.requests) == 2)
        await bob.edit(second, f"{bot.server.bot_mention} and what of my house?")
        await until_edited(bot, second)
        engine.hurry()
        await bot.house.sessions.wait_idle()
        assert "my house" in str(engine.rendered[-1])
        assert (await session(bot, general))[2:] == ["and what of my house?", "Fine."]


async def test_what_was_done_for_a_deleted_message_is_not_in_the_session(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, CALL, LONG) as (bot, engine):
        asked = await ask(bot, ada, general, "remind me tomorrow at 9 to call mum")
        await until(lambda: len(engine.requests) == 2)
        await ada.delete(asked)
        await bot.house.sessions.wait_idle()
        await bot.house.changes.settled()
        assert await session(bot, general) == []
        assert [each.text for each in await bot.reminders_of(ada)] == ["call mum"]


async def test_messages_that_are_answered_together_are_edited_and_deleted_one_by_one(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Both.")) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        garden = await ask(bot, bob, general, GARDEN)
        roof = await ask(bot, bob, general, "and of my roof?")
        await until(lambda: bot.house.sessions.waiting == 2)
        await ada.delete(first)
        await until(lambda: answers_to(bot, roof) == ["Both."])
        await bot.house.sessions.wait_idle()
        assert await session(bot, general) == [GARDEN, "and of my roof?", "Both."]
        await bob.edit(garden, f"{bot.server.bot_mention} what do you think of my house?")
        await until_session(bot, general, ["what do you think of my house?", "and of my roof?", "Both."])
        await bob.delete(garden)
        await until_session(bot, general, ["and of my roof?"])


async def test_a_message_that_no_longer_mentions_the_bot_leaves_the_session(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with talking(discord_pointed, tmp_path, idle("Lovely.")) as (bot, _):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: answers_to(bot, asked) != [])
        await ada.edit(asked, "nothing for anybody here")
        await until_session(bot, general, [])


async def test_reset_also_drops_summary_and_open_questions(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with talking(discord_pointed, tmp_path, idle("Lovely."), idle("Hello.")) as (bot, engine):
        asked = await ask(bot, ada, general, GARDEN)
        await until(lambda: answers_to(bot, asked) != [])
        await bot.house.sessions.wait_idle()
        history = bot.house.stores.history
        past = await history.window(general.id, limit=9)
        seen = await history.summary(general.id)
        assert await history.keep_summary(general.id, "a garden", of=past, seen=seen)
        await ada.command(general, "reset")
        assert await session(bot, general) == []
        assert (await history.summary(general.id)).text == ""
        again = await ask(bot, ada, general, "do you like it?")
        await until(lambda: answers_to(bot, again) == ["Hello."])
        assert "garden" not in str(engine.rendered[-1])
