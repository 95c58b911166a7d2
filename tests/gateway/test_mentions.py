"""Whom a message mentions, and whether its author may have others reminded."""

from __future__ import annotations

import pytest

from bot.access import OthersRule, Visitor, may_remind_others
from tests.discord_server.permissions import Permission
from tests.discord_server.server import DiscordServer
from tests.gateway.connected import connected


async def test_users_and_roles_are_taken_from_the_text(discord_pointed: DiscordServer) -> None:
    general, bob = discord_pointed.channel("general"), discord_pointed.actor("bob")
    role = discord_pointed.add_role("Crew", mentionable=True)
    async with connected(discord_pointed) as connection:
        text = f"{discord_pointed.bot_mention} remind {bob.mention} and <@&{role.id}>"
        await discord_pointed.actor("ada").send(general, text)
        incoming = await connection.next()
    assert incoming.mentions.users == {bob.id}
    assert incoming.mentions.roles == {role.id}
    assert not incoming.mentions.may_remind


async def test_a_reply_does_not_mention_whom_it_replies_to(discord_pointed: DiscordServer) -> None:
    general, bob = discord_pointed.channel("general"), discord_pointed.actor("bob")
    async with connected(discord_pointed) as connection:
        theirs = await bob.send(general, "hello")
        text = f"{discord_pointed.bot_mention} remind them"
        await discord_pointed.actor("ada").send(general, text, reply_to=theirs)
        incoming = await connection.next()
    assert incoming.mentions.users == frozenset()


@pytest.mark.parametrize("granted", [False, True])
async def test_a_permission_of_discords_counts_where_it_is_configured(
    discord_pointed: DiscordServer, *, granted: bool
) -> None:
    general, ada = discord_pointed.channel("general"), discord_pointed.actor("ada")
    if granted:
        discord_pointed.allow(general, Permission.MANAGE_MESSAGES, user_id=ada.id)
    rule = OthersRule(permission="manage_messages")
    async with connected(discord_pointed, others=rule) as connection:
        await ada.send(general, f"{discord_pointed.bot_mention} hello")
        incoming = await connection.next()
    assert incoming.mentions.may_remind is granted


@pytest.mark.parametrize(
    ("rule", "visitor", "permissions", "allowed"),
    [
        (OthersRule(), Visitor(user_id=1), {"administrator"}, False),
        (OthersRule(owners=frozenset({1})), Visitor(user_id=1), set(), True),
        (OthersRule(owners=frozenset({1})), Visitor(user_id=1, is_bot=True), set(), False),
        (OthersRule(roles=frozenset({5})), Visitor(user_id=2, roles=frozenset({5, 6})), set(), True),
        (OthersRule(roles=frozenset({5})), Visitor(user_id=2, roles=frozenset({6})), set(), False),
        (OthersRule(permission="manage_guild"), Visitor(user_id=2), {"manage_guild"}, True),
        (OthersRule(permission="manage_guild"), Visitor(user_id=2), {"manage_messages"}, False),
    ],
)
def test_who_may_have_others_reminded(
    rule: OthersRule, visitor: Visitor, permissions: set[str], *, allowed: bool
) -> None:
    assert may_remind_others(rule, visitor, frozenset(permissions)) is allowed
