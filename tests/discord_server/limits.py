"""Rate limits: one fixed window per route and major parameter, and one for all requests of the bot.

Source: Discord reference, "Rate Limits". Sending and editing five times per five seconds and channel is what
Discord does in practice (observed, undocumented); other routes get a wide window.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .state import Json

MAJOR_PARAMETERS = ("channel", "guild", "application", "token")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`limit` requests per `per` seconds."""

    limit: int
    per: float


FIVE_PER_FIVE_SECONDS = Rule(limit=5, per=5.0)
DEFAULT_RULE = Rule(limit=50, per=1.0)
GLOBAL_RULE = Rule(limit=50, per=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`retry_after` is set where the request must not pass; `scope` is user, global or shared."""

    headers: Mapping[str, str]
    retry_after: float | None = None
    scope: str = "user"


@dataclass(slots=True)
class _Window:
    used: int = 0
    ends: float = 0.0


@dataclass(slots=True)
class Limits:
    """`enabled = False` switches all off; `rules` sets single routes (names as in the route table)."""

    rules: dict[str, Rule] = field(
        default_factory=lambda: {
            "message.create": FIVE_PER_FIVE_SECONDS,
            "message.edit": FIVE_PER_FIVE_SECONDS,
            "message.delete": FIVE_PER_FIVE_SECONDS,
            "reaction.add": Rule(limit=1, per=0.25),
        }
    )
    default: Rule = DEFAULT_RULE
    overall: Rule = GLOBAL_RULE
    enabled: bool = True
    now: Callable[[], float] = time.monotonic
    _windows: dict[str, _Window] = field(default_factory=dict)

    def take(self, route: str, path: Mapping[str, str], *, counts_globally: bool = True) -> Verdict:
        """Spend one request of the route's window, or say how long to wait."""
        if not self.enabled:
            return Verdict(headers={})
        if counts_globally:
            waiting = self._spend("*", self.overall)
            if waiting is not None:
                return Verdict(headers={}, retry_after=waiting, scope="global")
        rule = self.rules.get(route, self.default)
        key = ":".join([route, *(path[name] for name in MAJOR_PARAMETERS if name in path)])
        waiting = self._spend(key, rule)
        return Verdict(headers=self._headers(route, key, rule), retry_after=waiting)

    def reset(self) -> None:
        self._windows.clear()

    def _spend(self, key: str, rule: Rule) -> float | None:
        now = self.now()
        window = self._windows.setdefault(key, _Window())
        if now >= window.ends:
            window.used, window.ends = 0, now + rule.per
        if window.used >= rule.limit:
            return window.ends - now
        window.used += 1
        return None

    def _headers(self, route: str, key: str, rule: Rule) -> dict[str, str]:
        window = self._windows[key]
        left = max(0.0, window.ends - self.now())
        return {
            "X-RateLimit-Limit": str(rule.limit),
            "X-RateLimit-Remaining": str(rule.limit - window.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(route.encode(), usedforsecurity=False).hexdigest(),
        }


def refusal(retry_after: float, scope: str) -> tuple[dict[str, str], Json]:
    """Headers and body of a 429. The Via header tells it from a ban by Cloudflare."""
    everywhere = scope == "global"
    headers = {"Retry-After": str(math.ceil(retry_after)), "X-RateLimit-Scope": scope, "Via": "1.1 google"}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(retry_after, 3),
        "global": everywhere,
    }
    return headers, body
