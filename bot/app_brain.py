"""Wiring of the agent: the engine, what routes to tools, and the turn on top of them.

Everything that takes long happens behind the daemon's back: Discord connects and reminders fire while a model
is fetched and loaded.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import structlog

from agent import replies
from agent.descriptors import load_catalogue
from agent.engine.client import WorkerEngine
from agent.engine.llama_server import LlamaServerEngine
from agent.engine.models import resolve_model
from agent.engine.profile import ProfileOverrides, profile_for
from agent.errors import EngineError
from agent.ports import Clarifications, Engine, History, ReminderStore, Services, TimeParser
from agent.routing.embedder import SentenceEncoder
from agent.routing.plan import Planner
from agent.routing.router import Router
from agent.steps import TurnLimits
from agent.timeparse import Policy, time_parser
from agent.tools import discover
from agent.turn import Turn
from agent.types import ModelInfo, Origin, Regime, TurnEnd, TurnOutcome
from bot.config import Config

RETRY_SECONDS = 5.0
"""Between attempts to reach an engine that is down from the start."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """What a turn keeps and looks up."""

    reminders: ReminderStore
    history: History
    clarifications: Clarifications


class Brain:
    """Answers messages as soon as the model is known. `prepare` gets it there; `run` may be called before."""

    def __init__(self, *, config: Config, directory: Path, stores: Stores) -> None:
        self._config = config
        self._directory = directory
        self._stores = stores
        self._engine: Engine | None = None
        self._turn: Turn | None = None
        self._tried = asyncio.Event()
        self._log = structlog.get_logger("brain")

    async def prepare(self) -> None:
        """Finds the model, loads it, and builds the turn; again and again while the engine is down.

        Raises ModelFileError and ConfigError.
        """
        planner, _ = await asyncio.gather(self._planner(), self._find_engine())
        while self._turn is None:
            try:
                self._turn = await self._build(planner)
            except EngineError as error:
                self._log.warning("the engine is not there yet", reason=str(error))
            self._tried.set()
            if self._turn is None:
                await asyncio.sleep(RETRY_SECONDS)

    async def run(self, origin: Origin) -> TurnOutcome:
        """One turn; while there is no model yet it waits, as long as a turn may take."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._config.turn.seconds):
                await self._tried.wait()
        if self._turn is None:
            text = replies.sentence(TurnEnd.ENGINE_DOWN, origin.language)
            return TurnOutcome(text=text, end=TurnEnd.ENGINE_DOWN)
        return await self._turn.run(origin)

    @property
    def is_ready(self) -> bool:
        return self._turn is not None

    async def close(self) -> None:
        if self._engine is not None:
            await self._engine.close()

    # ------------------------------------------------------------------ parts

    async def _planner(self) -> Planner:
        times = await asyncio.to_thread(time_parser, Policy(morning=self._config.time.morning))
        planner = _planner(self._stores.reminders, times)
        await asyncio.to_thread(planner.warm)
        return planner

    async def _find_engine(self) -> None:
        settings = self._config.engine
        if settings.server:
            self._engine = LlamaServerEngine(url=settings.server)
            return
        path = await in_background(lambda: resolve_model(settings.model))
        self._log.info("model found", path=str(path))
        self._engine = WorkerEngine(
            model_path=path,
            context=settings.context,
            threads=settings.threads or None,
            state_directory=self._directory,
        )

    async def _build(self, planner: Planner) -> Turn:
        assert self._engine is not None
        info = await self._engine.info()
        profile = profile_for(info, self._overrides())
        self._log_model(info, profile.regime)
        limits = TurnLimits(
            steps=self._config.turn.max_steps,
            seconds=self._config.turn.seconds,
            history_messages=self._config.turn.history_messages,
        )
        return Turn(
            engine=self._engine,
            planner=planner,
            reminders=self._stores.reminders,
            history=self._stores.history,
            clarifications=self._stores.clarifications,
            profile=profile,
            limits=limits,
        )

    def _overrides(self) -> ProfileOverrides:
        regime = self._config.engine.regime
        return ProfileOverrides(regime=None if regime == "auto" else Regime(regime))

    def _log_model(self, info: ModelInfo, regime: Regime) -> None:
        self._log.info(
            "model ready",
            name=info.name,
            parameters=info.parameters,
            context=info.context,
            regime=regime.value,
        )


def _planner(reminders: ReminderStore, times: TimeParser) -> Planner:
    catalogue = load_catalogue(discover(Services(reminders=reminders, times=times)))
    return Planner(
        catalogue=catalogue, router=Router(catalogue=catalogue, embedder=SentenceEncoder()), times=times
    )


async def in_background(work: Callable[[], T]) -> T:
    """Runs blocking `work`, such as a download, in a thread that does not keep the process from ending."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(act: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(lambda: None if result.done() else act())

    def run() -> None:
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            fault = error
            settle(lambda: result.set_exception(fault))
        else:
            settle(lambda: result.set_result(value))

    threading.Thread(target=run, daemon=True, name="background").start()
    return await result
