"""Due occurrences on their way: first in, first out within a channel, at the same time across channels."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime

import structlog

from agent.errors import (
    ContentRefused,
    DeliveryDelayed,
    IllegalTransition,
    StoreUnavailable,
    TargetGone,
)
from agent.types import Clock
from bot.delivery import Deliverer, compose
from bot.schedule.courier import Courier, Receipt
from bot.schedule.policy import DeliveryPolicy, must_look_first, next_attempt
from bot.store.occurrences import DueOccurrence, SqliteOccurrences
from bot.store.steps import Claimed

AT_ONCE = 100
"""Channels that are sent to at the same time; Discord takes 50 requests a second in all."""


class Dispatcher:
    """Claims, sends and settles what it is fed. Nothing that goes wrong with one row reaches another.

    `on_delayed` gets the instant at which something is to be tried again or follows, `on_drained` says that a
    channel has nothing left to do; neither may raise. `language` is for authors of whom none is known.
    """

    def __init__(
        self,
        *,
        occurrences: SqliteOccurrences,
        deliverer: Deliverer,
        clock: Clock,
        policy: DeliveryPolicy,
        on_delayed: Callable[[datetime], None] = lambda until: None,
        on_drained: Callable[[], None] = lambda: None,
        language: str = "en",
    ) -> None:
        self._occurrences = occurrences
        self._courier = Courier(deliverer)
        self._clock = clock
        self._policy = policy
        self._on_delayed = on_delayed
        self._on_drained = on_drained
        self._language = language
        self._lanes: dict[int, deque[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._taken: set[int] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._log = structlog.get_logger("kallisti.dispatcher")

    @property
    def taken(self) -> frozenset[int]:
        """Ids of the occurrences that wait in a lane or are being sent."""
        return frozenset(self._taken)

    def feed(self, due: Iterable[DueOccurrence]) -> None:
        """Queues what is not queued yet, in the order given."""
        for occurrence in due:
            if occurrence.id not in self._taken:
                self._taken.add(occurrence.id)
                self._queue(occurrence)

    async def drain(self, *, patience: float) -> None:
        """Waits up to `patience` seconds for what is being sent; drops the rest, which stays scheduled."""
        for lane in self._lanes.values():
            self._taken.difference_update(lane)
            lane.clear()
        tasks = set(self._tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _queue(self, occurrence: DueOccurrence) -> None:
        lane = self._lanes.get(occurrence.channel_id)
        if lane is not None:
            lane.append(occurrence.id)
            return
        self._lanes[occurrence.channel_id] = deque([occurrence.id])
        task = asyncio.create_task(
            self._work_off(occurrence.channel_id), name=f"lane {occurrence.channel_id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self, channel_id: int) -> None:
        lane = self._lanes[channel_id]
        try:
            while lane:
                occurrence_id = lane.popleft()
                try:
                    await self._attempt(occurrence_id)
                finally:
                    self._taken.discard(occurrence_id)
        finally:
            del self._lanes[channel_id]
        self._on_drained()

    async def _attempt(self, occurrence_id: int) -> None:
        """One claim and what becomes of it. Whatever is not settled here is restored when its lease ends."""
        try:
            async with self._slots:
                claimed = await self._claim(occurrence_id)
                if claimed is not None:
                    await self._send_and_settle(claimed)
        except IllegalTransition as lost:
            self._log.info("occurrence taken away", occurrence=occurrence_id, reason=str(lost))
        except StoreUnavailable as fault:
            self._log.warning("occurrence not settled", occurrence=occurrence_id, reason=str(fault))
        except Exception:  # noqa: BLE001 - one poisoned row must not stop its lane
            self._log.exception("occurrence not settled", occurrence=occurrence_id)

    async def _claim(self, occurrence_id: int) -> Claimed | None:
        try:
            return await self._occurrences.claim(occurrence_id, now=self._clock(), lease=self._policy.lease)
        except (ValueError, OverflowError) as unreadable:
            self._log.exception("row unreadable", occurrence=occurrence_id)
            await self._occurrences.fail_unreadable(occurrence_id, reason=f"unreadable: {unreadable}")
            return None

    async def _send_and_settle(self, claimed: Claimed) -> None:
        started = self._clock()
        await self._occurrences.begin_sending(claimed, now=started)
        try:
            receipt = await self._send(claimed, started)
        except (TargetGone, ContentRefused) as final:
            await self._fail(claimed, str(final))
        except (DeliveryDelayed, TimeoutError) as fault:
            await self._delay(claimed, str(fault) or "no answer in time")
        except Exception as bug:  # noqa: BLE001 - whatever it is, the reminder is not lost over it
            self._log.exception("delivery raised", reminder=claimed.reminder.id)
            await self._delay(claimed, f"{type(bug).__name__}: {bug}")
        else:
            await self._record(claimed, receipt)

    async def _send(self, claimed: Claimed, now: datetime) -> Receipt:
        policy = self._policy
        notice = compose(
            claimed.reminder,
            due=claimed.due,
            now=now,
            ring=claimed.ring,
            missed=claimed.missed,
            missed_since=claimed.missed_since,
            language=self._language,
            answer=claimed.answer,
        )
        look_since = None
        if claimed.first_sent is not None and must_look_first(policy, first_sent=claimed.first_sent, now=now):
            look_since = min(claimed.first_sent, claimed.due) - policy.clock_skew
        async with asyncio.timeout(policy.attempt.total_seconds()):
            return await self._courier.carry(claimed.reminder.channel, notice, look_since=look_since)

    async def _record(self, claimed: Claimed, receipt: Receipt) -> None:
        """The message is out: keeps trying to say so, since a row left `sending` may be sent again."""
        while True:
            try:
                following = await self._occurrences.delivered(
                    claimed, channel_id=receipt.channel_id, message_id=receipt.message_id, now=self._clock()
                )
            except StoreUnavailable as fault:
                self._log.warning("delivery not recorded", reminder=claimed.reminder.id, reason=str(fault))
                await asyncio.sleep(self._policy.record_pause.total_seconds())
            else:
                self._log.info("delivered", reminder=claimed.reminder.id, message=receipt.message_id)
                self._expect(following)
                return

    async def _delay(self, claimed: Claimed, reason: str) -> None:
        now = self._clock()
        until = next_attempt(
            self._policy, attempt=claimed.attempt, first_sent=claimed.first_sent or now, now=now
        )
        if until is None:
            await self._fail(claimed, f"gave up: {reason}")
            return
        self._log.warning(
            "delivery delayed", reminder=claimed.reminder.id, until=until.isoformat(), reason=reason
        )
        await self._occurrences.delay(claimed, until=until, reason=reason)
        self._on_delayed(until)

    async def _fail(self, claimed: Claimed, reason: str) -> None:
        self._log.error("delivery failed", reminder=claimed.reminder.id, reason=reason)
        self._expect(await self._occurrences.fail(claimed, reason=reason))

    def _expect(self, instant: datetime | None) -> None:
        if instant is not None:
            self._on_delayed(instant)
