"""Access as Discord shows it: who a message or an interaction comes from, and what a refused one is told."""

from __future__ import annotations

from typing import Any, Protocol, cast

import discord

from agent.errors import StoreUnavailable
from agent.words import say, spoken
from bot.access import AccessRules, Verdict, Visitor
from bot.notice_words import REFUSALS, STORE_DOWN

Interaction = discord.Interaction[Any]


class HasAccess(Protocol):
    """The client that an interaction came through."""

    access: AccessRules

    async def judge(self, visitor: Visitor) -> Verdict:
        """The one verdict, for messages and interactions alike."""
        ...


def sender(message: discord.Message) -> Visitor:
    return visitor_of(message.author, message.channel, message.guild.id if message.guild else None)


def permissions_of(message: discord.Message) -> frozenset[str]:
    """The names of the permissions that a message's author has where it was written; none in private."""
    member, place = message.author, message.channel
    if not isinstance(member, discord.Member) or isinstance(
        place, discord.DMChannel | discord.GroupChannel | discord.PartialMessageable
    ):
        return frozenset()
    return frozenset(name for name, granted in _permissions(place, member) if granted)


def visible(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether a member sees a place of the server."""
    return _permissions(place, member).view_channel


def _permissions(
    place: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> discord.Permissions:
    try:
        return place.permissions_for(member)
    except discord.ClientException:  # a thread whose parent is not known
        return member.guild_permissions


def user_of(interaction: Interaction) -> Visitor:
    return visitor_of(interaction.user, interaction.channel, interaction.guild_id)


def visitor_of(user: discord.abc.User, place: object, guild_id: int | None) -> Visitor:
    roles = user.roles if isinstance(user, discord.Member) else []
    return Visitor(
        user_id=user.id,
        is_bot=user.bot,
        guild_id=guild_id,
        places=places(place),
        roles=frozenset(role.id for role in roles),
    )


def places(place: object) -> frozenset[int]:
    """The ids of a channel, of a thread's parent and of the category of either, as far as they are known."""
    names = ("id", "parent_id", "category_id")
    found = [getattr(place, name, None) for name in names]
    parent = place.parent if isinstance(place, discord.Thread) else None
    found.append(parent.category_id if parent is not None else None)
    return frozenset(each for each in found if isinstance(each, int))


async def verdict_on(interaction: Interaction) -> Verdict:
    return await cast(HasAccess, interaction.client).judge(user_of(interaction))


def is_owner(interaction: Interaction) -> bool:
    return interaction.user.id in cast(HasAccess, interaction.client).access.owners


def moderates(interaction: Interaction) -> bool:
    """Whether somebody may end what the bot does for others."""
    return interaction.permissions.manage_messages or is_owner(interaction)


async def may_use(interaction: Interaction) -> bool:
    """The verdict on a command, a button or autocomplete; whoever is refused reads why, and nobody else."""
    try:
        found = await verdict_on(interaction)
    except StoreUnavailable:
        refusal = STORE_DOWN
    else:
        if found is Verdict.ALLOWED:
            return True
        refusal = REFUSALS[found]
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
    else:
        text = say(refusal, spoken(str(interaction.locale)) or "en")
        await interaction.response.send_message(text, ephemeral=True)
    return False


class Guarded:
    """For buttons, menus and modals: a press counts only from somebody who may use the bot where it is."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await may_use(interaction)
