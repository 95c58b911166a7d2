"""The last successful uses of tools in each channel, so that "and tomorrow?" means something.

In memory only: after a restart a follow-up is a message of its own, as it is after ten minutes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

USES_KEPT = 4
CHANNELS_KEPT = 1000
LIFETIME = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """A call that succeeded."""

    tool: str
    at: datetime


class RecentUses:
    """At most USES_KEPT uses for each person in a channel, of at most CHANNELS_KEPT such pairs."""

    def __init__(self, *, lifetime: timedelta = LIFETIME) -> None:
        self._lifetime = lifetime
        self._uses: OrderedDict[tuple[int, int], tuple[ToolUse, ...]] = OrderedDict()

    def note(self, channel_id: int, author_id: int, tools: Iterable[str], *, at: datetime) -> None:
        """Adds uses in their order."""
        key = (channel_id, author_id)
        added = tuple(ToolUse(tool=tool, at=at) for tool in tools)
        if not added:
            return
        self._uses[key] = (*self._uses.get(key, ()), *added)[-USES_KEPT:]
        self._uses.move_to_end(key)
        while len(self._uses) > CHANNELS_KEPT:
            self._uses.popitem(last=False)

    def forget(self, channel_id: int) -> None:
        """Drops the uses of everybody in this channel."""
        for key in [key for key in self._uses if key[0] == channel_id]:
            del self._uses[key]

    def of(self, channel_id: int, author_id: int, *, now: datetime) -> tuple[ToolUse, ...]:
        """The uses that are fresh, oldest first."""
        uses = self._uses.get((channel_id, author_id), ())
        return tuple(use for use in uses if now - use.at <= self._lifetime)
