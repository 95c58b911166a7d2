"""Keeps one worker alive: starts it, starts it again with growing pauses, and says whether it is there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

from agent.engine.lifecycle import (
    GIVE_UP_WAITING,
    LONGEST_PAUSE,
    STABLE_SECONDS,
    Event,
    State,
    pause_after,
    step,
)
from agent.engine.link import WorkerLink
from agent.errors import EngineDown, KallistiError, OperatorError

log = structlog.get_logger(__name__)


class Supervisor:
    """`launch` returns a worker that has answered its handshake, or raises EngineDown (worth another try) or
    an OperatorError (it is not). `on_down` hears why a worker that was ready ended. Between two starts are
    `longest_pause` seconds at most.
    """

    def __init__(
        self,
        launch: Callable[[], Awaitable[WorkerLink]],
        on_down: Callable[[str], None],
        *,
        longest_pause: float = LONGEST_PAUSE,
    ) -> None:
        self._launch = launch
        self._on_down = on_down
        self._longest_pause = longest_pause
        self._state = State.IDLE
        self._changed = asyncio.Event()
        self._worker: WorkerLink | None = None
        self._failures = 0
        self.restarts = 0
        self._reason = ""
        self._refusal: KallistiError | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> State:
        return self._state

    @property
    def pid(self) -> int | None:
        return None if self._worker is None else self._worker.pid

    async def ready(self) -> WorkerLink:
        """Starts the first worker when there is none yet, and waits for it without bound.

        Raises EngineDown when it is closed or has failed several times in a row, and the OperatorError of
        `launch`.
        """
        if self._task is None and self._state is State.IDLE:
            self._task = asyncio.create_task(self._run())
        while True:
            if self._worker is not None and self._worker.alive:
                return self._worker
            self._raise_if_hopeless()
            await self._changed.wait()

    async def close(self) -> None:
        """Ends the worker within about a second. Idempotent."""
        self._step(Event.CLOSE)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _raise_if_hopeless(self) -> None:
        if self._refusal is not None:
            raise type(self._refusal)(str(self._refusal))
        if self._state is State.CLOSED:
            raise EngineDown("The engine is closed.")
        if self._failures >= GIVE_UP_WAITING:
            raise EngineDown(f"The engine failed {self._failures} times in a row. {self._reason}")

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._step(Event.START)
            started = loop.time()
            try:
                await self._live()
            except EngineDown as error:
                self._reason = str(error)
            except OperatorError as error:
                self._refuse(error)
                return
            except Exception as error:
                log.exception("the engine cannot start for a reason that nobody thought of")
                self._refuse(EngineDown(f"The engine cannot start ({type(error).__name__}: {error})."))
                return
            self._failures = 1 if loop.time() - started > STABLE_SECONDS else self._failures + 1
            pause = min(pause_after(self._failures), self._longest_pause)
            self._step(Event.ENDED)
            log.warning("engine worker is down", reason=self._reason, restart_in_seconds=pause)
            await asyncio.sleep(pause)
            self.restarts += 1

    def _refuse(self, error: KallistiError) -> None:
        """Nothing that happens by itself can mend this: no further start."""
        self._refusal = error
        log.error("the engine cannot start", reason=str(error))
        self._step(Event.REFUSED)

    async def _live(self) -> None:
        """From start to end of one worker; raises EngineDown with how it ended."""
        worker = await self._launch()
        try:
            self._worker = worker
            self._step(Event.ANSWERED)
            if self.restarts:
                log.info("engine worker is up again", restarts=self.restarts)
            reason = await worker.ended()
            self._worker = None
            self._on_down(reason)
            raise EngineDown(reason)
        finally:
            self._worker = None
            await worker.stop()

    def _step(self, event: Event) -> None:
        self._state = step(self._state, event)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
