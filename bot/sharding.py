"""Which part of a bot's servers one daemon serves. Pure.

Discord reference, "Sharding": a server belongs to shard (id >> 22) % count, and what belongs to no server,
such as a direct message, comes to shard 0.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRST = 0
"""The shard to which direct messages come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharding:
    """The shards `ids` of so many, all of them unless the bot has several daemons."""

    count: int = 1
    ids: tuple[int, ...] = (FIRST,)

    @property
    def is_whole(self) -> bool:
        """Whether there is no other daemon."""
        return len(self.ids) == self.count

    @property
    def has_first(self) -> bool:
        """Whether direct messages come here; so too does what is done once for the whole bot."""
        return FIRST in self.ids

    @property
    def mark(self) -> str:
        """Tells this daemon's reminders from those of the others, whose numbers are the same; empty for the
        daemon with the first shard, so that it may have been the only one before.
        """
        return "" if self.has_first else str(min(self.ids))

    @property
    def share(self) -> float:
        """Of what the whole bot may do, this daemon's part."""
        return len(self.ids) / self.count

    def serves(self, guild_id: int | None) -> bool:
        """Whether what happens in a server comes here; None stands for direct messages."""
        return shard_of(guild_id, self.count) in self.ids

    def __str__(self) -> str:
        """As "0, 1 of 4"; empty where there is nothing to divide."""
        if self.count == 1:
            return ""
        return f"{', '.join(str(each) for each in sorted(self.ids))} of {self.count}"


def shard_of(guild_id: int | None, count: int) -> int:
    return FIRST if guild_id is None else (guild_id >> 22) % count
