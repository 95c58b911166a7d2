"""The newest messages of a channel as Discord has them now. Implements `bot.comparing.Channels`."""

from __future__ import annotations

import discord
import structlog

from agent.types import Channel, ChannelKind
from bot.comparing import Present
from bot.discord_faults import SEND_FAULTS
from bot.gateway import Gateway

MOST_MESSAGES = 100
"""Messages of a channel that are looked at: what one request gives."""

log = structlog.get_logger(__name__)


class DiscordPresent:
    """`gateway` is connected by the time that something is looked up."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def present(self, channel: Channel) -> Present | None:
        place = self._readable(channel)
        if place is None:
            return None
        try:
            found = [message async for message in place.history(limit=MOST_MESSAGES)]
        except SEND_FAULTS as fault:
            log.info("messages cannot be compared", channel=channel.id, reason=type(fault).__name__)
            return None
        return self._seen(found) if found else None

    def _readable(self, channel: Channel) -> discord.abc.Messageable | None:
        """Where the bot may not look back, Discord shows it an empty channel."""
        if channel.kind is ChannelKind.DM:
            return self._gateway.get_partial_messageable(channel.id)
        place = self._gateway.get_channel(channel.id)
        if not isinstance(place, discord.TextChannel | discord.VoiceChannel | discord.Thread):
            return None
        return place if place.permissions_for(place.guild.me).read_message_history else None

    def _seen(self, messages: list[discord.Message]) -> Present:
        ids = frozenset(message.id for message in messages)
        changed = [self._gateway.reread(message) for message in messages if message.edited_at is not None]
        said = [incoming for incoming in changed if incoming is not None]
        edited = tuple(each for each in said if each.text or each.attachments)
        return Present(
            ids=ids,
            oldest=min(ids) if len(messages) == MOST_MESSAGES else 0,
            edited=edited,
            unreadable=frozenset(each.message_id for each in said) - {each.message_id for each in edited},
        )
