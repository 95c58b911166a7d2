"""How much of the past and of a long message fits the context. Pure: token counts are arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from agent.types import HistoryMessage

MESSAGE_OVERHEAD = 12
"""Tokens that a chat template adds to a message at most, in the templates seen."""
CUT = "\n[… the middle of this message is left out …]\n"


def history_start(counts: Sequence[int], budget: int) -> int:
    """Index of the oldest message that still fits, where each message costs its count and the template's
    overhead.

    `len(counts)` where none fits.
    """
    left = budget
    start = len(counts)
    while start > 0 and counts[start - 1] + MESSAGE_OVERHEAD <= left:
        start -= 1
        left -= counts[start] + MESSAGE_OVERHEAD
    return start


def worth_recalling(
    past: Sequence[HistoryMessage], is_greeting: Callable[[str], bool]
) -> tuple[HistoryMessage, ...]:
    """The exchanges that a small model may see: it would repeat greetings, and say what the host said from
    stored facts, whether it is true now or not.
    """
    kept: list[HistoryMessage] = []
    for asked, answered in pairwise(past):
        if (asked.role, answered.role) == ("user", "assistant") and not (
            is_greeting(asked.text) or answered.composed
        ):
            kept += (asked, answered)
    return tuple(kept)


def shortened(text: str, *, tokens: int, budget: int) -> str:
    """`text` of `tokens` tokens cut in its middle to about `budget` tokens; unchanged where it fits.

    Characters stand for tokens in proportion, with a tenth to spare.
    """
    if tokens <= budget:
        return text
    characters = max(0, int(len(text) * budget / tokens * 0.9) - len(CUT))
    head = characters * 2 // 3
    return text[:head] + CUT + (text[len(text) - (characters - head) :] if characters > head else "")
