"""What the default model calls of what routing offers it: by narrow routing as shipped, and without it.

Part of `evals.routing`. Without narrow routing the model gets the tools that a larger one would, and chooses.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.engine.profile import profile_for
from agent.recurrence import RecurringTimes
from agent.timeparse import time_parser
from agent.types import Regime, TurnEnd
from evals import engines, extract, tables
from evals.routing_data import NO_TOOL, Case
from evals.vectors import KeptVectors
from evals.watching import NOTHING, Watched, chosen_tool

LANGUAGES = ("en", "de")
NARROW, SEVERAL = "narrow", "several"
WAYS = {NARROW: extract.GROUNDED, SEVERAL: extract.CHOOSING}
RIGHT, WRONG, ASKED = "right", "wrong", "asked"

Counts = dict[tuple[str, str, str], Counter[str]]
"""(adapter, way, language) -> how often each came of a row."""


def called(cases: Sequence[Case], adapters: Sequence[str], *, limit: int) -> Counts:
    """What comes of `limit` rows a language."""
    rows: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.language in LANGUAGES and len(rows[case.language]) < limit:
            rows[case.language].append(case)
    return asyncio.run(_called([case for found in rows.values() for case in found], adapters))


async def _called(cases: Sequence[Case], adapters: Sequence[str]) -> Counts:
    times, encoder = RecurringTimes(time_parser()), KeptVectors()
    counts: Counts = defaultdict(Counter)
    async with engines.opened(adapters) as there:
        for adapter, engine in there.items():
            profile = replace(profile_for(await engine.info()), regime=Regime.NARROW)
            watched = Watched(engine)
            for way, planner in WAYS.items():
                house = extract.House(watched, profile, times, extract.planner_of(planner, encoder))
                for case in cases:
                    origin = house.next_origin(case.text, case.language)
                    watched.begin(early=True)
                    outcome, _ = await house.answer(origin)
                    kind = _kind(case, chosen_tool(watched.said), outcome.end)
                    counts[engines.label(adapter), way, case.language][kind] += 1
    return counts


def _kind(case: Case, tool: str | None, end: TurnEnd) -> str:
    if tool is None and end is TurnEnd.ASKED:
        return ASKED
    found = NO_TOOL if tool in (None, NOTHING) else tool
    return RIGHT if found in case.accepted else WRONG


def figures_of(counts: Mapping[tuple[str, str, str], Counter[str]]) -> dict[str, float]:
    """Flat: "en.model.none.narrow.right" and so on."""
    return {
        f"{language}.model.{adapter}.{way}.{kind}": tally[kind] / tally.total()
        for (adapter, way, language), tally in counts.items()
        for kind in (RIGHT, WRONG, ASKED)
    }


def report(counts: Mapping[tuple[str, str, str], Counter[str]]) -> None:
    rows = [
        [f"{language}, {way}, adapter: {adapter}", str(tally.total()),
         *(f"{100 * tally[kind] / tally.total():.1f}" for kind in (RIGHT, WRONG, ASKED))]
        for (adapter, way, language), tally in sorted(counts.items(), key=lambda item: item[0][::-1])
    ]  # fmt: skip
    tables.show("What the default model calls", ("offer", "rows", "right %", "wrong %", "asked %"), rows)
