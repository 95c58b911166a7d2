"""How long it takes from a message to the grammar of its turn, with few tools and with many.

    python -m bench.routing

Plan (time phrases, signals, scores, rules, grounded values) and grammar, each message seen for the first
time.
The tools beside the shipped ones are made up, with descriptors of the usual size.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from statistics import median, quantiles

from pydantic import BaseModel, Field

from agent.descriptors import Catalogue, build_catalogue, load_descriptors
from agent.grammar.cache import GrammarCache
from agent.ports import Services
from agent.resources import descriptor_files
from agent.routing.embedder import SentenceEncoder
from agent.routing.plan import Planner, Request
from agent.routing.router import Router
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import time_parser
from agent.tools import discover
from agent.types import (
    Author,
    Channel,
    ChannelKind,
    Descriptor,
    Origin,
    Regime,
    Risk,
    Tool,
    ToolContext,
    ToolResult,
)
from evals import tables

SIZES = (8, 200)
MESSAGES = 400
WARM_UP = 20
NOW = datetime(2026, 3, 27, 14, 15, tzinfo=UTC)
REGIMES = (Regime.WIDE, Regime.NARROW)
LONGEST_THOUGHT, LONGEST_MESSAGE, MOST_CALLS = 300, 1500, 8
SUBJECTS = (
    "mum",
    "the plants",
    "Jonas",
    "the landlord",
    "the bins",
    "Ada",
    "the train",
    "lunch",
    "the report",
)
PATTERNS = (
    ("remind me in {n} minutes to call {s}", "en"),
    ("erinnere mich morgen um {n} Uhr an {s}", "de"),
    ("recuérdame llamar a {s} mañana a las {n}", "es"),
    ("rappelle-moi {s} dans {n} minutes", "fr"),
    ("what do you think about {s} and the other {n}?", "en"),
    ("set a timer for {n} minutes", "en"),
    ("ich habe {s} gestern {n} mal gesehen, das war schön", "de"),
    ("translate the words about {s} in chapter {n} and tell me what they mean to people", "en"),
    ("what is the weather like for {s} in {n} days?", "en"),
)
WORDS = ("invoice", "garden", "music", "weather", "contract", "lamp", "recipe", "ticket", "photo", "parcel")


class Arguments(BaseModel):
    """What a made-up tool takes."""

    query: str = Field(max_length=200, description="what to look for")
    limit: int = Field(default=5, ge=1, le=50)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    text: str
    language: str


async def _run(_arguments: Arguments, _context: ToolContext) -> ToolResult:
    return ToolResult(content="")


def made_up(number: int) -> tuple[Tool, Descriptor]:
    subject = f"{WORDS[number % len(WORDS)]} {number}"
    name = f"extra{number % 12}:tool{number}"
    descriptor = Descriptor(
        name=name,
        version=1,
        short_description=f"Look up the {subject}.",
        when_to_use=f"The user asks about the {subject}.",
        when_not_to_use="Anything else.",
        routing_hints=tuple(
            f"{verb} the {subject}" for verb in ("show", "find", "search", "open", "read", "tell")
        ),
        domain=f"extra{number % 12}",
        risk=Risk.READ,
    )
    return Tool(name=name, arguments=Arguments, run=_run), descriptor


def catalogue_of(size: int, services: Services) -> Catalogue:
    shipped = discover(services)
    texts = {file.name: file.read_text(encoding="utf-8") for file in descriptor_files()}
    extra = [made_up(number) for number in range(max(0, size - len(shipped)))]
    return build_catalogue(
        (*shipped, *(tool for tool, _ in extra)),
        (*load_descriptors(texts), *(descriptor for _, descriptor in extra)),
    )


def messages(count: int, random: Random) -> Iterator[Message]:
    for number in range(count):
        pattern, language = random.choice(PATTERNS)
        text = pattern.format(n=1 + number % 23, s=f"{random.choice(SUBJECTS)} {number}")
        yield Message(text=text, language=language)


def measure(planner: Planner, said: Sequence[Message]) -> list[float]:
    """Milliseconds for each message from its text to its grammar."""
    cache, taken = GrammarCache(), []
    for number, message in enumerate(said):
        request = Request(origin=_origin(message), regime=REGIMES[number % 2])
        started = time.perf_counter()
        offer = planner.plan(request).offer
        cache.envelope(
            offer, thought_limit=LONGEST_THOUGHT, message_limit=LONGEST_MESSAGE, max_calls=MOST_CALLS
        )
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def _origin(message: Message) -> Origin:
    return Origin(
        message_id=1,
        channel=Channel(id=1, kind=ChannelKind.DM),
        author=Author(id=1, name="someone"),
        text=message.text,
        now=NOW,
        zone="Europe/Berlin",
        language=message.language,
    )


def main() -> None:
    times, encoder = time_parser(), SentenceEncoder()
    services = Services(reminders=InMemoryReminderStore(), times=times)
    figures: dict[str, float] = {}
    for size in SIZES:
        catalogue = catalogue_of(size, services)
        planner = Planner(
            catalogue=catalogue, router=Router(catalogue=catalogue, embedder=encoder), times=times
        )
        planner.warm()
        said = list(messages(MESSAGES + WARM_UP, Random(size)))
        taken = measure(planner, said)[WARM_UP:]
        figures |= {
            f"tools_{size}.median_ms": median(taken),
            f"tools_{size}.p99_ms": quantiles(taken, n=100)[98],
            f"tools_{size}.longest_ms": max(taken),
        }
    rows = [
        [
            str(size),
            *(f"{figures[f'tools_{size}.{name}']:.2f}" for name in ("median_ms", "p99_ms", "longest_ms")),
        ]
        for size in SIZES
    ]
    tables.show("Plan, policy and grammar", ("tools", "median ms", "p99 ms", "longest ms"), rows)
    print(f"figures: {tables.write('bench-routing', figures)}")


if __name__ == "__main__":
    main()
