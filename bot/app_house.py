"""Wiring of what every place shares: the database, the schedule, the sessions and the brain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from agent import questions, replies
from agent.errors import ConfigError
from agent.ports import Services
from agent.reminder_limits import ReminderLimits
from agent.routing.embedder import SentenceEncoder
from agent.types import Clock
from bot.answering import Answering
from bot.app_brain import Brain, Stores, load_time_parser
from bot.app_files import build_gathering
from bot.app_memory import Remembering, build_memory, upkeep
from bot.app_requests import Attendance, DueRequests
from bot.asking import Origins
from bot.config import Config, Surroundings, data_directory, default_zone
from bot.delivery import Deliverer
from bot.gathering import Lookup
from bot.health import LagProbe
from bot.message_changes import MessageChanges
from bot.questions import QuestionDesk, QuestionRules
from bot.reminder_desk import ReminderDesk
from bot.schedule.policy import DeliveryPolicy
from bot.scheduler import Scheduler
from bot.sessions import Outbox, Sessions
from bot.store.clarifications import SqliteClarifications
from bot.store.counts import Counts, counts
from bot.store.db import Database, open_database
from bot.store.forgetting import SqliteForgetting
from bot.store.handled import SqliteHandledMessages
from bot.store.last_seen import SqliteLastSeen
from bot.store.messages import SqliteHistory
from bot.store.occurrences import SqliteOccurrences
from bot.store.pairings import SqlitePairings
from bot.store.personas import SqlitePersonas
from bot.store.reminders import SqliteReminderStore
from bot.store.staged import SqliteStagedNotes
from bot.store.standing import SqliteStanding
from bot.store.users import SqliteUsers
from bot.tally import Tally

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
    source: Path | None = None
    """The file that the configuration was read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What lives as long as the process, whatever the place."""

    brain: Brain
    scheduler: Scheduler
    sessions: Sessions
    answering: Answering
    origins: Origins
    stores: Kept
    services: Services
    reminder_desk: ReminderDesk
    question_desk: QuestionDesk
    lag: LagProbe
    tally: Tally
    count: Callable[[], Coroutine[Any, Any, Counts]]
    remembering: Remembering | None
    upkeep: Callable[[], Coroutine[Any, Any, None]]
    """Keeps the memory in step, and forgets in time; never ends."""
    changes: MessageChanges

    async def reconnected(self) -> None:
        """What could not be sent need not wait any longer."""
        self.sessions.late.connection_is_back()
        await self.scheduler.retry_now()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The stores beside those that a turn uses."""

    users: SqliteUsers
    history: SqliteHistory
    handled: SqliteHandledMessages
    last_seen: SqliteLastSeen
    forgetting: SqliteForgetting
    standing: SqliteStanding
    pairings: SqlitePairings
    personas: SqlitePersonas


@asynccontextmanager
async def open_house(
    setup: Setup, *, database: str, place: Place, attendance: Attendance, lookup: Lookup | None = None
) -> AsyncIterator[House]:
    """Opens the data directory and builds everything on it; nothing runs yet. Raises ConfigError."""
    directory = made(data_directory(setup.config, setup.surroundings))
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_database(directory / database))
        tally = Tally()
        occurrences = SqliteOccurrences(opened)
        policy = DeliveryPolicy(catch_up=timedelta(minutes=setup.config.reminders.catch_up_minutes))
        scheduler = Scheduler(
            occurrences=occurrences,
            deliverer=place,
            clock=setup.clock,
            policy=policy,
            language=setup.config.time.language,
            answer=lambda claimed: requests.answer(claimed),  # noqa: PLW0108 - built below, on the brain
            request_limit=timedelta(seconds=2 * setup.config.turn.seconds),
            on_delivered=tally.delivered,
        )
        reminders = _reminders(setup.config, opened, scheduler)
        clarifications = SqliteClarifications(opened)
        await clarifications.lose_approvals()
        embedder = SentenceEncoder()
        remembering = None
        if setup.config.memory.enabled:
            remembering = build_memory(
                setup.config, directory=directory, database=opened, name=database, embedder=embedder
            )
            stack.push_async_callback(remembering.close)
        memory = remembering.notebook if remembering else None
        documents = remembering.documents.library if remembering else None
        history = SqliteHistory(opened)
        stores = Stores(
            reminders=reminders,
            history=history,
            clarifications=clarifications,
            memory=memory,
            personas=SqlitePersonas(opened),
            documents=documents,
        )
        times = load_time_parser(setup.config)
        users = SqliteUsers(opened)
        reminder_desk = ReminderDesk(
            store=reminders,
            occurrences=occurrences,
            users=users,
            times=times,
            clock=setup.clock,
            zone=default_zone(setup.config),
            language=setup.config.time.language,
            mark=setup.config.discord.sharding.mark,
        )
        brain = Brain(
            config=setup.config,
            directory=directory,
            stores=stores,
            times=times,
            embedder=embedder,
            index=remembering.index if remembering else None,
        )
        stack.push_async_callback(brain.close)
        lag = LagProbe()
        origins = Origins(users=users, zone=default_zone(setup.config), time=setup.config.time)
        requests = DueRequests(brain=brain, origins=origins, attendance=attendance, clock=setup.clock)
        answering = Answering(
            turns=brain,
            origins=origins,
            desk=reminder_desk,
            lag=lag,
            gathering=build_gathering(setup.config, lookup),
            tally=tally,
        )
        handled = SqliteHandledMessages(opened, clock=setup.clock)
        sessions = Sessions(
            claims=handled,
            handle=answering,
            outbox=place,
            per_channel=setup.config.turn.queue_per_channel,
            total=setup.config.turn.queue_total,
            speak=origins.language,
            at_once=setup.config.turn.parallel,
        )
        changes = MessageChanges(queue=sessions, answers=answering, history=history)
        stack.push_async_callback(changes.close)
        question_desk = QuestionDesk(
            clarifications=clarifications,
            users=users,
            receive=sessions.submit,
            rules=QuestionRules(is_fresh=questions.is_fresh, refusal=replies.not_open),
            clock=setup.clock,
            language=setup.config.time.language,
        )
        yield House(
            brain=brain,
            scheduler=scheduler,
            sessions=sessions,
            answering=answering,
            origins=origins,
            stores=Kept(
                users=users,
                history=history,
                handled=handled,
                last_seen=SqliteLastSeen(opened),
                forgetting=SqliteForgetting(opened),
                standing=SqliteStanding(opened),
                pairings=SqlitePairings(opened),
                personas=SqlitePersonas(opened),
            ),
            services=Services(
                reminders=reminders,
                times=times,
                morning=setup.config.time.morning,
                memory=memory,
                documents=documents,
            ),
            reminder_desk=reminder_desk,
            question_desk=question_desk,
            lag=lag,
            tally=tally,
            count=lambda: counts(opened, now=setup.clock()),
            remembering=remembering,
            changes=changes,
            upkeep=partial(
                upkeep,
                setup.config,
                remembering,
                staged=SqliteStagedNotes(opened),
                history=history,
                clock=setup.clock,
            ),
        )


async def end_house(house: House) -> None:
    """Lets what runs come to an end, and says so where it does not."""
    await asyncio.gather(
        house.sessions.drain(grace=TURN_GRACE, reply_grace=REPLY_GRACE), house.scheduler.stop()
    )


def _reminders(config: Config, database: Database, scheduler: Scheduler) -> SqliteReminderStore:
    limits = ReminderLimits(
        pending=config.reminders.per_user,
        text=config.reminders.longest_text,
        years=config.reminders.years_ahead,
        requests=config.reminders.requests_per_user,
    )
    return SqliteReminderStore(database, limits=limits, on_added=scheduler.expect)


def made(directory: Path) -> Path:
    """`directory`, made for the owner alone if need be. Raises ConfigError."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(f"the data directory {directory} cannot be made: {error.strerror}") from None
    return directory
