"""`kallisti engine`: the model as a service of its own, behind a UNIX socket."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import structlog

from agent.engine.adapter import Adapter
from agent.engine.client import WorkerEngine
from agent.engine.serving import bound, serving
from agent.errors import ConfigError, EngineDown
from agent.types import ModelInfo
from bot.app_brain import RETRY_SECONDS, in_background
from bot.app_engine import model_files
from bot.app_house import Setup
from bot.app_life import Background, stop_on_signals, stop_or_fault
from bot.config import data_directory
from bot.health import Notifier, feed_watchdog

NO_SOCKET = (
    'engine.socket names no socket to serve at; set it, for instance to "/run/kallisti-engine/engine.sock"'
)

log = structlog.get_logger("engine")


async def run_engine(setup: Setup) -> None:
    """Serves the configured model until it is told to stop. Raises OperatorError."""
    notifier = Notifier(setup.surroundings.notify_socket)
    stop = stop_on_signals(signal.SIGTERM, signal.SIGINT)
    path = _socket(setup)
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(bound(path))
        notifier.status("looking for the model")
        model, adapter = await in_background(lambda: model_files(setup.config.engine))
        engine = _engine(setup, model, adapter)
        stack.push_async_callback(engine.close)
        await stack.enter_async_context(serving(engine, listening))
        background = Background(stack)
        stack.callback(notifier.stopping)
        await stop_or_fault(stop, {background.start(_ready(setup, engine, notifier, path))})


def _socket(setup: Setup) -> Path:
    if not setup.config.engine.socket:
        raise ConfigError(NO_SOCKET)
    return Path(setup.config.engine.socket).expanduser()


def _engine(setup: Setup, model: Path, adapter: Adapter | None) -> WorkerEngine:
    # A directory of the unit's own goes first: the daemon's is not to be seen from there.
    state = setup.surroundings.state_directory
    return WorkerEngine(
        model_path=model,
        adapter=adapter,
        context=setup.config.engine.context,
        threads=setup.config.engine.threads or None,
        state_directory=Path(state) if state else data_directory(setup.config, setup.surroundings),
    )


async def _loaded(engine: WorkerEngine, notifier: Notifier) -> ModelInfo:
    notifier.status("loading the model")
    while True:
        try:
            return await engine.info()
        except EngineDown as error:
            log.warning("the model is not there yet", reason=str(error))
            notifier.status(f"the model is not there yet: {error}")
            await asyncio.sleep(RETRY_SECONDS)


async def _ready(setup: Setup, engine: WorkerEngine, notifier: Notifier, path: Path) -> None:
    """Says when the model is loaded, and then that the loop goes round; the engine watches its worker."""
    info = await _loaded(engine, notifier)
    log.info(
        "model ready", name=info.label, parameters=info.parameters, context=info.context, socket=str(path)
    )
    notifier.status(f"serving {info.label}")
    notifier.ready()
    limit = setup.surroundings.watchdog_seconds
    if limit is not None:
        await feed_watchdog(notifier, limit=limit, is_well=lambda: True)
