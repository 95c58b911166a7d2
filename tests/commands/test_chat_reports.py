"""What broke in other chat bots, tried through the whole bot on the loopback Discord."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agent.testing.engine import ScriptedEngine
from bot.config import AccessConfig
from tests.commands.house import running
from tests.commands.test_backfill import back, note_now, said
from tests.commands.test_growing import own
from tests.commands.test_late import no_time, until
from tests.commands.test_stopping import LONG, answers_to, ask, thinking
from tests.discord_server.backend import utc_now
from tests.discord_server.faults import Action, Delay, Drop, Fault, RateLimited, ServerError
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import MessageKind
from tests.questions.test_approvals import ASK, Files
from tests.turn.house import WIDE, idle, task

INVISIBLE = ("", " ", "\n\n", "\u200b", "\u2060\u200d", "\u3164", "\u00ad")


# ------------------------------------------------------------------ what is said


@pytest.mark.parametrize("blank", INVISIBLE)
async def test_a_model_that_says_nothing_visible_leaves_nobody_without_an_answer(
    discord_pointed: DiscordServer, tmp_path: Path, blank: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        bot.think_with(ScriptedEngine([idle(blank)] * 3, strict=False), profile=WIDE)
        asked = await ask(bot, ada, general)
        await until(lambda: bool(answers_to(bot, asked)))
        await bot.house.sessions.wait_idle()
    (answer,) = answers_to(bot, asked)
    assert any(character.isalpha() for character in answer)


@pytest.mark.parametrize(
    "words",
    ["Error: it is not that simple.\nThe rest matters, too.", "Traceback (most recent call last):\nno."],
)
async def test_what_follows_a_line_that_looks_like_an_error_is_said_too(
    discord_pointed: DiscordServer, tmp_path: Path, words: str
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, idle(words)) as (bot, _):
        asked = await ask(bot, ada, general)
        await until(lambda: bool(answers_to(bot, asked)))
    assert answers_to(bot, asked) == [words]


async def test_what_the_model_writes_in_an_answer_to_a_command_pings_nobody(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    words = f"@everyone <@{bob.id}> " + "and so on. " * 20
    async with thinking(discord_pointed, tmp_path, idle(words)) as (bot, _):
        used = await ada.command(general, "ask", question="w" * 1800)
        await ada.reply_to(used, within=10)
        await bot.house.sessions.wait_idle()
    assert used.reply is not None
    assert [each.pinged for each in (used.reply, *used.followups)] == [[], []]


@pytest.mark.parametrize("skip", [0, 1, 2])
@pytest.mark.parametrize(
    "action",
    [ServerError(status=503), Drop(after_commit=True), Drop(reset=True), RateLimited(retry_after=0.1)],
    ids=lambda action: type(action).__name__,
)
async def test_a_fault_at_any_part_of_a_long_answer_loses_no_part_and_keeps_their_order(
    discord_pointed: DiscordServer, tmp_path: Path, skip: int, action: Action
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    text = "\n\n".join(f"Part {number}. " * 150 for number in range(3))

    async with running(discord_pointed, tmp_path, sleep=no_time) as bot:
        bot.think_with(ScriptedEngine([idle(text)], strict=False), profile=WIDE)
        discord_pointed.faults.add(Fault(route="message.create", action=action, skip=skip, times=2))
        asked = await ask(bot, ada, general)
        await until(lambda: bool(answers_to(bot, asked)))
        await bot.house.sessions.wait_idle()
    whole = " ".join(message.content for message in own(discord_pointed, general))
    assert whole.split() == text.split()


# ------------------------------------------------------------------ who is heard


@pytest.mark.parametrize("kind", [MessageKind.THREAD_CREATED, MessageKind.THREAD_STARTER])
async def test_what_discord_itself_says_in_a_channel_starts_nothing(
    discord_pointed: DiscordServer, tmp_path: Path, kind: MessageKind
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, idle("Hi."), idle("Hi.")) as (bot, _):
        discord_pointed.gateway.copies = lambda name, data: _as_event(name, data, kind)
        event = await ask(bot, ada, general, "pinned a message")
        discord_pointed.gateway.copies = lambda name, data: 1
        asked = await ask(bot, ada, general)
        await until(lambda: bool(answers_to(bot, asked)))
        await bot.house.sessions.wait_idle()
    assert answers_to(bot, event) == []


def _as_event(name: str, data: object, kind: MessageKind) -> int:
    if name == "MESSAGE_CREATE" and isinstance(data, dict):
        data["type"] = int(kind)
    return 1


async def test_a_role_opens_buttons_and_suggestions_like_messages(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general, staff = discord_pointed.channel("general"), discord_pointed.add_role("staff")
    discord_pointed.give_role(ada, staff)
    async with running(discord_pointed, tmp_path, access=AccessConfig(roles=(staff.id,))) as bot:
        used = await ada.command(general, "remind", when="in 3 days", text="stretch")
        await ada.reply_to(used, within=10)
        assert await ada.autocomplete(general, "timezone", "zone", zone="Berlin")
        assert not await bob.autocomplete(general, "timezone", "zone", zone="Berlin")
        listed = await ada.reply_to(await ada.command(general, "reminders"), within=10)
        (select,) = [item for row in listed.components for item in row["components"] if item["type"] == 3]
        chosen = await ada.choose(listed, select["custom_id"], select["options"][0]["value"])
        assert chosen.acknowledged
        assert len(await bot.reminders_of(ada)) == 1


async def test_while_one_channel_waits_for_the_model_commands_answer_at_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    async with thinking(discord_pointed, tmp_path, LONG) as (bot, engine):
        await ask(bot, ada, general)
        await until(lambda: engine.busy)
        used = await bob.command(general, "remind", when="in 5 minutes", text="stretch")
        assert used.reply is not None
        assert engine.busy
        assert len(await bot.reminders_of(bob)) == 1
        await ada.command(general, "stop")
        await bot.house.sessions.wait_idle()


# ------------------------------------------------------------------ once, whatever is repeated


async def test_a_message_that_comes_in_while_the_history_with_it_is_read_is_answered_once(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    await note_now(discord_pointed, tmp_path, general)
    await ada.send(general, f"{discord_pointed.bot_mention} from the gap")
    async with back(discord_pointed, tmp_path, *[idle("Yes.")] * 4) as (bot, backfill):
        reading = discord_pointed.faults.add(
            Fault(route="message.history", action=Delay(seconds=0.3), times=None)
        )
        searching = asyncio.create_task(backfill.catch_up())
        await until(lambda: reading.hits > 0)
        live = await ask(bot, ada, general, "and now")
        await searching
        await bot.house.sessions.wait_idle()
    answered = [each.reference.message_id for each in said(discord_pointed, general) if each.reference]
    assert answered.count(live.id) == 1
    assert len(answered) in {1, 2}


@pytest.mark.parametrize("vanished", ["deleted", "without a reference"])
async def test_what_was_answered_once_is_not_answered_again_though_no_answer_can_be_seen(
    discord_pointed: DiscordServer, tmp_path: Path, vanished: str
) -> None:
    ada, owner = discord_pointed.actor("ada"), discord_pointed.actor("owner")
    general = discord_pointed.channel("general")
    if vanished == "without a reference":
        discord_pointed.deny(general, Permission.READ_MESSAGE_HISTORY)
    async with back(discord_pointed, tmp_path, idle("Yes.")) as (bot, _):
        asked = await ask(bot, ada, general)
        await until(lambda: bool(said(discord_pointed, general)))
        await bot.house.sessions.wait_idle()
    discord_pointed.allow(general, Permission.READ_MESSAGE_HISTORY)
    if vanished == "deleted":
        await owner.delete(said(discord_pointed, general)[0])
    before = len(said(discord_pointed, general))
    for _ in range(3):
        async with back(discord_pointed, tmp_path, idle("Again?")) as (bot, backfill):
            await bot.house.stores.last_seen._database.write(
                lambda connection: connection.execute("UPDATE last_seen SET message_id = ?", (asked.id - 1,))
            )
            await backfill.look_back()
            await backfill.catch_up()
            await bot.house.sessions.wait_idle()
    assert len(said(discord_pointed, general)) == before


async def test_an_event_that_is_repeated_after_a_restart_is_not_answered_again(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    events: list[dict[str, Any]] = []

    def keep(name: str, data: object) -> int:
        if name == "MESSAGE_CREATE" and isinstance(data, dict):
            events.append(data)
        return 1

    discord_pointed.gateway.copies = keep
    async with back(discord_pointed, tmp_path, idle("Yes.")) as (bot, _):
        asked = await ask(bot, ada, general)
        await until(lambda: len(said(discord_pointed, general)) == 1)
        await bot.house.sessions.wait_idle()
    (first, *_) = events
    async with back(discord_pointed, tmp_path, idle("Again?"), idle("New.")) as (bot, _):
        for session in discord_pointed.gateway.sessions.values():
            session.dispatch("MESSAGE_CREATE", first)
        later = await ask(bot, ada, general)
        await until(lambda: bool(answers_to(bot, later)))
        await bot.house.sessions.wait_idle()
    assert answers_to(bot, asked) == ["Yes."]


# ------------------------------------------------------------------ sessions and approvals


async def test_a_direct_message_goes_on_where_the_last_one_ended_without_a_reply_and_after_a_restart(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    async with thinking(discord_pointed, tmp_path, idle("Nice name."), idle("So do I.")) as (bot, _):
        for actor, words in ((ada, "my cat is called Minka"), (bob, "I like rain")):
            await actor.send_dm(words)
            await until(lambda actor=actor: bool(said(discord_pointed, actor.dm())))  # type: ignore[misc]
        await bot.house.sessions.wait_idle()
    async with thinking(discord_pointed, tmp_path, idle("Minka.")) as (bot, engine):
        await ada.send_dm("what is she called?")
        await until(lambda: len(said(discord_pointed, ada.dm())) == 2)
        prompt = "\n".join(each.content for each in engine.rendered[-1])
    assert "my cat is called Minka" in prompt
    assert "Nice name." in prompt
    assert "rain" not in prompt


@pytest.mark.parametrize("lost", [ServerError(status=503), None])
async def test_an_approval_that_was_never_shown_is_not_given_by_a_yes(
    discord_pointed: DiscordServer, tmp_path: Path, lost: ServerError | None
) -> None:
    owner, general = discord_pointed.actor("owner"), discord_pointed.channel("general")
    files = Files()
    call = task(("files:delete", {"path": "old.txt"}))

    access = AccessConfig(owners=(owner.id,))
    async with running(discord_pointed, tmp_path, access=access, sleep=no_time, clock=utc_now) as bot:
        engine = ScriptedEngine([call, idle("Hello."), idle("Hello.")], strict=False)
        bot.think_with(engine, profile=WIDE, further=[files.entry])
        if lost is not None:
            discord_pointed.faults.add(Fault(route="message.create", action=lost, times=None))
        await owner.send(general, ASK.format(bot=discord_pointed.world.application.bot_id))
        if lost is not None:
            await until(lambda: len(bot.house.sessions.late) == 1)
            discord_pointed.faults.clear()
        else:
            await until(lambda: bool(said(discord_pointed, general)))
        await bot.house.sessions.wait_idle()
        await ask(bot, owner, general, "yes")
        await until(lambda: bool(files.deleted) if lost is None else bool(said(discord_pointed, general)))
        await bot.house.sessions.wait_idle()
        assert files.deleted == ([] if lost else ["old.txt"])
        if lost is not None:
            await bot.house.reconnected()
            await until(lambda: len(bot.house.sessions.late) == 0)
            (asking,) = [each for each in said(discord_pointed, general) if each.components]
            await owner.press(asking, asking.components[0]["components"][0]["custom_id"])
            await until(lambda: files.deleted == ["old.txt"])
