"""How a running Kallisti is, as it says itself, and how that is told to people."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

EXIT_WELL, EXIT_UNWELL, EXIT_NOT_RUNNING = 0, 1, 3
"""Of `kallisti status`; 3 is what service managers mean by "not running"."""
OLD_BACKUP = timedelta(days=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """Instants are in UTC. `model` is None while none is loaded; `trouble` holds one sentence for each thing
    that keeps Kallisti from its work. `model_servers` is 0 where the model runs in a worker of our own;
    `shards` is empty for a bot without.
    """

    version: str
    process: int
    since: datetime
    connected: bool
    servers: int
    latency_ms: int | None
    model: str | None
    waiting: int
    pending: int
    overdue: int
    turns: int
    worker_restarts: int
    last_backup: datetime | None
    schema: int
    trouble: tuple[str, ...] = ()
    model_servers: int = 0
    model_servers_up: int = 0
    shards: str = ""


def to_json(vitals: Vitals) -> str:
    return json.dumps(asdict(vitals), default=lambda instant: instant.isoformat())


def from_json(text: str) -> Vitals:
    """Raises ValueError for what another version says differently."""
    try:
        read: dict[str, Any] = json.loads(text)
        read["since"] = datetime.fromisoformat(read["since"])
        if read["last_backup"] is not None:
            read["last_backup"] = datetime.fromisoformat(read["last_backup"])
        return Vitals(**{**read, "trouble": tuple(read["trouble"])})
    except (TypeError, KeyError) as error:
        raise ValueError(str(error)) from None


def page(vitals: Vitals, *, now: datetime) -> list[str]:
    """The lines of `kallisti status`."""
    queue = f"{vitals.waiting} waiting, {vitals.turns} turns since the start"
    facts = {
        "running": f"{vitals.version}, process {vitals.process}, for {_span(now - vitals.since)}",
        "Discord": _connection(vitals),
        "model": vitals.model or "not loaded",
        "worker": _engine(vitals),
        "messages": queue,
        "reminders": f"{vitals.pending} pending, {vitals.overdue} overdue",
        "backup": backup_age(vitals.last_backup, now=now),
        "schema": f"step {vitals.schema}",
    }
    lines = [f"{subject:<10}{text}" for subject, text in facts.items()]
    return [*lines, *(f"trouble   {sentence}" for sentence in vitals.trouble)]


def backup_age(last: datetime | None, *, now: datetime) -> str:
    if last is None:
        return "none; make one with `kallisti backup`"
    advice = "; is kallisti-backup.timer enabled?" if now - last > OLD_BACKUP else ""
    return f"{last.astimezone(UTC):%Y-%m-%d %H:%M} UTC, {_span(now - last)} ago{advice}"


def _connection(vitals: Vitals) -> str:
    shards = f", shards: {vitals.shards}" if vitals.shards else ""
    if not vitals.connected:
        return f"not connected{shards}"
    beat = "" if vitals.latency_ms is None else f", {vitals.latency_ms} ms"
    return f"connected, servers: {vitals.servers}{shards}{beat}"


def _engine(vitals: Vitals) -> str:
    if vitals.model_servers:
        return f"none; llama-servers that answer: {vitals.model_servers_up} of {vitals.model_servers}"
    return f"{vitals.worker_restarts} restarts"


def _span(span: timedelta) -> str:
    minutes = max(0, int(span.total_seconds() // 60))
    days, hours = divmod(minutes // 60, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"
