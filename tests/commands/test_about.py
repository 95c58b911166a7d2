"""“Remind me about this”: a message comes back by its link, with a quotation that pings nobody."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.words import LANGUAGES
from bot.commands import REMIND_ABOUT
from bot.config import AccessConfig
from tests.commands.house import running
from tests.commands.test_stopping import until
from tests.discord_server.server import DiscordServer

LOCALES = {"en": "en-US", "es": "es-ES", "pt": "pt-BR"}


def custom_id(guild_id: int | None, channel_id: int, message_id: int) -> str:
    return f"about:{guild_id or '@me'}:{channel_id}:{message_id}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("preset", "due"),
    [
        ("20m", datetime(2026, 3, 2, 11, 20, tzinfo=UTC)),
        ("1h", datetime(2026, 3, 2, 12, tzinfo=UTC)),
        ("morning", datetime(2026, 3, 3, 8, tzinfo=UTC)),
    ],
)
async def test_every_preset_in_every_language(
    discord_pointed: DiscordServer, tmp_path: Path, language: str, preset: str, due: datetime
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    ada.user.locale = LOCALES.get(language, language)
    general = discord_pointed.channel("general")
    message = await bob.send(general, f"Look at this, <@{ada.id}> and @everyone: `rm -rf`\nnow")
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.message_command(message, REMIND_ABOUT)
        assert used.reply is not None
        shown = used.reply
        assert shown.ephemeral_to == ada.id
        await ada.choose(used.reply, custom_id(general.guild_id, general.id, message.id), preset)
        await discord_pointed.transcript.until(lambda: True if not shown.components else None, 10)
        (stored,) = await bot.reminders_of(ada)
    assert stored.due == due
    quotation, link = stored.text.split("\n")
    assert quotation.startswith("Look at this, @")
    assert quotation.endswith("'rm -rf' now")
    assert "@everyone" not in quotation
    assert link == f"https://discord.com/channels/{general.guild_id}/{general.id}/{message.id}"
    assert used.reply.components == []
    assert used.reply.pinged == []


async def test_a_time_of_ones_own_by_form(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    message = await ada.send(general, "x" * 500)
    menu = custom_id(general.guild_id, general.id, message.id)
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.message_command(message, REMIND_ABOUT)
        assert used.reply is not None
        await ada.submit(await ada.choose(used.reply, menu, "custom"), when="when pigs fly")
        await until(lambda: used.reply is not None and "could not read" in used.reply.content)
        assert await bot.reminders_of(ada) == ()
        assert "could not read" in used.reply.content
        refused = used.reply.content
        await ada.submit(await ada.choose(used.reply, menu, "custom"), when="friday at 18:00")
        await until(lambda: used.reply is not None and used.reply.content != refused)
        (stored,) = await bot.reminders_of(ada)
    assert stored.due == datetime(2026, 3, 6, 17, tzinfo=UTC)
    assert stored.text.startswith("x" * 199 + "…\nhttps://")


async def test_it_is_delivered_with_the_link_and_pings_its_owner_alone(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    message = await bob.send(general, f"ask <@{bob.id}> @everyone")
    clock = [datetime(2026, 3, 2, 11, tzinfo=UTC)]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.message_command(message, REMIND_ABOUT)
        assert used.reply is not None
        await ada.choose(used.reply, custom_id(general.guild_id, general.id, message.id), "20m")
        clock[0] = datetime(2026, 3, 2, 11, 21, tzinfo=UTC)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(general, lambda m: m.content.startswith("<@"))
    assert f"/channels/{general.guild_id}/{general.id}/{message.id}" in sent.content
    assert sent.pinged == [ada.id]


async def test_it_works_in_direct_messages_and_after_a_restart(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    direct = ada.dm()
    async with running(discord_pointed, tmp_path):
        message = await ada.send(direct, "note to myself")
        used = await ada.message_command(message, REMIND_ABOUT)
    assert used.reply is not None
    async with running(discord_pointed, tmp_path) as bot:
        await ada.choose(used.reply, custom_id(None, direct.id, message.id), "1h")
        (stored,) = await bot.reminders_of(ada)
    assert stored.text == f"note to myself\nhttps://discord.com/channels/@me/{direct.id}/{message.id}"


async def test_it_is_confirmed_though_its_message_is_deleted(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    message = await ada.send(general, "soon gone")
    async with running(discord_pointed, tmp_path) as bot:
        used = await ada.message_command(message, REMIND_ABOUT)
        await ada.delete(message)
        assert used.reply is not None
        await ada.choose(used.reply, custom_id(general.guild_id, general.id, message.id), "1h")
        assert len(await bot.reminders_of(ada)) == 1
    assert used.reply.content.startswith("I will remind you: ")


async def test_who_may_not_use_the_bot_is_refused(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    message = await ada.send(general, "x")
    async with running(discord_pointed, tmp_path, access=AccessConfig(blocked_users=(ada.id,))) as bot:
        used = await ada.message_command(message, REMIND_ABOUT)
        assert await bot.reminders_of(ada) == ()
    assert used.reply is not None
    assert "blocked" in used.reply.content
