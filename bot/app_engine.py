"""Which engine the configuration asks for: a worker of our own, or llama-servers that others run."""

from __future__ import annotations

from pathlib import Path

from agent.engine.client import WorkerEngine
from agent.engine.models import resolve_model
from agent.engine.pool import ServerPool
from agent.ports import Engine
from bot.config import EngineConfig

SERVER_SECONDS = 10.0
"""For a llama-server to answer before people are told that it does not."""


def build_engine(settings: EngineConfig, *, state_directory: Path | None = None) -> Engine:
    """Nothing runs yet, but a model may be fetched, which blocks. Raises ModelFileError."""
    if settings.addresses:
        return ServerPool(urls=settings.addresses, start_deadline=SERVER_SECONDS)
    return WorkerEngine(
        model_path=resolve_model(settings.model),
        context=settings.context,
        threads=settings.threads or None,
        state_directory=state_directory,
    )
