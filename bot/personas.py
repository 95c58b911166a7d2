"""What `/persona` does: shows, sets and takes away how the bot sounds in a channel or on a server."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from agent.direct import without_pings
from agent.words import say
from bot import persona_words as words
from bot.asking import Asked, Origins
from bot.store.personas import SqlitePersonas

LONGEST = 500
"""Characters: it stands in each prompt of its place."""


class Where(StrEnum):
    CHANNEL = "channel"
    SERVER = "server"


class PersonaDesk:
    """Who may is decided by whoever asks. `follows`: whether the model can follow a persona; None while there
    is none. Every method may raise StoreUnavailable.
    """

    def __init__(
        self, *, personas: SqlitePersonas, origins: Origins, follows: Callable[[], bool | None]
    ) -> None:
        self._personas = personas
        self._origins = origins
        self._follows = follows

    async def text(self, asked: Asked, where: Where) -> str:
        return await self._personas.get(_place(asked, where), is_server=where is Where.SERVER)

    async def show(self, asked: Asked, where: Where) -> str:
        language = (await self._origins.of(asked)).language
        text = await self.text(asked, where)
        if not text:
            return say(words.NONE, language).format(where=_words(where, language))
        return self._told(text, where, language)

    async def put(self, asked: Asked, where: Where) -> str:
        """Sets `asked.text`, as one line of at most LONGEST characters; an empty one takes it away."""
        origin = await self._origins.of(asked)
        text = plain(asked.text)
        await self._personas.put(
            _place(asked, where),
            text,
            is_server=where is Where.SERVER,
            guild_id=asked.channel.guild_id or 0,
            author_id=asked.author.id,
            now=asked.at,
        )
        if not text:
            return say(words.CLEARED, origin.language).format(where=_words(where, origin.language))
        return self._told(text, where, origin.language)

    async def denied(self, asked: Asked) -> str:
        return say(words.DENIED, (await self._origins.of(asked)).language)

    async def language(self, asked: Asked) -> str:
        return (await self._origins.of(asked)).language

    def _told(self, text: str, where: Where, language: str) -> str:
        said = say(words.IS, language).format(where=_words(where, language), text=without_pings(text))
        return f"{said}\n{say(words.IGNORED, language)}" if self._follows() is False else said


def plain(text: str) -> str:
    """On one line, without what cannot be printed."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:LONGEST].rstrip()


def _place(asked: Asked, where: Where) -> int:
    return asked.channel.guild_id or 0 if where is Where.SERVER else asked.channel.id


def _words(where: Where, language: str) -> str:
    return say(words.SERVER if where is Where.SERVER else words.HERE, language)
