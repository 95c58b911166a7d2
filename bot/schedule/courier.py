"""One attempt at one occurrence: where it goes, in which form, and whether it is there already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.errors import ContentRefused, TargetGone
from agent.types import Channel, ChannelKind
from bot.delivery import Deliverer, DeliverySearch, Notice, redirected, shortened


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Where the message is."""

    channel_id: int
    message_id: int


class Courier:
    """Tries the channel, then a thread's parent, then the author's direct channel."""

    def __init__(self, deliverer: Deliverer) -> None:
        self._deliverer = deliverer

    async def carry(self, channel: Channel, notice: Notice, *, look_since: datetime | None) -> Receipt:
        """Delivers `notice`, or finds it delivered.

        `look_since`: look for a message from then on before sending, None to send at once.
        Raises TargetGone (nowhere left to go, with each reason), ContentRefused (the plain form too) and
        DeliveryDelayed.
        """
        reasons: list[str] = []
        for place in _places(channel):
            try:
                target = place or await self._deliverer.direct_channel(notice.last_resort)
                form = notice if target == channel else redirected(notice)
                return await self._reach(target, form, look_since)
            except TargetGone as gone:
                reasons.append(str(gone))
        raise TargetGone("; ".join(reasons))

    async def mention(self, channel: Channel, notice: Notice) -> None:
        """Sends it there and nowhere else. Raises as `Deliverer.deliver`."""
        await self._deliverer.deliver(channel, notice)

    async def _reach(self, target: Channel, notice: Notice, look_since: datetime | None) -> Receipt:
        found = None if look_since is None else await self._find(target, notice, look_since)
        message_id = await self._send(target, notice) if found is None else found
        return Receipt(channel_id=target.id, message_id=message_id)

    async def _find(self, target: Channel, notice: Notice, since: datetime) -> int | None:
        """A deliverer that cannot look leaves a duplicate possible, which is better than a loss."""
        if not isinstance(self._deliverer, DeliverySearch):
            return None
        return await self._deliverer.find_delivered(target, notice, since)

    async def _send(self, target: Channel, notice: Notice) -> int:
        try:
            return await self._deliverer.deliver(target, notice)
        except ContentRefused:
            return await self._deliverer.deliver(target, shortened(notice))


def _places(channel: Channel) -> tuple[Channel | None, ...]:
    """Where a notice for `channel` may go, in order; None is the author's direct channel."""
    if channel.kind is ChannelKind.THREAD and channel.parent_id is not None:
        parent = Channel(id=channel.parent_id, kind=ChannelKind.GUILD, guild_id=channel.guild_id)
        return (channel, parent, None)
    return (channel, None) if channel.kind in (ChannelKind.GUILD, ChannelKind.THREAD) else (channel,)
