"""What the guild's owner does reaches a running client."""

from __future__ import annotations

import discord
import pytest

from tests.discord_server import ChannelKind, DiscordServer, Fault, Permission, Refuse

from .client import RecordingClient, running


async def test_new_channels_people_and_roles_are_announced(discord_pointed: DiscordServer) -> None:
    intents = discord.Intents.default() | discord.Intents(members=True)
    async with running(discord_pointed, RecordingClient(intents)) as bot:
        news = discord_pointed.add_channel("news")
        eve = discord_pointed.add_person("eve")
        role = discord_pointed.add_role("staff", int(Permission.MANAGE_MESSAGES))
        discord_pointed.give_role(eve, role)
        await eve.send(news, "first")
        await bot.until_count("message")
        message = bot.all("message")[0]
        assert message.channel.name == "news"
        assert [r.name for r in message.author.roles] == ["@everyone", "staff"]
        assert message.channel.permissions_for(message.author).manage_messages
        discord_pointed.remove_from_guild(eve.id)
        await bot.until_count("member_remove")
        assert bot.guilds[0].get_member(eve.id) is None


async def test_other_bots_are_marked_as_such(bot: RecordingClient, discord_server: DiscordServer) -> None:
    other = discord_server.add_person("Otherbot", bot=True)
    await other.send(discord_server.channel("general"), "beep")
    await bot.until_count("message")
    assert bot.all("message")[0].author.bot
    with pytest.raises(discord.Forbidden) as caught:
        await bot.get_partial_messageable(discord_server.dm("Otherbot").id).send("x")
    assert caught.value.code == 50007


async def test_a_kicked_bot_has_no_access(bot: RecordingClient, discord_server: DiscordServer) -> None:
    discord_server.remove_from_guild()
    await bot.until_count("guild_remove")
    with pytest.raises(discord.Forbidden) as caught:
        await bot.get_partial_messageable(discord_server.channel("general").id).send("x")
    assert caught.value.code == 50001
    await discord_server.actor("ada").send(discord_server.channel("general"), "unheard")
    assert bot.texts() == []


async def test_an_outage_of_the_guild_comes_and_goes(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.suffer_outage()
    await bot.until_count("guild_unavailable")
    discord_server.suffer_outage(over=True)
    await bot.until_count("guild_available", 2)
    assert [g.name for g in bot.guilds] == ["Test Guild"]


async def test_a_voice_channel_has_a_chat(bot: RecordingClient, discord_server: DiscordServer) -> None:
    voice = discord_server.add_channel("lounge", ChannelKind.VOICE)
    await discord_server.actor("ada").send(voice, "hello")
    await bot.until_count("message")
    await bot.all("message")[0].reply("hi")
    assert (await discord_server.wait_for_message(voice)).content == "hi"


async def test_administrators_may_do_everything(bot: RecordingClient, discord_server: DiscordServer) -> None:
    general, ada = discord_server.channel("general"), discord_server.actor("ada")
    discord_server.deny(general, Permission.VIEW_CHANNEL, user_id=ada.id)
    discord_server.give_role(ada, discord_server.add_role("admin", int(Permission.ADMINISTRATOR)))
    message = await ada.send(general, "still here")
    assert ada.sees(message)


async def test_messages_in_an_archived_thread_cannot_be_edited(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    thread = discord_server.channel("side-talk")
    sent = await bot.get_partial_messageable(thread.id).send("x")
    discord_server.change_channel(thread, archived=True)
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="y")
    assert (caught.value.status, caught.value.code) == (400, 50083)


async def test_codes_that_come_with_429_are_waited_out(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    sent = await bot.get_partial_messageable(discord_server.channel("general").id).send("x")
    fault = discord_server.faults.add(
        Fault(route="message.edit", action=Refuse(code=30046, retry_after=0.05), times=2)
    )
    await sent.edit(content="y")
    assert fault.hits == 2
    assert discord_server.messages(sent.channel.id)[0].content == "y"


async def test_without_the_portals_switch_rest_blanks_content_too(discord_pointed: DiscordServer) -> None:
    discord_pointed.world.application.privileged_intents = 0
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    await ada.send(general, "secret")
    await ada.send(general, f"{discord_pointed.bot_mention} open")
    async with running(discord_pointed, RecordingClient(discord.Intents.default())) as bot:
        seen = [m.content async for m in bot.get_partial_messageable(general.id).history(oldest_first=True)]
    assert seen == ["", f"{discord_pointed.bot_mention} open"]
