"""The server in a process of its own, driven over the control API, and its state file."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from tests.discord_server import DiscordServer, Transcript, pointed_at
from tests.discord_server.persistence import load
from tests.discord_server.remote import ControlError, RemoteServer, launched

from .client import RecordingClient, running
from .test_interactions import Panel, add_commands


@contextlib.asynccontextmanager
async def connected(remote: RemoteServer) -> AsyncIterator[RecordingClient]:
    with pointed_at(remote):
        async with running(remote) as bot:
            yield bot


async def test_a_server_process_outlives_bots_and_its_state_outlives_it(tmp_path: Path) -> None:
    state = tmp_path / "discord.json"
    async with launched(state) as remote, connected(remote) as bot:
        asked = await remote.act("ada", "send", channel="general", content="hello")
        await bot.until_count("message")
        await bot.all("message")[0].reply("hi", nonce="n1")
        reply = await remote.wait_for_message("general", "hi", after=asked["id"])
        assert reply["reference"]["message_id"] == asked["id"]
    async with launched(state) as remote, connected(remote) as bot:
        said = [(r["actor"], r["content"]) for r in await remote.transcript()]
        assert said == [("ada", "hello"), ("Kallisti", "hi")]
        channel = bot.get_partial_messageable((await remote.info())["channels"]["general"])
        again = await channel.send("hi once more", nonce="n1")
        assert again.id == reply["id"]


async def test_people_do_everything_over_the_control_api(discord_pointed: DiscordServer) -> None:
    async with aiohttp.ClientSession() as session:
        remote = RemoteServer(discord_pointed.addresses(), session)
        async with connected(remote) as bot:
            await use_everything(remote, bot)
    assert discord_pointed.crashes == []


async def use_everything(remote: RemoteServer, bot: RecordingClient) -> None:
    add_commands(bot.tree)
    await bot.tree.sync()
    file = base64.b64encode(b"text").decode()
    sent = await remote.act("ada", "send", channel={"dm": "ada"}, content="a", attachments={"a.txt": file})
    await bot.until_count("message")
    assert await bot.all("message")[0].attachments[0].read() == b"text"
    await remote.act("ada", "edit", message_id=sent["id"], content="b")
    await remote.act("ada", "react", message_id=sent["id"], emoji="👍")
    await remote.act("ada", "type", channel="general")
    used = await remote.act("ada", "command", channel="general", name="remind", options={"text": "tea"})
    assert used["reply"]["content"].startswith("tea for ada")
    thinking = await remote.act("ada", "command", channel="general", name="think")
    done = await remote.act("ada", "interaction", interaction_id=thinking["id"])
    assert done["reply"]["content"] == "thought"
    choices = await remote.act(
        "ada", "autocomplete", channel="general", name="remind", focused="text", options={"text": "t"}
    )
    assert choices == [["t!", "t"]]
    about = await remote.act("ada", "message_command", message_id=sent["id"], name="Remind me about this")
    assert about["reply"]["content"] == "about b"
    await use_a_panel(remote, bot)
    await remote.call("POST", "/people", {"name": "eve"})
    news = await remote.call("POST", "/channels", {"name": "news"})
    await remote.act("eve", "send", channel=news["id"], content="from eve")
    await bot.until(lambda: "from eve" in bot.texts())
    thread = await remote.act("ada", "start_thread", channel="general", name="side")
    await remote.act("ada", "send", channel=thread["id"], content="in the thread")
    await remote.act("ada", "post_in_forum", channel="forum", name="Topic", content="first")
    await remote.act("ada", "delete", message_id=sent["id"])
    await bot.until_count("raw_message_delete")


async def use_a_panel(remote: RemoteServer, bot: RecordingClient) -> None:
    channels = (await remote.info())["channels"]
    panel = await bot.get_partial_messageable(channels["random"]).send("panel", view=Panel())
    picked = await remote.act("bob", "choose", message_id=panel.id, custom_id="pick", values=["a"])
    assert picked["reply"]["content"] == "picked ['a']"
    opened = await remote.act("bob", "press", message_id=panel.id, custom_id="later")
    submitted = await remote.act("bob", "submit", interaction_id=opened["id"], values={"when": "soon"})
    assert submitted["reply"]["content"] == "then soon"
    await remote.act("bob", "press", message_id=panel.id, custom_id="done")
    shown = await remote.messages("random")
    assert shown[0]["content"] == "done by bob"


async def test_faults_limits_and_the_gateway_are_driven_over_the_control_api(
    discord_pointed: DiscordServer,
) -> None:
    async with aiohttp.ClientSession() as session:
        remote = RemoteServer(discord_pointed.addresses(), session)
        async with connected(remote) as bot:
            place = bot.get_partial_messageable(discord_pointed.channel("general").id)
            await remote.call("POST", "/limits", {"enabled": False, "rules": {"message.create": [1, 60]}})
            await remote.add_fault("message.create", {"kind": "refuse", "code": 50013}, times=None)
            with pytest.raises(discord.Forbidden):
                await place.send("x")
            await remote.call("DELETE", "/faults")
            await remote.call("POST", "/channels/general/deny", {"permissions": ["send_messages"]})
            with pytest.raises(discord.Forbidden):
                await place.send("x")
            await remote.call("POST", "/channels/general/allow", {"permissions": ["send_messages"]})
            await place.send("x")
            await remote.call("POST", "/users/ada", {"accepts_dms": False})
            with pytest.raises(discord.Forbidden):
                await bot.get_partial_messageable(discord_pointed.dm("ada").id).send("x")
            for _ in range(3):
                await place.send("fast")
            await remote.disturb("copies", MESSAGE_CREATE=2)
            await remote.act("ada", "send", channel="general", content="twice")
            await bot.until(lambda: bot.texts() == ["twice", "twice"])
            await remote.disturb("reconnect")
            await bot.until_count("resumed")
            await remote.disturb("close", code=4000)
            await bot.until_count("resumed", 2)
            await remote.disturb("drop")
            await bot.until_count("resumed", 3)
            await remote.disturb("invalidate", resumable=False)
            await bot.until_count("ready", 2)
    names = [name for name, _ in discord_pointed.gateway.log.entries]
    assert names.count("resume") == 3
    statuses = [r.status for r in discord_pointed.rest.requests if r.route == "message.create"]
    assert discord_pointed.limits.rules["message.create"].limit == 1
    assert statuses == [403, 403, 200, 403, 200, 200, 200]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/actors/nobody/send", {"channel": "general"}, "no user is named 'nobody'"),
        ("/actors/ada/fly", {}, "no actor can 'fly'"),
        ("/actors/ada/send", {"channel": "nowhere", "content": "x"}, "no channel is named 'nowhere'"),
        ("/actors/ada/send", {"channel": "general"}, "50006"),
        ("/gateway/explode", {}, "cannot 'explode'"),
        ("/wait", {"channel": "general", "timeout": 0.01}, "nothing fitting within 0.01 s"),
    ],
)
async def test_what_cannot_be_done_is_said(
    discord_server: DiscordServer, path: str, body: dict[str, object], said: str
) -> None:
    async with aiohttp.ClientSession() as session:
        remote = RemoteServer(discord_server.addresses(), session)
        with pytest.raises(ControlError, match=said):
            await remote.call("POST", path, body)


async def test_the_state_file_holds_the_whole_world_and_the_transcript(tmp_path: Path) -> None:
    state = tmp_path / "discord.json"
    async with DiscordServer(state=state) as server:
        ada = server.actor("ada")
        files = {"a.bin": bytes(range(256))}
        asked = await ada.send(server.channel("general"), server.bot_mention, attachments=files, nonce="7")
        await ada.send(server.channel("general"), "reply", reply_to=asked)
        await ada.react(asked, "👍")
        server.delete_channel(server.channel("random"))
    stored = load(state)
    assert stored is not None
    assert stored.world == server.world
    assert Transcript(stored.records).records == server.transcript.records


async def test_a_missing_state_file_means_a_fresh_world(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json") is None
