"""How well requests become reminders: tool, time and text, by the whole path with the default model.

    python -m evals.extract --data DIRECTORY [--limit N] [--misses] [--only WAY] [--without-model]
                            [--adapter FILE|none]

Each row is said to the product's own turn, in the narrow regime as shipped, in a channel of its own at a
fixed time; what then stands in the store is compared (`evals.extract_data` says what is right). Grounded:
arguments limited to the message's words and times, as shipped for small models. Free: `grounding = "off"`,
the model writes them. Choosing: without narrow routing, so that the model gets several tools, and times and
words to choose from. Where there is an adapter, all is done with it and without it. `--without-model` takes
the shortest answer that the grammar allows instead of the model's: what grounding decides by itself, in a
minute.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

import structlog
from rich.progress import track

from agent.descriptors import Catalogue, load_catalogue
from agent.engine.closing import Closings
from agent.engine.profile import profile_for
from agent.ports import Engine, Services, TimeParser
from agent.recurrence import RecurringTimes
from agent.routing.plan import Planner
from agent.routing.router import Router
from agent.steps import Profile
from agent.testing.engine import ScriptedEngine
from agent.testing.history import InMemoryHistory
from agent.testing.stores import InMemoryClarifications, InMemoryReminderStore
from agent.timeparse import time_parser
from agent.tools import discover
from agent.turn import Turn
from agent.types import (
    Author,
    Channel,
    ChannelKind,
    GenerationRequest,
    GroundingPolicy,
    Origin,
    Regime,
    Reminder,
    ReminderKind,
    TurnOutcome,
)
from evals import engines, tables
from evals.extract_data import LANGUAGES, Row, parser_language, read, text_fault, time_phrases
from evals.offers import SeveralTools
from evals.vectors import KeptVectors

NOW = datetime(2026, 3, 3, 5, 0, tzinfo=UTC)
"""A Tuesday, 6:00 in Berlin: "today" still has its day before it."""
ZONE = "Europe/Berlin"
SEED = 11
FREE, GROUNDED, CHOOSING = "free", "grounded", "choosing"
WAYS = {FREE: GroundingPolicy.OFF, GROUNDED: GroundingPolicy.STRICT, CHOOSING: GroundingPolicy.STRICT}
RIGHT = "right"
TOOLS = {
    ReminderKind.REMINDER: "agenda:remind_at",
    ReminderKind.ALARM: "clock:alarm",
    ReminderKind.TIMER: "clock:timer",
}


@dataclass(slots=True)
class Tally:
    """`kinds` counts RIGHT and each kind of miss."""

    kinds: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return self.kinds.total()

    @property
    def share(self) -> float:
        return self.kinds[RIGHT] / self.rows if self.rows else 0.0


PlannerOf = Callable[[Catalogue, TimeParser], Planner]


class House:
    """The product's turn on stores in memory, for one way to choose tools and to bind arguments."""

    def __init__(self, engine: Engine, profile: Profile, times: TimeParser, planner_of: PlannerOf) -> None:
        self.reminders = InMemoryReminderStore()
        catalogue = load_catalogue(discover(Services(reminders=self.reminders, times=times)))
        self._turn = Turn(
            engine=engine,
            planner=planner_of(catalogue, times),
            reminders=self.reminders,
            history=InMemoryHistory(),
            clarifications=InMemoryClarifications(),
            profile=profile,
        )
        self._said = 0

    def next_origin(self, text: str, language: str) -> Origin:
        """A message by somebody new, in a channel of its own."""
        self._said += 1
        return Origin(
            message_id=self._said,
            channel=Channel(id=self._said, kind=ChannelKind.DM),
            author=Author(id=self._said, name="someone"),
            text=text,
            now=NOW,
            zone=ZONE,
            language=language,
        )

    async def answer(self, origin: Origin) -> tuple[TurnOutcome, tuple[Reminder, ...]]:
        """The answer, and what its author has set then."""
        return await self._turn.run(origin), await self.reminders.pending(origin.author.id)

    async def say(self, row: Row) -> tuple[TurnOutcome, tuple[Reminder, ...]]:
        return await self.answer(self.next_origin(row.text, parser_language(row)))


def planner_of(way: str, encoder: KeptVectors) -> PlannerOf:
    """The product's planner, or, for CHOOSING, the one that leaves the choice to the model."""
    kind = SeveralTools if way == CHOOSING else Planner

    def make(catalogue: Catalogue, times: TimeParser) -> Planner:
        return kind(catalogue=catalogue, router=Router(catalogue=catalogue, embedder=encoder), times=times)

    return make


def verdict(row: Row, times: TimeParser, outcome: TurnOutcome, stored: Sequence[Reminder]) -> str:
    """RIGHT, or the first kind of miss."""
    alarm = row.tools == {TOOLS[ReminderKind.ALARM]}
    due = annotated_time(row, times, alarm=alarm)
    if due is None:
        return "time span unread"
    if not stored:
        return f"nothing set ({outcome.end})"
    (reminder, *others) = stored
    if others or TOOLS[reminder.kind] not in row.tools:
        return "tool"
    if reminder.due != due:
        return "time"
    fault = text_fault(row, reminder.text)
    return RIGHT if fault is None else f"text: {fault}"


def annotated_time(row: Row, times: TimeParser, *, alarm: bool) -> datetime | None:
    """The instant of the annotated spans alone."""
    for phrase in time_phrases(row):
        found = times.resolve(phrase, now=NOW, zone=ZONE, language=parser_language(row), alarm=alarm)
        if found is not None and found.at > NOW:
            return found.at
    return None


def chosen(rows: Iterable[Row], limit: int | None) -> list[Row]:
    """All rows, or a fixed random `limit` a language."""
    by_language: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_language[row.language].append(row)
    random = Random(SEED)
    for found in by_language.values():
        random.shuffle(found)
    return [row for language in LANGUAGES for row in by_language[language][:limit]]


async def evaluate(engine: Engine, rows: Sequence[Row], ways: Sequence[str]) -> dict[str, dict[str, Tally]]:
    """Way -> language -> tally."""
    base = profile_for(await engine.info())
    profile = replace(base, regime=Regime.NARROW)
    times, encoder = RecurringTimes(time_parser()), KeptVectors()
    houses = {
        way: House(engine, replace(profile, grounding=WAYS[way]), times, planner_of(way, encoder))
        for way in ways
    }
    tallies: dict[str, dict[str, Tally]] = {way: defaultdict(Tally) for way in ways}
    for row in track(rows, description="rows", transient=True):
        for way, house in houses.items():
            outcome, stored = await house.say(row)
            kind = verdict(row, times, outcome, stored)
            tally = tallies[way][row.language]
            tally.kinds[kind] += 1
            if kind != RIGHT:
                tally.misses.append(f"{kind}: {row.text!r} -> {_shown(outcome, stored)}, not {_wanted(row)}")
    return tallies


def _wanted(row: Row) -> str:
    return f"{' '.join(todo.text for todo in row.todos)!r} {next(time_phrases(row))!r}"


def _shown(outcome: TurnOutcome, stored: Sequence[Reminder]) -> str:
    set_ = [f"{reminder.kind} {reminder.due:%a %d %b %H:%M} UTC {reminder.text!r}" for reminder in stored]
    return ", ".join(set_) or repr(outcome.text)


class _Shortest(ScriptedEngine):
    """Says the shortest that the grammar of each request allows."""

    def __init__(self) -> None:
        super().__init__(strict=False)
        self._shortest = Closings()

    def _next_reply(self, request: GenerationRequest) -> str:
        if request.grammar is None:
            return "ok"
        return self._shortest.start(request.grammar.lark).suffix().decode()


def figures_of(tallies: dict[str, dict[str, Tally]]) -> dict[str, float]:
    """Flat: "en.rows", "en.free", "en.grounded", and "en.grounded.unread" for spans that nobody reads."""
    figures: dict[str, float] = {}
    for way, by_language in tallies.items():
        for language, tally in by_language.items():
            figures[f"{language}.rows"] = tally.rows
            figures[f"{language}.{way}"] = tally.share
            figures[f"{language}.unread"] = tally.kinds["time span unread"] / tally.rows
    return figures


def report(tallies: dict[str, dict[str, Tally]], figures: dict[str, float]) -> None:
    ways = list(tallies)
    rows = [
        [language, str(int(figures[f"{language}.rows"])),
         *(f"{100 * figures[f'{language}.{way}']:.1f}" for way in ways),
         f"{100 * figures[f'{language}.unread']:.1f}"]
        for language in LANGUAGES
        if f"{language}.rows" in figures
    ]  # fmt: skip
    columns = ("language", "rows", *(f"{way} %" for way in ways), "span unread %")
    tables.show("Tool, time and text all right", columns, rows)


def kinds_of(tallies: dict[str, dict[str, Tally]]) -> Iterator[str]:
    for way, by_language in tallies.items():
        for language, tally in by_language.items():
            counted = ", ".join(f"{kind} {count}" for kind, count in tally.kinds.most_common())
            yield f"{language}, {way}: {counted}"


async def run(
    rows: Sequence[Row], ways: Sequence[str], *, without_model: bool, adapters: Sequence[str] = ()
) -> dict[str, dict[str, Tally]]:
    """Way -> language -> tally; a way with an adapter bears its name too."""
    if without_model:
        return await evaluate(_Shortest(), rows, (GROUNDED,))
    tallies: dict[str, dict[str, Tally]] = {}
    async with engines.opened(adapters) as found:
        for name, engine in found.items():
            done = await evaluate(engine, rows, ways)
            tallies |= {engines.named(way, name): by_language for way, by_language in done.items()}
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description="Evaluate how requests become reminders.")
    parser.add_argument("--data", type=Path, required=True, help="directory with scheduling_*.jsonl")
    parser.add_argument("--limit", type=int, help="rows a language instead of all")
    parser.add_argument("--misses", action="store_true", help="list what went wrong, by kind")
    parser.add_argument("--without-model", action="store_true", help="only what grounding decides")
    parser.add_argument("--only", choices=tuple(WAYS), help="one of the ways; free ones take much longer")
    engines.add_option(parser)
    options = parser.parse_args()
    ways = (options.only,) if options.only else tuple(WAYS)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    rows = chosen((row for path in _files(options.data) for row in read(path)), options.limit)
    if not rows:
        print(f"no scheduling_*.jsonl in {options.data}; name its directory with DATA=")
        raise SystemExit(2)
    tallies = asyncio.run(
        run(rows, ways, without_model=options.without_model, adapters=engines.chosen(options))
    )
    figures = figures_of(tallies)
    report(tallies, figures)
    print(*kinds_of(tallies), sep="\n")
    if options.misses:
        for way, by_language in tallies.items():
            for language, tally in by_language.items():
                print(f"\n{language}, {way}:", *sorted(tally.misses), sep="\n  ")
    print(f"figures: {tables.write('eval-extract', figures)}")


@cache
def _files(directory: Path) -> tuple[Path, ...]:
    return tuple(sorted(directory.glob("scheduling_*.jsonl")))


if __name__ == "__main__":
    main()
