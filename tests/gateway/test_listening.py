"""What the bot answers: direct messages, mentions, replies to itself, its open channels; nothing else."""

from __future__ import annotations

import discord

from agent.types import Channel, ChannelKind
from tests.discord_server.seed import add_role
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import NOW, connected


async def test_a_direct_message_is_handed_over(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed) as connection:
        ada = discord_pointed.actor("ada")
        sent = await ada.send_dm("hello there")
        incoming = await connection.next()
    assert incoming.message_id == sent.id
    assert incoming.channel == Channel(id=ada.dm().id, kind=ChannelKind.DM)
    assert (incoming.author.id, incoming.author.name) == (ada.id, "Ada")
    assert (incoming.text, incoming.received_at) == ("hello there", NOW)


async def test_a_mention_in_a_guild_is_handed_over_without_the_mention(
    discord_pointed: DiscordServer,
) -> None:
    async with connected(discord_pointed) as connection:
        general = discord_pointed.channel("general")
        await discord_pointed.actor("ada").send(general, f"{discord_pointed.bot_mention} what time is it?")
        incoming = await connection.next()
    assert incoming.text == "what time is it?"
    assert incoming.channel == Channel(id=general.id, kind=ChannelKind.GUILD, guild_id=general.guild_id)


async def test_the_role_that_discord_made_for_the_bot_counts_as_the_bot(
    discord_pointed: DiscordServer,
) -> None:
    general, world = discord_pointed.channel("general"), discord_pointed.world
    own = add_role(world, discord_pointed.guild(), "Kallisti", mentionable=True)
    other = add_role(world, discord_pointed.guild(), "Helpers", mentionable=True)
    async with connected(discord_pointed, message_content=True) as connection:
        role = connection.gateway.guilds[0].get_role(own.id)
        assert role is not None
        # As Discord sends it for a bot's own role; the loopback server knows no integrations.
        role.tags = discord.RoleTags({"bot_id": str(world.application.bot_id)})
        ada = discord_pointed.actor("ada")
        await ada.send(general, f"<@&{other.id}> not you")
        await ada.send(general, f"<@&{own.id}> hello")
        incoming = await connection.next()
    assert incoming.text == "hello"


async def test_a_mention_in_a_thread_names_its_parent(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed) as connection:
        thread = discord_pointed.channel("side-talk")
        await discord_pointed.actor("ada").send(thread, f"hi {discord_pointed.bot_mention}")
        incoming = await connection.next()
    assert incoming.channel.kind is ChannelKind.THREAD
    assert incoming.channel.parent_id == discord_pointed.channel("general").id


async def test_talk_among_others_is_left_alone(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed, message_content=True) as connection:
        general = discord_pointed.channel("general")
        bob = discord_pointed.actor("bob")
        await discord_pointed.actor("ada").send(general, "anybody here?")
        await discord_pointed.actor("ada").send(general, f"{bob.mention} @everyone look")
        await connection.flush()
        assert connection.received == []


async def test_a_reply_to_its_own_message_is_answered_without_a_mention(
    discord_pointed: DiscordServer,
) -> None:
    async with connected(discord_pointed, message_content=True) as connection:
        general = discord_pointed.channel("general")
        own = await connection.gateway.get_partial_messageable(general.id).send("What should I note?")
        await discord_pointed.actor("ada").send(general, "the milk", reply_to=own.id, ping_reply=False)
        incoming = await connection.next()
    assert (incoming.text, incoming.reply_to) == ("the milk", own.id)


async def test_a_reply_to_somebody_else_is_left_alone(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed, message_content=True) as connection:
        general = discord_pointed.channel("general")
        question = await discord_pointed.actor("bob").send(general, "what should I buy?")
        await discord_pointed.actor("ada").send(general, "the milk", reply_to=question)
        await connection.flush()
        assert connection.received == []


async def test_open_channels_and_their_threads_need_no_mention(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    options = {"message_content": True, "open_channels": frozenset({general.id})}
    async with connected(discord_pointed, **options) as connection:
        ada = discord_pointed.actor("ada")
        await ada.send(general, "one")
        await ada.send(discord_pointed.channel("side-talk"), "two")
        await ada.send(discord_pointed.channel("random"), "three")
        await connection.flush()
        assert [incoming.text for incoming in connection.received] == ["one", "two"]


async def test_without_the_content_intent_mentions_and_direct_messages_still_come(
    discord_pointed: DiscordServer,
) -> None:
    async with connected(discord_pointed, message_content=False) as connection:
        general = discord_pointed.channel("general")
        ada = discord_pointed.actor("ada")
        own = await connection.gateway.get_partial_messageable(general.id).send("What should I note?")
        await ada.send(general, "unreadable", reply_to=own.id, ping_reply=False)
        await ada.send(general, "readable", reply_to=own.id)
        await ada.send(general, f"{discord_pointed.bot_mention} mentioned")
        await ada.send_dm("direct")
        await connection.next(3)
        assert [incoming.text for incoming in connection.received] == ["readable", "mentioned", "direct"]


async def test_bots_and_its_own_messages_never_start_anything(discord_pointed: DiscordServer) -> None:
    general = discord_pointed.channel("general")
    options = {"message_content": True, "open_channels": frozenset({general.id})}
    async with connected(discord_pointed, **options) as connection:
        await connection.gateway.get_partial_messageable(general.id).send("I am the bot")
        discord_pointed.actor("bob").user.bot = True
        await discord_pointed.actor("bob").send(general, f"{discord_pointed.bot_mention} beep")
        await connection.flush()
        assert connection.received == []


async def test_attachments_come_along(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed) as connection:
        await discord_pointed.actor("ada").send_dm("see", attachments={"notes.txt": b"milk"})
        incoming = await connection.next()
    (attachment,) = incoming.attachments
    assert (attachment.filename, attachment.size) == ("notes.txt", 4)
    assert attachment.content_type.startswith("text/plain")


async def test_messages_of_a_channel_come_in_order(discord_pointed: DiscordServer) -> None:
    async with connected(discord_pointed) as connection:
        for number in range(50):
            await discord_pointed.actor("ada").send_dm(str(number))
        await connection.next(50)
        assert [incoming.text for incoming in connection.received] == [str(number) for number in range(50)]
