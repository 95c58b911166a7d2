"""Questions answered by button on the loopback server, with the daemon's own parts behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.testing.clock import FixedClock
from agent.testing.engine import ScriptedEngine
from bot.config import AccessConfig
from bot.discord_questions import closed
from bot.questions import NOT_YOURS
from tests.commands.house import NOW, Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.interaction_values import Interaction
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.turn.house import idle

ASK = "<@{bot}> remind me at 9 or 10 to call"
NINE, TEN = "Tuesday, 3 March 2026, 09:00", "Tuesday, 3 March 2026, 10:00"
AT_TEN = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)
TOO_OLD = "That question is too old to be answered now; please ask again."
PATIENCE = 30.0
"""Seconds for an answer on a busy machine."""
ANSWERED = "That question has been answered already."


class Place:
    """A channel with ada, bob and the owner in it, and a bot that can be started again."""

    def __init__(self, server: DiscordServer, directory: Path) -> None:
        self.server = server
        self.directory = directory
        self.clock = FixedClock(NOW + timedelta(hours=10))
        self.ada, self.bob = server.actor("ada"), server.actor("bob")
        self.owner = server.actor("owner")
        self.channel = server.channel("general")

    @asynccontextmanager
    async def open(self, *script: str, access: AccessConfig | None = None) -> AsyncIterator[Running]:
        async with running(self.server, self.directory, access=access, clock=self.clock) as bot:
            bot.think_with(ScriptedEngine(script, strict=False))
            yield bot

    async def say(self, bot: Running, actor: Actor, text: str) -> Message:
        before = len(self.sent())
        await actor.send(self.channel, text.format(bot=self.server.world.application.bot_id))
        await self.server.wait_until(lambda: len(self.sent()) > before, PATIENCE)
        await bot.house.sessions.wait_idle()
        return self.sent()[-1]

    async def press(
        self, bot: Running, message: Message, label: str, actor: Actor | None = None
    ) -> Interaction:
        pressed = await (actor or self.ada).press_label(message, label)
        await bot.house.sessions.wait_idle()
        return pressed

    def sent(self) -> list[Message]:
        everything = self.server.messages(self.channel, author_id=self.server.world.application.bot_id)
        return [message for message in everything if message.ephemeral_to is None]

    def again(self, message: Message) -> Message:
        """The message as it is now."""
        return next(each for each in self.sent() if each.id == message.id)


@pytest.fixture
def place(discord_pointed: DiscordServer, tmp_path: Path) -> Place:
    return Place(discord_pointed, tmp_path)


def labels(message: Message) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


async def test_a_question_has_a_button_for_each_choice_and_a_press_is_the_answer(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
        assert labels(question) == [NINE, TEN]
        assert question.content.splitlines()[1:] == [f"1. {NINE}", f"2. {TEN}"]
        await place.press(bot, question, TEN)
        (stored,) = await bot.reminders_of(place.ada)
        assert (stored.due, stored.text) == (AT_TEN, "call")
    assert labels(place.again(question)) == []
    assert place.again(question).content.endswith(f"**Chosen: {TEN}**")
    assert place.sent()[-1].content.startswith("I will remind you: Tuesday, 3 March 2026, 10:00")
    assert place.sent()[-1].reference is not None


@pytest.mark.parametrize("who", ["bob", "owner"])
async def test_only_the_author_can_answer(place: Place, who: str) -> None:
    async with place.open(access=AccessConfig(owners=(place.owner.id,))) as bot:
        question = await place.say(bot, place.ada, ASK)
        pressed = await place.press(bot, question, TEN, place.server.actor(who))
        assert pressed.reply is not None
        assert (pressed.reply.content, pressed.reply.ephemeral_to) == (
            NOT_YOURS["en"],
            place.server.actor(who).id,
        )
        assert labels(place.again(question)) == [NINE, TEN]
        assert await bot.reminders_of(place.ada) == ()
        await place.press(bot, question, NINE)
        assert len(await bot.reminders_of(place.ada)) == 1


async def test_a_blocked_author_cannot_answer_any_more(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
    async with place.open(access=AccessConfig(blocked_users=(place.ada.id,))) as bot:
        await place.press(bot, question, TEN)
        assert await bot.reminders_of(place.ada) == ()


async def test_the_buttons_work_after_a_restart_and_only_once(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
    async with place.open() as bot:
        await place.press(bot, question, TEN)
        assert len(await bot.reminders_of(place.ada)) == 1
    assert labels(place.again(question)) == []


async def test_two_presses_at_once_act_once(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
        await asyncio.gather(
            *(place.ada.press_label(question, label) for label in (NINE, TEN, TEN)), return_exceptions=True
        )
        await bot.house.sessions.wait_idle()
        assert len(await bot.reminders_of(place.ada)) == 1
        assert sum("I will remind you" in each.content for each in place.sent()) == 1


async def test_a_press_after_an_answer_in_words_says_so_and_takes_the_buttons_away(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
        await place.say(bot, place.ada, "<@{bot}> 1")
        await place.press(bot, question, TEN)
        (stored,) = await bot.reminders_of(place.ada)
        assert stored.due == AT_TEN - timedelta(hours=1)
    assert place.again(question).content.endswith(f"**{ANSWERED}**")
    assert labels(place.again(question)) == []


async def test_the_buttons_still_count_after_talk_about_something_else(place: Place) -> None:
    async with place.open(idle("Nice.")) as bot:
        question = await place.say(bot, place.ada, ASK)
        await place.say(bot, place.ada, "<@{bot}> I rather like trains, you know")
        await place.press(bot, question, TEN)
        assert [each.due for each in await bot.reminders_of(place.ada)] == [AT_TEN]


async def test_a_newer_question_takes_the_place_of_an_older_one(place: Place) -> None:
    async with place.open() as bot:
        first = await place.say(bot, place.ada, ASK)
        second = await place.say(bot, place.ada, "<@{bot}> remind me at 6 or 7 to run")
        await place.press(bot, first, TEN)
        assert await bot.reminders_of(place.ada) == ()
        assert place.again(first).content.endswith("**That question is no longer open; please ask again.**")
        await place.press(bot, second, labels(second)[0])
        assert [each.text for each in await bot.reminders_of(place.ada)] == ["run"]


async def test_an_old_question_says_so(place: Place) -> None:
    async with place.open() as bot:
        question = await place.say(bot, place.ada, ASK)
        place.clock.advance(timedelta(minutes=11))
        await place.press(bot, question, TEN)
        assert await bot.reminders_of(place.ada) == ()
    assert place.again(question).content.endswith(f"**{TOO_OLD}**")
    assert labels(place.again(question)) == []


async def test_each_author_of_a_channel_has_a_question_of_their_own(place: Place) -> None:
    async with place.open() as bot:
        hers = await place.say(bot, place.ada, ASK)
        his = await place.say(bot, place.bob, ASK)
        await place.press(bot, his, TEN, place.bob)
        await place.press(bot, hers, NINE)
        assert [each.due for each in await bot.reminders_of(place.bob)] == [AT_TEN]
        assert [each.due for each in await bot.reminders_of(place.ada)] == [AT_TEN - timedelta(hours=1)]


async def test_which_reminder_is_meant_can_be_pressed(place: Place) -> None:
    envelope = (
        '{{"thought":"","status":"Task","message_to_user":null,'
        '"tool_calls":[{{"name":"agenda:remove","args":{{"reminder_id":{id}}}}}]}}'
    )
    async with place.open() as bot:
        bot.think_with(ScriptedEngine([idle("…")], strict=False))
        for phrase in ("9", "10"):
            question = await place.say(bot, place.ada, f"<@{{bot}}> remind me at {phrase} or 11 to call")
            await place.press(bot, question, labels(question)[0])
        bot.think_with(ScriptedEngine([envelope.format(id=2)], strict=False))
        question = await place.say(bot, place.ada, "<@{bot}> cancel the call reminder")
        await place.press(bot, question, labels(question)[1])
        assert [each.id for each in await bot.reminders_of(place.ada)] == [1]
    assert place.sent()[-1].content.startswith("Cancelled: #2 Reminder, ")


@pytest.mark.parametrize("text", ["", "x", "x" * 2000, "```\n" + "x" * 1990])
def test_what_became_of_a_question_fits_its_message(text: str) -> None:
    line = "Chosen: " + "y*" * 40
    ended = closed(text, line)
    assert len(ended) <= 2000
    assert ended.endswith("**")
    assert closed(ended, line) == ended
