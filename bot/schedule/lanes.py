"""Whose turn it is: one lane for each channel, first in, first out, and the channels in turn. Pure."""

from __future__ import annotations

from collections import deque


class Lanes:
    """At most `at_once` have their turn at the same time, and of each channel one."""

    def __init__(self, *, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[int, deque[int]] = {}
        self._line: deque[int] = deque()
        self._taken: set[int] = set()

    @property
    def taken(self) -> frozenset[int]:
        """Everything that waits or has its turn."""
        return frozenset(self._taken)

    @property
    def can_start(self) -> bool:
        return bool(self._line) and self._free > 0

    def add(self, occurrence_id: int, channel_id: int) -> None:
        """To the end of the channel's lane, and a channel that was idle to the end of the line."""
        if occurrence_id in self._taken:
            return
        self._taken.add(occurrence_id)
        if channel_id not in self._waiting:
            self._waiting[channel_id] = deque()
            self._line.append(channel_id)
        self._waiting[channel_id].append(occurrence_id)

    def next_turns(self) -> list[tuple[int, int]]:
        """Occurrence and channel of all that can start now; each is to be ended by `end_turn`."""
        turns = []
        while self.can_start:
            channel_id = self._line.popleft()
            turns.append((self._waiting[channel_id].popleft(), channel_id))
            self._free -= 1
        return turns

    def end_turn(self, occurrence_id: int, channel_id: int) -> bool:
        """Puts the channel to the end of the line; True if it has nothing left, and is forgotten."""
        self._free += 1
        self._taken.discard(occurrence_id)
        if self._waiting[channel_id]:
            self._line.append(channel_id)
            return False
        del self._waiting[channel_id]
        return True

    def clear(self) -> None:
        """Forgets what waits, but not what has its turn."""
        for lane in self._waiting.values():
            self._taken.difference_update(lane)
            lane.clear()
        for channel_id in self._line:
            del self._waiting[channel_id]
        self._line.clear()
