"""What was edited or deleted while the bot was not connected is edited or deleted in the session."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agent.testing.engine import ScriptedEngine
from bot.backfill import Backfill
from bot.comparing import Present, gone
from bot.discord_present import MOST_MESSAGES
from tests.commands.house import Running
from tests.commands.test_backfill import back, said
from tests.discord_server.faults import Fault, Refuse
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.turn.house import idle

ANSWERS = ("One.", "Two.", "Three.")


class Story:
    """Ada says three things, each of which is answered; then the bot goes away and comes back."""

    def __init__(self, server: DiscordServer, directory: Path) -> None:
        self.server, self.directory = server, directory
        self.ada, self.room = server.actor("ada"), server.channel("general")
        self.asked: list[Message] = []

    async def begins(self, place: Channel | None = None) -> None:
        async with back(self.server, self.directory) as (bot, _):
            bot.think_with(ScriptedEngine([idle(answer) for answer in ANSWERS]))
            for number in range(len(ANSWERS)):
                mention = self.server.bot_mention
                sent = await self.ada.send(place or self.room, f"{mention} what about word{number}?")
                self.asked.append(sent)
                await self.answered(sent.channel_id, number + 1)
                await bot.house.sessions.wait_idle()
                await bot.house.changes.settled()
            await bot.house.stores.last_seen.advance(self.asked[-1].id)

    async def answered(self, channel_id: int, count: int) -> None:
        await self.server.wait_until(lambda: len(said(self.server, channel_id)) == count, 30)

    @asynccontextmanager
    async def goes_on(self) -> AsyncIterator[tuple[Running, Backfill]]:
        async with back(self.server, self.directory, idle("Yes.")) as (bot, backfill):
            await backfill.catch_up()
            await bot.house.sessions.wait_idle()
            yield bot, backfill

    async def session(self, bot: Running, place: Channel | None = None) -> list[str]:
        past = await bot.house.stores.history.window((place or self.room).id, limit=99)
        return [each.text for each in past]


@pytest.fixture
def story(discord_pointed: DiscordServer, tmp_path: Path) -> Story:
    return Story(discord_pointed, tmp_path)


async def test_what_changed_in_the_gap_is_changed_in_the_session(story: Story) -> None:
    await story.begins()
    await story.ada.delete(story.asked[0])
    await story.ada.edit(story.asked[1], f"{story.server.bot_mention} what about tulips?")
    answer = said(story.server, story.room)[2]
    await story.server.actor("owner").delete(answer)
    async with story.goes_on() as (bot, _):
        assert await story.session(bot) == ["what about tulips?", "Two.", "what about word2?"]


async def test_in_direct_messages_too_and_before_anything_is_answered(story: Story) -> None:
    direct = story.ada.dm()
    await story.begins(direct)
    await story.ada.delete(story.asked[2])
    await story.ada.send(direct, "and now?")
    async with story.goes_on() as (bot, _):
        session = await story.session(bot, direct)
    assert session[:4] == ["what about word0?", "One.", "what about word1?", "Two."]
    assert session[4:] == ["and now?", "Yes."]


async def test_what_cannot_be_read_any_more_counts_as_deleted(story: Story) -> None:
    await story.begins()
    await story.ada.edit(story.asked[0], "nothing for any bot")
    async with story.goes_on() as (bot, _):
        assert (await story.session(bot))[0] == "what about word1?"


async def test_what_is_as_it_was_stays(story: Story) -> None:
    """Also the questions and answers of commands, whose ids are those of no message."""
    await story.begins()
    async with story.goes_on() as (bot, backfill):
        bot.think_with(ScriptedEngine([idle("Four.")]))
        used = await story.ada.command(story.room, "ask", question="what about word3?")
        await story.ada.reply_to(used, within=30)
        await bot.house.sessions.wait_idle()
        before = await story.session(bot)
        assert before[-2:] == ["what about word3?", "Four."]
        await story.ada.send(story.room, "one more, so that the page goes further")
        await backfill.answer_missed(0)
        assert await story.session(bot) == before
        assert len(before) == 8


@pytest.mark.parametrize("why", ["fault", "hidden", "short"])
async def test_what_cannot_be_looked_up_is_left_as_it_is(story: Story, why: str) -> None:
    await story.begins()
    await story.ada.delete(story.asked[1])
    async with back(story.server, story.directory) as (bot, backfill):
        if why == "fault":
            refusal = Refuse(code=50001)
            story.server.faults.add(Fault(route="message.history", action=refusal, times=None))
        elif why == "hidden":
            story.server.deny(story.room, Permission.READ_MESSAGE_HISTORY)
        else:
            for number in range(MOST_MESSAGES):
                await story.ada.send(story.room, f"others talk {number}")
        await backfill.answer_missed(story.asked[-1].id)
        assert "what about word1?" in await story.session(bot)


def test_only_what_lies_in_what_was_seen_can_be_gone() -> None:
    present = Present(ids=frozenset({5, 6, 8}), oldest=5, unreadable=frozenset({8, 9}))
    assert gone({4, 5, 6, 7, 8, 10}, present) == {7, 8, 10}
    assert gone({4, 5, 6}, present) == frozenset()
