"""Faults that a test orders: which route, which channel, how often, and what goes wrong.

    server.faults.add(Fault(route="message.create", action=ServerError(status=502, after_commit=True)))

`after_commit` means that Discord did the work and only its answer was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerError:
    """A 5xx answer."""

    status: int = 500
    after_commit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The connection is lost; with `reset` the client sees ECONNRESET instead of an end of file."""

    after_commit: bool = False
    reset: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimited:
    """A 429. Scope: "user", "shared", "global", or "cloudflare" (a ban: HTML, no Via header)."""

    retry_after: float = 0.5
    scope: str = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Discord's own error with this JSON code (50013 missing permissions, 50007 closed DMs, 10003 ...).

    `retry_after` goes into the answer where the code's status is 429 (30046, 40003).
    """

    code: int
    retry_after: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """The request takes longer; it still succeeds."""

    seconds: float
    after_commit: bool = False


Action = ServerError | Drop | RateLimited | Refuse | Delay
Chooser = Callable[[str, Mapping[str, str]], Action | None]


@dataclass(slots=True, kw_only=True)
class Fault:
    """`route` is a name from the route table, or a pattern ("message.*").

    The first `skip` matching requests pass; then `times` requests are hit (None: all of them).
    """

    route: str
    action: Action
    channel_id: int | None = None
    times: int | None = 1
    skip: int = 0
    hits: int = 0

    def matches(self, route: str, path: Mapping[str, str]) -> bool:
        exhausted = self.times is not None and self.hits >= self.times
        here = self.channel_id is None or path.get("channel") == str(self.channel_id)
        return not exhausted and here and fnmatchcase(route, self.route)


@dataclass(slots=True)
class Faults:
    """The orders of a test. `chooser`, when set, decides for requests that no order matches."""

    orders: list[Fault] = field(default_factory=list)
    chooser: Chooser | None = None

    def add(self, fault: Fault) -> Fault:
        self.orders.append(fault)
        return fault

    def clear(self) -> None:
        self.orders.clear()
        self.chooser = None

    def take(self, route: str, path: Mapping[str, str]) -> Action | None:
        """The action for this request, counting it; the first matching order wins."""
        for fault in self.orders:
            if not fault.matches(route, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.hits += 1
            return fault.action
        return None if self.chooser is None else self.chooser(route, path)
