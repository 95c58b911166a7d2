"""A brake on talk with other bots: two that answer each other would never stop. No I/O."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta

MOST = 20
"""Messages of one bot that are taken up within `SPAN`."""
SPAN = timedelta(minutes=1)
SILENCE = timedelta(minutes=1)
"""For how long a bot that wrote more is not heard."""


class PairGuard:
    """One for each pair of this bot and another one."""

    def __init__(self) -> None:
        self._heard: dict[int, deque[datetime]] = {}
        self._silent_until: dict[int, datetime] = {}

    def admits(self, bot_id: int, now: datetime) -> bool:
        """Whether a message of this bot, which came at `now`, is taken up."""
        until = self._silent_until.get(bot_id)
        if until is not None and until - SILENCE <= now < until:
            return False
        heard = self._heard.setdefault(bot_id, deque())
        while heard and not timedelta(0) <= now - heard[0] < SPAN:
            heard.popleft()
        if len(heard) >= MOST:
            heard.clear()
            self._silent_until[bot_id] = now + SILENCE
            return False
        heard.append(now)
        return True
