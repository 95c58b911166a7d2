"""After a time away: fresh messages are answered once, older ones are named, interrupted ones are told of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from structlog.testing import capture_logs
from structlog.typing import EventDict

from agent.testing.engine import ScriptedEngine
from agent.types import Channel as Place
from agent.types import ChannelKind
from bot.app_desk import build_backfill
from bot.app_house import Setup
from bot.backfill import Backfill
from bot.config import AccessConfig, Config, Surroundings
from bot.gateway import MOST_MISSED, MOST_PLACES
from bot.outbox import DiscordOutbox
from tests.commands.house import Running, running
from tests.commands.test_stopping import LONG, thinking, until
from tests.discord_server.backend import utc_now
from tests.discord_server.faults import Delay, Fault, Refuse, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.sessions.house import message
from tests.turn.house import WIDE, idle


@asynccontextmanager
async def back(
    server: DiscordServer, directory: Path, *script: str, access: AccessConfig | None = None
) -> AsyncIterator[tuple[Running, Backfill]]:
    """The bot, connected, before it catches up. What it notes of the newest message is up to the test."""
    async with running(server, directory, access=access, clock=utc_now) as bot:
        bot.think_with(ScriptedEngine(script), profile=WIDE)
        setup = Setup(config=Config(), surroundings=Surroundings(), clock=utc_now)
        backfill = build_backfill(setup, bot.house, bot.gateway, DiscordOutbox(bot.gateway))
        await backfill.look_back()
        yield bot, backfill


async def note_now(server: DiscordServer, directory: Path, place: Channel) -> None:
    """The bot was there until now, and then went away."""
    async with running(server, directory, clock=utc_now) as bot:
        newest = await server.actor("ada").send(place, "a word among people")
        await bot.house.stores.last_seen.advance(newest.id)


def said(server: DiscordServer, place: Channel | int) -> list[Message]:
    own = server.messages(place, author_id=server.world.application.bot_id)
    return [each for each in own if each.ephemeral_to is None]


def aged(server: DiscordServer, sent: Message, minutes: int) -> Message:
    """The same message as it would be had it been written so long ago: its id says when that was."""
    channel = server.world.messages[sent.channel_id]
    del channel[sent.id]
    older = replace(
        sent, id=sent.id - (minutes * 60_000 << 22), timestamp=sent.timestamp - timedelta(minutes=minutes)
    )
    channel[older.id] = older
    return older


async def test_a_mention_and_a_direct_message_from_the_gap_are_answered_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general, direct = (
        discord_pointed.actor("ada"),
        discord_pointed.channel("general"),
        discord_pointed.dm("ada"),
    )
    async with back(discord_pointed, tmp_path, idle("Hi.")) as (bot, _):
        first = await ada.send(direct, "hello")
        await bot.house.sessions.wait_idle()
        await asyncio.sleep(0.2)
        await bot.house.stores.last_seen.advance(first.id)
    mention = await ada.send(general, f"{discord_pointed.bot_mention} good morning")
    await ada.send(general, "not for the bot")
    await ada.send(direct, "are you there?")
    for _ in range(2):
        async with back(discord_pointed, tmp_path, idle("Yes."), idle("Yes.")) as (bot, backfill):
            await backfill.catch_up()
            await bot.house.sessions.wait_idle()
    assert [each.content for each in said(discord_pointed, direct)] == ["Hi.", "Yes."]
    (answer,) = said(discord_pointed, general)
    assert answer.reference is not None
    assert (answer.content, answer.reference.message_id) == ("Yes.", mention.id)


async def test_a_first_start_answers_nothing_from_before(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    general = discord_pointed.channel("general")
    await discord_pointed.actor("ada").send(general, f"{discord_pointed.bot_mention} hello")
    async with back(discord_pointed, tmp_path, idle("Hi.")) as (bot, backfill):
        await backfill.catch_up()
        await bot.house.sessions.wait_idle()
    assert said(discord_pointed, general) == []


async def test_what_is_older_than_ten_minutes_is_named_in_one_line(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    sent = [await ada.send(general, f"{discord_pointed.bot_mention} number {number}") for number in range(3)]
    old = [aged(discord_pointed, each, 11) for each in sent[:2]]
    for _ in range(2):
        async with back(discord_pointed, tmp_path, idle("Fine.")) as (bot, backfill):
            await bot.house.stores.last_seen.advance(old[0].id - 1)
            await backfill.look_back()
            await backfill.catch_up()
            await bot.house.sessions.wait_idle()
    assert [each.content for each in said(discord_pointed, general)].count("Fine.") == 1
    named = [each.content for each in said(discord_pointed, general) if each.content != "Fine."]
    assert len(named) == 1
    assert named[0].startswith("I was away")
    assert [f"/{each.id}" in named[0] for each in (*old, sent[2])] == [True, True, False]


async def test_access_holds_for_missed_messages_too(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, bob, general = (
        discord_pointed.actor("ada"),
        discord_pointed.actor("bob"),
        discord_pointed.channel("general"),
    )
    role = discord_pointed.add_role("friends", Permission.SEND_MESSAGES)
    discord_pointed.give_role(bob, role)
    await note_now(discord_pointed, tmp_path, general)
    for actor in (ada, bob):
        await actor.send(general, f"{discord_pointed.bot_mention} hello from {actor.id}")
    rules = AccessConfig(roles=(role.id,))
    async with back(discord_pointed, tmp_path, idle("Hi Bob."), access=rules) as (bot, backfill):
        await backfill.catch_up()
        await bot.house.sessions.wait_idle()
    (answer,) = said(discord_pointed, general)
    assert answer.pinged == [bob.id]


async def test_a_channel_that_cannot_be_read_does_not_keep_the_others_from_it(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general, random = (
        discord_pointed.actor("ada"),
        discord_pointed.channel("general"),
        discord_pointed.channel("random"),
    )
    await note_now(discord_pointed, tmp_path, general)
    for place in (general, random):
        await ada.send(place, f"{discord_pointed.bot_mention} hello")
    discord_pointed.faults.add(
        Fault(route="message.history", action=Refuse(code=50001), channel_id=general.id, times=None)
    )
    async with back(discord_pointed, tmp_path, idle("Hi.")) as (bot, backfill):
        await backfill.catch_up()
        await bot.house.sessions.wait_idle()
    assert [each.content for each in said(discord_pointed, random)] == ["Hi."]


async def test_whoever_was_left_without_an_answer_is_told_so_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    asked = await ada.send(general, f"{discord_pointed.bot_mention} hello")
    async with running(discord_pointed, tmp_path, clock=utc_now) as bot:
        taken = message(asked.id, channel=general.id, author=ada.id)
        assert await bot.house.stores.handled.claim(taken)
    for _ in range(2):
        async with back(discord_pointed, tmp_path) as (_, backfill):
            await backfill.catch_up()
    (told,) = said(discord_pointed, general)
    assert told.content.startswith("I am being restarted and could not finish this")
    assert told.pinged == [ada.id]


async def test_an_answer_that_was_given_before_the_end_is_not_called_interrupted(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    asked = await ada.send(general, f"{discord_pointed.bot_mention} hello")
    async with back(discord_pointed, tmp_path) as (bot, _):
        taken = message(asked.id, channel=general.id, author=ada.id)
        assert await bot.house.stores.handled.claim(taken)
        await DiscordOutbox(bot.gateway).draft(taken).finish("Hello Ada.")
    async with back(discord_pointed, tmp_path) as (_, backfill):
        await backfill.catch_up()
    assert [each.content for each in said(discord_pointed, general)] == ["Hello Ada."]


async def test_an_answer_that_was_growing_says_that_it_was_interrupted(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    asked = await ada.send(general, f"{discord_pointed.bot_mention} tell me")
    async with back(discord_pointed, tmp_path) as (bot, _):
        taken = message(asked.id, channel=general.id, author=ada.id)
        assert await bot.house.stores.handled.claim(taken)
        DiscordOutbox(bot.gateway).draft(taken).show("Once upon a time.")
        await asyncio.sleep(1.2)
    async with back(discord_pointed, tmp_path) as (_, backfill):
        await backfill.catch_up()
    (answer,) = said(discord_pointed, general)
    assert answer.content.startswith("Once upon a time.\n\nI am being restarted")
    assert answer.components == []


async def test_a_long_answer_that_was_interrupted_is_told_below_where_the_sentence_does_not_fit(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    asked = await ada.send(general, f"{discord_pointed.bot_mention} tell me")
    long = "It was a long night. " * 95
    async with back(discord_pointed, tmp_path) as (bot, _):
        taken = message(asked.id, channel=general.id, author=ada.id)
        assert await bot.house.stores.handled.claim(taken)
        DiscordOutbox(bot.gateway).draft(taken).show(long.strip())
        await asyncio.sleep(1.2)
    async with back(discord_pointed, tmp_path) as (_, backfill):
        await backfill.catch_up()
    answer, told = said(discord_pointed, general)
    assert (answer.content, answer.components) == (long.strip(), [])
    assert told.content.startswith("I am being restarted")


async def test_an_interrupted_answer_that_cannot_be_edited_any_more_is_told_below(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    """30046: a message older than an hour that was edited too often."""
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    asked = await ada.send(general, f"{discord_pointed.bot_mention} tell me")
    async with back(discord_pointed, tmp_path) as (bot, _):
        taken = message(asked.id, channel=general.id, author=ada.id)
        assert await bot.house.stores.handled.claim(taken)
        DiscordOutbox(bot.gateway).draft(taken).show("Once upon a time.")
        await asyncio.sleep(1.2)
    refusal = Refuse(code=30046, retry_after=0.01)
    discord_pointed.faults.add(Fault(route="message.edit", action=refusal, times=None))
    async with back(discord_pointed, tmp_path) as (_, backfill):
        await backfill.catch_up()
    assert said(discord_pointed, general)[1].content.startswith("I am being restarted")


async def test_what_waits_when_the_process_is_killed_is_looked_for_at_the_next_start(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general, mention = discord_pointed.channel("general"), discord_pointed.bot_mention
    async with thinking(discord_pointed, tmp_path, LONG, slow=LONG) as (bot, engine):
        await ada.send(general, f"{mention} tell me a story")
        await until(lambda: engine.busy)
        waiting = await bob.send(general, f"{mention} and me")
        await bob.send(general, "nothing for the bot")
        await until(lambda: bot.gateway.newest_seen > waiting.id)
        noting = asyncio.create_task(bot.backfill.keep_noting())
        await asyncio.sleep(0)
        noting.cancel()
        await asyncio.wait({noting})
        noted = await bot.house.stores.last_seen.get()
    assert noted is not None
    assert noted < waiting.id


async def test_missed_messages_are_read_again_where_discord_fails(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    await note_now(discord_pointed, tmp_path, general)
    await ada.send(general, f"{discord_pointed.bot_mention} hello")
    discord_pointed.faults.add(Fault(route="message.history", action=ServerError(status=503), times=2))
    async with back(discord_pointed, tmp_path, idle("Hi.")) as (bot, backfill):
        await backfill.catch_up()
        await bot.house.sessions.wait_idle()
    assert [each.content for each in said(discord_pointed, general)] == ["Hi."]


async def answered_with_warning(server: DiscordServer, tmp_path: Path, event: str) -> list[EventDict]:
    """The log lines of an event, after one message that was missed in #general got its answer."""
    with capture_logs() as logs:
        async with back(server, tmp_path, idle("Hi.")) as (bot, backfill):
            await backfill.catch_up()
            await bot.house.sessions.wait_idle()
    assert [each.content for each in said(server, server.channel("general"))] == ["Hi."]
    return [line for line in logs if line["event"] == event]


async def test_many_direct_channels_do_not_keep_it_from_looking_into_servers(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    general = discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path, clock=utc_now) as bot:
        for number in range(1, 2 * MOST_PLACES):
            await bot.house.stores.handled.claim(
                replace(message(number), channel=Place(id=number, kind=ChannelKind.DM))
            )
    await note_now(discord_pointed, tmp_path, general)
    await discord_pointed.actor("ada").send(general, f"{discord_pointed.bot_mention} hello")
    told = await answered_with_warning(
        discord_pointed, tmp_path, "missed messages are not looked for in all channels"
    )
    assert [line["left_out"] for line in told] == [MOST_PLACES]


async def test_a_session_that_is_lost_before_anything_was_seen_does_not_bring_up_old_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    old = await ada.send(general, f"{discord_pointed.bot_mention} from long before")
    aged(discord_pointed, old, 60)
    async with running(discord_pointed, tmp_path, clock=utc_now) as bot:
        bot.think_with(ScriptedEngine([idle("Here.")]), profile=WIDE)
        bot.gateway.before_identify_hook = _at_once  # type: ignore[method-assign]
        before = discord_pointed.gateway.log.count("identify")
        discord_pointed.gateway.invalidate(resumable=False)
        await discord_pointed.wait_until(lambda: discord_pointed.gateway.log.count("identify") > before)
        await ada.send(general, f"{discord_pointed.bot_mention} hello")
        await discord_pointed.wait_until(lambda: bool(said(discord_pointed, general)), timeout=10)
        await asyncio.sleep(0.5)
    assert [each.content for each in said(discord_pointed, general)] == ["Here."]


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    pass


async def test_sessions_that_are_lost_one_after_the_other_are_searched_for_one_at_a_time(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    """Each search is many requests: side by side they would leave none for the answers."""
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    await note_now(discord_pointed, tmp_path, general)
    await ada.send(general, f"{discord_pointed.bot_mention} hello")
    slow = Delay(seconds=0.5)
    discord_pointed.faults.add(Fault(route="message.history", action=slow, times=None))
    async with back(discord_pointed, tmp_path, idle("Hi.")) as (bot, backfill):
        since = await bot.house.stores.last_seen.get()
        assert since is not None
        await asyncio.gather(*(backfill.answer_missed(since) for _ in range(10)))
        await bot.house.sessions.wait_idle()
    looked = [each for each in discord_pointed.rest.requests if each.route == "message.history"]
    assert len(looked) == 2
    assert [each.content for each in said(discord_pointed, general)] == ["Hi."]


async def test_in_a_long_gap_the_newest_messages_are_found(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    await note_now(discord_pointed, tmp_path, general)
    for number in range(MOST_MISSED + 5):
        await ada.send(general, f"to somebody else, {number}")
    await ada.send(general, f"{discord_pointed.bot_mention} hello")
    told = await answered_with_warning(discord_pointed, tmp_path, "older missed messages are not looked for")
    assert [line["channel"] for line in told] == [general.id]
