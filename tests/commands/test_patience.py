"""Answers that take long: deferred in time, and never left open."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from agent.errors import LimitReached, StoreUnavailable
from bot import command_words as words
from tests.commands.house import running
from tests.discord_server.interaction_values import Answer
from tests.discord_server.server import DiscordServer
from tests.discord_server.transcript import Kind


async def test_a_slow_store_is_waited_for_and_the_answer_comes(
    discord_pointed: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        reminders = bot.house.services.reminders
        add, gate = reminders.add, asyncio.Event()

        async def slow(draft):  # type: ignore[no-untyped-def]
            await gate.wait()
            return await add(draft)

        monkeypatch.setattr(reminders, "add", slow)
        started = asyncio.get_running_loop().time()
        used = await ada.command(general, "remind", when="tomorrow at 9", text="x")
        seconds = asyncio.get_running_loop().time() - started
        assert used.answer is Answer.DEFERRED_MESSAGE
        gate.set()
        reply = await ada.reply_to(used, within=10)
    assert seconds < 1.0
    assert reply.content.startswith("I will remind you: ")
    assert reply.ephemeral_to is None


async def test_a_refusal_that_took_long_is_private(
    discord_pointed: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        gate = asyncio.Event()

        async def slow(draft):  # type: ignore[no-untyped-def]
            await gate.wait()
            raise LimitReached("Too many.")

        monkeypatch.setattr(bot.house.services.reminders, "add", slow)
        used = await ada.command(general, "remind", when="tomorrow at 9", text="x")
        assert used.answer is Answer.DEFERRED_MESSAGE
        gate.set()
        said = await discord_pointed.transcript.until(
            lambda: used.followups[0] if used.followups else None, 5
        )
    assert (said.content, said.ephemeral_to) == ("Too many.", ada.id)
    assert not bob.sees(said)
    assert [each.content for each in discord_pointed.messages(general.id)] == ["Too many."]


async def test_a_message_shows_a_sign_of_life_within_a_second(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:  # without a model, so that nothing else is shown
        asked = await ada.send(general, f"{discord_pointed.bot_mention} hello")
        transcript = discord_pointed.transcript
        typing = await transcript.until(
            lambda: next((each for each in transcript.records if each.kind is Kind.TYPING), None), 5
        )
        await ada.delete(asked)
        await bot.house.sessions.wait_idle()
    assert typing.channel_id == general.id
    assert typing.time - asked.timestamp < timedelta(seconds=1)


async def test_a_store_that_is_down_is_said(
    discord_pointed: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")

    async def down(*_: object, **__: object) -> None:
        raise StoreUnavailable("the disk is full")

    async with running(discord_pointed, tmp_path) as bot:
        monkeypatch.setattr(bot.house.services.reminders, "add", down)
        monkeypatch.setattr(bot.house.services.reminders, "pending", down)
        used = [
            await ada.command(general, "remind", when="tomorrow at 9", text="x"),
            await ada.command(general, "reminders"),
        ]
    for each in used:
        assert each.reply is not None
        assert (each.reply.content, each.reply.ephemeral_to) == (words.STORE_DOWN["en"], ada.id)


async def test_a_bug_is_owned_up_to(
    discord_pointed: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    async with running(discord_pointed, tmp_path) as bot:
        monkeypatch.setattr(bot.house.services.reminders, "add", broken)
        used = await ada.command(general, "remind", when="tomorrow at 9", text="x")
    assert used.reply is not None
    assert (used.reply.content, used.reply.ephemeral_to) == (words.BROKEN["en"], ada.id)


async def test_what_was_stored_is_confirmed_in_the_channel_where_the_interaction_is_over(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        discord_pointed.backend.interaction_deadline = timedelta(seconds=-1)
        used = await ada.command(general, "remind", when="tomorrow at 9", text="x")
        said = await bot.server.wait_for_message(general, lambda m: "I will remind you" in m.content)
        assert len(await bot.reminders_of(ada)) == 1
    assert used.answer is None
    assert said.author_id == discord_pointed.world.application.bot_id
