"""The line to Discord's gateway: when a session is given up, and how soon a new one may be asked for.

discord.py tries to resume a session for ever, at the address that belongs to it, at once or after up to 17
minutes (discord/client.py, `Client.connect`). And a bot that asks for more than a thousand sessions a day
loses its token (Discord reference, "Gateway", "Identifying").
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

RESUMES = 3
"""Failures in a row after which a session is given up; a new one is given up after its first."""
BREAKS, WITHIN = 10, 60.0
"""So many breaks in so many seconds end a session that can always be resumed and never lasts."""
DELAYS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before each further new session; the last one repeats."""
STEADY = 60.0
"""Seconds after which a connection counts as good, and the delays begin anew."""
SESSIONS, EACH = 20, 100.0
"""So many new sessions may be asked for at once, and one more in so many seconds: fewer than 900 a day."""

Monotonic = Callable[[], float]


class Line:
    """Hears of every break and every good connection. `hopeless` is set when a session is to be given up."""

    def __init__(self, *, now: Monotonic) -> None:
        self._now = now
        self.hopeless = asyncio.Event()
        self._most = RESUMES
        self._failures = 0
        self._given_up = 0
        self._stood_since: float | None = None
        self._breaks: deque[float] = deque(maxlen=BREAKS)
        self._sessions_left, self._counted_at = float(SESSIONS), now()

    def stands(self) -> None:
        """Discord has accepted the session."""
        self._failures, self._most = 0, RESUMES
        self._stood_since = self._now()

    def breaks(self) -> None:
        now = self._now()
        if self._stood_since is not None and now - self._stood_since >= STEADY:
            self._given_up = 0
            self._breaks.clear()
        self._stood_since = None
        self._failures += 1
        self._breaks.append(now)
        if self._failures >= self._most or self._is_restless(now):
            self.hopeless.set()

    def begin(self) -> None:
        """A new session is asked for."""
        self.hopeless.clear()
        self._breaks.clear()
        self._failures, self._most = 0, 1

    def identifies(self) -> bool:
        """To be asked before each new session; False where it is too soon for one."""
        if self._until_session() > 0:
            return False
        self._sessions_left -= 1
        return True

    def delay(self) -> float:
        """Seconds before the next new session."""
        seconds = DELAYS[min(self._given_up, len(DELAYS) - 1)]
        self._given_up += 1
        return max(seconds, self._until_session())

    def _is_restless(self, now: float) -> bool:
        return len(self._breaks) == BREAKS and now - self._breaks[0] < WITHIN

    def _until_session(self) -> float:
        now = self._now()
        self._sessions_left = min(SESSIONS, self._sessions_left + (now - self._counted_at) / EACH)
        self._counted_at = now
        return max(0.0, (1 - self._sessions_left) * EACH)
