"""A request to Discord that was begun comes to its end, whoever stops waiting for it.

discord.py holds all requests up while it waits for the global rate limit, and lets them go after its wait. If
the one that waits is cancelled there, as a typing that nobody needs any more is, they are never let go: the
client sends nothing again until it is restarted (discord/http.py, `HTTPClient.request`, `_global_over`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp

SILENCE = aiohttp.ClientTimeout(total=None, sock_connect=10.0, sock_read=10.0)
"""Seconds without a byte after which a request counts as lost; aiohttp's own limit is five minutes."""

Request = Callable[..., Coroutine[Any, Any, Any]]


def never_torn(request: Request) -> Request:
    """The same request; where its caller is cancelled, it goes on in the background."""

    async def whole(*arguments: Any, **options: Any) -> Any:
        sending = asyncio.ensure_future(request(*arguments, **{"timeout": SILENCE, **options}))
        try:
            return await asyncio.shield(sending)
        except asyncio.CancelledError:
            sending.add_done_callback(_take_note)
            raise

    return whole


def _take_note(sending: asyncio.Future[Any]) -> None:
    """Nobody waits for it any more, so its fault is nobody's either."""
    if not sending.cancelled():
        sending.exception()
