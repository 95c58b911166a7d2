"""The engine that the configuration asks for: our own worker, the service that has one, or llama-servers."""

from __future__ import annotations

from pathlib import Path

from agent.engine.adapter import Adapter, resolve_adapter
from agent.engine.client import WorkerEngine
from agent.engine.models import resolve_model
from agent.engine.pool import ServerPool
from agent.engine.socket_client import SocketEngine
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


def model_files(settings: EngineConfig) -> tuple[Path, Adapter | None]:
    """The checked files of the model and of its adapter. Blocks. Raises ModelFileError."""
    path = resolve_model(settings.model)
    return path, resolve_adapter(settings.adapter, model=settings.model, model_path=path)
