"""Due requests: each is worked on once, apart from the lanes of delivery, and what it came to is kept.

A turn may take minutes, and no reminder may wait for one. So an occurrence of a request is claimed, its turn
runs, and the answer is stored with it; only then is it due for delivery, like any other occurrence. A claim
whose process died is never worked on again: its tools may have done something already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta

import structlog

from agent.errors import IllegalTransition, StoreUnavailable
from agent.types import Clock
from bot.request_answer import RequestAnswer, Unanswered
from bot.schedule.policy import DeliveryPolicy
from bot.store.claiming import Claimed
from bot.store.occurrences import DueOccurrence, SqliteOccurrences

AT_ONCE = 2
"""Requests worked on at the same time: the engine has one queue, and people who wait come first."""
LEASE_MARGIN = timedelta(minutes=1)
"""How much longer a claim is held than a turn may take."""

Answer = Callable[[Claimed], Awaitable[RequestAnswer]]
"""Runs the turn of a due request for its author."""


class RequestRunner:
    """`limit` bounds one turn; `on_answered` says that something is due for delivery, and may not raise."""

    def __init__(
        self,
        *,
        occurrences: SqliteOccurrences,
        answer: Answer,
        clock: Clock,
        policy: DeliveryPolicy,
        limit: timedelta,
        on_answered: Callable[[], None],
    ) -> None:
        self._occurrences = occurrences
        self._answer = answer
        self._clock = clock
        self._policy = policy
        self._limit = limit
        self._on_answered = on_answered
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._log = structlog.get_logger("kallisti.requests")

    @property
    def taken(self) -> frozenset[int]:
        """Ids of the occurrences that wait for their turn or are being worked on."""
        return frozenset(self._tasks)

    def feed(self, due: Iterable[DueOccurrence]) -> None:
        """Takes up what is not taken up yet."""
        for occurrence in due:
            if occurrence.id not in self._tasks:
                task = asyncio.create_task(self._attempt(occurrence.id), name=f"request {occurrence.id}")
                self._tasks[occurrence.id] = task

    async def drain(self) -> None:
        """Ends what runs. What was not answered by then is delivered as a plain reminder later."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _attempt(self, occurrence_id: int) -> None:
        try:
            async with self._slots:
                await self._run(occurrence_id)
        except (IllegalTransition, StoreUnavailable) as fault:
            self._log.warning("request not taken", occurrence=occurrence_id, reason=str(fault))
        except (ValueError, OverflowError) as unreadable:
            self._log.exception("request unreadable", occurrence=occurrence_id)
            await self._occurrences.fail_unreadable(occurrence_id, reason=f"unreadable: {unreadable}")
        except Exception:  # noqa: BLE001 - one request must not take others with it
            self._log.exception("request not settled", occurrence=occurrence_id)
        finally:
            del self._tasks[occurrence_id]

    async def _run(self, occurrence_id: int) -> None:
        lease = self._limit + LEASE_MARGIN
        claimed = await self._occurrences.claim(occurrence_id, now=self._clock(), lease=lease)
        if claimed is None:
            return
        if claimed.attempt > 1:
            await self._keep(claimed, RequestAnswer(unanswered=Unanswered.INTERRUPTED))
        else:
            await self._keep(claimed, await self._answered(claimed))
        self._on_answered()

    async def _answered(self, claimed: Claimed) -> RequestAnswer:
        try:
            async with asyncio.timeout(self._limit.total_seconds()):
                return await self._answer(claimed)
        except TimeoutError:
            self._log.warning("request took too long", reminder=claimed.reminder.id)
        except Exception:  # noqa: BLE001 - its author is told, whatever it was
            self._log.exception("request failed", reminder=claimed.reminder.id)
        return RequestAnswer(unanswered=Unanswered.FAILED)

    async def _keep(self, claimed: Claimed, given: RequestAnswer) -> None:
        """Keeps trying: what is not kept would be told as interrupted."""
        while True:
            try:
                await self._occurrences.answer(claimed, given, now=self._clock())
            except StoreUnavailable as fault:
                self._log.warning("answer not kept", reminder=claimed.reminder.id, reason=str(fault))
                await asyncio.sleep(self._policy.record_pause.total_seconds())
            else:
                self._log.info("request settled", reminder=claimed.reminder.id, why_not=given.unanswered)
                return
