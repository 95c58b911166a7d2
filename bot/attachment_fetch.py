"""Gets files from Discord's own hosts and from nowhere else. Implements `bot.attachments.Fetch`."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

import aiohttp
import structlog

from agent.types import Unread

HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
"""Where Discord keeps attachments; both only by https."""
SECONDS = 15.0
"""For one file, from the connection to its last byte."""
PIECE = 65_536

log = structlog.get_logger(__name__)


class AttachmentFetch:
    """`base` is the loopback address that stands in for Discord, where one does; empty otherwise.

    An attachment's address comes out of a message, so it is checked here, and no redirection is followed.
    """

    def __init__(self, *, base: str = "", seconds: float = SECONDS) -> None:
        self._base = base
        self._seconds = seconds

    async def __call__(self, url: str, *, most: int) -> bytes | Unread:
        if not is_discords(url, base=self._base):
            log.warning("a file is not got from elsewhere", host=_host(url))
            return Unread.NOT_FETCHED
        timeout = aiohttp.ClientTimeout(total=self._seconds)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
                session.get(url, allow_redirects=False, headers={"Accept-Encoding": "identity"}) as response,
            ):
                coding = response.headers.get("Content-Encoding", "identity")
                if response.status != HTTPStatus.OK or coding != "identity":
                    log.info("a file was not given", status=response.status)
                    return Unread.NOT_FETCHED
                return await _at_most(response, most)
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as fault:
            log.info("a file could not be got", reason=type(fault).__name__)
            return Unread.NOT_FETCHED


async def _at_most(response: aiohttp.ClientResponse, most: int) -> bytes | Unread:
    """The length that is announced is not relied on."""
    if (response.content_length or 0) > most:
        return Unread.TOO_LARGE
    data = bytearray()
    async for piece in response.content.iter_chunked(PIECE):
        data += piece
        if len(data) > most:
            return Unread.TOO_LARGE
    if response.content_length is not None and len(data) != response.content_length:
        return Unread.NOT_FETCHED
    return bytes(data)


def is_discords(url: str, *, base: str = "") -> bool:
    """Whether an address is one of Discord's for files, or lies on the server that stands in for it."""
    try:
        parts = urlsplit(url)
        origin = (parts.scheme, parts.hostname, parts.port)
        if parts.username is not None or parts.password is not None:
            return False
        if base:
            stand_in = urlsplit(base)
            return origin == (stand_in.scheme, stand_in.hostname, stand_in.port)
    except ValueError:
        return False
    return parts.scheme == "https" and parts.port in (None, 443) and parts.hostname in HOSTS


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
