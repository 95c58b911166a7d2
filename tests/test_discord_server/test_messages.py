"""What Discord stores, refuses and pings, checked through the real client."""

from __future__ import annotations

import io
from datetime import timedelta

import discord
import pytest
from discord import AllowedMentions

from tests.discord_server import ApiError, DiscordServer, Kind, Permission
from tests.discord_server.seed import add_role

from .client import RecordingClient

Place = discord.PartialMessageable


@pytest.fixture
def place(bot: RecordingClient, discord_server: DiscordServer) -> Place:
    return bot.get_partial_messageable(discord_server.channel("general").id)


async def refused(place: Place, content: str | None = None, **parts: object) -> discord.HTTPException:
    with pytest.raises(discord.HTTPException) as caught:
        await place.send(content, **parts)  # type: ignore[call-overload]
    error: discord.HTTPException = caught.value
    return error


async def test_length_is_counted_in_code_points(place: Place, discord_server: DiscordServer) -> None:
    await place.send("😀" * 2000)
    error = await refused(place, "😀" * 2001)
    assert (error.status, error.code) == (400, 50035)
    assert "Must be 2000 or fewer in length." in error.text
    assert "Must be 4000 or fewer in length." in (await refused(place, "x" * 4001)).text
    assert len(discord_server.messages(place.id)) == 1


@pytest.mark.parametrize("content", ["", "   ", "\n\t"])
async def test_an_empty_message_is_50006(place: Place, content: str) -> None:
    error = await refused(place, content)
    assert (error.status, error.code) == (400, 50006)


async def test_unknown_things_have_their_codes(bot: RecordingClient, place: Place) -> None:
    with pytest.raises(discord.NotFound) as channel:
        await bot.get_partial_messageable(123456789012345678).send("x")
    with pytest.raises(discord.NotFound) as message:
        await place.fetch_message(123456789012345678)
    with pytest.raises(discord.NotFound) as user:
        await bot.fetch_user(123456789012345678)
    assert [e.value.code for e in (channel, message, user)] == [10003, 10008, 10013]


async def test_permissions_map_to_forbidden_with_their_codes(
    place: Place, discord_server: DiscordServer
) -> None:
    general = discord_server.channel("general")
    discord_server.deny(general, Permission.SEND_MESSAGES)
    assert (await refused(place, "x")).code == 50013
    discord_server.deny(general, Permission.VIEW_CHANNEL)
    assert (await refused(place, "x")).code == 50001
    discord_server.allow(general, Permission.SEND_MESSAGES)
    await place.send("again")


async def test_replying_needs_the_history_permission(place: Place, discord_server: DiscordServer) -> None:
    general = discord_server.channel("general")
    asked = await discord_server.actor("ada").send(general, "question")
    discord_server.deny(general, Permission.READ_MESSAGE_HISTORY)
    assert (await refused(place, "x", reference=place.get_partial_message(asked.id))).code == 160002
    assert [m async for m in place.history()] == []


async def test_a_deleted_channel_is_unknown(place: Place, discord_server: DiscordServer) -> None:
    discord_server.delete_channel(discord_server.channel("general"))
    assert (await refused(place, "x")).code == 10003


async def test_threads_take_messages_until_they_are_locked(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    side_talk = discord_server.channel("side-talk")
    thread = bot.get_partial_messageable(side_talk.id)
    await thread.send("hello")
    discord_server.change_channel(side_talk, archived=True)
    await thread.send("wakes it up")
    assert not side_talk.archived
    discord_server.change_channel(side_talk, locked=True)
    assert (await refused(thread, "x")).code == 160005
    discord_server.change_channel(side_talk, locked=False)
    discord_server.deny(discord_server.channel("general"), Permission.SEND_MESSAGES_IN_THREADS)
    assert (await refused(thread, "x")).code == 50013


async def test_a_forum_takes_posts_and_no_plain_messages(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    forum = bot.guilds[0].get_channel(discord_server.channel("forum").id)
    assert isinstance(forum, discord.ForumChannel)
    assert (await refused(bot.get_partial_messageable(forum.id), "x")).code == 50008
    created = await forum.create_thread(name="Topic", content="first post")
    assert discord_server.messages(created.thread.id)[0].content == "first post"
    assert created.message.id == created.thread.id


async def test_closed_direct_messages_are_50007_and_strangers_50278(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    place = bot.get_partial_messageable(discord_server.dm("ada").id)
    ada.close_dms()
    assert (await refused(place, "x")).code == 50007
    ada.close_dms(closed=False)
    await place.send("x")
    del discord_server.guild().members[ada.id]
    assert (await refused(place, "x")).code == 50278


async def test_without_a_policy_everything_in_the_text_pings(
    place: Place, discord_server: DiscordServer
) -> None:
    ada, bob = discord_server.actor("ada"), discord_server.actor("bob")
    await place.send(f"{ada.mention} and `{bob.mention}` @everyone")
    message = discord_server.messages(place.id)[0]
    assert message.mentions == message.pinged == [ada.id]
    assert not message.mention_everyone


async def test_everyone_pings_only_with_the_permission_and_the_policy(
    place: Place, discord_server: DiscordServer
) -> None:
    discord_server.allow(discord_server.channel("general"), Permission.MENTION_EVERYONE)
    await place.send("@everyone look")
    await place.send("@everyone look", allowed_mentions=AllowedMentions.none())
    loud, quiet = discord_server.messages(place.id)
    everybody = sorted(discord_server.actor(name).id for name in ("owner", "ada", "bob"))
    assert (loud.mention_everyone, loud.pinged) == (True, everybody)
    assert (quiet.mention_everyone, quiet.pinged) == (False, [])


async def test_a_policy_lets_through_only_whom_it_names(place: Place, discord_server: DiscordServer) -> None:
    ada, bob = discord_server.actor("ada"), discord_server.actor("bob")
    only_ada = AllowedMentions(users=[discord.Object(ada.id)], everyone=False, roles=False)
    await place.send(f"{ada.mention} {bob.mention}", allowed_mentions=only_ada)
    assert discord_server.messages(place.id)[0].pinged == [ada.id]


async def test_a_mentionable_role_pings_its_members(place: Place, discord_server: DiscordServer) -> None:
    guild, bob = discord_server.guild(), discord_server.actor("bob")
    loud = add_role(discord_server.world, guild, "loud", mentionable=True)
    quiet = add_role(discord_server.world, guild, "quiet")
    guild.members[bob.id].role_ids = [loud.id, quiet.id]
    await place.send(f"<@&{quiet.id}>")
    await place.send(f"<@&{loud.id}>")
    await place.send(f"<@&{loud.id}>", allowed_mentions=AllowedMentions(roles=False))
    assert [m.pinged for m in discord_server.messages(place.id)] == [[], [bob.id], []]


async def test_a_reply_pings_unless_told_otherwise(place: Place, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    asked = await ada.send(place.id, "question")
    target = place.get_partial_message(asked.id)
    await place.send("loud", reference=target)
    await place.send("quiet", reference=target, mention_author=False)
    loud, quiet = discord_server.messages(place.id)[1:]
    assert (loud.pinged, quiet.pinged) == ([ada.id], [])


async def test_a_silent_message_mentions_without_a_ping(place: Place, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    await place.send(ada.mention, silent=True)
    message = discord_server.messages(place.id)[0]
    assert (message.mentions, message.pinged) == ([ada.id], [])


async def test_an_edit_changes_mentions_and_pings_nobody(place: Place, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    sent = await place.send("hello")
    await sent.edit(content=ada.mention)
    assert discord_server.messages(place.id)[0].mentions == [ada.id]
    edits = discord_server.transcript.select(kind=Kind.EDIT)
    assert [record.pinged for record in edits] == [()]


async def test_nobody_is_pinged_in_a_channel_they_cannot_see(
    place: Place, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    discord_server.deny(discord_server.channel("general"), Permission.VIEW_CHANNEL, user_id=ada.id)
    await place.send(ada.mention)
    assert discord_server.messages(place.id)[0].pinged == []


async def test_a_reply_to_a_deleted_message_fails_or_becomes_plain(
    place: Place, discord_server: DiscordServer
) -> None:
    ada = discord_server.actor("ada")
    asked = await ada.send(place.id, "question")
    target = place.get_partial_message(asked.id)
    await ada.delete(asked)
    error = await refused(place, "x", reference=target)
    assert error.code == 50035
    assert "Unknown message" in error.text
    lenient = target.to_reference(fail_if_not_exists=False)
    await place.send("plain", reference=lenient)
    assert discord_server.messages(place.id)[0].reference is None


async def test_the_same_nonce_gives_the_first_message_for_a_few_minutes(
    bot: RecordingClient, place: Place, discord_server: DiscordServer
) -> None:
    first = await place.send("one", nonce="n1")
    second = await place.send("two", nonce="n1")
    elsewhere = bot.get_partial_messageable(discord_server.channel("random").id)
    third = await elsewhere.send("three", nonce="n1")
    assert first.id == second.id == third.id
    assert second.content == "one"
    discord_server.backend.nonce_window = timedelta(0)
    assert (await place.send("four", nonce="n1")).id != first.id


async def test_the_nonce_of_a_deleted_message_is_unknown_message(place: Place) -> None:
    await (await place.send("one", nonce="n1")).delete()
    assert (await refused(place, "one", nonce="n1")).code == 10008


async def test_a_nonce_of_another_author_or_unenforced_is_no_repeat(
    place: Place, discord_server: DiscordServer
) -> None:
    await discord_server.actor("ada").send(place.id, "mine", nonce="n1")
    await place.send("bot's", nonce="n1")
    await discord_server.actor("ada").send(place.id, "mine again", nonce="n1")
    assert len(discord_server.messages(place.id)) == 3


async def test_a_nonce_may_have_25_characters(place: Place) -> None:
    await place.send("x", nonce="n" * 25)
    assert (await refused(place, "x", nonce="n" * 26)).code == 50035


async def test_foreign_messages_are_neither_edited_nor_deleted(
    place: Place, discord_server: DiscordServer
) -> None:
    asked = await discord_server.actor("ada").send(place.id, "mine")
    target = place.get_partial_message(asked.id)
    with pytest.raises(discord.Forbidden) as edit:
        await target.edit(content="hijacked")
    with pytest.raises(discord.Forbidden) as delete:
        await target.delete()
    assert (edit.value.code, delete.value.code) == (50005, 50013)
    discord_server.allow(discord_server.channel("general"), Permission.MANAGE_MESSAGES)
    await target.delete()
    assert discord_server.messages(place.id) == []


async def test_history_pages_by_before_after_and_around(place: Place, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    sent = [await ada.send(place.id, str(number)) for number in range(130)]
    marks = [discord.Object(message.id) for message in sent]

    async def page(**query: object) -> list[int]:
        return [int(m.content) async for m in place.history(**query)]  # type: ignore[arg-type]

    assert await page(limit=None) == list(range(129, -1, -1))
    assert await page(limit=3) == [129, 128, 127]
    assert await page(limit=3, before=marks[10]) == [9, 8, 7]
    assert await page(limit=3, after=marks[10]) == [11, 12, 13]
    assert await page(limit=5, around=marks[10], oldest_first=True) == [8, 9, 10, 11, 12]
    assert await page(limit=None, after=marks[20]) == list(range(21, 130))


async def test_people_are_held_to_the_same_rules(discord_server: DiscordServer) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    discord_server.deny(general, Permission.SEND_MESSAGES, user_id=ada.id)
    with pytest.raises(ApiError) as caught:
        await ada.send(general, "x")
    assert caught.value.code == 50013


async def test_attachments_travel_both_ways(bot: RecordingClient, discord_server: DiscordServer) -> None:
    dm = discord_server.dm("ada")
    await discord_server.actor("ada").send_dm("see", attachments={"message.txt": "größe".encode()})
    await bot.until_count("message")
    attachment = bot.all("message")[0].attachments[0]
    assert attachment.filename == "message.txt"
    assert (await attachment.read()).decode() == "größe"
    place = bot.get_partial_messageable(dm.id)
    await place.send(file=discord.File(io.BytesIO(b"bytes"), "out.bin"))
    assert discord_server.messages(dm)[-1].attachments[0].data == b"bytes"
    discord_server.backend.maximum_file_bytes = 3
    assert (await refused(place, file=discord.File(io.BytesIO(b"bytes"), "out.bin"))).code == 40005


async def test_embeds_and_components_are_held_to_their_limits(place: Place) -> None:
    embeds = [discord.Embed(description="x" * 4000), discord.Embed(description="x" * 2001)]
    assert "exceeds maximum size of 6000" in (await refused(place, embeds=embeds)).text
    long_title = discord.Embed(title="x" * 257)
    assert (await refused(place, embed=long_title)).code == 50035
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="x" * 81, custom_id="a"))
    assert "Must be 80 or fewer in length." in (await refused(place, "x", view=view)).text
    twice = discord.ui.View()
    twice.add_item(discord.ui.Button(label="one", custom_id="a"))
    twice.add_item(discord.ui.Button(label="two", custom_id="a"))
    assert "custom id cannot be duplicated" in (await refused(place, "x", view=twice)).text


async def test_edits_deletes_reactions_and_typing_of_people_reach_the_bot(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    message = await ada.send(general, "first")
    await ada.edit(message, "second")
    await ada.react(message, "👍")
    await ada.react(message, "👍", add=False)
    await ada.type(general)
    await ada.delete(message)
    await bot.until_count("raw_message_delete")
    assert bot.all("raw_message_edit")[0].message.content == "second"
    assert str(bot.all("raw_reaction_add")[0].emoji) == "👍"
    assert len(bot.all("raw_reaction_remove")) == 1
    assert bot.all("raw_typing")[0].user_id == ada.id


async def test_the_bot_reacts_and_takes_it_back(bot: RecordingClient, discord_server: DiscordServer) -> None:
    message = await discord_server.actor("ada").send(discord_server.channel("general"), "x")
    target = bot.get_partial_messageable(message.channel_id).get_partial_message(message.id)
    await target.add_reaction("👀")
    assert list(message.reactions) == ["👀"]
    assert bot.user is not None
    await target.remove_reaction("👀", bot.user)
    assert message.reactions == {}


async def test_a_thread_from_a_message_is_announced_and_usable(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    message = await ada.send(general, "topic")
    thread = await ada.start_thread(general, "about topic", source=message)
    await bot.until_count("thread_create")
    await ada.send(thread, "inside")
    await bot.until_count("message", 2)
    arrived = bot.all("message")[1]
    assert isinstance(arrived.channel, discord.Thread)
    assert arrived.channel.parent_id == general.id
    parent = bot.guilds[0].get_channel(general.id)
    assert isinstance(parent, discord.TextChannel)
    own = await parent.create_thread(name="mine", type=discord.ChannelType.public_thread)
    assert discord_server.world.channels[own.id].owner_id == discord_server.world.bot.id


async def test_places_can_be_fetched(bot: RecordingClient, discord_server: DiscordServer) -> None:
    guild = await bot.fetch_guild(discord_server.guild().id)
    member = await guild.fetch_member(discord_server.actor("ada").id)
    channel = await bot.fetch_channel(discord_server.channel("side-talk").id)
    assert (guild.name, member.name) == ("Test Guild", "ada")
    assert isinstance(channel, discord.Thread)
    with pytest.raises(discord.NotFound) as caught:
        await guild.fetch_member(123456789012345678)
    assert caught.value.code == 10013
