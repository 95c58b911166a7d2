"""A turn on real parts, in memory: the shipped tools, the real time parser and encoder, and any engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from agent.descriptors import Catalogue, load_catalogue
from agent.engine.profile import ModelProfile
from agent.memory.recall import Recall
from agent.ports import Documents, Engine, Memory, ReminderStore, Services, TimeParser
from agent.recurrence import RecurringTimes
from agent.routing.embedder import SentenceEncoder
from agent.routing.plan import Plan, Planner, Request
from agent.routing.router import Router
from agent.steps import TurnLimits
from agent.summarising import Pace, Summariser
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications, InMemoryReminderStore
from agent.timeparse import time_parser
from agent.tools import discover
from agent.turn import Turn
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

NOW = datetime(2026, 3, 2, 21, 0, tzinfo=UTC)
"""A Monday evening: 22:00 in Berlin."""
ZONE = "Europe/Berlin"
ANN = Author(id=7, name="Ann")

NARROW = ModelProfile(regime=Regime.NARROW, thought_limit=0, message_limit=200)
WIDE = ModelProfile(regime=Regime.WIDE, thought_limit=100, message_limit=400)


def origin(text: str, *, message_id: int = 1, **changes: Any) -> Origin:
    """A direct message of Ann's."""
    said = Origin(
        message_id=message_id,
        channel=Channel(id=1, kind=ChannelKind.DM),
        author=ANN,
        text=text,
        now=NOW,
        zone=ZONE,
        language="en",
    )
    return replace(said, **changes)


def idle(message: str) -> str:
    """An envelope that answers."""
    return _envelope("Idle", message, [])


def task(*calls: tuple[str, dict[str, Any]], message: str | None = None) -> str:
    """An envelope that calls tools."""
    return _envelope("Task", message, [{"name": name, "args": args} for name, args in calls])


def reflect() -> str:
    return _envelope("Reflect", None, [])


def _envelope(status: str, message: str | None, calls: Sequence[dict[str, Any]]) -> str:
    envelope = {"thought": "", "status": status, "message_to_user": message, "tool_calls": calls}
    return json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True, kw_only=True)
class House:
    """`turn` with what it writes to; `say` runs one message after the other."""

    turn: Turn
    planner: Planner
    catalogue: Catalogue
    reminders: InMemoryReminderStore
    history: InMemoryHistory
    clarifications: InMemoryClarifications
    summariser: Summariser | None = None

    def plan(self, said: Origin, profile: ModelProfile) -> Plan:
        """What would be offered for a message."""
        return self.planner.plan(Request(origin=said, regime=profile.regime))

    async def set(
        self, text: str, *, kind: ReminderKind = ReminderKind.REMINDER, minutes: int = 60
    ) -> Reminder:
        """Stores a reminder of Ann's without a turn."""
        due = NOW + timedelta(minutes=minutes)
        number = 1000 + len(self.reminders.reminders)
        draft = ReminderDraft(
            author_id=ANN.id,
            channel=Channel(id=1, kind=ChannelKind.DM),
            text=text,
            kind=kind,
            resolved=Resolved(at=due, zone=ZONE, grain=Grain.MINUTE, basis=Basis.ELAPSED),
            source_message_id=number,
            call_index=0,
            created_at=NOW,
        )
        return await self.reminders.add(draft)


@cache
def parser() -> TimeParser:
    """One for all tests: loading takes a third of a second."""
    return RecurringTimes(time_parser())


@cache
def encoder() -> SentenceEncoder:
    """One for all tests: loading takes two seconds."""
    return SentenceEncoder()


def catalogue_with(
    reminders: ReminderStore, memory: Memory | None = None, documents: Documents | None = None
) -> Catalogue:
    services = Services(reminders=reminders, times=parser(), memory=memory, documents=documents)
    return load_catalogue(discover(services))


def planner_of(catalogue: Catalogue) -> Planner:
    router = Router(catalogue=catalogue, embedder=encoder())
    return Planner(catalogue=catalogue, router=router, times=parser())


def build(
    engine: Engine,
    *,
    profile: ModelProfile = NARROW,
    limits: TurnLimits | None = None,
    recall: Recall | None = None,
    memory: Memory | None = None,
    documents: Documents | None = None,
    sums_up: bool | Pace = False,
) -> House:
    reminders = InMemoryReminderStore()
    catalogue = catalogue_with(reminders, memory, documents)
    planner = planner_of(catalogue)
    history, clarifications = InMemoryHistory(), InMemoryClarifications()
    pace = sums_up if isinstance(sums_up, Pace) else None
    summariser = Summariser(engine=engine, history=history, pace=pace) if sums_up else None
    turn = Turn(
        engine=engine,
        planner=planner,
        reminders=reminders,
        history=history,
        clarifications=clarifications,
        profile=profile,
        limits=limits,
        recall=recall,
        memory=memory,
        documents=documents,
        summariser=summariser,
    )
    return House(
        turn=turn,
        summariser=summariser,
        planner=planner,
        catalogue=catalogue,
        reminders=reminders,
        history=history,
        clarifications=clarifications,
    )
