"""`kallisti model pull|list|bench`: which models are here, fetching one, and how fast one is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.engine.adapter import AUTO, Adapter, resolve_adapter
from agent.engine.client import WorkerEngine
from agent.engine.hub import fetched_files
from agent.engine.models import default_model_path, is_fetched, resolve_model
from agent.errors import ModelFileError
from agent.types import ChatMessage, Completion, GenerationRequest, ModelInfo
from bot.app_engine import tried
from bot.app_house import Setup

BENCH_WORDS = 150
"""Words of the prompt that reading is measured with."""
BENCH_TOKENS = 32
BENCH_SECONDS = 300.0
ROUNDS = 3
SLOW_READING, SLOW_WRITING = 50.0, 5.0
"""Tokens a second below which people wait noticeably."""
USUAL_READ, USUAL_WRITTEN = 300, 40
"""Tokens of a turn's new part, and of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Tokens a second, medians."""

    reading: float
    writing: float

    @property
    def seconds(self) -> float:
        """For a usual answer."""
        return USUAL_READ / self.reading + USUAL_WRITTEN / self.writing

    @property
    def is_slow(self) -> bool:
        return self.reading < SLOW_READING or self.writing < SLOW_WRITING


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """`load_seconds` is from the start of the worker to its first answer."""

    info: ModelInfo
    load_seconds: float
    speed: Speed


def listed(setup: Setup) -> list[str]:
    """One line for each model that is here; the configured one is marked."""
    configured = setup.config.engine
    rows = [("", "embedded default", _default())]
    rows += [(name, name, path) for name, path in fetched_files()]
    if configured.model and configured.model not in {name for name, *_ in rows}:
        path = resolve_model(configured.model) if is_fetched(configured.model) else None
        rows.append((configured.model, configured.model, path))
    lines = [
        _row(name == configured.model and not configured.addresses, label, path) for name, label, path in rows
    ]
    return [*lines, *(f"* served by {address}" for address in configured.addresses)]


def pulled(model: str) -> list[str]:
    """Fetches a model of the hub, with its progress on standard error. Raises ModelFileError."""
    path = resolve_model(model)
    return [f"here: {path}, {_size(path)}", f'To use it: [engine] model = "{model}"']


def benched(setup: Setup, model: str | None) -> Iterator[str]:
    """How fast a model is here; without a name the configured one. Raises ModelFileError."""
    engine = setup.config.engine
    name, wanted = (engine.model, engine.adapter) if model is None else (model, AUTO)
    path = resolve_model(name)
    adapter = resolve_adapter(wanted, model=name, model_path=path)
    yield f"{path.name}, {_size(path)}: a minute or more"
    yield from page(asyncio.run(_bench(path, adapter, context=engine.context, threads=engine.threads)))


def page(bench: Bench) -> list[str]:
    model = f"{bench.info.label}, {bench.info.parameters / 1e6:.0f} million parameters"
    return [
        f"model    {model}",
        f"loading  {bench.load_seconds:.1f} s",
        f"reading  {bench.speed.reading:.0f} tokens a second",
        f"writing  {bench.speed.writing:.1f} tokens a second",
        advice(bench.speed),
    ]


def advice(speed: Speed) -> str:
    """What the figures mean for people who wait for answers."""
    said = f"A usual answer takes about {speed.seconds:.0f} s here"
    return f"{said}: choose a smaller model or quantisation." if speed.is_slow else f"{said}."


# ------------------------------------------------------------------ measuring


async def _bench(path: Path, adapter: Adapter | None, *, context: int, threads: int) -> Bench:
    async with tried(path, adapter, context=context, threads=threads or None) as engine:
        started = time.monotonic()
        info = await engine.info()
        loaded = time.monotonic() - started
        speed = await _speed(engine)
    return Bench(info=info, load_seconds=loaded, speed=speed)


async def _speed(engine: WorkerEngine) -> Speed:
    done = [await _round(engine, number) for number in range(ROUNDS)]
    return Speed(
        reading=_median([(c.stats.prompt_tokens - c.stats.reused_tokens) / c.stats.prefill_ms for c in done]),
        writing=_median([c.stats.generated_tokens / max(c.stats.decode_ms, 0.001) for c in done]),
    )


async def _round(engine: WorkerEngine, number: int) -> Completion:
    # Each round begins in its own way, so that nothing of the round before can be reused.
    words = " ".join(f"{number} apples and {count} pears," for count in range(BENCH_WORDS // 5))
    prompt = await engine.render([ChatMessage(role="user", content=f"Round {number}. Tell me about {words}")])
    return await engine.generate(
        GenerationRequest(
            id=f"bench-{number}",
            prompt=prompt,
            grammar=None,
            max_tokens=BENCH_TOKENS,
            deadline=BENCH_SECONDS,
            temperature=0.7,
            seed=number,
        )
    )


def _median(per_millisecond: list[float]) -> float:
    return sorted(per_millisecond)[len(per_millisecond) // 2] * 1000


# ------------------------------------------------------------------ listing


def _default() -> Path | None:
    try:
        return default_model_path()
    except ModelFileError:
        return None


def _row(is_used: bool, label: str, path: Path | None) -> str:
    return f"{'*' if is_used else ' '} {label}: {f'{_size(path)}, {path}' if path else 'not here'}"


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
