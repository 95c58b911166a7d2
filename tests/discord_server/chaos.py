"""Random faults from a seed, over REST and the gateway, for tests that want thousands of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from random import Random

from .faults import Action, Delay, Drop, RateLimited, ServerError
from .gateway import Gateway

QUICK_ACTIONS: tuple[Action, ...] = (
    ServerError(status=503),
    ServerError(status=503, after_commit=True),
    Drop(),
    Drop(after_commit=True),
    Drop(reset=True),
    Drop(after_commit=True, reset=True),
    RateLimited(retry_after=0.01, scope="user"),
    RateLimited(retry_after=0.01, scope="shared"),
    RateLimited(retry_after=0.01, scope="global"),
    Delay(seconds=0.01),
    Delay(seconds=0.01, after_commit=True),
)
"""Faults of every kind that cost the client little time. (It waits a second after 500, 502, 504 and 524.)"""

CLOSE_CODES = (4000, 4001, 4008, 4009)


@dataclass(slots=True, kw_only=True)
class Chaos:
    """A chooser for `server.faults.chooser`: one in `1 / rate` requests of the matching routes is hit."""

    random: Random
    rate: float
    route: str = "*"
    actions: tuple[Action, ...] = QUICK_ACTIONS
    counts: Counter[str] = field(default_factory=Counter)

    def __call__(self, route: str, path: Mapping[str, str]) -> Action | None:
        if not fnmatchcase(route, self.route) or self.random.random() >= self.rate:
            return None
        action = self.random.choice(self.actions)
        self.counts[type(action).__name__] += 1
        return action

    async def disturb(self, gateway: Gateway) -> None:
        """Do one random thing to the gateway."""
        kind = self.random.choice(("reconnect", "resumable", "invalid", "close", "drop", "duplicate"))
        self.counts[kind] += 1
        match kind:
            case "reconnect":
                gateway.ask_to_reconnect()
            case "resumable" | "invalid":
                gateway.invalidate(resumable=kind == "resumable")
            case "close":
                await gateway.close_all(self.random.choice(CLOSE_CODES))
            case "drop":
                gateway.drop_all()
            case "duplicate":
                gateway.copies = self._copies

    def _copies(self, name: str, data: object) -> int:
        return 2 if self.random.random() < self.rate else 1

    async def disturb_until(self, gateway: Gateway, stop: asyncio.Event, every: float) -> None:
        """Disturb the gateway every so many seconds (drawn around it) until `stop` is set."""
        while not stop.is_set():
            await self.disturb(gateway)
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * every)
