"""A stored request runs with the rights that its author has when it is due, on the loopback Discord."""

from __future__ import annotations

from pathlib import Path

from agent.testing.engine import ScriptedEngine
from agent.types import Channel, ChannelKind
from bot.app_requests import DueRequests
from bot.config import AccessConfig
from bot.discord_attendance import DiscordAttendance
from bot.request_answer import RequestAnswer, Unanswered
from bot.store.claiming import Claimed
from tests.commands.house import NOW, Running, running
from tests.discord_server.actors import Actor
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.store.making import draft
from tests.turn.house import idle

NOT_ALLOWED = RequestAnswer(unanswered=Unanswered.NOT_ALLOWED)


def place(server: DiscordServer, name: str) -> Channel:
    channel = server.channel(name)
    return Channel(id=channel.id, kind=ChannelKind.GUILD, guild_id=channel.guild_id)


async def due(bot: Running, actor: Actor, where: Channel) -> RequestAnswer:
    stored = await bot.house.services.reminders.add(
        draft(author_id=actor.id, channel=where, text="what do you think of it?", request=True, now=NOW)
    )
    requests = DueRequests(
        brain=bot.house.brain,
        origins=bot.house.origins,
        attendance=DiscordAttendance(bot.gateway),
        clock=lambda: NOW,
    )
    claimed = Claimed(occurrence_id=stored.id, attempt=1, reminder=stored, due=stored.due, first_sent=None)
    return await requests.answer(claimed)


async def test_whoever_lost_the_role_is_not_worked_for(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    staff = discord_pointed.add_role("staff")
    discord_pointed.give_role(ada, staff)
    async with running(discord_pointed, tmp_path, access=AccessConfig(roles=(staff.id,))) as bot:
        engine = ScriptedEngine([idle("I like it.")])
        bot.think_with(engine)
        general = place(discord_pointed, "general")
        assert await due(bot, bob, general) == NOT_ALLOWED
        assert engine.requests == []
        assert await due(bot, ada, general) == RequestAnswer(text="I like it.")


async def test_whoever_left_or_cannot_see_the_channel_any_more_is_not_worked_for(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    discord_pointed.deny(discord_pointed.channel("general"), Permission.VIEW_CHANNEL, user_id=ada.id)
    async with running(discord_pointed, tmp_path) as bot:
        bot.think_with(ScriptedEngine())
        general = place(discord_pointed, "general")
        assert await due(bot, ada, general) == NOT_ALLOWED
        discord_pointed.remove_from_guild(bob.id)
        assert await due(bot, bob, general) == NOT_ALLOWED


async def test_places_and_people_that_are_ruled_out_meanwhile(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada, bob = discord_pointed.actor("ada"), discord_pointed.actor("bob")
    rules = AccessConfig(blocked_users=(bob.id,), channels=(discord_pointed.channel("random").id,))
    async with running(discord_pointed, tmp_path, access=rules) as bot:
        bot.think_with(ScriptedEngine([idle("I like it.")]))
        assert await due(bot, ada, place(discord_pointed, "general")) == NOT_ALLOWED
        assert await due(bot, bob, place(discord_pointed, "random")) == NOT_ALLOWED
        assert await due(bot, ada, place(discord_pointed, "random")) == RequestAnswer(text="I like it.")


async def test_in_private_the_rule_for_direct_messages_holds(
    discord_pointed: DiscordServer, tmp_path: Path
) -> None:
    ada = discord_pointed.actor("ada")
    direct = Channel(id=ada.dm().id, kind=ChannelKind.DM)
    async with running(discord_pointed, tmp_path, access=AccessConfig(dms="pairing")) as bot:
        bot.think_with(ScriptedEngine())
        assert await due(bot, ada, direct) == NOT_ALLOWED
