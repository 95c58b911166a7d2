"""How well the default model chooses by itself, with an adapter and without: routing is bypassed.

    python -m evals.adapter --data DIRECTORY [--limit N] [--adapter FILE|none] [--only GROUP] [--aside]

Rows are said to the product's own turn: its prompt, grammar and grounding; only the offer is forced. Groups:

- choice: rows that mean a tool, with it and four others in random order; right is a call of that one;
- quiet: rows that mean none of our tools (chat, out of scope, other domains), with five tools; right is none;
- setting: reminders and alarms, five tools; right are tool, time and text together (`evals.extract_data`), of
  which the product grounds the last two, as it does for small models;
- quoting: the same, but the model chooses the time and quotes the text;
- product: the same rows by the product's own narrow routing, for forced share and turn time.

Figures are given on an even sample of all rows, and on an even sample of those that no training saw
(`training.split`). Engines take turns row by row, so that other load on the machine falls on all alike. Rows
that the product asks about without the model are left out of the shares, and counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median

import structlog

from agent.descriptors import Catalogue
from agent.engine.profile import profile_for
from agent.ports import TimeParser
from agent.recurrence import RecurringTimes
from agent.routing.plan import Planner, Request
from agent.steps import Profile
from agent.timeparse import time_parser
from agent.types import (
    Basis,
    Grain,
    GroundingPolicy,
    Origin,
    Regime,
    ReminderDraft,
    ReminderKind,
    Resolved,
    TurnEnd,
)
from evals import engines, extract, tables
from evals.extract_data import LANGUAGES as ROW_LANGUAGES
from evals.extract_data import Row, row_of
from evals.offers import GivenTools, mixed
from evals.routing_data import NO_TOOL, Case, case_of, files_in
from evals.vectors import KeptVectors
from evals.watching import NOTHING, Watched, chosen_tool
from training.split import is_kept_aside

SEED = 9
OFFERED = 5
LANGUAGES = ("en", "de")
CHOICE, QUIET, SETTING, QUOTING, PRODUCT = "choice", "quiet", "setting", "quoting", "product"
GROUPS = (CHOICE, QUIET, SETTING, QUOTING, PRODUCT)
ALL, ASIDE = "all", "aside"
DEFAULT_LIMIT = 100
PROGRESS = 20
"""Rows between two lines that say how it stands."""
RIGHT, WITHDRAWN = "right", "asked about"
"""WITHDRAWN: the message lacks what the tool needs, so that the product asks without the model; no miss."""
PENDING = ("call the dentist", "water the plants")
"""What the author of every message has set already, so that it can be listed, changed and removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A row of one group. `row` is set where time and text are annotated."""

    group: str
    language: str
    text: str
    tool: str | None
    accepted: frozenset[str]
    samples: frozenset[str]
    row: Row | None = None


@dataclass(slots=True)
class Tally:
    kinds: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    generated: int = 0
    forced: int = 0

    @property
    def rows(self) -> int:
        return self.kinds.total() - self.kinds[WITHDRAWN]

    @property
    def share(self) -> float:
        return self.kinds[RIGHT] / self.rows if self.rows else 0.0


# ------------------------------------------------------------------ rows


def read(directory: Path) -> tuple[list[Case], list[Row]]:
    """Utterances of every set, and those with time and text, in LANGUAGES, each text once."""
    cases: dict[tuple[str, str], Case] = {}
    rows: dict[tuple[str, str], Row] = {}
    for file in files_in(directory):
        for line in file.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            case = case_of(item)
            key = (case.text, case.language)
            if case.language not in LANGUAGES or item.get("conflict") or key in cases:
                continue
            cases[key] = case
            row = row_of(item)
            if row is not None:
                rows[key] = row
    return list(cases.values()), list(rows.values())


def items(cases: Sequence[Case], rows: Sequence[Row], *, limit: int, groups: Sequence[str]) -> list[Item]:
    """Up to `limit` rows for each figure: group, language, and sample."""
    found: list[Item] = []
    for language in LANGUAGES:
        ours = [case for case in cases if case.language == language]
        meant = [case for case in ours if case.tool != NO_TOOL]
        plain = [case for case in ours if case.accepted == {NO_TOOL}]
        timed = [row for row in rows if row.language == language]
        for group in groups:
            source: Sequence[Case] | Sequence[Row] = {CHOICE: meant, QUIET: plain}.get(group, timed)
            texts = _samples([one.text for one in source], limit)
            found += [_item(group, one, texts[one.text]) for one in source if one.text in texts]
    return found


def _item(group: str, one: Case | Row, samples: frozenset[str]) -> Item:
    if isinstance(one, Row):
        (tool, *_), accepted, row = sorted(one.tools), one.tools, one
        return Item(group=group, language=one.language, text=one.text, tool=tool, accepted=accepted,
                    samples=samples, row=row)  # fmt: skip
    tool_or_none = None if one.tool == NO_TOOL else one.tool
    return Item(group=group, language=one.language, text=one.text, tool=tool_or_none,
                accepted=one.accepted - {NO_TOOL}, samples=samples)  # fmt: skip


def _samples(texts: Sequence[str], limit: int) -> dict[str, frozenset[str]]:
    """Text -> the samples that it is in: evenly spaced through all, and through those kept aside."""
    kept = {ALL: _even(texts, limit), ASIDE: _even([text for text in texts if is_kept_aside(text)], limit)}
    return {
        text: frozenset(name for name, sample in kept.items() if text in sample)
        for text in kept[ALL] | kept[ASIDE]
    }


def _even(texts: Sequence[str], limit: int) -> frozenset[str]:
    if len(texts) <= limit:
        return frozenset(texts)
    return frozenset(texts[at * len(texts) // limit] for at in range(limit))


# ------------------------------------------------------------------ one model


class Subject:
    """One engine with the houses that its rows are said in."""

    def __init__(
        self, engine: Watched, profile: Profile, times: RecurringTimes, encoder: KeptVectors
    ) -> None:
        self._engine = engine
        self._times = times
        self._given: GivenTools | None = None
        self._forced = extract.House(engine, profile, times, self._make_given)
        self._routed = extract.House(engine, profile, times, extract.planner_of(extract.GROUNDED, encoder))
        self.tallies: dict[tuple[str, str, str], Tally] = defaultdict(Tally)

    def _make_given(self, catalogue: Catalogue, times: TimeParser) -> Planner:
        self._given = GivenTools(catalogue=catalogue, times=times)
        return self._given

    async def take(self, item: Item) -> None:
        """Says one row and counts what came of it."""
        house = self._routed if item.group == PRODUCT else self._forced
        origin = house.next_origin(item.text, item.language)
        if item.group != PRODUCT:
            await _set(house, origin)
            if not await self._offer(house, origin, item):
                self._count(item, WITHDRAWN, 0.0, "")
                return
        self._engine.begin(early=item.row is None)
        started = time.perf_counter()
        outcome, pending = await house.answer(origin)
        took = (time.perf_counter() - started) * 1000
        if item.row is None:
            kind = self._choice(item, outcome.end)
        else:
            stored = [reminder for reminder in pending if reminder.text not in PENDING]
            kind = extract.verdict(item.row, self._times, outcome, stored)
        self._count(item, kind, took, self._engine.said)

    async def _offer(self, house: extract.House, origin: Origin, item: Item) -> bool:
        assert self._given is not None
        pending = await house.reminders.pending(origin.author.id)
        request = Request(
            origin=origin, regime=Regime.NARROW, grounding=GroundingPolicy.STRICT, pending=pending
        )
        usable = await asyncio.to_thread(self._given.usable, request)
        if item.tool is not None and item.tool not in usable:
            return False
        chance = Random(f"{SEED} {item.text}")
        names = mixed(item.tool, item.accepted, usable, OFFERED, chance)
        self._given.give(names, quoted=item.group == QUOTING)
        return True

    def _choice(self, item: Item, end: TurnEnd) -> str:
        tool = chosen_tool(self._engine.said)
        if tool is None:
            return f"no choice ({end})"
        if tool == NOTHING:
            return RIGHT if item.tool is None else "none called"
        return RIGHT if tool in item.accepted else f"called {tool}"

    def _count(self, item: Item, kind: str, took: float, said: str) -> None:
        for sample in item.samples:
            tally = self.tallies[item.group, item.language, sample]
            tally.kinds[kind] += 1
            tally.milliseconds.append(took)
            tally.generated += self._engine.stats.generated_tokens
            tally.forced += self._engine.stats.forced_tokens
            if kind not in (RIGHT, WITHDRAWN):
                tally.misses.append(f"{kind}: {item.text!r} -> {said}")


async def _set(house: extract.House, origin: Origin) -> None:
    for index, text in enumerate(PENDING):
        resolved = Resolved(
            at=extract.NOW.replace(hour=18 + index), zone=extract.ZONE, grain=Grain.MINUTE, basis=Basis.WALL
        )
        await house.reminders.add(
            ReminderDraft(
                author_id=origin.author.id,
                channel=origin.channel,
                text=text,
                kind=ReminderKind.REMINDER,
                resolved=resolved,
                source_message_id=-origin.message_id,
                call_index=index,
                created_at=origin.now,
            )
        )


# ------------------------------------------------------------------ figures


async def run(found: Sequence[Item], adapters: Sequence[str], *, threads: int | None) -> dict[str, Subject]:
    times, encoder = RecurringTimes(time_parser()), KeptVectors()
    async with engines.opened(adapters, threads=threads) as there:
        subjects: dict[str, Subject] = {}
        for name, engine in there.items():
            profile = replace(profile_for(await engine.info()), regime=Regime.NARROW)
            subjects[engines.label(name)] = Subject(Watched(engine), profile, times, encoder)
        started = time.monotonic()
        for number, item in enumerate(found, start=1):
            for subject in subjects.values():
                await subject.take(item)
            if number % PROGRESS == 0 or number == len(found):
                print(
                    f"{number}/{len(found)} rows, {time.monotonic() - started:.0f} s: {_standing(subjects)}",
                    flush=True,
                )
    return subjects


def _standing(subjects: Mapping[str, Subject]) -> str:
    parts = []
    for name, subject in subjects.items():
        done = [
            f"{language} {group} {100 * tally.share:.0f}% of {tally.rows}"
            for (group, language, sample), tally in subject.tallies.items()
            if sample == ASIDE
        ]
        parts.append(f"{name}: {', '.join(done)}")
    return "; ".join(parts)


def figures_of(subjects: Mapping[str, Subject]) -> dict[str, float]:
    """Flat: "none.en.choice.all", with ".rows" and ".withdrawn", and for PRODUCT ".ms" and ".forced"."""
    figures: dict[str, float] = {}
    for name, subject in subjects.items():
        for (group, language, sample), tally in subject.tallies.items():
            key = f"{name}.{language}.{group}.{sample}"
            figures[key] = tally.share
            figures[f"{key}.rows"] = tally.rows
            figures[f"{key}.withdrawn"] = tally.kinds[WITHDRAWN]
            if tally.generated:
                figures[f"{key}.forced"] = tally.forced / tally.generated
                figures[f"{key}.ms"] = median(tally.milliseconds)
        for language in LANGUAGES:
            for sample in (ALL, ASIDE):
                tool, none = (subject.tallies.get((group, language, sample)) for group in (CHOICE, QUIET))
                if tool and none and tool.rows + none.rows:
                    right = tool.kinds[RIGHT] + none.kinds[RIGHT]
                    figures[f"{name}.{language}.either.{sample}"] = right / (tool.rows + none.rows)
    return figures


TABLE = (
    ("right tool out of 5, or none", "either"),
    ("- rows that mean a tool", CHOICE),
    ("- chat and out of scope: no call", QUIET),
    ("tool, time and text, out of 5", SETTING),
    ("the same, quoted by the model", QUOTING),
    ("the same, by the product's routing", PRODUCT),
)


def report(figures: Mapping[str, float], names: Iterable[str]) -> None:
    names = list(names)
    for sample, title in ((ALL, "All rows"), (ASIDE, "Rows that no training saw")):
        lines = [
            [f"{language}: {text}", *(_cell(figures, f"{name}.{language}.{key}.{sample}") for name in names)]
            for language in LANGUAGES
            for text, key in TABLE
        ]
        tables.show(title, ("right, of rows", *names), lines)
    costs = [
        [
            f"{language}: {text}",
            *(_plain(figures, f"{name}.{language}.{PRODUCT}.{ALL}.{key}") for name in names),
        ]
        for language in LANGUAGES
        for text, key in (("forced share", "forced"), ("median ms of a turn", "ms"))
    ]
    tables.show("By the product's routing", ("cost", *names), costs)


def _cell(figures: Mapping[str, float], key: str) -> str:
    if key not in figures:
        return "-"
    rows = f" of {figures[f'{key}.rows']:.0f}" if f"{key}.rows" in figures else ""
    return f"{100 * figures[key]:.1f} %{rows}"


def _plain(figures: Mapping[str, float], key: str) -> str:
    return f"{figures[key]:.3g}" if key in figures else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description="Evaluate the default model's own choices.")
    parser.add_argument("--data", type=Path, required=True, help="directory with the sets' .jsonl files")
    parser.add_argument("--limit", type=int, default=DEFAULT_LIMIT, help="rows a figure")
    parser.add_argument("--only", action="append", choices=GROUPS, help="a group; may be given again")
    parser.add_argument("--aside", action="store_true", help="only rows that no training saw")
    parser.add_argument("--misses", action="store_true", help="list what went wrong")
    engines.add_option(parser)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    cases, rows = read(options.data)
    if not cases:
        print(f"no utterance sets in {options.data}; name their directory with DATA=")
        raise SystemExit(2)
    found = items(cases, rows, limit=options.limit, groups=options.only or GROUPS)
    if options.aside:
        found = [item for item in found if ASIDE in item.samples]
    subjects = asyncio.run(run(found, engines.chosen(options), threads=options.threads))
    figures = figures_of(subjects)
    report(figures, subjects)
    for name, subject in subjects.items():
        for (group, language, sample), tally in subject.tallies.items():
            if sample == ALL or options.aside:
                print(f"{name}, {language}, {group}, {sample}: {dict(tally.kinds.most_common(8))}")
            if options.misses and sample == ASIDE:
                print(*sorted(tally.misses), sep="\n  ")
    print(f"figures: {tables.write('eval-adapter', figures)}")


assert set(LANGUAGES) <= set(ROW_LANGUAGES)


if __name__ == "__main__":
    main()
