"""Looks up messages and threads by Discord's REST interface. Implements `bot.gathering.Lookup`."""

from __future__ import annotations

import discord
import structlog

from agent.types import Channel, Quoted, ThreadStart
from bot.discord_faults import SEND_FAULTS
from bot.discord_messages import clean_name, quoted

TITLE_LIMIT = 100
"""Discord's own limit for the names of threads."""

log = structlog.get_logger(__name__)


class DiscordContext:
    """`client` is connected by the time that something is looked up."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def message(self, channel_id: int, message_id: int) -> Quoted | None:
        own_id = self._client.user.id if self._client.user else 0
        place = self._client.get_partial_messageable(channel_id)
        try:
            return quoted(await place.fetch_message(message_id), own_id=own_id)
        except SEND_FAULTS as fault:
            log.debug("a message cannot be looked up", message=message_id, reason=type(fault).__name__)
            return None

    async def thread(self, channel: Channel, *, asking: int) -> ThreadStart | None:
        found = await self._thread(channel.id)
        if found is None:
            return None
        title = clean_name(found.name, limit=TITLE_LIMIT)
        if asking == found.id:
            return ThreadStart(title=title)
        # A thread has the id of the message that it was started from. A forum post holds that message itself.
        in_forum = isinstance(found.parent, discord.ForumChannel)
        place = found.id if in_forum or channel.parent_id is None else channel.parent_id
        return ThreadStart(title=title, first=await self.message(place, found.id))

    async def _thread(self, thread_id: int) -> discord.Thread | None:
        found = self._client.get_channel(thread_id)
        if found is None:
            try:
                found = await self._client.fetch_channel(thread_id)
            except (*SEND_FAULTS, discord.InvalidData) as fault:
                log.debug("a thread cannot be looked up", thread=thread_id, reason=type(fault).__name__)
        return found if isinstance(found, discord.Thread) else None
