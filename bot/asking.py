"""From who asks and where to the origin that the agent works for, with the author's zone and language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.types import Author, Channel, Origin
from bot.config import TimeConfig
from bot.store.users import SqliteUsers

LANGUAGES = frozenset({"de", "en", "es", "fr", "it", "nl", "pt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One message or command. `id` is its snowflake; `locale` the author's, where Discord tells it."""

    id: int
    author: Author
    channel: Channel
    text: str
    at: datetime
    locale: str = ""
    has_attachments: bool = False


class Origins:
    """`zone` is the IANA zone of authors who chose none."""

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
            language=chosen.language or _spoken(asked.locale) or self._language,
            zone_is_default=chosen.zone is None and not chosen.has_set_reminders,
            has_attachments=asked.has_attachments,
        )


def _spoken(locale: str) -> str | None:
    """The language of a locale such as "pt-BR", where it is one that times are read in."""
    language = locale.partition("-")[0]
    return language if language in LANGUAGES else None
