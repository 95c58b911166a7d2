"""Due occurrences on their way: first in, first out within a channel, at the same time across channels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog

from agent.errors import (
    ContentRefused,
    DeliveryDelayed,
    DeliveryError,
    IllegalTransition,
    StoreUnavailable,
    TargetGone,
)
from agent.types import Clock
from bot.delivery import Deliverer, compose, undelivered
from bot.schedule.courier import Courier, Receipt
from bot.schedule.lanes import Lanes
from bot.schedule.policy import DeliveryPolicy, look_from, next_attempt
from bot.store.claiming import Claimed
from bot.store.occurrences import DueOccurrence, SqliteOccurrences

AT_ONCE = 100
"""Channels that are sent to at the same time; Discord takes 50 requests a second in all."""


class Dispatcher:
    """Claims, sends and settles what it is fed. Nothing that goes wrong with one row reaches another.

    Channels take turns: each that has something waiting stands in line, gives its first, and goes to the end
    once that is settled. What has its turn at the same time is claimed together.

    `on_delayed` gets the instant at which something is to be tried again or follows, `on_drained` says that a
    channel has nothing left to do, `on_delivered` hears how late a delivery was; none may
    raise. `language` is for authors of whom none is known.
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
        on_delivered: Callable[[timedelta], None] = lambda late: None,
    ) -> None:
        self._occurrences = occurrences
        self._courier = Courier(deliverer)
        self._clock = clock
        self._policy = policy
        self._on_delayed = on_delayed
        self._on_drained = on_drained
        self._language = language
        self._on_delivered = on_delivered
        self._lanes = Lanes(at_once=AT_ONCE)
        self._turns: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("kallisti.dispatcher")

    @property
    def taken(self) -> frozenset[int]:
        """Ids of the occurrences that wait in a lane or are being sent."""
        return self._lanes.taken

    def feed(self, due: Iterable[DueOccurrence]) -> None:
        """Queues what is not queued yet, in the order given."""
        for occurrence in due:
            self._lanes.add(occurrence.id, occurrence.channel_id)
        self._give_turns()

    async def drain(self, *, patience: float) -> None:
        """Waits up to `patience` seconds for what is being sent; drops the rest, which stays scheduled."""
        self._lanes.clear()
        deadline = asyncio.get_running_loop().time() + patience
        while running := {*self._tasks, *([self._turns] if self._turns else [])}:
            left = deadline - asyncio.get_running_loop().time()
            _, late = await asyncio.wait(running, timeout=max(0.0, left))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # ------------------------------------------------------------------ whose turn it is

    def _give_turns(self) -> None:
        if self._turns is None and self._lanes.can_start:
            self._turns = self._start(self._start_all(), name="turns")
            self._turns.add_done_callback(self._turns_given)

    def _turns_given(self, _: asyncio.Task[None]) -> None:
        self._turns = None
        self._give_turns()

    async def _start_all(self) -> None:
        """Starts everything whose turn it is now."""
        turns = self._lanes.next_turns()
        try:
            claims = await self._claim([occurrence_id for occurrence_id, _ in turns])
        except StoreUnavailable as fault:
            self._log.warning("occurrences not claimed", count=len(turns), reason=str(fault))
            self._forget(turns)
            return
        for occurrence_id, channel_id in turns:
            claimed = claims.get(occurrence_id)
            if claimed is None:
                self._end_turn(occurrence_id, channel_id)
            else:
                self._start(self._attempt(claimed, channel_id), name=f"lane {channel_id}")
                # One at a time, because a hundred in the same round hold the event loop up.
                await asyncio.sleep(0)

    def _forget(self, turns: list[tuple[int, int]]) -> None:
        """What cannot be claimed now is due again at the next tick, and so is all that would fail next."""
        self._lanes.clear()
        for occurrence_id, channel_id in turns:
            self._lanes.end_turn(occurrence_id, channel_id)

    def _start(self, work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _end_turn(self, occurrence_id: int, channel_id: int) -> None:
        if self._lanes.end_turn(occurrence_id, channel_id):
            self._on_drained()
        self._give_turns()

    # ------------------------------------------------------------------ one after the other

    async def _claim(self, ids: list[int]) -> dict[int, Claimed]:
        """Those that may be sent now. Whatever is not settled here is restored when its lease ends.

        Raises StoreUnavailable.
        """
        now = self._clock()
        try:
            claims = await self._occurrences.claim_all(ids, now=now, lease=self._policy.lease)
            for occurrence_id, error in claims.unreadable:
                await self._give_up_unreadable(occurrence_id, error)
            held = await self._occurrences.begin_all(claims.claimed, now=now)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - one of them is poisoned: the others are claimed without it
            if len(ids) == 1:
                self._log.exception("occurrence not claimed", occurrence=ids[0])
                return {}
            alone = [await self._claim([occurrence_id]) for occurrence_id in ids]
            return {occurrence_id: each for claims in alone for occurrence_id, each in claims.items()}
        return {each.occurrence_id: each for each in claims.claimed if each.occurrence_id in held}

    async def _give_up_unreadable(self, occurrence_id: int, error: Exception) -> None:
        self._log.error("row unreadable", occurrence=occurrence_id, reason=str(error))
        with suppress(IllegalTransition):
            await self._occurrences.fail_unreadable(occurrence_id, reason=f"unreadable: {error}")

    async def _attempt(self, claimed: Claimed, channel_id: int) -> None:
        occurrence_id = claimed.occurrence_id
        try:
            await self._send_and_settle(claimed)
        except IllegalTransition as lost:
            self._log.info("occurrence taken away", occurrence=occurrence_id, reason=str(lost))
        except StoreUnavailable as fault:
            self._log.warning("occurrence not settled", occurrence=occurrence_id, reason=str(fault))
        except Exception:  # noqa: BLE001 - one poisoned row must not stop its lane
            self._log.exception("occurrence not settled", occurrence=occurrence_id)
        finally:
            self._end_turn(occurrence_id, channel_id)

    async def _send_and_settle(self, claimed: Claimed) -> None:
        try:
            receipt = await self._send(claimed, self._clock())
        except TargetGone as gone:
            await self._fail(claimed, str(gone))
            await self._tell_elsewhere(claimed)
        except ContentRefused as final:
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
        look_since = look_from(policy, first_sent=claimed.first_sent, due=claimed.due, now=now)
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
                self._tell(claimed, receipt)
                self._expect(following)
                return

    def _tell(self, claimed: Claimed, receipt: Receipt) -> None:
        late = self._clock() - claimed.due
        self._log.info(
            "delivered",
            reminder=claimed.reminder.id,
            message=receipt.message_id,
            late_seconds=round(late.total_seconds(), 3),
        )
        self._on_delivered(late)

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

    async def _tell_elsewhere(self, claimed: Claimed) -> None:
        """Says once that it reached nobody, where its author last set something among others.

        Of a series that goes on failing only the first one is told of. The list holds the reason anyway.
        """
        if claimed.reminder.failure is not None:
            return
        place = await self._occurrences.elsewhere(claimed)
        if place is None:
            return
        notice = compose(claimed.reminder, due=claimed.due, now=self._clock(), language=self._language)
        try:
            async with asyncio.timeout(self._policy.attempt.total_seconds()):
                await self._courier.mention(place, undelivered(notice))
        except (DeliveryError, TimeoutError) as fault:
            self._log.info("failure not told", reminder=claimed.reminder.id, reason=str(fault))

    def _expect(self, instant: datetime | None) -> None:
        if instant is not None:
            self._on_delayed(instant)
