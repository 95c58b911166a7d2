"""What is counted while Kallisti runs: turns, tokens, times. Shown by `kallisti status` and to Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from datetime import timedelta

from agent.types import TurnOutcome

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
"""Bounds for parts of turns."""
LATENESS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 30.0, 120.0, 3600.0)
"""Bounds for how late reminders are, in seconds."""
STAGES = ("whole", "prefill", "decode", "grammar")
TOKENS = ("prompt", "reused", "generated", "forced")


class Distribution:
    """How many of the observed values fall below each bound, and their sum."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        return sum(self._counts)

    def buckets(self) -> list[tuple[str, float]]:
        """(bound, number of values up to it), as Prometheus has them; the last bound is "+Inf"."""
        names = [*(f"{bound:g}" for bound in self._bounds), "+Inf"]
        return [(name, float(sum(self._counts[: n + 1]))) for n, name in enumerate(names)]


class Tally:
    """Counts since the start of the process. `ends` are turns by how they ended."""

    def __init__(self) -> None:
        self.ends: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter(dict.fromkeys(TOKENS, 0))
        self.stages = {stage: Distribution(SECONDS) for stage in STAGES}
        self.lateness = Distribution(LATENESS)

    def turn(self, outcome: TurnOutcome, *, seconds: float) -> None:
        """A turn ended, `seconds` after it began."""
        stats = outcome.stats
        self.ends[outcome.end.value] += 1
        self.stages["whole"].observe(seconds)
        for kind in TOKENS:
            self.tokens[kind] += getattr(stats, f"{kind}_tokens")
        if stats.prompt_tokens:
            self.stages["prefill"].observe(stats.prefill_ms / 1000)
            self.stages["decode"].observe(stats.decode_ms / 1000)
            self.stages["grammar"].observe(stats.constraint_ms / 1000)

    def delivered(self, late: timedelta) -> None:
        """A reminder went out, so long after it was due."""
        self.lateness.observe(max(0.0, late.total_seconds()))
