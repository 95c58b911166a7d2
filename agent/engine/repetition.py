"""Notices when an output goes round in circles. Pure."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_PERIOD = 32
"""Tokens in the repeated piece."""
MIN_REPEATS = 4
MIN_TOKENS = 48
"""Tokens that the repeats must fill together; short rows of dashes or laughter stay below it."""


def is_runaway(tokens: Sequence[int]) -> bool:
    """True when the end of `tokens` is one piece again and again.

    Cost: at most LONGEST_PERIOD comparisons of single tokens where nothing repeats.
    """
    if len(tokens) < MIN_TOKENS or tokens[-1] not in tokens[-1 - LONGEST_PERIOD : -1]:
        return False
    return any(_repeats(tokens, period) for period in range(1, LONGEST_PERIOD + 1))


def _repeats(tokens: Sequence[int], period: int) -> bool:
    span = max(MIN_TOKENS, period * MIN_REPEATS)
    if len(tokens) < span or tokens[-1] != tokens[-1 - period]:
        return False
    tail = tokens[-span:]
    return tail[period:] == tail[:-period]
