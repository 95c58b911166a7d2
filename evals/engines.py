"""The engines that evaluations compare: the default model without an adapter and with each that is named, and
other models without any.
"""

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
_MODEL = "model:"
"""Before the path of another model's file, among the names of adapters."""
PATIENCE = 900.0
"""Seconds: a busy machine is slow, not wrong."""


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--adapter",
        action="append",
        metavar="FILE|none",
        help="an adapter, or none, to evaluate with; may be given again. Else none and the shipped one",
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="FILE",
        help="another model's GGUF, evaluated beside the default one, without an adapter; may be given again",
    )
    parser.add_argument("--threads", type=int, help="of each engine; else as the product chooses")


def chosen(options: argparse.Namespace) -> list[str]:
    """Names of engines, in the order of their columns."""
    others = [f"{_MODEL}{file}" for file in options.model or ()]
    if options.adapter:
        return [*options.adapter, *others]
    return [NONE, AUTO, *others] if SHIPPED.is_file() else [NONE, *others]


def named(way: str, adapter: str) -> str:
    """How figures call a way of doing things: as it is without an adapter, with its mark behind it else."""
    return way if adapter == NONE else f"{way}+{label(adapter)}"


def label(name: str) -> str:
    return {AUTO: "adapter", NONE: NONE}.get(name, Path(name.removeprefix(_MODEL)).stem)


@asynccontextmanager
async def opened(
    adapters: Sequence[str], *, threads: int | None = None
) -> AsyncIterator[dict[str, WorkerEngine]]:
    """Name -> engine. All are loaded at once, so that rows can be said to each in turn. Raises ValueError for
    two whose figures would have one name.
    """
    labels = [label(name) for name in adapters]
    if len({*labels}) < len(labels):
        raise ValueError(f"figures need different names, not {', '.join(labels)}")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines: dict[str, WorkerEngine] = {}
        for name in adapters:
            other = name.startswith(_MODEL)
            path = Path(name.removeprefix(_MODEL)) if other else default_model_path()
            adapter = resolve_adapter("" if other or name == NONE else name, model="", model_path=path)
            engine = WorkerEngine(
                model_path=path,
                adapter=adapter,
                threads=threads,
                state_directory=folder / label(name),
                start_deadline=PATIENCE,
                silence_limit=PATIENCE,
                grace=PATIENCE,
            )
            stack.push_async_callback(engine.close)
            await engine.info()
            engines[name] = engine
        yield engines
