"""Wiring of what every place shares: the database, the schedule, the sessions and the brain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import structlog

from agent.errors import ConfigError
from agent.ports import ReminderStore
from agent.reminder_limits import ReminderLimits
from agent.types import Clock, Incoming, Origin
from bot.app_brain import Brain, Stores, load_time_parser
from bot.config import Config, Surroundings, data_directory, default_zone
from bot.delivery import Deliverer
from bot.health import LagProbe
from bot.scheduler import Scheduler
from bot.sessions import Outbox, Sessions
from bot.store.clarifications import SqliteClarifications
from bot.store.db import Database, open_database
from bot.store.handled import SqliteHandledMessages
from bot.store.messages import SqliteHistory
from bot.store.occurrences import SqliteOccurrences
from bot.store.reminders import SqliteReminderStore
from bot.store.users import SqliteUsers

TURN_GRACE = 3.0
"""Seconds for turns that run when the end is asked for."""
REPLY_GRACE = 1.5
"""Seconds for what is on its way out."""


class Place(Outbox, Deliverer, Protocol):
    """Where people are: replies and reminders go there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the configuration, the environment and the clock say."""

    config: Config
    surroundings: Surroundings
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What lives as long as the process, whatever the place."""

    brain: Brain
    scheduler: Scheduler
    sessions: Sessions
    reminders: ReminderStore
    lag: LagProbe


@asynccontextmanager
async def open_house(setup: Setup, *, database: str, place: Place) -> AsyncIterator[House]:
    """Opens the data directory and builds everything on it; nothing runs yet. Raises ConfigError."""
    directory = made(data_directory(setup.config, setup.surroundings))
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_database(directory / database))
        scheduler = Scheduler(occurrences=SqliteOccurrences(opened), deliverer=place, clock=setup.clock)
        stores = _stores(setup.config, opened, scheduler)
        times = load_time_parser(setup.config)
        brain = Brain(config=setup.config, directory=directory, stores=stores, times=times)
        stack.push_async_callback(brain.close)
        lag = LagProbe()
        sessions = Sessions(
            claims=SqliteHandledMessages(opened, clock=setup.clock),
            handle=Answering(config=setup.config, brain=brain, users=SqliteUsers(opened), lag=lag),
            outbox=place,
            per_channel=setup.config.turn.queue_per_channel,
            total=setup.config.turn.queue_total,
        )
        yield House(brain=brain, scheduler=scheduler, sessions=sessions, reminders=stores.reminders, lag=lag)


async def end_house(house: House) -> None:
    """Lets what runs come to an end, and says so where it does not."""
    await asyncio.gather(
        house.sessions.drain(grace=TURN_GRACE, reply_grace=REPLY_GRACE), house.scheduler.stop()
    )


def _stores(config: Config, database: Database, scheduler: Scheduler) -> Stores:
    limits = ReminderLimits(
        pending=config.reminders.per_user,
        text=config.reminders.longest_text,
        years=config.reminders.years_ahead,
    )
    return Stores(
        reminders=SqliteReminderStore(database, limits=limits, on_added=scheduler.expect),
        history=SqliteHistory(database),
        clarifications=SqliteClarifications(database),
    )


def made(directory: Path) -> Path:
    """`directory`, made for the owner alone if need be. Raises ConfigError."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(f"the data directory {directory} cannot be made: {error.strerror}") from None
    return directory


class Answering:
    """Handles one message: who asks, in which zone, and what the turn says to it."""

    def __init__(self, *, config: Config, brain: Brain, users: SqliteUsers, lag: LagProbe) -> None:
        self._zone = default_zone(config)
        self._language = config.time.language
        self._brain = brain
        self._users = users
        self._lag = lag
        self._log = structlog.get_logger("answering")

    async def __call__(self, incoming: Incoming) -> str:
        started = asyncio.get_running_loop().time()
        chosen = await self._users.get(incoming.author.id)
        origin = Origin(
            message_id=incoming.message_id,
            channel=incoming.channel,
            author=incoming.author,
            text=incoming.text,
            now=incoming.received_at,
            zone=chosen.zone or self._zone,
            language=chosen.language or self._language,
            zone_is_default=chosen.zone is None,
            has_attachments=bool(incoming.attachments),
        )
        outcome = await self._brain.run(origin)
        lag = round(self._lag.worst(since=started) * 1000, 1)
        self._log.info("answered", message=incoming.message_id, end=outcome.end.value, loop_lag_ms=lag)
        return outcome.text
