"""The default model's engines that evaluations compare: without an adapter, and with each that is named."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from agent.engine.adapter import AUTO, SHIPPED, resolve_adapter
from agent.engine.client import WorkerEngine
from agent.engine.models import default_model_path

NONE = "none"
PATIENCE = 900.0
"""Seconds: a busy machine is slow, not wrong."""


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--adapter",
        action="append",
        metavar="FILE|none",
        help="an adapter, or none, to evaluate with; may be given again. Else none and the shipped one",
    )
    parser.add_argument("--threads", type=int, help="of each engine; else as the product chooses")


def chosen(options: argparse.Namespace) -> list[str]:
    if options.adapter:
        return list(options.adapter)
    return [NONE, AUTO] if SHIPPED.is_file() else [NONE]


def named(way: str, adapter: str) -> str:
    """How figures call a way of doing things: as it is without an adapter, with its mark behind it else."""
    return way if adapter == NONE else f"{way}+{label(adapter)}"


def label(adapter: str) -> str:
    return "adapter" if adapter == AUTO else NONE if adapter == NONE else Path(adapter).stem


@asynccontextmanager
async def opened(
    adapters: Sequence[str], *, threads: int | None = None
) -> AsyncIterator[dict[str, WorkerEngine]]:
    """Adapter -> engine. All are loaded at once, so that rows can be said to each in turn."""
    path = default_model_path()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines: dict[str, WorkerEngine] = {}
        for name in adapters:
            adapter = resolve_adapter("" if name == NONE else name, model="", model_path=path)
            engine = WorkerEngine(
                model_path=path,
                adapter=adapter,
                threads=threads,
                state_directory=folder,
                start_deadline=PATIENCE,
                silence_limit=PATIENCE,
                grace=PATIENCE,
            )
            stack.push_async_callback(engine.close)
            await engine.info()
            engines[name] = engine
        yield engines
