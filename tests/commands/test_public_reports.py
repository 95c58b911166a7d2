"""What broke in other reminder bots, from the command to the delivery."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.commands.house import running
from tests.discord_server.server import DiscordServer

NOW = datetime(2026, 3, 2, 11, tzinfo=UTC)


async def test_a_reminder_of_a_deleted_thread_arrives_in_its_parent_and_says_why(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    thread = discord_pointed.channel("side-talk")
    clock = [NOW]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.command(thread, "remind", when="in 5 minutes", text="stretch")
        await ada.reply_to(used, within=10)
        discord_pointed.delete_channel(thread)
        clock[0] = NOW + timedelta(minutes=5)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(general, lambda m: "stretch" in m.content)
    assert sent.pinged == [ada.id]
    assert sent.content.endswith("I can no longer write where you set this.")


async def test_a_reminder_of_a_deleted_channel_arrives_in_private(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, channel = discord_pointed.actor("ada"), discord_pointed.channel("random")
    direct = ada.dm()
    clock = [NOW]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.command(channel, "remind", when="in 5 minutes", text="stretch")
        await ada.reply_to(used, within=10)
        discord_pointed.delete_channel(channel)
        clock[0] = NOW + timedelta(minutes=5)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(direct, lambda m: "stretch" in m.content)
    assert sent.content.endswith("I can no longer write where you set this.")


@pytest.mark.parametrize("body", ["@everyone", "@here", "<@{bob}>", "<@&{role}>", "```@everyone"])
async def test_whatever_a_reminder_says_its_owner_alone_is_pinged(
    discord_pointed: DiscordServer, tmp_path: Path, body: str
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    role = discord_pointed.add_role("staff", mentionable=True)
    general = discord_pointed.channel("general")
    clock = [NOW]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        text = body.format(bob=bob.id, role=role.id)
        used = await ada.command(general, "remind", when="in 5 minutes", text=text)
        confirmed = await ada.reply_to(used, within=10)
        clock[0] = NOW + timedelta(minutes=5)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(general, lambda m: m.content.startswith("<@"))
    assert confirmed.pinged == []
    assert sent.pinged == [ada.id]


async def test_a_confirmation_that_somebody_deletes_costs_no_reminder(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, owner = discord_pointed.actor("ada"), discord_pointed.actor("owner")
    general = discord_pointed.channel("general")
    clock = [NOW]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.command(general, "remind", when="in 5 minutes", text="stretch")
        await owner.delete(await ada.reply_to(used, within=10))
        clock[0] = NOW + timedelta(minutes=5)
        await bot.house.scheduler.start()
        sent = await discord_pointed.wait_for_message(general, lambda m: m.content.startswith("<@"))
    assert "stretch" in sent.content


async def test_closed_direct_messages_are_told_of_among_others_without_a_word_of_the_reminder(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    clock = [NOW]
    async with running(discord_pointed, tmp_path, clock=lambda: clock[0]) as bot:
        used = await ada.command(general, "remind", when="next month", text="stretch")
        await ada.reply_to(used, within=10)
        used = await ada.command(ada.dm(), "remind", when="in 5 minutes", text="my blood test")
        await ada.reply_to(used, within=10)
        ada.close_dms()
        clock[0] = NOW + timedelta(minutes=5)
        await bot.house.scheduler.start()
        told = await discord_pointed.wait_for_message(general, lambda m: m.content.startswith("<@"))
    assert told.pinged == [ada.id]
    assert told.content.startswith(f"<@{ada.id}> I could not deliver your reminder #2: ")
    assert "blood" not in told.content
    assert not told.components
