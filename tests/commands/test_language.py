"""Whose language an answer is in: the chosen one, else that of their Discord, else that of their words."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.words import LANGUAGE_NAMES, LANGUAGES
from bot import command_words as words
from bot import notice_words
from bot.access import Verdict
from bot.config import AccessConfig
from bot.notice_words import REFUSALS
from tests.commands.house import running
from tests.commands.test_stopping import answers_to, ask, thinking
from tests.discord_server.server import DiscordServer
from tests.turn.house import idle


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "de"), ("pt-BR", "pt"), ("es-ES", "es"), ("fi", "en")]
)
async def test_commands_answer_in_the_language_of_ones_discord(
    discord_pointed: DiscordServer, tmp_path: Path, locale: str, language: str
) -> None:
    ada = discord_pointed.actor("ada")
    ada.user.locale = locale
    async with running(discord_pointed, tmp_path):
        used = await ada.command(ada.dm(), "reminders")
    assert used.reply is not None
    assert used.reply.content == words.NO_REMINDERS[language]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_chosen_language_outweighs_that_of_ones_discord(
    discord_pointed: DiscordServer, tmp_path: Path, language: str
) -> None:
    ada = discord_pointed.actor("ada")
    ada.user.locale = "fr" if language != "fr" else "nl"
    async with running(discord_pointed, tmp_path) as bot:
        chosen = await ada.command(ada.dm(), "language", language=language)
        used = await ada.command(ada.dm(), "reset")
        assert (await bot.house.stores.users.get(ada.id)).language == language
        freed = await ada.command(ada.dm(), "language", language="auto")
        assert (await bot.house.stores.users.get(ada.id)).language is None
    assert chosen.reply is not None
    assert chosen.reply.content == words.LANGUAGE_SET[language].format(name=LANGUAGE_NAMES[language])
    assert used.reply is not None
    assert used.reply.content == words.RESET[language]
    assert freed.reply is not None
    assert freed.reply.content == words.LANGUAGE_FREE["nl" if language == "fr" else "fr"]


async def test_what_is_typed_in_another_language_is_read_and_answered_in_ones_own(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(ada.dm(), "language", language="de")
        used = await ada.command(ada.dm(), "remind", when="tomorrow at 9", text="plants")
        reply = await ada.reply_to(used, within=10)
        (stored,) = await bot.reminders_of(ada)
    assert reply.content.startswith("Ich erinnere dich: Dienstag, 3. März 2026, 09:00")
    assert stored.due == datetime(2026, 3, 3, 8, tzinfo=UTC)


async def test_a_message_is_answered_in_the_chosen_language_whatever_it_is_written_in(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await bot.house.stores.users.set_language(ada.id, "de")
        bot.house.sessions._total = 0
        await ada.send(general, f"{bot.server.bot_mention} what is the time and is it late")
        said = await discord_pointed.wait_for_message(
            general, lambda m: m.content == notice_words.HOUSE_FULL["de"]
        )
    assert said.pinged == [ada.id]


@pytest.mark.parametrize(
    ("text", "language"), [("was ist denn das und wie geht es dir", "de"), ("what is the time", "en")]
)
async def test_notices_follow_what_was_written(
    discord_pointed: DiscordServer, tmp_path: Path, text: str, language: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        bot.house.sessions._total = 0
        await ada.send(general, f"{bot.server.bot_mention} {text}")
        await discord_pointed.wait_for_message(
            general, lambda m: m.content == notice_words.HOUSE_FULL[language]
        )


async def test_a_reminder_arrives_in_the_language_it_was_set_in(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    ada.user.locale = "de"
    clock = [datetime(2026, 3, 2, 11, tzinfo=UTC)]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.command(general, "remind", when="in 5 Minuten", text="Blumen")
        await ada.reply_to(used, within=10)
        clock[0] = datetime(2026, 3, 2, 11, 10, tzinfo=UTC)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(general, lambda m: m.content.startswith("<@"))
        done = await ada.press_label(sent, "Fertig")
    assert "Erinnerung: Blumen" in sent.content
    assert "(5 min zu spät)" in sent.content
    labels = [item["label"] for row in sent.components for item in row["components"]]
    assert labels == ["Fertig"]
    assert done.answer is not None


async def test_who_may_not_use_the_bot_reads_so_in_their_language(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    ada.user.locale = "it"
    async with running(discord_pointed, tmp_path, access=AccessConfig(blocked_users=(ada.id,))):
        used = await ada.command(discord_pointed.channel("general"), "status")
    assert used.reply is not None
    assert used.reply.content == REFUSALS[Verdict.BLOCKED]["it"]


async def test_the_models_words_are_left_as_they_are(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, idle("Hello there.")) as (bot, _):
        await bot.house.stores.users.set_language(ada.id, "de")
        asked = await ask(bot, ada, general, "hello, how are you")
        await discord_pointed.wait_for_message(general, lambda m: m.content == "Hello there.")
    assert answers_to(bot, asked) == ["Hello there."]
