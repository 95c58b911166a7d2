"""The engine that the configuration asks for: our own worker, the service that has one, or llama-servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.engine.adapter import Adapter, resolve_adapter
from agent.engine.client import WorkerEngine
from agent.engine.models import resolve_model
from agent.engine.pool import ServerPool
from agent.engine.socket_client import SocketEngine
from agent.engine.weights import fast_weights
from agent.errors import EngineError, ModelFileError
from agent.ports import Engine
from bot.config import EngineConfig

SERVER_SECONDS = 10.0
"""For an engine that runs elsewhere to answer before people are told that it does not."""


def build_engine(settings: EngineConfig, *, state_directory: Path | None = None) -> Engine:
    """Nothing runs yet, but a model may be fetched, which blocks. Raises ModelFileError."""
    if settings.addresses:
        return ServerPool(urls=settings.addresses, start_deadline=SERVER_SECONDS)
    if settings.socket:
        return SocketEngine(path=Path(settings.socket), start_deadline=SERVER_SECONDS)
    path, adapter = model_files(settings)
    return WorkerEngine(
        model_path=path,
        adapter=adapter,
        context=settings.context,
        threads=settings.threads or None,
        state_directory=state_directory,
    )


@asynccontextmanager
async def tried(
    path: Path, adapter: Adapter | None, *, context: int, threads: int | None = None
) -> AsyncIterator[WorkerEngine]:
    """A worker of its own for this model, with the weights that the daemon would use, already converted.

    Raises ModelFileError, also for a model that does not run here.
    """
    with TemporaryDirectory() as folder:
        state = Path(folder)
        await fast_weights(path, adapter=adapter, state_directory=state)
        engine = WorkerEngine(
            model_path=path, adapter=adapter, context=context, threads=threads, state_directory=state
        )
        try:
            yield engine
        except EngineError as error:
            raise ModelFileError(f"{path} does not run here: {error}") from error
        finally:
            await engine.close()


def model_files(settings: EngineConfig) -> tuple[Path, Adapter | None]:
    """The checked files of the model and of its adapter. Blocks. Raises ModelFileError."""
    path = resolve_model(settings.model)
    return path, resolve_adapter(settings.adapter, model=settings.model, model_path=path)
