"""How the running daemon is, gathered; and `kallisti status`, which asks it."""

from __future__ import annotations

import fcntl
import math
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from agent.errors import ConfigError, StoreUnavailable
from bot.app_backup import backups_in, places_of
from bot.app_house import House, Setup
from bot.config import data_directory
from bot.gateway import Gateway
from bot.metrics import metrics_server
from bot.status_socket import ask, telling
from bot.store.counts import Counts
from bot.vitals import (
    EXIT_NOT_RUNNING,
    EXIT_UNWELL,
    EXIT_WELL,
    Vitals,
    backup_age,
    from_json,
    page,
    to_json,
)

DATABASE = "kallisti.sqlite3"


@asynccontextmanager
async def observed(setup: Setup, house: House, gateway: Gateway) -> AsyncIterator[None]:
    """Within the block the daemon tells how it is: on its socket, and to Prometheus where that is wanted."""
    look = partial(vitals, setup, house, gateway, since=setup.clock())

    async def text() -> str:
        return to_json(await look())

    async with (
        telling(data_directory(setup.config, setup.surroundings), text),
        metrics_server(setup.config.telemetry.port, look=look, tally=house.tally),
    ):
        yield


async def vitals(setup: Setup, house: House, gateway: Gateway, *, since: datetime) -> Vitals:
    """How the daemon is now; what cannot be looked at is trouble, and no fault of this."""
    trouble = []
    if not gateway.online:
        trouble.append("there is no connection to Discord")
    if house.brain.model is None:
        trouble.append("no model answers")
    if not house.scheduler.is_well:
        trouble.append("the schedule is not looked at")
    try:
        stored = await house.count()
    except StoreUnavailable as error:
        stored = Counts(pending=0, overdue=0, schema=0)
        trouble.append(f"the database cannot be read: {error}")
    if stored.overdue:
        trouble.append(f"reminders that are due and not delivered: {stored.overdue}")
    return Vitals(
        version=version("kallisti-bot"),
        process=os.getpid(),
        since=since,
        connected=gateway.online,
        servers=len(gateway.guilds),
        latency_ms=round(gateway.latency * 1000) if math.isfinite(gateway.latency) else None,
        model=house.brain.model,
        waiting=house.sessions.waiting,
        pending=stored.pending,
        overdue=stored.overdue,
        turns=house.tally.ends.total(),
        worker_restarts=house.brain.worker_restarts,
        last_backup=last_backup(setup),
        schema=stored.schema,
        trouble=tuple(trouble),
        shards=str(gateway.sharding),
        model_servers=len(house.brain.servers),
        model_servers_up=sum(each.is_up for each in house.brain.servers),
    )


def last_backup(setup: Setup) -> datetime | None:
    try:
        made = backups_in(places_of(setup).backups)
        return datetime.fromtimestamp(made[-1].stat().st_mtime, UTC) if made else None
    except OSError:
        return None


# ------------------------------------------------------------------ `kallisti status`


def status(setup: Setup) -> tuple[int, list[str]]:
    """The exit code and the lines. Raises ConfigError where one may not look."""
    directory = data_directory(setup.config, setup.surroundings)
    try:
        told = from_json(ask(directory))
    except (FileNotFoundError, ConnectionRefusedError):
        return _silent(setup, directory)
    except TimeoutError:
        return EXIT_UNWELL, [f"Kallisti runs on {directory}, but does not answer; look into its log."]
    except PermissionError:
        raise ConfigError(
            f"{directory} may not be looked into; run this as root or as Kallisti's user"
        ) from None
    except OSError as error:
        raise ConfigError(f"the socket in {directory} cannot be used: {error.strerror}") from None
    except ValueError:
        return EXIT_UNWELL, [f"Kallisti runs on {directory} in another version; restart it to use this one."]
    return (EXIT_UNWELL if told.trouble else EXIT_WELL), page(told, now=setup.clock())


def _silent(setup: Setup, directory: Path) -> tuple[int, list[str]]:
    if is_owned(directory / f"{DATABASE}.lock"):
        return EXIT_UNWELL, [f"Kallisti is starting or ending on {directory}; ask again in a moment."]
    age = backup_age(last_backup(setup), now=setup.clock())
    return EXIT_NOT_RUNNING, [f"Kallisti is not running on {directory}.", f"backup    {age}"]


def is_owned(lock: Path) -> bool:
    """Whether a running process holds the lock of a database."""
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
