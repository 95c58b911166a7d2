"""Ten tools as assistants have them, up to fifty under five owners, and typical answers in the envelope."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from itertools import cycle, islice
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from agent.trial import stand_in
from agent.types import Offer

OWNERS = ("", "work_", "home_", "team_", "club_")


class Forecast(BaseModel):
    place: str = Field(max_length=64)
    unit: Literal["celsius", "fahrenheit"] = "celsius"
    days: int = Field(1, ge=1, le=14)


class Lookup(BaseModel):
    query: str = Field(max_length=200)
    limit: int | None = Field(None, ge=1, le=50)
    language: Literal["en", "de", "fr", "ja"] = "en"


class Reminder(BaseModel):
    text: str = Field(min_length=1, max_length=200)
    at: dt.datetime
    repeat: Literal["daily", "weekly", "monthly"] | None = None


class Person(BaseModel):
    kind: Literal["person"]
    id: str = Field(pattern="^[0-9]{17,20}$")


class Group(BaseModel):
    kind: Literal["group"]
    name: str = Field(max_length=32)


class Message(BaseModel):
    to: Annotated[Person | Group, Field(discriminator="kind")]
    body: str = Field(min_length=1, max_length=500)
    silent: bool = False


class Price(BaseModel):
    amount: float = Field(ge=0, le=100000)
    currency: Literal["USD", "EUR", "GBP", "JPY"]


class Purchase(BaseModel):
    article: str = Field(pattern="^[A-Z]{3}-[0-9]{4}$")
    quantity: int = Field(ge=1, le=999)
    price: Price | None = None
    labels: list[Annotated[str, Field(max_length=24)]] = Field(default_factory=list, max_length=5)


class ReadFile(BaseModel):
    path: str = Field(max_length=120)
    first_line: int = Field(0, ge=0)
    last_line: int | None = Field(None, ge=0)


class Calculation(BaseModel):
    expression: str = Field(max_length=120)


class Poll(BaseModel):
    question: str = Field(max_length=120)
    options: list[Annotated[str, Field(max_length=40)]] = Field(min_length=2, max_length=8)
    minutes: int = Field(60, ge=1, le=10080)


class Member(BaseModel):
    id: uuid.UUID
    fields: list[Literal["name", "mail", "joined", "roles"]] = Field(min_length=1, max_length=4)


class Event(BaseModel):
    title: str = Field(max_length=80)
    day: dt.date
    start: dt.time
    minutes: int = Field(30, ge=5, le=480)


TOOLS: dict[str, type[BaseModel]] = {
    "forecast": Forecast,
    "look_up": Lookup,
    "remind": Reminder,
    "send": Message,
    "order": Purchase,
    "read_file": ReadFile,
    "calculate": Calculation,
    "poll": Poll,
    "member": Member,
    "add_event": Event,
}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "forecast": {"place": "Zürich", "unit": "celsius", "days": 3},
    "look_up": {"query": "opening hours of the town library", "limit": 10, "language": "en"},
    "remind": {
        "text": "Call the dentist about the appointment",
        "at": "2026-03-14T09:30:00Z",
        "repeat": None,
    },
    "send": {
        "to": {"kind": "person", "id": "184405311681986560"},
        "body": "All is well again.",
        "silent": False,
    },
    "order": {
        "article": "ABC-1234",
        "quantity": 2,
        "price": {"amount": 19.99, "currency": "EUR"},
        "labels": ["gift", "express"],
    },
    "read_file": {"path": "notes/garden.md", "first_line": 0, "last_line": None},
    "calculate": {"expression": "(3.5 + 4) * 12"},
    "poll": {
        "question": "Where do we eat on Friday?",
        "options": ["Pizza", "Sushi", "Tacos"],
        "minutes": 120,
    },
    "member": {"id": "0b6ab1f2-6f0e-4a3b-9d38-5f4c1c2f7e11", "fields": ["name", "roles"]},
    "add_event": {"title": "Sprint review", "day": "2026-03-20", "start": "14:00:00", "minutes": 45},
}
TURNS = (
    ("The user wants the forecast, so I call the forecast tool.", None, ("forecast",)),
    ("I need more information before I can act.", "Which city do you mean?", ()),
    (
        "I have the result and can answer now.",
        "Here is the forecast: sunny, 21 °C, light wind from the west.\nAnything else?",
        (),
    ),
    ("Two independent look-ups can run together.", None, ("look_up", "member")),
    ("Now I place the order that the user confirmed.", 'One moment: "ABC-1234" is on its way.', ("order",)),
    ("The time is clear, so I set the reminder.", None, ("remind",)),
)


def offer(count: int) -> Offer:
    """The first `count` tools, at most fifty."""
    names = ((owner + name, model) for owner in OWNERS for name, model in TOOLS.items())
    return Offer(tools=tuple(stand_in(name, model) for name, model in islice(names, count)))


def answers(count: int, turns: int) -> list[str]:
    """Typical envelopes for an offer of `count` tools; a tool that it lacks gives way to one it has."""
    known = list(TOOLS)[:count]
    return [_answer(turn, known) for turn in islice(cycle(TURNS), turns)]


def _answer(turn: tuple[str, str | None, tuple[str, ...]], known: list[str]) -> str:
    thought, message, wanted = turn
    names = [name if name in known else known[len(name) % len(known)] for name in wanted]
    calls = [{"name": name, "args": ARGUMENTS[name]} for name in names]
    status = "Task" if calls else "Idle"
    value = {"thought": thought, "status": status, "message_to_user": message, "tool_calls": calls}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
