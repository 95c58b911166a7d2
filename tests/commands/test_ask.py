"""/ask: the turn of a message, in its channel's queue, answered to the interaction."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from agent import replies
from agent.types import TurnEnd
from bot import command_words, notice_words
from tests.commands.house import running
from tests.commands.test_growing import STORY, has_button, own
from tests.commands.test_stopping import LONG, answers_to, ask, thinking, until
from tests.discord_server.backend import utc_now
from tests.discord_server.faults import Drop, Fault, Refuse
from tests.discord_server.interaction_values import Answer
from tests.discord_server.server import DiscordServer
from tests.turn.house import idle


@pytest.mark.parametrize("private", [False, True])
async def test_a_question_is_answered_by_a_turn(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, idle("Because it is blue.")) as (bot, _):
        used = await ada.command(general, "ask", question="why is the sky @everyone?", private=private)
        assert used.answer is Answer.DEFERRED_MESSAGE
        reply = await ada.reply_to(used, within=10)
        history = await bot.house.stores.history.window(general.id, limit=10)
    assert reply.ephemeral_to == (ada.id if private else None)
    assert reply.content.endswith("Because it is blue.")
    assert ("asks: why is the sky" in reply.content) is not private
    assert reply.pinged == []
    assert [message.text for message in history] == ["why is the sky @everyone?", "Because it is blue."]


async def test_it_is_deferred_within_a_second_without_a_model(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path):
        started = asyncio.get_running_loop().time()
        used = await ada.command(general, "ask", question="hello")
        seconds = asyncio.get_running_loop().time() - started
    assert used.answer is Answer.DEFERRED_MESSAGE
    assert seconds < 1.0


async def test_it_waits_its_turn_behind_the_channels_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("Second.")) as (bot, engine):
        first = await ask(bot, ada, general)
        await until(lambda: engine.busy)
        used = await bob.command(general, "ask", question="and now?")
        assert used.is_thinking
        await ada.command(general, "stop")
        reply = await bob.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
    assert answers_to(bot, first) == [replies.sentence(TurnEnd.CANCELLED, "en")]
    assert reply.content.endswith("Second.")


async def test_stop_ends_it(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (_, engine):
        used = await ada.command(general, "ask", question="tell me a story", private=True)
        await until(lambda: engine.busy)
        await ada.command(general, "stop")
        reply = await ada.reply_to(used, within=10)
    assert reply.content == replies.sentence(TurnEnd.CANCELLED, "en")


async def test_a_question_that_finds_no_room_is_refused_in_private(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, *[idle("ok")] * 30) as (bot, engine):
        bot.house.sessions._per_channel = 1
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        await ask(bot, ada, general, "and one more")
        await until(lambda: bot.house.sessions.waiting == 1)
        used = await bob.command(general, "ask", question="me too?")
        await until(lambda: bool(used.followups))
        (said,) = used.followups
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()
    assert said.content == notice_words.CHANNEL_FULL["en"].format(count=1)
    assert said.ephemeral_to == bob.id


async def test_long_answers_roll_into_further_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    text = " ".join(f"word{number}" for number in range(50))
    async with thinking(discord_pointed, tmp_path, idle(text)) as (bot, _):
        used = await ada.command(general, "ask", question="w" * 1800, private=False)
        await bot.house.sessions.wait_idle()
        await until(lambda: bool(used.followups))
    assert used.reply is not None
    parts = [used.reply.content, *(each.content for each in used.followups)]
    assert all(len(part) <= 2000 for part in parts)
    assert "word49" in parts[-1]


def test_the_question_is_named_in_every_language() -> None:
    assert all("{question}" in text for text in command_words.ASKED.values())


@pytest.mark.parametrize("private", [False, True])
async def test_an_answer_is_seen_while_the_model_writes_and_can_be_stopped(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        used = await ada.command(general, "ask", question="tell me a story", private=private)
        growing = await ada.reply_to(used, within=10)
        assert growing.content.endswith("Once upon a time there was a fox.")
        assert (growing.ephemeral_to, engine.busy) == (ada.id if private else None, True)
        await ada.press(growing, f"stop:{used.id}")
        await until(lambda: not engine.busy, seconds=1)
        await bot.house.sessions.wait_idle()
    assert used.reply is not None
    stopped = replies.sentence(TurnEnd.CANCELLED, "en")
    assert used.reply.content.endswith(f"Once upon a time there was a fox.\n\n{stopped}")
    assert not has_button(used.reply)
    assert used.followups == []


async def test_a_long_answer_grows_over_several_messages_and_loses_nothing(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        used = await ada.command(general, "ask", question="w" * 1800)
        await ada.reply_to(used, within=10)
        engine.hurry()
        await bot.house.sessions.wait_idle()
    assert used.reply is not None
    whole = "".join([used.reply.content, *(each.content for each in used.followups)])
    assert (whole.count("word"), len(used.followups)) == (60, 1)
    assert not any(has_button(each) for each in (used.reply, *used.followups))


@pytest.mark.parametrize("after_commit", [False, True])
async def test_faults_on_the_way_lose_no_part_and_double_none(
    discord_pointed: DiscordServer, tmp_path: Path, after_commit: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    text = "The end is near. " * 20
    async with thinking(discord_pointed, tmp_path, idle(text)) as (bot, _):
        for route in ("followup.edit", "followup.create"):
            discord_pointed.faults.add(Fault(route=route, action=Drop(after_commit=after_commit)))
        used = await ada.command(general, "ask", question="w" * 1800)
        await ada.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
    assert used.reply is not None
    assert len(used.followups) == 1
    assert sum(each.content.count("near") for each in (used.reply, *used.followups)) == 20


OVER = 50027
"""What Discord says once the fifteen minutes of a command are over."""


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("is_seen", [False, True])
async def test_an_answer_that_comes_when_the_command_is_over_goes_where_those_may_see_it_who_should(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool, is_seen: bool
) -> None:
    """In the channel, or as a direct message; also where a part of it stands under the command."""
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    over = Fault(route="followup.*", action=Refuse(code=OVER), times=None)
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        if not is_seen:
            discord_pointed.faults.add(over)
        used = await ada.command(general, "ask", question="tell me a story", private=private)
        if is_seen:
            await ada.reply_to(used, within=10)
            discord_pointed.faults.add(over)
        await until(lambda: engine.busy)
        engine.hurry()
        await bot.house.sessions.wait_idle()
        await until(lambda: len(bot.house.sessions.late) == 0)
    # Where nothing could be filled in, an empty message still waits under the command.
    public = [each for each in own(discord_pointed, general) if each.content]
    direct = own(discord_pointed, ada.dm())
    assert [each.content.count("word") for each in public] == ([] if private else [60])
    assert [each.content.count("word") for each in direct] == ([0, 60] if private else [])
    assert not any(has_button(each) for each in (*public, *direct))
    if private:
        assert direct[0].content == (
            notice_words.ANSWERED_LATE["en"].format(place=f"<#{general.id}>") + "\n> tell me a story"
        )


async def test_what_is_said_instead_of_a_private_answer_goes_the_same_way(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    discord_pointed.faults.add(Fault(route="followup.*", action=Refuse(code=OVER), times=None))
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        bot.house.sessions._per_channel = 1
        await ask(bot, discord_pointed.actor("bob"), general)
        await until(lambda: engine.busy)
        await ask(bot, discord_pointed.actor("bob"), general, "and one more")
        await until(lambda: bot.house.sessions.waiting == 1)
        await ada.command(general, "ask", question="me too?", private=True)
        await until(lambda: bool(own(discord_pointed, ada.dm())))
    (said,) = own(discord_pointed, ada.dm())
    assert said.content == notice_words.CHANNEL_FULL["en"].format(count=1)


async def test_of_a_late_private_answer_that_its_author_takes_nowhere_the_operator_is_told(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    discord_pointed.faults.add(Fault(route="followup.*", action=Refuse(code=OVER), times=None))
    discord_pointed.faults.add(Fault(route="message.create", action=Refuse(code=50007), times=None))
    with capture_logs() as logs:
        async with thinking(discord_pointed, tmp_path, idle("Because it is blue.")) as (bot, _):
            await ada.command(general, "ask", question="why is the sky?", private=True)
            await until(lambda: bot.house.sessions.waiting == 0 and bool(lost(logs)))
            await bot.house.sessions.wait_idle()
    assert own(discord_pointed, general) == own(discord_pointed, ada.dm()) == []
    (line,) = lost(logs)
    assert line["log_level"] == "warning"
    assert "the command was used too long ago, and its author takes no direct message" in line["reason"]
    assert "blue" not in str(line)


def lost(logs: Sequence[MutableMapping[str, Any]]) -> list[MutableMapping[str, Any]]:
    return [line for line in logs if line["event"] == "reply not delivered"]


async def test_a_private_question_that_waits_long_stays_private_whoever_asks_meanwhile(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    """As if all had been asked twenty minutes ago."""
    discord_pointed.backend.now = lambda: utc_now() - timedelta(minutes=20)
    discord_pointed.world.last_id = 0  # ids tell when
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG, idle("It is blue."), idle("ok")) as (bot, engine):
        await ask(bot, bob, general)
        await until(lambda: engine.busy)
        used = await ada.command(general, "ask", question="why is the sky?", private=True)
        await until(lambda: bot.house.sessions.waiting == 1)
        await bob.command(general, "ask", question="and you?")
        await until(lambda: bot.house.sessions.waiting == 2)
        await bob.command(general, "stop")
        reply = await ada.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
    assert (reply.content, reply.ephemeral_to) == ("It is blue.", ada.id)
    assert not any("blue" in each.content for each in own(discord_pointed, general))


@pytest.mark.parametrize("private", [False, True])
async def test_an_answer_that_takes_long_says_so_where_it_will_stand(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, engine):
        bot.house.sessions._patience = 0.05
        used = await ada.command(general, "ask", question="tell me a story", private=private)
        waiting = await ada.reply_to(used, within=10)
        assert waiting.content.endswith(notice_words.STILL_WORKING["en"])
        assert has_button(waiting)
        engine.hurry()
        await bot.house.sessions.wait_idle()
    assert used.reply is not None
    assert used.reply.content.count("word") == 60
    assert not has_button(used.reply)
    assert used.followups == []


@pytest.mark.parametrize("private", [False, True])
async def test_a_restart_is_told_to_whoever_asked_and_leaves_no_button(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, STORY, slow=STORY) as (bot, _):
        bot.house.sessions._patience = 0.05
        used = await ada.command(general, "ask", question="tell me a story", private=private)
        await ada.reply_to(used, within=10)
    seen = [each for each in (used.reply, *used.followups) if each is not None]
    assert [each.content for each in seen if each.ephemeral_to == ada.id] == [notice_words.STOPPING["en"]]
    assert not any(has_button(each) for each in seen)


@pytest.mark.parametrize("private", [False, True])
async def test_what_an_answer_asks_can_be_pressed_where_all_may_see_what_comes_of_it(
    discord_pointed: DiscordServer, tmp_path: Path, private: bool
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path) as (bot, _):
        used = await ada.command(general, "ask", question="remind me at 9 or 11 to call", private=private)
        asking = await ada.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
        buttons = [item["custom_id"] for row in asking.components for item in row["components"]]
        assert bool(buttons) is not private
        if buttons:
            await ada.press(asking, buttons[0])
            await until(lambda: len(own(discord_pointed, general)) == 2)
            assert len(await bot.reminders_of(ada)) == 1
