"""Occurrences as the scheduler sees them: due, claimed, on their way, settled.

Every step is a compare-and-set in one transaction, checked against the table in `life_cycle`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from agent.errors import IllegalTransition
from agent.recurrence import SHORTEST_INTERVAL
from agent.types import Channel, ChannelKind, Reminder
from bot.request_answer import RequestAnswer
from bot.store import claiming, missed, steps
from bot.store.claiming import Claimed, Claims
from bot.store.db import Database
from bot.store.instants import from_stored, to_stored
from bot.store.recomputing import FIND_OUTDATED, Recomputed, recompute
from bot.store.steps import Presser
from bot.zone_version import zone_version

_LATE_SERIES = """
    SELECT 1 FROM occurrences JOIN reminders ON reminders.id = reminder_id
    WHERE occurrences.state = 'scheduled' AND attempt_utc <= ? AND attempts = 0
        AND (ring > 0 OR rule IS NOT NULL) AND NOT paused LIMIT 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueOccurrence:
    """`to_run`: it is a request that is to be worked on before it can be delivered."""

    id: int
    channel_id: int
    to_run: bool = False


class SqliteOccurrences:
    """The scheduler's half of the truth. All methods may raise StoreUnavailable."""

    def __init__(self, database: Database, *, version: Callable[[], str] = zone_version) -> None:
        """`version` names the release of the zone database in use."""
        self._database = database
        self._version = version

    async def upcoming(self, *, after: datetime, until: datetime, limit: int) -> tuple[datetime, ...]:
        """The earliest `limit` distinct instants in (after, until] at which something is to be tried."""
        rows = await self._database.read(
            """
            SELECT DISTINCT attempt_utc FROM occurrences
            WHERE state = 'scheduled' AND attempt_utc > ? AND attempt_utc <= ?
            ORDER BY attempt_utc LIMIT ?
            """,
            (to_stored(after), to_stored(until), limit),
        )
        return tuple(from_stored(row[0]) for row in rows)

    async def due(self, *, now: datetime, per_channel: int) -> tuple[DueOccurrence, ...]:
        """What is to be tried by now, oldest first, at most `per_channel` of each channel."""
        rows = await self._database.read(
            """
            SELECT id, channel_id, to_run FROM (
                SELECT occurrences.id, channel_id, attempt_utc,
                    request AND answer IS NULL AND unanswered IS NULL AS to_run,
                    row_number() OVER (PARTITION BY channel_id ORDER BY attempt_utc, occurrences.id) AS place
                FROM occurrences JOIN reminders ON reminders.id = reminder_id
                WHERE occurrences.state = 'scheduled' AND attempt_utc <= ? AND NOT paused
            ) WHERE place <= ? ORDER BY attempt_utc, id
            """,
            (to_stored(now), per_channel),
        )
        return tuple(
            DueOccurrence(id=row["id"], channel_id=row["channel_id"], to_run=bool(row["to_run"]))
            for row in rows
        )

    async def claim_all(self, ids: Sequence[int], *, now: datetime, lease: timedelta) -> Claims:
        """Takes those of `ids` that are due and still to be had, for `lease`. One claimant wins."""
        return await self._database.write(partial(claiming.claim, ids, now, lease))

    async def begin_all(self, claims: Sequence[Claimed], *, now: datetime) -> frozenset[int]:
        """From here on a message may be out. Gives the ids of those that were not taken away meanwhile."""
        return await self._database.write(partial(claiming.begin, claims, now))

    async def claim(self, occurrence_id: int, *, now: datetime, lease: timedelta) -> Claimed | None:
        """`claim_all` for one; None if it is not to be had. Raises what made it unreadable."""
        claims = await self.claim_all((occurrence_id,), now=now, lease=lease)
        for _, error in claims.unreadable:
            raise error
        return next(iter(claims.claimed), None)

    async def begin_sending(self, claimed: Claimed, *, now: datetime) -> None:
        """`begin_all` for one. Raises IllegalTransition if the reminder was removed."""
        if not await self.begin_all((claimed,), now=now):
            raise IllegalTransition(f"occurrence {claimed.occurrence_id} is no longer held by this attempt")

    async def delivered(
        self, claimed: Claimed, *, channel_id: int, message_id: int, now: datetime
    ) -> datetime | None:
        """The message is out: the occurrence is done, and with it a reminder that has no other.

        Gives the instant of what follows in the same transaction: the next of a series, an alarm's next ring.
        """
        columns = {
            "lease_until": None,
            "delivered_channel_id": channel_id,
            "delivered_message_id": message_id,
            "delivered_utc": to_stored(now),
            "last_error": None,
        }
        return await self._database.write(partial(steps.deliver, claimed, columns, now, self._version()))

    async def delay(self, claimed: Claimed, *, until: datetime, reason: str) -> None:
        """Back to scheduled, to be tried again at `until`; skipped if its reminder was removed meanwhile."""
        await self._database.write(partial(steps.delay, claimed, until, reason))

    async def answer(self, claimed: Claimed, given: RequestAnswer, *, now: datetime) -> None:
        """Keeps what a request came to, which is due for delivery from then on.

        Raises IllegalTransition if another process has taken it meanwhile.
        """
        await self._database.write(partial(steps.answer, claimed, given, now))

    async def fail(self, claimed: Claimed, *, reason: str) -> datetime | None:
        """This occurrence is given up. Gives the instant of the next one of a series, which goes on."""
        return await self._database.write(partial(steps.fail, claimed, reason, self._version()))

    async def elsewhere(self, claimed: Claimed) -> Channel | None:
        """Where its author last set something in a server, other than in its own channel; None if nowhere."""
        reminder = claimed.reminder
        rows = await self._database.read(
            """
            SELECT channels.id, channels.kind, channels.guild_id, channels.parent_id
            FROM reminders JOIN channels ON channels.id = reminders.channel_id
            WHERE author_id = ? AND channels.guild_id IS NOT NULL AND channels.id <> ?
            ORDER BY reminders.id DESC LIMIT 1
            """,
            (reminder.author_id, reminder.channel.id),
        )
        for row in rows:
            return Channel(
                id=row["id"],
                kind=ChannelKind(row["kind"]),
                guild_id=row["guild_id"],
                parent_id=row["parent_id"],
            )
        return None

    async def skip_missed(self, *, now: datetime, window: timedelta) -> tuple[datetime, ...]:
        """Of each series that is late, keeps one catch-up inside `window` and skips the rest.

        Gives the instants that are due instead; the next delivery tells how many were missed.
        """
        if not await self._database.read(_LATE_SERIES, (to_stored(now - SHORTEST_INTERVAL),)):
            return ()
        return await self._database.write(partial(missed.skip, now, window, self._version()))

    async def recompute(self, *, now: datetime, after: datetime | None = None, limit: int) -> Recomputed:
        """Moves future occurrences that another release of the zone database puts elsewhere.

        One batch of about `limit`, the soonest first; `after` is how far the batch before it reached.
        """
        version = self._version()
        found = await self._database.read(FIND_OUTDATED, (to_stored(after or now) + 1, version, limit))
        if not found:
            return Recomputed()
        first, last = from_stored(found[0][0]), from_stored(found[-1][0])
        return await self._database.write(partial(recompute, first, last, now, version))

    async def restore(self, *, now: datetime, everything: bool, except_for: Collection[int] = ()) -> int:
        """Puts claims that nobody holds any more back to scheduled and returns how many.

        `everything` takes all of them, else those whose lease has ended; `except_for` are ids that the caller
        holds itself. Those of removed reminders are skipped.
        """
        return await self._database.write(partial(steps.restore, now, everything, frozenset(except_for)))

    async def fail_unreadable(self, occurrence_id: int, *, reason: str) -> None:
        """Takes a row out of the schedule that cannot even be claimed. Raises IllegalTransition."""
        await self._database.write(partial(steps.fail_unreadable, occurrence_id, reason))

    async def hasten(self, *, now: datetime) -> int:
        """Makes everything that was delayed due again at once; returns how many."""
        return await self._database.write(partial(steps.hasten, now))

    async def set_back(self, by: timedelta) -> None:
        """The wall clock was set back by so much: what was noted of attempts that are not settled goes back
        with it. When something is due stays, and no attempt comes before that.
        """
        await self._database.write(partial(steps.set_back, by))

    async def acknowledge(
        self, reminder_id: int, *, due: datetime, author_id: int, roles: frozenset[int] = frozenset()
    ) -> None:
        """Its author, or whom it is for, has seen the occurrence that was due in this second; an alarm rings
        no more. `roles` are those of the user `author_id`.

        Raises NotFound, also for somebody else's, and IllegalTransition.
        """
        by = Presser(user_id=author_id, roles=roles)
        await self._database.write(partial(steps.acknowledge, reminder_id, due, by))

    async def silence_ringing(self, author_id: int, *, channel_id: int) -> tuple[Reminder, ...]:
        """Acknowledges the alarms of this author that ring in this channel, and gives them."""
        return await self._database.write(partial(steps.silence_ringing, author_id, channel_id))
