"""The engine on a worker process of its own. The daemon's side: native libraries are never imported here."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from agent.engine.adapter import Adapter, check_base, read_adapter
from agent.engine.calling import LinkedEngine
from agent.engine.gguf import read_header
from agent.engine.probe import Verdict, choose_settings, distrust
from agent.engine.process import WorkerProcess, WorkerSettings, start_worker
from agent.engine.weights import fast_weights

DEFAULT_CONTEXT = 4096
DEFAULT_QUEUE_LIMIT = 16
START_SECONDS = 120.0
SILENCE_SECONDS = 20.0
GRACE_SECONDS = 5.0
"""How much later than a deadline the worker may answer before it counts as hung."""
MAX_DEFAULT_THREADS = 8


class WorkerEngine(LinkedEngine):
    """See `agent.ports.Engine`. The worker starts with the first call.

    `adapter` is added to the weights, or laid over them. `threads` None takes all cores for reading prompts,
    and leaves one to the daemon while generating. `state_directory` keeps which settings work here, and the
    weights in a faster form where there is one (None: settings are found anew at each start, and the model's
    own file is loaded). `start_deadline`, `silence_limit` and `grace` are seconds. `info` also raises
    ModelFileError, when the worker refuses the file; so do all later calls.
    """

    def __init__(
        self,
        *,
        model_path: Path,
        adapter: Adapter | None = None,
        context: int = DEFAULT_CONTEXT,
        threads: int | None = None,
        state_directory: Path | None = None,
        start_deadline: float = START_SECONDS,
        queue_limit: int = DEFAULT_QUEUE_LIMIT,
        silence_limit: float = SILENCE_SECONDS,
        grace: float = GRACE_SECONDS,
    ) -> None:
        super().__init__(start_deadline=start_deadline, queue_limit=queue_limit, grace=grace)
        self._model_path = self._weights = model_path.absolute()
        self._adapter = adapter
        self._context = context
        self._threads = threads or default_threads()
        self._prefill_threads = threads or granted_cores()
        self._state_directory = state_directory
        self._silence_limit = silence_limit
        self._verdict: Verdict | None = None
        self._tried: Path | None = None
        self._latest: WorkerProcess | None = None

    async def _launch(self) -> WorkerProcess:
        await asyncio.to_thread(self._check_files)
        self._weights = await fast_weights(
            self._model_path, adapter=self._adapter, state_directory=self._state_directory
        )
        verdict = await self._settings()
        settings = WorkerSettings(
            model_path=self._weights,
            context=self._context,
            threads=self._threads,
            prefill_threads=self._prefill_threads,
            extra_buffers=verdict.extra_buffers,
            silence_limit=self._silence_limit,
            adapter=self._adapter,
            merged=self._merged,
        )
        worker = self._latest = await start_worker(self._dispatch)
        try:
            await worker.handshake(settings, seconds=self._start_deadline)
        except BaseException:
            await worker.stop()
            raise
        return worker

    def _check_files(self) -> None:
        """Raises ModelFileError. The files may have changed since the last launch."""
        read_header(self._model_path)
        if self._adapter is not None:
            self._adapter = read_adapter(self._adapter.path)
            check_base(self._adapter, self._model_path)

    @property
    def _merged(self) -> bool:
        """The weights have the adapter in them."""
        return self._weights != self._model_path

    async def _settings(self) -> Verdict:
        path, kept_in = self._weights, self._state_directory
        adapter = None if self._merged else self._adapter
        if self._tried != path:
            self._tried, self._verdict, self._latest = path, None, None
        if self._latest is not None and self._latest.died_of_illegal_instruction:
            self._verdict = await distrust(path, adapter=adapter, state_directory=kept_in)
        if self._verdict is None:
            self._verdict = await choose_settings(path, adapter=adapter, state_directory=kept_in)
        return self._verdict


def default_threads() -> int:
    """For generating: physical cores as far as the scheduler grants them, less one for the daemon, within 1
    and MAX_DEFAULT_THREADS. Each step waits for its slowest thread, so a core that is wanted elsewhere costs
    more than it gives.
    """
    granted = granted_cores()
    cores = granted // 2 if _has_sibling_threads() else granted - 1
    return max(1, min(cores, MAX_DEFAULT_THREADS))


def granted_cores() -> int:
    """For reading prompts, which is bound by arithmetic: all cores that the scheduler grants."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _has_sibling_threads() -> bool:
    try:
        return Path("/sys/devices/system/cpu/smt/active").read_text(encoding="ascii").strip() == "1"
    except OSError:
        return False
