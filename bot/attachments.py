"""Files that came with a message: got from Discord, read, and told of where they could not be."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agent.ports import FileReader
from agent.types import AttachedText, Attachment, FileText, Incoming, Unread
from agent.words import say
from bot.attachment_words import CUT, UNREAD

PASTE = "message.txt"
"""What Discord's clients call a message that is too long for one and is sent as a file instead."""
LONGEST_PASTE = 8000
"""Characters of such a message that are read as the message: twice what a subscriber may write."""
PASTE_CUT = "\n[… the rest of this message is left out …]"
MOST_FILES = 5
"""Files of one message that are read; Discord takes ten."""
LONGEST_NAME = 80
NAMELESS = "file"
NOT_SEEN = ("image/", "video/", "audio/")
"""Types, as Discord guesses them from names, of which a large file is not worth getting to see what it is."""
_NAME_PUNCTUATION = frozenset(" .-_()+,")
_STEP = 1000


class Fetch(Protocol):
    """Gets a file of Discord's."""

    async def __call__(self, url: str, *, most: int) -> bytes | Unread:
        """At most `most` bytes, or why there are none. Raises nothing."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that was not read, under its clean name."""

    name: str
    why: Unread


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What came of a message's files."""

    texts: tuple[AttachedText, ...] = ()
    skipped: tuple[Skipped, ...] = ()


class Attachments:
    """`most` is the size in bytes of the largest file that is read."""

    def __init__(self, *, fetch: Fetch, reader: FileReader, most: int) -> None:
        self._fetch = fetch
        self._reader = reader
        self._most = most

    async def unpasted(self, incoming: Incoming) -> tuple[Incoming, tuple[Skipped, ...]]:
        """The message with its text, where that was so long that Discord made a file of it.

        A file of that name beside written words is a file like any other: they may speak about it.
        """
        if not is_paste(incoming):
            return incoming, ()
        [file] = incoming.attachments
        found = await self._text(file)
        if isinstance(found, Unread):
            return replace(incoming, attachments=()), (Skipped(name=clean_file_name(PASTE), why=found),)
        text = found.text
        if len(text) > LONGEST_PASTE or found.is_cut:
            text = text[:LONGEST_PASTE].rstrip() + PASTE_CUT
        return replace(incoming, text=text, attachments=()), ()

    async def read(self, files: Sequence[Attachment]) -> Read:
        """Every file is either read or told of."""
        some = files[:MOST_FILES]
        found = await asyncio.gather(*map(self._text, some))
        names = [clean_file_name(each.filename) for each in files]
        pairs = list(zip(names, found, strict=False))
        skipped = [Skipped(name=name, why=each) for name, each in pairs if isinstance(each, Unread)]
        skipped += [Skipped(name=name, why=Unread.TOO_MANY) for name in names[MOST_FILES:]]
        texts = (
            AttachedText(name=name, text=each.text, is_cut=each.is_cut)
            for name, each in pairs
            if isinstance(each, FileText)
        )
        return Read(texts=tuple(texts), skipped=tuple(skipped))

    def notices(self, read: Read, language: str) -> tuple[str, ...]:
        """A sentence for each file that was not read, or not to its end."""
        most = shown_size(self._most)
        return (
            *(say(UNREAD[each.why], language).format(name=each.name, most=most) for each in read.skipped),
            *(say(CUT, language).format(name=each.name) for each in read.texts if each.is_cut),
        )

    async def _text(self, file: Attachment) -> FileText | Unread:
        if file.size > self._most:
            unseen = file.content_type.startswith(NOT_SEEN[0])
            return Unread.IMAGE if unseen else Unread.TOO_LARGE
        data = await self._fetch(file.url, most=self._most)
        return data if isinstance(data, Unread) else await self._reader.read(data)


def is_paste(incoming: Incoming) -> bool:
    """Whether the message is nothing but a text that was too long to be one."""
    files = incoming.attachments
    return not incoming.text.strip() and len(files) == 1 and files[0].filename == PASTE


def clean_file_name(name: str) -> str:
    """Letters, digits and plain punctuation on one line: no name can ping, format or pose as words."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(each if _may_stand(each) else " " for each in plain)
    words = " ".join(kept.split())
    if len(words) > LONGEST_NAME:
        stem, dot, suffix = words.rpartition(".")
        ending = dot + suffix if dot and len(suffix) < LONGEST_NAME // 4 else ""
        words = (stem if ending else words)[: LONGEST_NAME - len(ending) - 1].rstrip() + "…" + ending
    return words.strip(" .,") or NAMELESS


def _may_stand(character: str) -> bool:
    return character in _NAME_PUNCTUATION or unicodedata.category(character)[0] in "LMN"


def shown_size(size: int) -> str:
    """ "2 MB", "500 kB"."""
    if size >= _STEP * _STEP:
        return f"{size / (_STEP * _STEP):g} MB"
    return f"{size / _STEP:g} kB" if size >= _STEP else f"{size} B"


def joined(reads: Iterable[Read]) -> Read:
    kept = tuple(reads)
    return Read(
        texts=tuple(text for each in kept for text in each.texts),
        skipped=tuple(skipped for each in kept for skipped in each.skipped),
    )
