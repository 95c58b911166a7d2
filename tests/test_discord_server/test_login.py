"""The unmodified client logs in, hears people and speaks."""

from __future__ import annotations

import discord
import pytest

from tests.discord_server import DiscordServer, Kind, pointed_at

from .client import RecordingClient, running


async def test_ready_names_the_bot_its_application_and_its_guild(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    assert bot.user is not None
    assert bot.user.name == "Kallisti"
    assert bot.application_id == discord_server.world.application.id
    guild = bot.guilds[0]
    assert guild.name == "Test Guild"
    assert {channel.name for channel in guild.channels} == {"general", "random", "forum"}
    assert [thread.name for thread in guild.threads] == ["side-talk"]
    assert guild.me.id == bot.user.id


async def test_a_guild_message_arrives_with_author_guild_and_mentions(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    sent = await ada.send(discord_server.channel("general"), f"{discord_server.bot_mention} hello")
    await bot.until_count("message")
    message = bot.all("message")[0]
    assert message.id == sent.id
    assert isinstance(message.author, discord.Member)
    assert message.guild.name == "Test Guild"
    assert bot.user in message.mentions
    assert message.content == f"{discord_server.bot_mention} hello"


async def test_a_direct_message_arrives_in_a_dm_channel_and_is_answered_there(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    asked = await discord_server.actor("ada").send_dm("hello")
    await bot.until_count("message")
    message = bot.all("message")[0]
    assert isinstance(message.channel, discord.DMChannel)
    assert message.guild is None
    await message.channel.send("hi there")
    reply = await discord_server.wait_for_message(discord_server.dm("ada"), after=asked)
    assert reply.content == "hi there"


async def test_a_reply_pings_the_author_and_stands_in_the_transcript(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    asked = await ada.send(discord_server.channel("general"), "question")
    await bot.until_count("message")
    await bot.all("message")[0].reply("answer", nonce="n1")
    record = discord_server.transcript.select(kind=Kind.MESSAGE)[-1]
    assert (record.actor, record.content, record.reply_to) == ("Kallisti", "answer", asked.id)
    assert record.pinged == (ada.id,)
    assert record.nonce == "n1"


async def test_the_bot_opens_a_direct_message_and_writes(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    user = await bot.fetch_user(discord_server.actor("bob").id)
    await user.send("psst")
    assert (await discord_server.wait_for_message(discord_server.dm("bob"))).content == "psst"


async def test_edits_and_deletes_of_the_bot_are_stored(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    channel = discord_server.channel("general")
    message = await bot.get_partial_messageable(channel.id).send("first")
    await message.edit(content="second")
    assert discord_server.messages(channel)[0].content == "second"
    await message.delete()
    assert discord_server.messages(channel) == []
    kinds = [record.kind for record in discord_server.transcript]
    assert kinds == [Kind.MESSAGE, Kind.EDIT, Kind.DELETE]


async def test_a_wrong_token_is_a_login_failure(discord_pointed: DiscordServer) -> None:
    client = RecordingClient()
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong.token.here")
    await client.close()


async def test_state_stays_when_the_bot_restarts(discord_pointed: DiscordServer) -> None:
    channel = discord_pointed.channel("general")
    async with running(discord_pointed) as first:
        await first.get_partial_messageable(channel.id).send("before")
    async with running(discord_pointed) as second:
        history = [m.content async for m in second.get_partial_messageable(channel.id).history()]
    assert history == ["before"]


async def test_pointing_is_undone_afterwards(discord_server: DiscordServer) -> None:
    before = discord.http.Route.BASE
    with pointed_at(discord_server):
        assert before != discord.http.Route.BASE
    assert before == discord.http.Route.BASE
    assert discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"
