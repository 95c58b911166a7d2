"""Strangers, members and owners: one verdict for messages, commands, buttons, menus and autocomplete."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.testing.engine import ScriptedEngine
from bot.access import Verdict
from bot.config import AccessConfig
from bot.notice_words import REFUSALS
from tests.commands.house import Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.backend import utc_now
from tests.discord_server.interaction_values import Interaction
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel
from tests.turn.house import idle


def refused(used: Interaction, actor: Actor, verdict: Verdict) -> bool:
    assert used.reply is not None
    return used.reply.ephemeral_to == actor.id and used.reply.content == REFUSALS[verdict]["en"]


async def says_something_to(bot: Running, actor: Actor, place: Channel) -> bool:
    """Whether a message of this person is answered; the owner's next message in private always is."""
    message = await actor.send(place, f"{bot.server.bot_mention} hello")
    owner = bot.server.actor("owner")
    marker = await owner.send_dm("are you there")
    await bot.server.wait_for_message(marker.channel_id, after=marker)
    await bot.house.sessions.wait_idle()
    return any(
        each.reference is not None and each.reference.message_id == message.id
        for each in bot.server.messages(place, author_id=bot.server.world.application.bot_id)
    )


def owned(server: DiscordServer, **rules: object) -> AccessConfig:
    return AccessConfig.model_validate({"owners": (server.actor("owner").id,), **rules})


@pytest.mark.parametrize("place", ["general", "direct"])
async def test_by_default_everybody_is_answered(
    discord_pointed: DiscordServer, tmp_path: Path, place: str
) -> None:
    ada = discord_pointed.actor("ada")
    where = ada.dm() if place == "direct" else discord_pointed.channel(place)
    async with running(discord_pointed, tmp_path) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 2))
        assert await says_something_to(bot, ada, where)
        used = await ada.command(where, "help")
    assert used.reply is not None
    assert used.reply.ephemeral_to == ada.id
    assert "/remind" in used.reply.content


async def test_a_blocked_user_gets_nothing_by_any_way(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path) as bot:
        await ada.command(general, "remind", when="in 2 hours", text="x")
        listed = await ada.command(general, "reminders")
    assert listed.reply is not None
    rules = owned(discord_pointed, blocked_users=(ada.id,))
    async with running(discord_pointed, tmp_path, access=rules) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 2))
        (kept,) = await bot.reminders_of(ada)
        assert refused(await ada.command(general, "help"), ada, Verdict.BLOCKED)
        assert refused(await ada.command(general, "remind", when="in 1 hour", text="y"), ada, Verdict.BLOCKED)
        pressed = await ada.choose(listed.reply, "reminders:choose:0", str(kept.id))
        assert refused(pressed, ada, Verdict.BLOCKED)
        assert await ada.autocomplete(general, "remind", "when", when="tomorrow") == []
        assert await ada.autocomplete(general, "timezone", "zone", zone="Berlin") == []
        assert not await says_something_to(bot, ada, general)
        assert not await says_something_to(bot, ada, ada.dm())
        assert await bot.reminders_of(ada) == (kept,)


async def test_the_button_of_a_reminder_asks_for_access_too(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path, clock=utc_now) as bot:
        await ada.command(general, "timer", duration="1 s")
        await bot.house.scheduler.start()
        shown = await bot.server.wait_for_message(general, lambda message: bool(message.components))
    async with running(
        discord_pointed, tmp_path, access=owned(discord_pointed, blocked_users=(ada.id,))
    ) as bot:
        assert refused(await ada.press_label(shown, "Done"), ada, Verdict.BLOCKED)


async def test_a_role_opens_the_door_and_its_loss_closes_it(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    general = discord_pointed.channel("general")
    staff = discord_pointed.add_role("staff")
    discord_pointed.give_role(ada, staff)
    rules = owned(discord_pointed, roles=(staff.id,))
    async with running(discord_pointed, tmp_path, access=rules) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 3))
        assert refused(await bob.command(general, "help"), bob, Verdict.PERSON)
        assert not await says_something_to(bot, bob, general)
        assert not refused(await ada.command(general, "help"), ada, Verdict.PERSON)
        assert await says_something_to(bot, ada, general)


async def test_only_the_named_channels_and_their_threads(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, owner = discord_pointed.actor("ada"), discord_pointed.actor("owner")
    general, random = discord_pointed.channel("general"), discord_pointed.channel("random")
    async with running(
        discord_pointed, tmp_path, access=owned(discord_pointed, channels=(general.id,))
    ) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 3))
        assert refused(await ada.command(random, "help"), ada, Verdict.CHANNEL)
        assert not await says_something_to(bot, ada, random)
        for place in (general, discord_pointed.channel("side-talk")):
            assert not refused(await ada.command(place, "help"), ada, Verdict.CHANNEL)
        assert not refused(await owner.command(random, "help"), owner, Verdict.CHANNEL)
        assert await says_something_to(bot, owner, random)


async def test_another_server_is_refused(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    ada, general = discord_pointed.actor("ada"), discord_pointed.channel("general")
    async with running(discord_pointed, tmp_path, access=owned(discord_pointed, guilds=(1,))):
        assert refused(await ada.command(general, "help"), ada, Verdict.GUILD)
        assert not refused(await ada.command(ada.dm(), "help"), ada, Verdict.GUILD)


async def test_direct_messages_of_those_who_are_allowed(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    rules = owned(discord_pointed, dms="allowed", allowed_users=(ada.id,))
    async with running(discord_pointed, tmp_path, access=rules) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")] * 3))
        assert refused(await bob.command(bob.dm(), "help"), bob, Verdict.DIRECT_MESSAGE)
        assert not await says_something_to(bot, bob, bob.dm())
        assert await says_something_to(bot, ada, ada.dm())


async def test_bots_are_ignored(discord_pointed: DiscordServer, tmp_path: Path) -> None:
    other = discord_pointed.add_person("chatter", bot=True)
    async with running(discord_pointed, tmp_path, access=owned(discord_pointed)) as bot:
        bot.think_with(ScriptedEngine([idle("Hello!")]))
        assert not await says_something_to(bot, other, discord_pointed.channel("general"))
