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
from agent.canary import try_tools
from agent.descriptors import Catalogue, load_catalogue
from agent.engine.calling import LinkedEngine
from agent.engine.pool import ServerPool, Standing
from agent.engine.profile import ProfileOverrides, profile_for
from agent.errors import EngineCancelled, EngineError
from agent.memory.recall import Recall, RecallPolicy
from agent.ports import (
    Clarifications,
    Documents,
    Embedder,
    Engine,
    History,
    Memory,
    NoteIndex,
    Personas,
    ReminderStore,
    Services,
    TimeParser,
)
from agent.recurrence import DayHours, RecurringTimes
from agent.routing.embedder import SentenceEncoder
from agent.routing.plan import Planner
from agent.routing.policy import Thresholds
from agent.routing.router import Router
from agent.steps import Show, TurnLimits
from agent.stopping import Stop
from agent.summarising import Summariser
from agent.timeparse import Policy, time_parser
from agent.tools import discover
from agent.turn import Turn
from agent.types import (
    GroundingPolicy,
    ModelInfo,
    OfferedTool,
    OfferReason,
    Origin,
    Regime,
    TurnEnd,
    TurnOutcome,
)
from bot.app_engine import build_engine
from bot.app_life import own_signals
from bot.app_rights import rights_of
from bot.config import Config

OF_MEMORY = frozenset({"memory", "vault", "doc"})
"""Domains of tools that need a memory."""
RETRY_SECONDS = 5.0
"""Between attempts to reach an engine that is down from the start."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """What a turn keeps and looks up."""

    reminders: ReminderStore
    history: History
    clarifications: Clarifications
    memory: Memory | None = None
    personas: Personas | None = None
    documents: Documents | None = None


class Brain:
    """Answers messages as soon as the model is loaded. `prepare` gets it there; `run` may be called before.

    `found` is set once the model's file is there and whole, or a server is to be asked.
    """

    def __init__(
        self,
        *,
        config: Config,
        directory: Path,
        stores: Stores,
        times: TimeParser,
        embedder: Embedder | None = None,
        index: NoteIndex | None = None,
    ) -> None:
        self._config = config
        self._directory = directory
        self.stores = stores
        self._times = times
        self._embedder = embedder or SentenceEncoder()
        self._recall = Recall(index, _recall_policy(config)) if index is not None else None
        self._engine: Engine | None = None
        self._turn: Turn | None = None
        self._model: str | None = None
        self._waiting: dict[int, Stop] = {}
        self.found = asyncio.Event()
        self._tried = asyncio.Event()
        self._log = structlog.get_logger("brain")

    async def prepare(self) -> None:
        """Finds the model, loads it, and builds the turn; again and again while the engine is down.

        Raises ModelFileError and ConfigError.
        """
        self._engine = await self._find_engine()
        self.found.set()
        catalogue = self._catalogue()
        planner, _ = await asyncio.gather(self._planner(catalogue), _loaded(self._engine))
        while self._turn is None:
            try:
                self._turn = await self._build(planner, catalogue)
            except EngineError as error:
                self._log.warning("the engine is not there yet", reason=str(error))
            self._tried.set()
            if self._turn is None:
                await asyncio.sleep(RETRY_SECONDS)

    async def run(self, origin: Origin, show: Show | None = None) -> TurnOutcome:
        """One turn, see `Turn.run`; while there is no model yet it waits, as long as a turn may take."""
        try:
            await self._until_tried(origin.message_id)
        except EngineCancelled:
            return TurnOutcome(
                text=replies.sentence(TurnEnd.CANCELLED, origin.language), end=TurnEnd.CANCELLED
            )
        if self._turn is None:
            text = replies.sentence(TurnEnd.ENGINE_DOWN, origin.language)
            return TurnOutcome(text=text, end=TurnEnd.ENGINE_DOWN)
        return await self._turn.run(origin, show)

    async def _until_tried(self, message_id: int) -> None:
        """Raises EngineCancelled where the message's turn is stopped meanwhile."""
        stop = self._waiting[message_id] = Stop()
        try:
            async with asyncio.timeout(self._config.turn.seconds):
                await stop.guarded(self.settled())
        except TimeoutError:
            return
        finally:
            del self._waiting[message_id]

    def stop(self, message_id: int) -> None:
        """See `Turn.stop`."""
        if message_id in self._waiting:
            self._waiting[message_id].request()
        if self._turn is not None:
            self._turn.stop(message_id)

    def forget(self, channel_id: int) -> None:
        """See `Turn.forget`."""
        if self._turn is not None:
            self._turn.forget(channel_id)

    @property
    def reads_several(self) -> bool:
        """Whether the model can make sense of several messages at once; a small one cannot."""
        return self._turn is not None and self._turn.regime is Regime.WIDE

    @property
    def follows_personas(self) -> bool | None:
        """Whether the model is shown the persona of a place; None while there is no model."""
        return None if self._turn is None else self._turn.regime is Regime.WIDE

    def use(self, turn: Turn, *, name: str) -> None:
        """Answers with this turn from now on; `prepare` ends with it."""
        self._turn, self._model = turn, name
        self._tried.set()

    @property
    def model(self) -> str | None:
        """The name of the model that answers; None while there is none."""
        return self._model

    @property
    def worker_restarts(self) -> int:
        return self._engine.worker_restarts if isinstance(self._engine, LinkedEngine) else 0

    @property
    def servers(self) -> tuple[Standing, ...]:
        """How each llama-server is; none where the model runs here."""
        return self._engine.standings if isinstance(self._engine, ServerPool) else ()

    async def settled(self) -> None:
        """Returns when the model is ready, or was found not to be there for now."""
        await self._tried.wait()

    async def close(self) -> None:
        if self._turn is not None:
            await self._turn.close()
        if self._engine is not None:
            await self._engine.close()

    # ------------------------------------------------------------------ parts

    def _catalogue(self) -> Catalogue:
        services = Services(
            reminders=self.stores.reminders,
            times=self._times,
            morning=self._config.time.morning,
            memory=self.stores.memory,
            documents=self.stores.documents,
        )
        return usable(load_catalogue(discover(services)), services)

    async def _planner(self, catalogue: Catalogue) -> Planner:
        planner = build_planner(self._config, catalogue=catalogue, times=self._times, embedder=self._embedder)
        await in_background(planner.warm)
        return planner

    async def _find_engine(self) -> Engine:
        settings = self._config.engine
        return await in_background(lambda: build_engine(settings, state_directory=self._directory))

    async def _build(self, planner: Planner, catalogue: Catalogue) -> Turn:
        assert self._engine is not None
        info = await self._engine.info()
        profile = profile_for(info, self._overrides())
        await try_tools(
            offered(catalogue),
            self._engine,
            thought_limit=profile.thought_limit,
            message_limit=profile.message_limit,
        )
        self._log_model(info, profile.regime)
        self._model = info.label
        limits = TurnLimits(
            steps=self._config.turn.max_steps,
            seconds=self._config.turn.seconds,
            history_messages=self._config.turn.history_messages,
            thinking_tokens=self._config.engine.thinking,
        )
        return Turn(
            engine=self._engine,
            planner=planner,
            reminders=self.stores.reminders,
            history=self.stores.history,
            clarifications=self.stores.clarifications,
            memory=self.stores.memory,
            personas=self.stores.personas,
            documents=self.stores.documents,
            recall=self._recall,
            profile=profile,
            limits=limits,
            rights=rights_of(self._config),
            summariser=self._summariser(profile.regime),
        )

    def _summariser(self, regime: Regime) -> Summariser | None:
        """A small model has none: it cannot summarise."""
        assert self._engine is not None
        if regime is Regime.NARROW or self._config.memory.summary == "off":
            return None
        return Summariser(engine=self._engine, history=self.stores.history)

    def _overrides(self) -> ProfileOverrides:
        regime, grounding = self._config.engine.regime, self._config.engine.grounding
        return ProfileOverrides(
            regime=None if regime == "auto" else Regime(regime),
            grounding=None if grounding == "auto" else GroundingPolicy(grounding),
        )

    def _log_model(self, info: ModelInfo, regime: Regime) -> None:
        self._log.info(
            "model ready",
            name=info.name,
            adapter=info.adapter or None,
            parameters=info.parameters,
            context=info.context,
            regime=regime.value,
        )


def offered(catalogue: Catalogue) -> tuple[OfferedTool, ...]:
    """Every tool, as if each fitted the message equally well."""
    return tuple(
        OfferedTool(tool=entry.tool, descriptor=entry.descriptor, reason=OfferReason.RANKED, score=1.0)
        for entry in catalogue.values()
    )


def _recall_policy(config: Config) -> RecallPolicy:
    return RecallPolicy(floor=config.memory.recall_floor, characters=config.memory.recall_characters)


async def _loaded(engine: Engine) -> None:
    """Loads the model beside what else is loaded. That an engine is down is found again, and told, later."""
    with suppress(EngineError):
        await engine.info()


def usable(catalogue: Catalogue, services: Services) -> Catalogue:
    """The catalogue without tools that have nothing to work with."""
    if services.memory is not None:
        return catalogue
    return {name: each for name, each in catalogue.items() if each.descriptor.domain not in OF_MEMORY}


def build_planner(
    config: Config, *, catalogue: Catalogue, times: TimeParser, embedder: Embedder | None = None
) -> Planner:
    """The routing between the tools of a catalogue."""
    router = Router(catalogue=catalogue, embedder=embedder or SentenceEncoder())
    thresholds = Thresholds(**config.routing.model_dump())
    return Planner(catalogue=catalogue, router=router, times=times, thresholds=thresholds)


def load_time_parser(config: Config) -> TimeParser:
    """Blocks for about 0.3 s, in the main thread, because what it loads takes signals away."""
    with own_signals():
        times = time_parser(Policy(morning=config.time.morning))
    return RecurringTimes(times, hours=DayHours(morning=config.time.morning))


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
