"""Who may use the bot where, long after they wrote: members, roles and channels as Discord has them now."""

from __future__ import annotations

from contextlib import suppress

import discord

from agent.types import Author, Channel, ChannelKind
from bot.access import Verdict, Visitor
from bot.discord_access import visible, visitor_of
from bot.discord_messages import NAMELESS, author_of
from bot.gateway import Gateway

Place = discord.abc.GuildChannel | discord.Thread


class DiscordAttendance:
    """Implements `bot.app_requests.Attendance`."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def attending(self, user_id: int, channel: Channel) -> Author | None:
        """Asks Discord each time, because the client is not told of changes. Raises one of SEND_FAULTS."""
        if channel.kind is ChannelKind.DM:
            visitor, author = Visitor(user_id=user_id), Author(id=user_id, name=NAMELESS)
        else:
            member, place = await self._member_at(user_id, channel)
            if member is None or place is None or not visible(place, member):
                return None
            visitor, author = visitor_of(member, place, channel.guild_id), author_of(member)
        return author if await self._gateway.judge(visitor) is Verdict.ALLOWED else None

    async def _member_at(self, user_id: int, channel: Channel) -> tuple[discord.Member | None, Place | None]:
        """None for whoever has left, and for a place that is gone or hidden from the bot."""
        guild = self._gateway.get_guild(channel.guild_id or 0)
        if guild is None:
            return None, None
        with suppress(discord.NotFound, discord.Forbidden):
            place = guild.get_channel_or_thread(channel.id) or await guild.fetch_channel(channel.id)
            return await guild.fetch_member(user_id), place
        return None, None
