"""For Prometheus: /metrics and /healthz over HTTP, on the loopback interface only."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from aiohttp import web

from bot.tally import Distribution, Tally
from bot.vitals import Vitals

HOST = "127.0.0.1"
Look = Callable[[], Awaitable[Vitals]]

log = structlog.get_logger("telemetry")


@asynccontextmanager
async def metrics_server(port: int, *, look: Look, tally: Tally) -> AsyncIterator[None]:
    """Serves until the block ends; nothing where `port` is 0. A port that is taken is logged and no more."""
    if not port:
        yield
        return
    runner = web.AppRunner(_application(look, tally), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
            log.info("telemetry is served", address=f"http://{HOST}:{port}/metrics")
        except OSError as error:
            log.error("telemetry cannot be served", port=port, reason=error.strerror or str(error))
        yield
    finally:
        await runner.cleanup()


def exposition(vitals: Vitals, tally: Tally) -> bytes:
    """All figures in Prometheus' text format."""
    # Late: only who switches telemetry on needs the library.
    from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415

    class Collector:
        def collect(self) -> Iterator[Any]:
            yield from _now(vitals)
            yield from _so_far(vitals, tally)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Collector())
    return bytes(generate_latest(registry))


# ------------------------------------------------------------------ the pages


def _application(look: Look, tally: Tally) -> web.Application:
    async def metrics(_request: web.Request) -> web.Response:
        body = exposition(await look(), tally)
        return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    async def health(_request: web.Request) -> web.Response:
        trouble = (await look()).trouble
        return web.Response(
            text="\n".join(trouble) + "\n" if trouble else "ok\n", status=503 if trouble else 200
        )

    application = web.Application()
    application.add_routes([web.get("/metrics", metrics), web.get("/healthz", health)])
    return application


# ------------------------------------------------------------------ the figures


def _now(vitals: Vitals) -> Iterator[Any]:
    from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415

    gauges: dict[str, tuple[str, float]] = {
        "connected": ("Whether the connection to Discord stands", float(vitals.connected)),
        "model_loaded": ("Whether a model answers", float(vitals.model is not None)),
        "model_servers": ("llama-servers that are used", vitals.model_servers),
        "model_servers_up": ("llama-servers that answer", vitals.model_servers_up),
        "queue_messages": ("Messages that wait for their turn", vitals.waiting),
        "reminders_pending": ("Reminders that are still to come", vitals.pending),
        "reminders_overdue": ("Reminders that are due and not delivered", vitals.overdue),
        "start_time_seconds": ("When the process started", vitals.since.timestamp()),
        "last_backup_time_seconds": (
            "When the newest backup was made; 0 without any",
            vitals.last_backup.timestamp() if vitals.last_backup else 0.0,
        ),
    }
    for name, (description, value) in gauges.items():
        yield GaugeMetricFamily(f"kallisti_{name}", description, value=value)


def _so_far(vitals: Vitals, tally: Tally) -> Iterator[Any]:
    from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415

    turns = CounterMetricFamily("kallisti_turns", "Turns by how they ended", labels=["end"])
    for end, count in tally.ends.items():
        turns.add_metric([end], count)
    tokens = CounterMetricFamily(
        "kallisti_tokens",
        "Tokens of prompts, of those that came from the cache, generated ones, and those without a choice",
        labels=["kind"],
    )
    for kind, count in tally.tokens.items():
        tokens.add_metric([kind], count)
    yield from (turns, tokens)
    yield CounterMetricFamily(
        "kallisti_worker_restarts",
        "Starts of the engine worker after the first",
        value=vitals.worker_restarts,
    )
    yield _histogram("kallisti_stage_seconds", "Time that turns took, by part", tally.stages)
    yield _histogram(
        "kallisti_reminder_lateness_seconds", "From due to sent", {"delivery": tally.lateness}, label="lane"
    )


def _histogram(name: str, text: str, parts: dict[str, Distribution], *, label: str = "stage") -> Any:
    from prometheus_client.core import HistogramMetricFamily  # noqa: PLC0415

    family = HistogramMetricFamily(name, text, labels=[label])
    for part, values in parts.items():
        family.add_metric([part], buckets=values.buckets(), sum_value=values.total)
    return family
