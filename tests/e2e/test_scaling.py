"""Outgrowing one machine: two daemons with two shards, and one daemon with two llama-servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from agent import replies
from agent.types import TurnEnd
from bot.delivery_words import KEPT_ELSEWHERE
from tests.discord_server.faults import Fault, Refuse
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.e2e.daemon import Daemon
from tests.e2e.test_operating import kallisti
from tests.engine.llama_server_process import ServerProcess, story

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.timeout(600)]

SECONDS = 150.0
"""For anything that comes in the end."""
LOOK_EVERY = 0.02
UNKNOWN_CHANNEL = 10003


async def until(probe: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(SECONDS):
        while True:
            if await probe():
                return
            await asyncio.sleep(LOOK_EVERY)


# ------------------------------------------------------------------ two daemons


class Shards:
    """A daemon for each of two shards, and a guild of each."""

    def __init__(self, server: DiscordServer, directory: Path, stack: AsyncExitStack) -> None:
        self.server = server
        self.ada = server.actor("ada")
        self.guilds = [server.add_guild(f"guild {shard}", self.ada, shard=(shard, 2)) for shard in range(2)]
        self.places = [server.channel("general", guild=guild) for guild in self.guilds]
        self.daemons = []
        for shard in range(2):
            (directory / str(shard)).mkdir()
            daemon = Daemon(server, directory / str(shard))
            daemon.configure(discord=f"shards = 2\nshard_ids = [{shard}]")
            self.daemons.append(daemon)
            stack.push_async_callback(daemon.end)

    async def start(self) -> None:
        """Both at once, where Discord lets one begin; the other must try again."""
        starts, log = self.server.backend.starts, self.server.gateway.log
        starts.window = 3600
        self.server.backend.interaction_deadline = timedelta(seconds=SECONDS)
        both = asyncio.gather(*(daemon.start(seconds=SECONDS) for daemon in self.daemons))
        await self.server.wait_until(lambda: log.count("identify") == 2, timeout=SECONDS)
        starts.window = 0
        await both
        assert log.count("identify") >= 3

    def channels(self, shard: int, event: str) -> list[int]:
        """Where this daemon did it."""
        return [line["channel"] for line in self.daemons[shard].events(event)]

    def said(self, place: Channel, *, after: Message) -> list[Message]:
        bot_id = self.server.world.application.bot_id
        return [each for each in self.server.messages(place, author_id=bot_id) if each.id > after.id]


@pytest_asyncio.fixture
async def shards(discord_server: DiscordServer, default_model: Path, tmp_path: Path) -> AsyncIterator[Shards]:
    async with AsyncExitStack() as stack:
        shards = Shards(discord_server, tmp_path, stack)
        await shards.start()
        yield shards


async def test_each_daemon_answers_for_its_servers_and_one_for_direct_messages(shards: Shards) -> None:
    server, ada, mention = shards.server, shards.ada, shards.server.bot_mention
    assert [each.route for each in server.rest.requests].count("command.put") == 1
    assert len(shards.daemons[0].events("commands synced")) == 1

    asked = [await ada.send(place, f"{mention} hello there") for place in shards.places]
    directly = await ada.send_dm("hello there")
    for place, message in zip((*shards.places, ada.dm()), (*asked, directly), strict=True):
        await server.wait_for_message(place, after=message, timeout=SECONDS)
    await shards.daemons[0].until(lambda: len(shards.channels(0, "turn")) == 2, SECONDS)
    await shards.daemons[1].until(lambda: len(shards.channels(1, "turn")) == 1, SECONDS)
    assert set(shards.channels(0, "turn")) == {shards.places[0].id, ada.dm().id}
    assert shards.channels(1, "turn") == [shards.places[1].id]

    await they_remind(shards)
    await a_reminder_whose_channel_is_gone_comes_directly_and_stays_its_owners(shards)
    await what_came_meanwhile_is_answered_by_its_daemon_alone(shards)
    await they_tell_their_shards(shards)


async def they_remind(shards: Shards) -> None:
    """Both daemons number their reminders from 1."""
    asked = [
        await shards.ada.send(
            place, f"{shards.server.bot_mention} remind me in 4 seconds to water plant {shard}"
        )
        for shard, place in enumerate(shards.places)
    ]
    for shard in range(2):
        await it_reminds(shards, shard, asked[shard])


async def it_reminds(shards: Shards, shard: int, asked: Message) -> None:
    place, daemon = shards.places[shard], shards.daemons[shard]

    def is_reminder(message: Message) -> bool:
        return f"plant {shard}" in message.content and bool(message.components)

    await shards.server.wait_for_message(place, is_reminder, after=asked, timeout=SECONDS)
    await daemon.until(lambda: len(daemon.events("delivered")) == 1, SECONDS)
    await shards.server.wait_until(lambda: len(shards.said(place, after=asked)) >= 2, timeout=SECONDS)
    assert sorted(map(is_reminder, shards.said(place, after=asked))) == [False, True]
    assert len(daemon.stored_due()) == 1


async def a_reminder_whose_channel_is_gone_comes_directly_and_stays_its_owners(shards: Shards) -> None:
    server, ada = shards.server, shards.ada
    doomed = server.add_channel("doomed", guild=shards.guilds[1])
    server.faults.add(
        Fault(route="message.create", action=Refuse(code=UNKNOWN_CHANNEL), channel_id=doomed.id, times=None)
    )
    asked = await ada.send(doomed, f"{server.bot_mention} remind me in 3 seconds to stretch")
    delivered = await server.wait_for_message(
        ada.dm(), lambda each: "stretch" in each.content, after=asked, timeout=SECONDS
    )
    press = await ada.press_label(delivered, "Done")
    told = await ada.reply_to(press, within=SECONDS)
    assert told.content == KEPT_ELSEWHERE["en"]
    assert len(shards.daemons[0].stored_due()) == 1
    assert len([each for each in shards.said(ada.dm(), after=asked) if "stretch" in each.content]) == 1


async def what_came_meanwhile_is_answered_by_its_daemon_alone(shards: Shards) -> None:
    server, ada = shards.server, shards.ada
    await shards.daemons[1].kill()
    asked = await ada.send(shards.places[1], f"{server.bot_mention} hello again")
    directly = await ada.send_dm("hello again")
    await server.wait_for_message(ada.dm(), after=directly, timeout=SECONDS)
    assert shards.said(shards.places[1], after=asked) == []
    await shards.daemons[1].start(seconds=SECONDS)
    await server.wait_for_message(shards.places[1], after=asked, timeout=SECONDS)
    await shards.daemons[1].until(lambda: bool(shards.daemons[1].events("caught up")), SECONDS)
    assert len(shards.said(shards.places[1], after=asked)) == 1
    assert ada.dm().id not in shards.channels(1, "turn")
    assert len(shards.said(ada.dm(), after=directly)) == 1


async def they_tell_their_shards(shards: Shards) -> None:
    _, page = await kallisti(shards.daemons[1], "status")
    assert "shards: 1 of 2" in page


# ------------------------------------------------------------------ two llama-servers


class Farm:
    """Two llama-servers that say where they are and wait there, and a daemon that uses both."""

    def __init__(self, server: DiscordServer, daemon: Daemon) -> None:
        self.server = server
        self.daemon = daemon
        self.ada = server.actor("ada")
        self.servers = [ServerProcess("the first"), ServerProcess("the second")]

    async def hold(self, at: int | None) -> None:
        for each in self.servers:
            await each.told(hold_at=at)

    async def held(self, at: int) -> tuple[ServerProcess, ServerProcess]:
        """The server that waits at this piece of an answer, and the other one."""
        found: list[ServerProcess] = []

        async def look() -> bool:
            states = [await each.told() for each in self.servers]
            waiting = [state["running"] == 1 and state["spoken"] == at for state in states]
            found[:] = [each for each, waits in zip(self.servers, waiting, strict=True) if waits]
            return bool(found)

        await until(look)
        (busy,) = found
        (other,) = (each for each in self.servers if each is not busy)
        return busy, other

    async def answer(self, asked: Message, contains: str) -> Message:
        return await self.server.wait_for_message(
            self.ada.dm(), lambda each: contains in each.content, after=asked, timeout=SECONDS
        )

    def answers(self, asked: Message) -> list[str]:
        bot_id = self.server.world.application.bot_id
        said = self.server.messages(self.ada.dm(), author_id=bot_id)
        return [each.content for each in said if each.id > asked.id]

    async def bring_back(self, dead: ServerProcess) -> None:
        before = len(self.daemon.events("llama-server answers"))
        await dead.start()
        await self.daemon.until(lambda: len(self.daemon.events("llama-server answers")) > before, SECONDS)


@pytest_asyncio.fixture
async def farm(discord_server: DiscordServer, tmp_path: Path) -> AsyncIterator[Farm]:
    daemon = Daemon(discord_server, tmp_path)
    farm = Farm(discord_server, daemon)
    try:
        for each in farm.servers:
            await each.start()
        daemon.configure(engine=f"servers = {[each.url for each in farm.servers]}")
        await daemon.start(seconds=SECONDS)
        yield farm
    finally:
        await daemon.end()
        for each in farm.servers:
            await each.kill()


IN_THE_THOUGHT = 20
IN_THE_STORY = 110
"""Pieces of four characters."""


async def test_a_llama_server_that_dies_takes_no_turn_with_it(farm: Farm) -> None:
    await a_turn_of_which_nothing_was_shown_goes_on_elsewhere(farm)
    await both_work_at_once(farm)
    await an_answer_that_was_shown_in_part_is_said_to_be_broken_off(farm)
    await without_any_people_are_told(farm)


async def a_turn_of_which_nothing_was_shown_goes_on_elsewhere(farm: Farm) -> None:
    await farm.hold(IN_THE_THOUGHT)
    asked = await farm.ada.send_dm("tell me a story")
    busy, other = await farm.held(IN_THE_THOUGHT)
    await other.told(hold_at=None)
    await busy.kill()
    await farm.answer(asked, story(other.name))
    await farm.daemon.until(lambda: len(farm.daemon.events("answered")) == 1, SECONDS)
    assert farm.answers(asked) == [story(other.name)]
    assert farm.daemon.events("answered")[0]["end"] == "replied"
    await farm.bring_back(busy)


async def both_work_at_once(farm: Farm) -> None:
    await farm.hold(IN_THE_THOUGHT)
    bob = farm.server.actor("bob")
    asked = [await person.send_dm("tell me a story") for person in (farm.ada, bob)]

    async def both() -> bool:
        return [(await each.told())["running"] for each in farm.servers] == [1, 1]

    await until(both)
    await farm.hold(None)
    for message in asked:
        await farm.server.wait_for_message(message.channel_id, after=message, timeout=SECONDS)
    await farm.daemon.until(lambda: len(farm.daemon.events("answered")) == 3, SECONDS)


async def an_answer_that_was_shown_in_part_is_said_to_be_broken_off(farm: Farm) -> None:
    await farm.hold(IN_THE_STORY)
    asked = await farm.ada.send_dm("tell me another story")
    busy, other = await farm.held(IN_THE_STORY)
    await farm.answer(asked, f"I am {busy.name}.")
    before = (await other.told(hold_at=None))["completions"]
    await busy.kill()
    answer = await farm.answer(asked, replies.sentence(TurnEnd.ENGINE_LOST, "en"))
    assert answer.content.startswith(f"I am {busy.name}.")
    assert len(farm.answers(asked)) == 1
    assert (await other.told())["completions"] == before


async def without_any_people_are_told(farm: Farm) -> None:
    for each in farm.servers:
        await each.kill()
    asked = await farm.ada.send_dm("tell me a third story")
    await farm.answer(asked, replies.sentence(TurnEnd.ENGINE_DOWN, "en"))
    assert len(farm.answers(asked)) == 1
