"""/stop, and deleting the message: generation ends, the engine is free, and the channel goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agent import replies
from agent.engine.profile import ModelProfile
from agent.testing.engine import ScriptedEngine
from agent.types import Completion, GenerationRequest, TurnEnd
from bot.config import AccessConfig
from tests.commands.house import Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import WIDE, idle, task

WITHIN = 0.2
"""Seconds from the arrival of the stop until the engine is free."""
STOPPED = replies.sentence(TurnEnd.CANCELLED, "en")
LONG = idle("word " * 75)


class Slow(ScriptedEngine):
    """Takes half a minute for LONG and `slow`, and says all else at once. `busy` tells whether it speaks."""

    def __init__(self, *script: str, slow: str = LONG) -> None:
        super().__init__(script)
        self.busy = False
        self._slow = (LONG, slow)
        self._hurrying = asyncio.Event()

    def hurry(self) -> None:
        """Says the rest at once."""
        self._hurrying.set()

    def _next_reply(self, request: GenerationRequest) -> str:
        text = super()._next_reply(request)
        self._pause = 0.3 if text in self._slow else 0.0
        return text

    async def _wait(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurrying.wait(), self._pause)

    async def generate(
        self, request: GenerationRequest, *, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        self.busy = True
        try:
            return await super().generate(request, on_text=on_text)
        finally:
            self.busy = False


async def until(probe: Callable[[], bool], seconds: float = 15.0) -> None:
    async with asyncio.timeout(seconds):
        while not probe():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)


@asynccontextmanager
async def thinking(
    server: DiscordServer,
    directory: Path,
    *script: str,
    slow: str = LONG,
    access: AccessConfig | None = None,
    profile: ModelProfile = WIDE,
) -> AsyncIterator[tuple[Running, Slow]]:
    engine = Slow(*script, slow=slow)
    async with running(server, directory, access=access) as bot:
        bot.think_with(engine, profile=profile)
        yield bot, engine


async def ask(bot: Running, actor: Actor, place: Channel, text: str = "tell me a story") -> Message:
    return await actor.send(place, f"{bot.server.bot_mention} {text}")


def answers_to(bot: Running, asked: Message) -> list[str]:
    own = bot.server.messages(asked.channel_id, author_id=bot.server.world.application.bot_id)
    return [each.content for each in own if each.reference and each.reference.message_id == asked.id]


async def test_stop_ends_the_generation_and_says_so(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        started = asyncio.get_running_loop().time()
        stopping = asyncio.create_task(ada.command(general, "stop"))
        await until(lambda: not engine.busy)
        seconds = asyncio.get_running_loop().time() - started
        used = await stopping
        await bot.house.sessions.wait_idle()
        assert answers_to(bot, asked) == [STOPPED]
        assert await bot.house.stores.history.window(general.id, limit=5) == ()
    assert seconds < WITHIN
    assert used.reply is not None
    assert (used.reply.content, used.reply.ephemeral_to) == ("I am stopping.", ada.id)


async def test_deleting_the_message_ends_the_generation_in_silence(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        started = asyncio.get_running_loop().time()
        await ada.delete(asked)
        await until(lambda: not engine.busy)
        seconds = asyncio.get_running_loop().time() - started
        await bot.house.sessions.wait_idle()
        own = bot.server.messages(general, author_id=bot.server.world.application.bot_id)
        assert own == []
        assert await bot.house.stores.history.window(general.id, limit=5) == ()
    assert seconds < WITHIN


@pytest.mark.parametrize("how", ["stop", "delete"])
async def test_the_queue_of_the_channel_goes_on(
    discord_pointed: DiscordServer, tmp_path: Path, how: str
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Hi")) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        second = await ask(bot, bob, general, "hello")
        await until(lambda: bot.house.sessions.waiting == 1)
        await (ada.command(general, "stop") if how == "stop" else ada.delete(first))
        await bot.server.wait_for_message(general, lambda m: m.content == "Hi", timeout=40)
        await bot.house.sessions.wait_idle()
        assert answers_to(bot, second) == ["Hi"]


async def test_a_message_that_is_deleted_while_it_waits_is_never_begun(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        second = await ask(bot, ada, general, "and another")
        await until(lambda: bot.house.sessions.waiting == 1)
        await ada.delete(second)
        await until(lambda: bot.house.sessions.waiting == 0)
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
        assert len(engine.requests) == 1


async def test_what_was_done_before_the_stop_is_told(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    call = task(("agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"}))
    async with thinking(discord_pointed, tmp_path, call, LONG) as (bot, engine):
        asked = await ask(bot, ada, general, "remind me tomorrow at 9 to call mum")
        await until(lambda: len(engine.requests) == 2)
        await ada.delete(asked)
        await bot.house.sessions.wait_idle()
        own = bot.server.messages(general, author_id=bot.server.world.application.bot_id)
        said = [each.content for each in own]
    assert len(said) == 1
    assert said[0].startswith(STOPPED)
    assert "I will remind you: Tuesday, 3 March 2026, 09:00" in said[0]


async def test_a_turn_that_waits_for_the_model_can_be_stopped(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        asked = await ask(bot, ada, general)
        await until(lambda: bot.house.sessions.running(general.id) is not None)
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
        assert answers_to(bot, asked) == [STOPPED]


async def test_only_author_moderator_and_owner_stop(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    moderator = discord_pointed.add_person("mod")
    role = discord_pointed.add_role("moderators", Permission.MANAGE_MESSAGES)
    discord_pointed.give_role(moderator, role)
    owner = discord_pointed.add_person("boss")
    rules = AccessConfig(owners=(owner.id,))
    async with thinking(discord_pointed, tmp_path, LONG, LONG, access=rules) as (bot, engine):
        for allowed in (moderator, owner):
            asked = await ask(bot, ada, general)
            await until(lambda: engine.busy)
            used = await bob.command(general, "stop")
            assert used.reply is not None
            assert used.reply.content.startswith("I am working on somebody else's message")
            assert engine.busy
            await allowed.command(general, "stop")
            await bot.house.sessions.wait_idle()
            assert answers_to(bot, asked) == [STOPPED]


async def test_another_channel_is_left_alone(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        used = await ada.command(discord_pointed.channel("random"), "stop")
        assert engine.busy
        await ada.command(general, "stop")
    assert used.reply is not None
    assert used.reply.content == "I am not working on anything in this channel."


async def test_deleting_a_message_that_discord_delivered_twice_ends_its_generation(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        asked = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        again = bot.house.sessions.running(general.id)
        assert again is not None
        bot.house.sessions.submit(again)
        assert bot.house.sessions.waiting == 1
        await ada.delete(asked)
        await until(lambda: not engine.busy, seconds=2)
        await bot.house.sessions.wait_idle()
    assert discord_pointed.messages(general) == []
