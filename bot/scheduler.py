"""The schedule: APScheduler as an alarm clock in memory, over rows that are the truth.

A job only says "look now"; what is due is read from the database each time. So a lost job costs at most one
tick, a job too many costs one query, and removing a reminder needs no job to be found. APScheduler's stores
pickle jobs and are at most once, which is why only its memory store is used.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger

from agent.errors import StoreUnavailable
from agent.types import Clock
from bot.delivery import Deliverer
from bot.request_answer import RequestAnswer, Unanswered
from bot.schedule.dispatcher import Dispatcher
from bot.schedule.policy import DeliveryPolicy
from bot.schedule.requests import Answer, RequestRunner
from bot.store.claiming import Claimed
from bot.store.occurrences import SqliteOccurrences
from bot.store.recomputing import Recomputed

TICK = timedelta(seconds=10)
"""How often the near window is read again; bounds how late a lost wake-up or a changed clock can make us."""
WINDOW = timedelta(minutes=2)
WINDOW_JOBS = 1000
"""Wake-ups held at once; one is for all occurrences of an instant."""
PER_CHANNEL = 50
"""Due occurrences of one channel taken up at once, so that a long backlog leaves room for others."""
REQUEST_LIMIT = timedelta(minutes=5)
CLOCK_CHECK = timedelta(seconds=5)
"""How often the wall clock is compared with the monotonic clock."""
CLOCK_JUMP = timedelta(seconds=1)
"""Clocks that drift apart by more since the last comparison were set, or the host was suspended."""
RECOMPUTED_FIRST, RECOMPUTED_AT_ONCE = 500, 50
"""Occurrences moved by another zone database before anything is delivered, and in each step behind it."""
RECOMPUTE_PAUSE = 0.01
"""Seconds between two such steps: half of the time for everything else."""
LONGEST_LOOK, LATE_TICKS = 120.0, 6
"""Seconds, and ticks, without a look at the schedule after which something must hang."""
DRAIN = 5.0
"""Seconds that stopping leaves to deliveries under way."""

_TICK_JOB = "tick"


async def no_engine(_claimed: Claimed) -> RequestAnswer:
    """What becomes of requests where nothing is there to work on them."""
    return RequestAnswer(unanswered=Unanswered.ENGINE)


class Scheduler:
    """Delivers what is due, from `start` to `stop`.

    `sole_owner`: no other process works on this database, so that at the start everything claimed is known to
    be abandoned. Otherwise it is taken up when its lease ends. `language` as for the dispatcher.
    `answer` works on a due request, for at most `request_limit`. `on_delivered` hears how late each
    delivery was.
    """

    def __init__(
        self,
        *,
        occurrences: SqliteOccurrences,
        deliverer: Deliverer,
        clock: Clock,
        policy: DeliveryPolicy | None = None,
        sole_owner: bool = True,
        tick: timedelta = TICK,
        clock_check: timedelta = CLOCK_CHECK,
        language: str = "en",
        answer: Answer = no_engine,
        request_limit: timedelta = REQUEST_LIMIT,
        on_delivered: Callable[[timedelta], None] = lambda late: None,
    ) -> None:
        self._occurrences = occurrences
        self._clock = clock
        self._sole_owner = sole_owner
        self._period = tick
        self._clock_check = clock_check
        policy = policy or DeliveryPolicy()
        self._catch_up_window = policy.catch_up
        self._dispatcher = Dispatcher(
            occurrences=occurrences,
            deliverer=deliverer,
            clock=clock,
            policy=policy,
            on_delayed=self.expect,
            on_drained=self._channel_drained,
            language=language,
            on_delivered=on_delivered,
        )
        self._requests = RequestRunner(
            occurrences=occurrences,
            answer=answer,
            clock=clock,
            policy=policy,
            limit=request_limit,
            on_answered=self._look_again,
        )
        self._jobs: Any = None
        self._look = asyncio.Event()
        self._window_is_stale = True
        self._window_ends: datetime | None = None
        self._more_waits = False
        self._tasks: list[asyncio.Task[None]] = []
        self._looked = time.monotonic()
        self._log = structlog.get_logger("kallisti.scheduler")

    async def start(self) -> None:
        """Takes up what an earlier process left, then delivers. Call it once the deliverer is ready.

        Raises StoreUnavailable.
        """
        restored = await self._occurrences.restore(now=self._clock(), everything=self._sole_owner)
        if restored:
            self._log.info("occurrences restored", count=restored)
        recomputed = await self._occurrences.recompute(now=self._clock(), limit=RECOMPUTED_FIRST)
        self._jobs = AsyncIOScheduler(
            jobstores={"default": MemoryJobStore()},
            timezone=UTC,
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        self._jobs.start()
        self._jobs.add_job(self._tick, _Every(self._period), id=_TICK_JOB, next_run_time=machine_time())
        self._tasks = [
            asyncio.create_task(self._serve(), name="scheduler"),
            asyncio.create_task(self._watch_clock(), name="clock watch"),
            asyncio.create_task(self._recompute_rest(recomputed), name="zone database"),
        ]
        self._looked = time.monotonic()

    async def stop(self) -> None:
        """Takes up nothing new, lets deliveries under way end, and drops the rest. Idempotent."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._jobs is not None:
            self._jobs.shutdown(wait=False)
            self._jobs = None
            await asyncio.sleep(0)  # APScheduler shuts down in the loop's next round
        await self._requests.drain()
        await self._dispatcher.drain(patience=DRAIN)

    def expect(self, instant: datetime) -> None:
        """Says that something is to be delivered at `instant`; to be called after it is committed."""
        now = self._clock()
        if instant <= now:
            self._look.set()
        elif self._jobs is not None and instant <= now + WINDOW:
            self._set_alarm(instant, now)

    @property
    def is_well(self) -> bool:
        """Whether it looks at the schedule regularly, once it has started."""
        if self._jobs is None:
            return True
        if not self._tasks or self._tasks[0].done():
            return False
        patience = max(LONGEST_LOOK, LATE_TICKS * self._period.total_seconds())
        return time.monotonic() - self._looked < patience

    async def retry_now(self) -> None:
        """Tries what was delayed at once; for when a lost connection is back. Raises StoreUnavailable."""
        if await self._occurrences.hasten(now=self._clock()):
            self._look.set()

    # ------------------------------------------------------------------ waking up

    def _set_alarm(self, instant: datetime, now: datetime) -> None:
        # APScheduler reads the machine's clock; only the span until then is taken from ours.
        self._jobs.add_job(
            self._wake,
            "date",
            run_date=machine_time() + (instant - now),
            args=(instant,),
            id=instant.isoformat(),
            replace_existing=True,
        )

    async def _wake(self, instant: datetime) -> None:
        if instant > self._clock():  # the timer was early, or the clock was set back
            self.expect(instant)
            return
        if self._window_ends is not None and instant >= self._window_ends:
            self._window_is_stale = True
        self._look.set()

    async def _tick(self) -> None:
        self._window_is_stale = True
        self._look.set()

    def _look_again(self) -> None:
        self._look.set()

    def _channel_drained(self) -> None:
        if self._more_waits:
            self._look.set()

    async def _watch_clock(self) -> None:
        wall, steady = self._clock(), time.monotonic()
        while True:
            await asyncio.sleep(self._clock_check.total_seconds())
            jump = (self._clock() - wall) - timedelta(seconds=time.monotonic() - steady)
            wall, steady = self._clock(), time.monotonic()
            if abs(jump) > CLOCK_JUMP:
                await self._clock_jumped(jump)

    async def _clock_jumped(self, by: timedelta) -> None:
        if by < timedelta(0):
            try:
                await self._occurrences.set_back(-by)
            except StoreUnavailable as fault:
                self._log.warning("attempts not moved with the clock", reason=str(fault))
        self._log.warning("clock jumped", seconds=round(by.total_seconds(), 1))
        # APScheduler keeps the old time; after a step back its tick would be due only much later.
        self._jobs.modify_job(_TICK_JOB, next_run_time=machine_time())

    async def _recompute_rest(self, batch: Recomputed) -> None:
        """What the start left, in batches, while reminders go out already."""
        moved = batch.moved
        while batch.reached is not None:
            try:
                batch = await self._occurrences.recompute(
                    now=self._clock(), after=batch.reached, limit=RECOMPUTED_AT_ONCE
                )
            except StoreUnavailable as fault:
                self._log.warning("not recomputed", reason=str(fault))
                await asyncio.sleep(self._period.total_seconds())
                continue
            moved += batch.moved
            if batch.moved:
                await self._tick()
            await asyncio.sleep(RECOMPUTE_PAUSE)
        if moved:
            self._log.warning("zone database changed", moved=moved)

    # ------------------------------------------------------------------ looking

    async def _serve(self) -> None:
        while True:
            await self._look.wait()
            self._look.clear()
            try:
                await self._catch_up()
            except StoreUnavailable as fault:
                self._log.warning("schedule not read", reason=str(fault))
            except Exception:  # noqa: BLE001 - the next tick looks again; ending here would end all reminders
                self._log.exception("schedule not read")
            self._looked = time.monotonic()

    async def _catch_up(self) -> None:
        stale, self._window_is_stale = self._window_is_stale, False
        now = self._clock()
        if stale:
            held = self._dispatcher.taken | self._requests.taken
            await self._occurrences.restore(now=now, everything=False, except_for=held)
        await self._skip_missed(now)
        await self._take_up_due(now)
        if stale:
            await self._fill_window(now)

    async def _skip_missed(self, now: datetime) -> None:
        targets = await self._occurrences.skip_missed(now=now, window=self._catch_up_window)
        if targets:
            self._log.warning("occurrences missed", series=len(targets))
        for target in targets:
            if target > now:
                self.expect(target)

    async def _take_up_due(self, now: datetime) -> None:
        due = await self._occurrences.due(now=now, per_channel=PER_CHANNEL)
        counts = Counter(occurrence.channel_id for occurrence in due)
        self._more_waits = any(count >= PER_CHANNEL for count in counts.values())
        self._requests.feed(occurrence for occurrence in due if occurrence.to_run)
        self._dispatcher.feed(occurrence for occurrence in due if not occurrence.to_run)

    async def _fill_window(self, now: datetime) -> None:
        instants = await self._occurrences.upcoming(after=now, until=now + WINDOW, limit=WINDOW_JOBS)
        self._window_ends = instants[-1] if len(instants) == WINDOW_JOBS else None
        for instant in instants:
            self._set_alarm(instant, now)


def machine_time() -> datetime:
    """What APScheduler reads, whatever clock the rest of the program was given."""
    return datetime.now(UTC)


class _Every(BaseTrigger):  # type: ignore[misc]
    """Fires `period` after it was asked, not after it last fired.

    APScheduler's own interval trigger walks through every missed period after a clock step, one by one.
    """

    def __init__(self, period: timedelta) -> None:
        self._period = period

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        return now + self._period
