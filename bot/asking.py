"""From who asks and where to the origin that the agent works for, with the author's zone and language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import structlog

from agent.direct import language_of
from agent.errors import StoreUnavailable
from agent.types import NO_MENTIONS, Author, Channel, Incoming, Mentions, Origin, Picked, Written
from agent.words import spoken
from bot.config import TimeConfig
from bot.store.users import SqliteUsers


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One message, command or due request. `id` is its snowflake, or a negative number for a request;
    `locale` the author's, where Discord tells it.
    """

    id: int
    author: Author
    channel: Channel
    text: str
    at: datetime
    locale: str = ""
    has_attachments: bool = False
    mentions: Mentions = NO_MENTIONS
    scheduled: bool = False
    picked: Picked | None = None
    written: tuple[Written, ...] = ()
    together: frozenset[int] = frozenset()


class Origins:
    """`zone` is the IANA zone of authors who chose none.

    An author's language is the one that they chose, else their Discord's, else that of what they wrote, else
    the configured one.
    """

    def __init__(self, *, users: SqliteUsers, zone: str, time: TimeConfig) -> None:
        self._users = users
        self._zone = zone
        self._language = time.language

    async def of(self, asked: Asked) -> Origin:
        """Whoever chose no zone is told so until the first reminder is set. Raises StoreUnavailable."""
        chosen = await self._users.get(asked.author.id)
        return Origin(
            message_id=asked.id,
            channel=asked.channel,
            author=asked.author,
            text=asked.text,
            now=asked.at,
            zone=chosen.zone or self._zone,
            language=chosen.language or self._guessed(asked),
            zone_is_default=chosen.zone is None and not chosen.has_set_reminders,
            has_attachments=asked.has_attachments,
            keeps_language=chosen.language is not None,
            mentions=asked.mentions,
            scheduled=asked.scheduled,
            picked=asked.picked,
            written=asked.written,
            together=asked.together,
        )

    async def language(self, incoming: Incoming) -> str:
        """That of a message's author; a store that is down leaves what the message itself shows."""
        guess = spoken(incoming.locale) or language_of(incoming.text, default=self._language)
        return await self._language_of(incoming.author.id, guess)

    async def language_for(self, user_id: int, locale: str) -> str:
        """That of somebody who used or pressed something."""
        return await self._language_of(user_id, spoken(locale) or self._language)

    async def _language_of(self, user_id: int, otherwise: str) -> str:
        try:
            return (await self._users.get(user_id)).language or otherwise
        except StoreUnavailable as fault:
            structlog.get_logger("users").warning("language not looked up", reason=str(fault))
            return otherwise

    def _guessed(self, asked: Asked) -> str:
        return spoken(asked.locale) or language_of(asked.text, default=self._language)
