"""Store, clock, inbox and dispatcher together, moved by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from agent.reminder_limits import ReminderLimits
from agent.testing.clock import FixedClock
from agent.types import Channel, Reminder
from bot.delivery import Deliverer
from bot.schedule.dispatcher import Dispatcher
from bot.schedule.policy import DeliveryPolicy
from bot.store.db import Database
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from tests.scheduler.fakes import eventually
from tests.store.making import ANN, GENERAL, draft

NOW = timedelta(0)


@dataclass(kw_only=True)
class House:
    database: Database
    deliverer: Deliverer
    policy: DeliveryPolicy = field(default_factory=DeliveryPolicy)
    clock: FixedClock = field(default_factory=FixedClock)
    delayed: list[datetime] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.occurrences = SqliteOccurrences(self.database)
        self.store = SqliteReminderStore(self.database, limits=ReminderLimits(pending=10_000))
        self.dispatcher = self.new_dispatcher()

    def new_dispatcher(self) -> Dispatcher:
        """As after a restart: what the old one held in memory is gone."""
        return Dispatcher(
            occurrences=self.occurrences,
            deliverer=self.deliverer,
            clock=self.clock,
            policy=self.policy,
            on_delayed=self.delayed.append,
        )

    async def add(
        self,
        text: str = "stretch",
        *,
        channel: Channel = GENERAL,
        after: timedelta = NOW,
        author: int = ANN,
        **options: Any,
    ) -> Reminder:
        return await self.store.add(
            draft(text=text, channel=channel, after=after, author_id=author, now=self.clock(), **options)
        )

    async def at(self, instant: datetime, *, seconds: float = 10.0) -> None:
        """Sets the clock and does what the scheduler does then, until nothing is due any more."""
        self.clock.advance(instant - self.clock())
        while True:
            await self.occurrences.skip_missed(now=instant, window=self.policy.catch_up)
            if not await self.occurrences.due(now=instant, per_channel=1):
                return
            await self.round(seconds=seconds)

    async def states(self, reminder: Reminder) -> list[str]:
        """Those of all its occurrences, in the order in which they are due."""
        rows = await self.database.read(
            "SELECT state FROM occurrences WHERE reminder_id = ? ORDER BY due_utc", (reminder.id,)
        )
        return [row["state"] for row in rows]

    async def next_due(self, author: int = ANN) -> list[datetime]:
        return [reminder.due for reminder in await self.store.pending(author)]

    async def feed(self) -> None:
        self.dispatcher.feed(await self.occurrences.due(now=self.clock(), per_channel=10_000))

    async def round(self, *, seconds: float = 10.0) -> None:
        """Takes up all that is due now and waits until it is settled."""
        await self.feed()
        await eventually(self._is_idle, seconds=seconds)

    async def _is_idle(self) -> bool:
        return not self.dispatcher.taken

    async def occurrence(self, reminder: Reminder) -> dict[str, object]:
        (row,) = await self.database.read("SELECT * FROM occurrences WHERE reminder_id = ?", (reminder.id,))
        return dict(row)

    async def state(self, reminder: Reminder) -> tuple[object, object]:
        (row,) = await self.database.read("SELECT state FROM reminders WHERE id = ?", (reminder.id,))
        return (await self.occurrence(reminder))["state"], row["state"]

    async def is_delivered(self, reminder: Reminder) -> bool:
        return await self.state(reminder) == ("delivered", "done")
