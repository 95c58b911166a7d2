"""How well routing offers the right tools, and none in plain chat, on public utterances.

    python -m evals.routing --data DIRECTORY [--limit N] [--misses] [--crossval] [--model-rows N]

Per language: recall (the right tool is in the wide offer, or is the one that the author is asked about),
share of rows without a tool of ours that get none, size of the offer on tool rows, and for the narrow
regime the share of tool rows where the one required call is right without asking, is wrong, or a question
is put. Beside it a flat cosine threshold over one vector per tool, and the plain top three, on the same
rows.

Rows whose tool is not there yet (changing a reminder, lists) count as rows without a tool of ours. The
shipped head was trained on the building halves of the same sets; `--crossval` plans each row with a head
that did not see it. `--model-rows` also says so many rows a language to the default model itself, with its
adapter and without, by narrow routing and without (`evals.calling`).
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles

import numpy as np

from agent.descriptors import Catalogue, load_catalogue
from agent.ports import Services
from agent.routing.head import RoutingHead, load_head
from agent.routing.plan import Need, Plan, Planner, Request
from agent.routing.router import Router
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import time_parser
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
from evals import calling, engines, tables
from evals.routing_data import FOLDS, NO_TOOL, Case, files_in, fold_file, fold_of, read
from evals.vectors import KeptVectors

NOW = datetime(2026, 3, 27, 14, 15, tzinfo=UTC)
ZONE = "Europe/Berlin"
SEED = 11
FLAT_THRESHOLDS = (0.5, 0.3)
TOP = 3
NARROW_FIGURES = ("right", "wrong", "asked", "asked_other", "plain_called", "plain_asked")
LANGUAGES = ("en", "de", "es", "fr", "nl", "it", "pt", "de_dialects")
POOLED = ("es", "fr", "nl", "it", "pt")


@dataclass(slots=True)
class Tally:
    """Counts over the rows of one language and one way of routing."""

    tool_rows: int = 0
    found: int = 0
    plain_rows: int = 0
    left_alone: int = 0
    sizes: list[int] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    def add(self, case: Case, offered: Sequence[str]) -> None:
        if case.tool == NO_TOOL:
            right = not offered or bool(set(offered) & (case.accepted - {NO_TOOL}))
            self.plain_rows += 1
            self.left_alone += right
        else:
            right = bool(set(offered) & case.accepted) or (not offered and NO_TOOL in case.accepted)
            self.tool_rows += 1
            self.found += right
            self.sizes.append(len(offered))
        if not right:
            self.misses.append(f"{case.tool} -> {', '.join(offered) or NO_TOOL}: {case.text}")

    def figures(self) -> dict[str, float]:
        return {
            "recall": self.found / max(1, self.tool_rows),
            "no_tools": self.left_alone / max(1, self.plain_rows),
            "mean_offer": fmean(self.sizes) if self.sizes else 0.0,
            "p95_offer": float(np.percentile(self.sizes, 95)) if self.sizes else 0.0,
            "rows": self.tool_rows + self.plain_rows,
            "tool_rows": self.tool_rows,
        }


@dataclass(slots=True)
class NarrowTally:
    """What a model that cannot choose is made to do: `right` and `wrong` calls, questions, or nothing."""

    tool_rows: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    plain_rows: int = 0
    plain_called: int = 0
    plain_asked: int = 0
    asked_other: int = 0
    wrongs: list[str] = field(default_factory=list)

    def add(self, case: Case, plan: Plan) -> None:
        called, asked = plan.offer.names(), plan.question is not None
        if case.tool == NO_TOOL:
            self.plain_rows += 1
            wrong = bool(called) and not set(called) & case.accepted
            self.plain_called += wrong
            self.plain_asked += asked
            if wrong:
                self.wrongs.append(f"{case.tool} -> {', '.join(called)}: {case.text}")
            return
        self.tool_rows += 1
        choice = plan.question is not None and plan.question.need is Need.CHOICE
        tool = called[0] if called else plan.question.tool if plan.question and not choice else None
        wrong = bool(called) and tool not in case.accepted
        self.right += tool in case.accepted
        self.wrong += wrong
        self.asked += choice
        self.asked_other += asked and not choice and tool not in case.accepted
        if tool not in case.accepted:
            reached = f"{'wrong' if wrong else 'asked' if asked else 'talk'} {tool}"
            self.wrongs.append(f"{case.tool} -> {reached}: {case.text}")

    def figures(self) -> dict[str, float]:
        rows = max(1, self.tool_rows)
        return {
            "right": self.right / rows,
            "wrong": self.wrong / rows,
            "asked": self.asked / rows,
            "asked_other": self.asked_other / rows,
            "plain_called": self.plain_called / max(1, self.plain_rows),
            "plain_asked": self.plain_asked / max(1, self.plain_rows),
        }


class Bench:
    """The product's own planner, fed like a turn feeds it.

    `crossval`: each row is planned with a head that was trained without the row's fold.
    """

    def __init__(self, *, crossval: bool = False) -> None:
        times = time_parser()
        reminders = InMemoryReminderStore()
        self.catalogue: Catalogue = load_catalogue(discover(Services(reminders=reminders, times=times)))
        self.encoder = KeptVectors()
        self._planners = [
            Planner(
                catalogue=self.catalogue,
                router=Router(catalogue=self.catalogue, embedder=self.encoder, head=head),
                times=times,
            )
            for head in (_fold_heads() if crossval else [load_head()])
        ]
        self._planners[0].warm()
        self.pending = asyncio.run(_pending(reminders))
        self.milliseconds: list[float] = []
        names = list(self.catalogue)
        self._names = names
        self._flat = self.encoder.embed([self.catalogue[name].descriptor.short_description for name in names])

    def plan(self, case: Case, regime: Regime) -> Plan:
        planner = self._planners[fold_of(case) % len(self._planners)]
        request = Request(origin=_origin(case.text, case.language), regime=regime, pending=self.pending)
        started = time.perf_counter()
        plan = planner.plan(request)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        return plan

    def similarities(self, text: str) -> list[tuple[float, str]]:
        """One vector per tool against the message, best first: what the baselines look at."""
        (query,) = self.encoder.embed([text])
        return sorted(zip((self._flat @ query).tolist(), self._names, strict=True), reverse=True)


def shipped(case: Case, names: Iterable[str]) -> Case:
    """The case with NO_TOOL in the place of tools that are not there."""
    there = {*names, NO_TOOL}
    accepted = frozenset(name if name in there else NO_TOOL for name in case.accepted)
    return replace(case, tool=case.tool if case.tool in there else NO_TOOL, accepted=accepted)


def offered(plan: Plan) -> tuple[str, ...]:
    """Tools that the author can get at with this plan."""
    return plan.offer.names() or ((plan.question.tool,) if plan.question else ())


def _fold_heads() -> list[RoutingHead]:
    files = [fold_file(fold) for fold in range(FOLDS)]
    if not all(file.exists() for file in files):
        print("there are no heads to cross-validate with; run python -m evals.train_routing DATA first")
        raise SystemExit(2)
    return [RoutingHead.from_bytes(file.read_bytes()) for file in files]


async def _pending(store: InMemoryReminderStore) -> tuple[Reminder, ...]:
    at = datetime(2026, 3, 28, 9, tzinfo=UTC)
    for index, text in enumerate(("call the dentist", "water the plants")):
        await store.add(
            ReminderDraft(
                author_id=1,
                channel=Channel(id=1, kind=ChannelKind.DM),
                text=text,
                kind=ReminderKind.REMINDER,
                resolved=Resolved(at=at, zone=ZONE, grain=Grain.MINUTE, basis=Basis.ELAPSED),
                source_message_id=1,
                call_index=index,
                created_at=NOW,
            )
        )
    return await store.pending(1)


def _origin(text: str, language: str) -> Origin:
    return Origin(
        message_id=1,
        channel=Channel(id=1, kind=ChannelKind.DM),
        author=Author(id=1, name="someone"),
        text=text,
        now=NOW,
        zone=ZONE,
        language=language.split("_", maxsplit=1)[0],
    )


def chosen(cases: Iterable[Case], limit: int | None) -> list[Case]:
    """All cases of LANGUAGES, or a fixed random `limit` a language."""
    by_language: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.language in LANGUAGES:
            by_language[case.language].append(case)
    random = Random(SEED)
    for rows in by_language.values():
        random.shuffle(rows)
    return [case for name in LANGUAGES for case in by_language[name][:limit]]


def evaluate(
    bench: Bench, cases: Sequence[Case]
) -> tuple[dict[str, dict[str, Tally]], dict[str, NarrowTally]]:
    """Way of routing -> language -> tally, and the narrow tallies by language."""
    wide: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    narrow: dict[str, NarrowTally] = defaultdict(NarrowTally)
    for case in cases:
        ours = offered(bench.plan(case, Regime.WIDE))
        small = bench.plan(case, Regime.NARROW)
        similar = bench.similarities(case.text)
        for group in _groups(case.language):
            wide["ours"][group].add(case, ours)
            narrow[group].add(case, small)
            for threshold in FLAT_THRESHOLDS:
                names = [name for score, name in similar if score >= threshold]
                wide[f"flat_{threshold:.2f}"][group].add(case, names)
            wide[f"top_{TOP}"][group].add(case, [name for _, name in similar[:TOP]])
    return wide, narrow


def _groups(language: str) -> Iterator[str]:
    yield language
    if language in POOLED:
        yield "others"


def flat(
    wide: dict[str, dict[str, Tally]], narrow: dict[str, NarrowTally], milliseconds: Sequence[float]
) -> dict[str, float]:
    figures: dict[str, float] = {}
    for way, tallies in wide.items():
        prefix = "" if way == "ours" else f"{way}."
        for language, tally in tallies.items():
            figures |= {f"{prefix}{language}.{name}": value for name, value in tally.figures().items()}
    for language, small in narrow.items():
        figures |= {f"{language}.narrow.{name}": value for name, value in small.figures().items()}
    figures["ms.median"] = median(milliseconds)
    figures["ms.p99"] = quantiles(milliseconds, n=100)[98]
    return figures


def report(figures: dict[str, float], ways: Iterable[str]) -> None:
    languages = [name for name in (*LANGUAGES, "others") if f"{name}.rows" in figures]

    def percent(key: str) -> str:
        return f"{100 * figures[key]:.1f}"

    rows = []
    for way in ways:
        prefix = "" if way == "ours" else f"{way}."
        rows += [
            [way, name, str(int(figures[f"{prefix}{name}.rows"])), percent(f"{prefix}{name}.recall"),
             percent(f"{prefix}{name}.no_tools"), f"{figures[f'{prefix}{name}.mean_offer']:.2f}",
             f"{figures[f'{prefix}{name}.p95_offer']:.0f}"]
            for name in languages
        ]  # fmt: skip
    columns = ("routing", "language", "rows", "recall %", "no tools %", "mean offer", "p95 offer")
    tables.show("Wide offers", columns, rows)
    small = [[name, *(percent(f"{name}.narrow.{key}") for key in NARROW_FIGURES)] for name in languages]
    columns = ("language", "right %", "wrong %", "asked %", "asked wrong %", "chat called %", "chat asked %")
    tables.show("Narrow offers", columns, small)
    print(f"plan: median {figures['ms.median']:.2f} ms, p99 {figures['ms.p99']:.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Evaluate routing on public utterances.")
    parser.add_argument("--data", type=Path, required=True, help="directory with the sets' .jsonl files")
    parser.add_argument("--limit", type=int, help="rows a language instead of all")
    parser.add_argument(
        "--crossval", action="store_true", help="heads that did not see the row (evals.train_routing first)"
    )
    parser.add_argument("--misses", action="store_true", help="list what went wrong, by kind")
    parser.add_argument("--model-rows", type=int, default=0, help="rows a language for the default model")
    engines.add_option(parser)
    options = parser.parse_args()
    files = files_in(options.data)
    if not files:
        print(f"no utterance sets in {options.data}; name their directory with DATA=")
        raise SystemExit(2)
    bench = Bench(crossval=options.crossval)
    cases = [shipped(case, bench.catalogue) for case in chosen(read(files), options.limit)]
    wide, narrow = evaluate(bench, cases)
    figures = flat(wide, narrow, bench.milliseconds)
    report(figures, wide)
    if options.misses:
        for language, tally in wide["ours"].items():
            kinds = Counter(miss.split(":", 2)[0] for miss in tally.misses)
            print(f"\n{language}: {dict(kinds)}")
            print("\n".join(f"  {miss}" for miss in tally.misses))
        for language, small in narrow.items():
            print(f"\n{language}, narrow:", *small.wrongs, sep="\n  ")
    if options.model_rows:
        counts = calling.called(cases, engines.chosen(options), limit=options.model_rows)
        calling.report(counts)
        figures |= calling.figures_of(counts)
    name = "eval-routing-crossval" if options.crossval else "eval-routing"
    print(f"figures: {tables.write(name, figures)}")


if __name__ == "__main__":
    main()
