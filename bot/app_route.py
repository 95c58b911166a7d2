"""`kallisti route`: what routing makes of one message, without a model and without touching any data."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta

from agent.descriptors import load_catalogue
from agent.ports import Services
from agent.routing.explain import explain
from agent.routing.plan import Request
from agent.testing.stores import InMemoryReminderStore
from agent.tools import discover
from agent.types import (
    Author,
    Basis,
    Channel,
    ChannelKind,
    Grain,
    Origin,
    Regime,
    Reminder,
    ReminderDraft,
    ReminderKind,
    Resolved,
)
from bot.app_brain import build_planner, load_time_parser
from bot.app_house import Setup
from bot.config import default_zone

PERSON = Author(id=1, name="you")
PLACE = Channel(id=1, kind=ChannelKind.CONSOLE)
PENDING_IN = timedelta(hours=1)
"""When the reminders of the command line are due."""


def routes(setup: Setup, text: str, *, pending: Sequence[str] = ()) -> Iterator[str]:
    """One line for each regime. Raises OperatorError."""
    store = InMemoryReminderStore()
    times = load_time_parser(setup.config)
    catalogue = load_catalogue(discover(Services(reminders=store, times=times)))
    planner = build_planner(setup.config, catalogue=catalogue, times=times)
    origin = Origin(
        message_id=1,
        channel=PLACE,
        author=PERSON,
        text=text,
        now=setup.clock(),
        zone=default_zone(setup.config),
        language=setup.config.time.language,
    )
    reminders = asyncio.run(_stored(store, pending, origin))
    for regime in (Regime.WIDE, Regime.NARROW):
        plan = planner.plan(Request(origin=origin, regime=regime, pending=reminders))
        yield f"{regime.value} | {explain(plan)}"


async def _stored(store: InMemoryReminderStore, texts: Sequence[str], origin: Origin) -> tuple[Reminder, ...]:
    due = origin.now + PENDING_IN
    for index, text in enumerate(texts):
        await store.add(
            ReminderDraft(
                author_id=PERSON.id,
                channel=PLACE,
                text=text,
                kind=ReminderKind.REMINDER,
                resolved=Resolved(at=due, zone=origin.zone, grain=Grain.MINUTE, basis=Basis.ELAPSED),
                source_message_id=1,
                call_index=index,
                created_at=origin.now,
            )
        )
    return await store.pending(PERSON.id)
