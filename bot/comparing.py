"""What became of messages while the bot was not connected: those that were edited or deleted meanwhile are
edited or deleted in the session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

import structlog

from agent.errors import StoreUnavailable
from agent.types import Channel, Incoming

MOST_CHANNELS = 20
"""Channels that are compared, those spoken in last; each is one request."""
SECONDS = 10.0
"""For all of them: what came in the meantime waits for it to be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """The newest messages of a channel: `ids`, all that there are from `oldest` on. `edited` are those among
    them whose text is not the first one, and `unreadable` those of these whose text the bot may not read any
    more.
    """

    ids: frozenset[int]
    oldest: int
    edited: tuple[Incoming, ...] = ()
    unreadable: frozenset[int] = frozenset()


class Channels(Protocol):
    """What can be looked up in Discord."""

    async def present(self, channel: Channel) -> Present | None:
        """None where the messages of a channel cannot be read, for whatever reason. Raises nothing."""
        ...


class Session(Protocol):
    """Which messages stand in a channel, as far as the session knows. Both raise StoreUnavailable."""

    async def spoken_in(self, *, most: int) -> tuple[Channel, ...]: ...

    async def standing(self, channel_id: int) -> frozenset[int]: ...


def gone(standing: Collection[int], present: Present) -> frozenset[int]:
    """Those of the messages that are no longer there, or no longer to be read."""
    readable = present.ids - present.unreadable
    return frozenset(each for each in standing if each >= present.oldest and each not in readable)


class Comparison:
    """`deleted` and `edited` carry out what was found, as if Discord had just said so; `settled` returns when
    that is done.
    """

    def __init__(
        self,
        *,
        channels: Channels,
        session: Session,
        deleted: Callable[[int], None],
        edited: Callable[[Incoming], None],
        settled: Callable[[], Awaitable[None]],
        seconds: float = SECONDS,
    ) -> None:
        self._channels = channels
        self._session = session
        self._deleted = deleted
        self._edited = edited
        self._settled = settled
        self._seconds = seconds
        self._log = structlog.get_logger("comparing")

    async def run(self) -> None:
        """Compares the newest messages of the channels spoken in last. What fails is logged and left."""
        try:
            async with asyncio.timeout(self._seconds):
                for channel in await self._session.spoken_in(most=MOST_CHANNELS):
                    await self._compare(channel)
                await self._settled()
        except TimeoutError:
            self._log.warning("not every channel was compared", seconds=self._seconds)
        except StoreUnavailable as fault:
            self._log.warning("channels cannot be compared", reason=str(fault))

    async def _compare(self, channel: Channel) -> None:
        standing = await self._session.standing(channel.id)  # before looking, so that all of it was there
        present = await self._channels.present(channel) if standing else None
        if present is None:
            return
        missing = gone(standing, present)
        changed = [each for each in present.edited if each.message_id in standing - missing]
        for message_id in missing:
            self._deleted(message_id)
        for incoming in changed:
            self._edited(incoming)
        if missing:
            self._log.info("deleted meanwhile", channel=channel.id, messages=len(missing))
