"""Sessions: resuming with replay, ends of all kinds, and what intents let through."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import aiohttp
import discord
import pytest

from tests.discord_server import DiscordServer, Intent, Permission

from .client import RecordingClient, running


async def test_op_7_makes_the_client_resume_and_missed_events_are_replayed_once(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    await ada.send(general, "before")
    await bot.until_count("message")
    discord_server.gateway.ask_to_reconnect()
    await discord_server.wait_until(lambda: not discord_server.gateway.connections)
    await ada.send(general, "while away")
    await bot.until_count("resumed")
    await ada.send(general, "after")
    await bot.until_count("message", 3)
    assert bot.texts() == ["before", "while away", "after"]
    assert discord_server.gateway.log.count("identify") == 1


@pytest.mark.parametrize("code", [4000, 4001, 4002, 4005, 4008])
async def test_reconnectable_close_codes_end_in_a_resume(
    bot: RecordingClient, discord_server: DiscordServer, code: int
) -> None:
    await discord_server.gateway.close_all(code)
    await discord_server.actor("ada").send(discord_server.channel("general"), "while away")
    await bot.until_count("resumed")
    await bot.until_count("message")
    assert bot.texts() == ["while away"]


async def test_a_cut_connection_is_resumed(bot: RecordingClient, discord_server: DiscordServer) -> None:
    discord_server.gateway.drop_all()
    await discord_server.actor("ada").send_dm("while away")
    await bot.until_count("resumed")
    await bot.until_count("message")
    assert bot.texts() == ["while away"]


async def test_4009_loses_the_session_and_what_was_said_meanwhile(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    await discord_server.gateway.close_all(4009)
    await discord_server.actor("ada").send(discord_server.channel("general"), "lost")
    await bot.until_count("ready", 2)
    assert bot.texts() == []
    assert discord_server.gateway.log.count("identify") == 2


async def test_an_invalid_session_makes_the_client_identify_anew(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.gateway.invalidate(resumable=False)
    await bot.until_count("ready", 2)
    assert discord_server.gateway.log.count("identify") == 2


async def test_a_resumable_invalid_session_makes_the_client_resume(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.gateway.invalidate(resumable=True)
    await bot.until_count("resumed")
    assert discord_server.gateway.log.count("identify") == 1


async def test_a_resume_after_the_window_is_refused(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.gateway.resume_window = timedelta(0)
    await discord_server.gateway.close_all(4000)
    await bot.until_count("ready", 2)
    assert ("resume", False) in [
        (name, details.get("accepted")) for name, details in discord_server.gateway.log.entries
    ]


async def test_a_server_that_refuses_connections_is_tried_again(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    discord_server.gateway.refuse(1)
    await discord_server.gateway.close_all(4000)
    await bot.until_count("resumed")
    assert discord_server.gateway.refusals == 0


async def test_a_zombie_socket_is_left_and_its_events_are_replayed(discord_pointed: DiscordServer) -> None:
    discord_pointed.gateway.heartbeat_interval = 0.2
    client = RecordingClient(heartbeat_timeout=0.6)
    async with running(discord_pointed, client) as bot:
        discord_pointed.gateway.make_zombies()
        await discord_pointed.actor("ada").send(discord_pointed.channel("general"), "unheard at first")
        await bot.until_count("message", 1)
        assert bot.texts() == ["unheard at first"]
        assert discord_pointed.gateway.log.count("resume") == 1


async def test_a_client_that_sends_no_heartbeats_is_closed_with_4009(discord_pointed: DiscordServer) -> None:
    discord_pointed.gateway.heartbeat_interval = 0.1
    async with aiohttp.ClientSession() as session, session.ws_connect(discord_pointed.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        assert (await socket.receive()).data == 4009


async def test_a_token_that_is_reset_while_running_ends_the_client_with_4004(
    discord_pointed: DiscordServer,
) -> None:
    client = RecordingClient()
    task = asyncio.create_task(client.start(discord_pointed.token))
    await client.until_count("ready")
    discord_pointed.world.application.token = "reset"
    await discord_pointed.gateway.close_all(4009)
    with pytest.raises(discord.ConnectionClosed) as caught:
        await asyncio.wait_for(task, 10)
    await client.close()
    assert caught.value.code == 4004


async def test_disallowed_intents_are_4014(discord_pointed: DiscordServer) -> None:
    discord_pointed.world.application.privileged_intents = 0
    client = RecordingClient()
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(discord_pointed.token)
    await client.close()


async def test_without_the_guild_messages_intent_only_direct_messages_arrive(
    discord_pointed: DiscordServer,
) -> None:
    intents = discord.Intents(guilds=True, dm_messages=True)
    async with running(discord_pointed, RecordingClient(intents)) as bot:
        ada = discord_pointed.actor("ada")
        await ada.send(discord_pointed.channel("general"), "in the guild")
        await ada.send_dm("in private")
        await bot.until_count("message")
        assert bot.texts() == ["in private"]


async def test_without_the_content_intent_text_is_blank_unless_it_concerns_the_bot(
    discord_pointed: DiscordServer,
) -> None:
    async with running(discord_pointed, RecordingClient(discord.Intents.default())) as bot:
        ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
        mention = discord_pointed.bot_mention
        await ada.send(general, "not for you", attachments={"a.txt": b"x"})
        await ada.send(general, f"{mention} for you")
        await ada.send_dm("private")
        own = await bot.get_partial_messageable(general.id).send("mine")
        await ada.send(general, "answer", reply_to=own.id)
        await ada.send(general, "quiet answer", reply_to=own.id, ping_reply=False)
        await bot.until_count("message", 6)
        assert bot.texts() == ["", f"{mention} for you", "private", "answer", ""]
        assert bot.all("message")[0].attachments == []
        assert [m.content for m in bot.all("message") if m.author == bot.user] == ["mine"]


async def test_hidden_channels_are_silent(bot: RecordingClient, discord_server: DiscordServer) -> None:
    ada = discord_server.actor("ada")
    discord_server.deny(discord_server.channel("random"), Permission.VIEW_CHANNEL)
    await ada.send(discord_server.channel("random"), "hidden")
    await ada.send(discord_server.channel("general"), "open")
    await bot.until_count("message")
    assert bot.texts() == ["open"]


async def test_an_event_can_be_delivered_twice_or_only_by_a_replay(
    bot: RecordingClient, discord_server: DiscordServer
) -> None:
    copies = {"twice": 2, "late": 0}
    discord_server.gateway.copies = lambda name, data: copies.get(data.get("content", ""), 1)
    ada, general = discord_server.actor("ada"), discord_server.channel("general")
    for text in ("twice", "late", "once"):
        await ada.send(general, text)
    await bot.until_count("message", 3)
    assert bot.texts() == ["twice", "twice", "once"]


async def test_members_are_sent_on_request(discord_pointed: DiscordServer) -> None:
    intents = discord.Intents.default() | discord.Intents(members=True)
    async with running(discord_pointed, RecordingClient(intents)) as bot:
        assert {m.name for m in bot.guilds[0].members} == {"Kallisti", "owner", "ada", "bob"}


async def test_a_sharded_client_gets_its_guilds_on_the_right_shard(discord_pointed: DiscordServer) -> None:
    client = RecordingClient(shard_id=0, shard_count=1)
    async with running(discord_pointed, client) as bot:
        await discord_pointed.actor("ada").send_dm("hello")
        await bot.until_count("message")
        assert len(bot.guilds) == 1
    identifies = [d for name, d in discord_pointed.gateway.log.entries if name == "identify"]
    assert identifies[0]["shard"] == [0, 1]


async def test_an_auto_sharded_client_asks_for_the_gateway_and_gets_the_shards_named(
    discord_pointed: DiscordServer,
) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents.default(), guild_ready_timeout=0.1)
    task = asyncio.create_task(client.start(discord_pointed.token))
    await discord_pointed.wait_until(lambda: discord_pointed.gateway.log.count("identify") == 1)
    await client.wait_until_ready()
    assert [guild.shard_id for guild in client.guilds] == [0]
    await client.close()
    await task
    assert "gateway.bot" in [request.route for request in discord_pointed.rest.requests]


async def test_each_shard_hears_of_its_guilds_and_the_first_of_direct_messages(
    discord_pointed: DiscordServer,
) -> None:
    server, ada = discord_pointed, discord_pointed.actor("ada")
    guilds = [server.add_guild(f"guild {shard}", ada, shard=(shard, 2)) for shard in range(2)]
    clients = [RecordingClient(shard_id=shard, shard_count=2) for shard in range(2)]
    async with running(server, clients[0]) as first, running(server, clients[1]) as second:
        for guild in guilds:
            await ada.send(server.channel("general", guild=guild), guild.name)
            server.add_channel(f"of {guild.name}", guild=guild)
        await ada.send_dm("directly")
        await first.until_count("message", 2)
        await second.until_count("message", 1)
        assert first.texts() == ["guild 0", "directly"]
        assert second.texts() == ["guild 1"]
        for bot, guild in ((first, guilds[0]), (second, guilds[1])):
            assert [each.name for each in bot.all("guild_channel_create")] == [f"of {guild.name}"]
            assert guild.name in {each.name for each in bot.guilds}
        assert {g.id for g in first.guilds}.isdisjoint(g.id for g in second.guilds)
        late = server.add_guild("late", shard=(1, 2))
        await second.until(lambda: second.get_guild(late.id) is not None)
        assert first.get_guild(late.id) is None


async def test_a_session_with_more_guilds_than_one_may_have_must_be_sharded(
    discord_pointed: DiscordServer,
) -> None:
    discord_pointed.backend.starts.guilds = 1
    discord_pointed.add_guild("second", shard=(0, 2))
    discord_pointed.add_guild("third", shard=(1, 2))
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(discord_pointed):
            pass
    assert closed.value.code == 4011


async def test_sessions_begin_one_after_the_other_for_each_rate_limit_key(
    discord_server: DiscordServer,
) -> None:
    discord_server.backend.starts.window = 3600
    discord_server.backend.starts.concurrency = 2
    heard = []
    async with aiohttp.ClientSession() as session:
        for shard in ([0, 3], [1, 3], [2, 3]):
            async with session.ws_connect(discord_server.gateway_url) as socket:
                await socket.receive_json()
                frame = {"token": discord_server.token, "intents": 1, "properties": {}, "shard": shard}
                await socket.send_json({"op": 2, "d": frame})
                heard.append((await socket.receive_json())["op"])
    assert heard == [0, 0, 9]


async def identify(socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
    assert (await socket.receive_json())["op"] == 10
    await socket.send_json({"op": 2, "d": {"token": token, "intents": 1, "properties": {}}})
    assert (await socket.receive_json())["t"] == "READY"


@pytest.mark.parametrize(("code", "left"), [(1000, 0), (1001, 0), (4000, 1)])
async def test_only_the_clean_close_codes_end_a_session(
    discord_server: DiscordServer, code: int, left: int
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord_server.gateway_url) as socket,
    ):
        await identify(socket, discord_server.token)
        await socket.close(code=code)
    await discord_server.wait_until(lambda: not discord_server.gateway.connections)
    assert discord_server.gateway.log.entries[-1] == ("close", {"code": code})
    assert len(discord_server.gateway.sessions) == left


async def test_sessions_that_nobody_can_resume_are_forgotten(discord_pointed: DiscordServer) -> None:
    discord_pointed.gateway.resume_window = timedelta(0)
    async with running(discord_pointed):
        pass
    async with running(discord_pointed):
        assert len(discord_pointed.gateway.sessions) == 1


FAULTY_FRAMES = [
    ("not json", 4002),
    ('["a list"]', 4002),
    ('{"op": 1, "d": "' + "x" * 4096 + '"}', 4002),
    ('{"op": 3, "d": {}}', 4003),
    ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
    ('{"op": 2, "d": {"token": "TOKEN", "intents": -1}}', 4013),
    ('{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": [2, 2]}}', 4010),
    ('{"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}', 4004),
]


@pytest.mark.parametrize(("frame", "code"), FAULTY_FRAMES)
async def test_a_faulty_frame_closes_the_socket_with_its_code(
    discord_server: DiscordServer, frame: str, code: int
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord_server.gateway_url) as socket,
    ):
        await socket.receive_json()
        await socket.send_str(frame.replace("TOKEN", discord_server.token))
        assert (await socket.receive()).data == code


async def test_more_than_120_frames_in_a_minute_are_4008(discord_server: DiscordServer) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord_server.gateway_url) as socket,
    ):
        await socket.receive_json()
        for _ in range(121):
            await socket.send_json({"op": 1, "d": None})
        answers = [(await socket.receive()) for _ in range(121)]
    assert answers[-1].data == 4008


def test_intent_bits_are_those_of_discord_py() -> None:
    ours = {intent.name: int(intent) for intent in Intent if intent}
    theirs = {
        "GUILDS": discord.Intents(guilds=True).value,
        "GUILD_MEMBERS": discord.Intents(members=True).value,
        "GUILD_PRESENCES": discord.Intents(presences=True).value,
        "GUILD_MESSAGES": discord.Intents(guild_messages=True).value,
        "GUILD_MESSAGE_REACTIONS": discord.Intents(guild_reactions=True).value,
        "GUILD_MESSAGE_TYPING": discord.Intents(guild_typing=True).value,
        "DIRECT_MESSAGES": discord.Intents(dm_messages=True).value,
        "DIRECT_MESSAGE_REACTIONS": discord.Intents(dm_reactions=True).value,
        "DIRECT_MESSAGE_TYPING": discord.Intents(dm_typing=True).value,
        "MESSAGE_CONTENT": discord.Intents(message_content=True).value,
    }
    assert ours == theirs
