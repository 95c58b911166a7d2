"""Discord's limit for all of a bot's requests together, kept before it is met.

discord.py knows the limit of each route, but this one only by being refused: of a hundred messages at once it
sends a hundred, fifty come back, and each of those waits by itself and may be refused again.
Source: Discord reference, "Rate Limits", "Global Rate Limit": 50 requests a second.
"""

from __future__ import annotations

import asyncio
from collections import deque

import aiohttp
import discord.http

REQUESTS, SECONDS = 50, 1.0
SLACK = 0.004
"""Seconds added to the window, for requests that travel faster than the first of the window did."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Parts of the paths that Discord does not count: answers to interactions, which have three seconds."""


class Pace:
    """At most `requests` begin within a window of `seconds`, first come, first served.

    A window opens with the first request after the one before has closed, as Discord's does.
    """

    def __init__(self, *, requests: int = REQUESTS, seconds: float = SECONDS + SLACK) -> None:
        self._requests = requests
        self._seconds = seconds
        self._left = 0
        self._closes = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._releasing: asyncio.Task[None] | None = None

    async def turn(self) -> None:
        """Returns when the next request may begin."""
        if self._releasing is None and self._take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._releasing is None:
            self._releasing = asyncio.create_task(self._release(), name="pace")
        await turn

    def _take(self) -> bool:
        now = asyncio.get_running_loop().time()
        if now >= self._closes:
            self._left, self._closes = self._requests, now + self._seconds
        if not self._left:
            return False
        self._left -= 1
        return True

    async def _release(self) -> None:
        try:
            while self._waiting:
                if self._waiting[0].done():  # whoever waited has given up
                    self._waiting.popleft()
                elif self._take():
                    self._waiting.popleft().set_result(None)
                    # One at a time: fifty requests written in one round would hold the event loop up.
                    await asyncio.sleep(0)
                else:
                    await asyncio.sleep(self._closes - asyncio.get_running_loop().time())
        finally:
            self._releasing = None


def paced(pace: Pace) -> aiohttp.TraceConfig:
    """Makes each request of a client that is given this wait for its turn."""

    async def wait(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        url = str(request.url)
        if url.startswith(discord.http.Route.BASE) and not any(part in url for part in EXEMPT):
            await pace.turn()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(wait)
    return trace
