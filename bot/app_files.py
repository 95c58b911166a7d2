"""Wiring of what stands around a message: files that came with it, and what it answers."""

from __future__ import annotations

from agent.documents.reading import ContentReader, ReadingLimits
from bot.attachment_fetch import AttachmentFetch
from bot.attachments import Attachments
from bot.config import Config
from bot.gathering import Gathering, Lookup


def build_gathering(config: Config, lookup: Lookup | None) -> Gathering:
    documents = config.documents
    reader = ContentReader(ReadingLimits(pages=documents.pages, characters=documents.characters))
    fetch = AttachmentFetch(base=config.discord.api_base)
    attachments = Attachments(fetch=fetch, reader=reader, most=documents.largest_bytes)
    return Gathering(attachments=attachments, lookup=lookup)
