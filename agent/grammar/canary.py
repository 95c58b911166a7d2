"""A trial of every tool's grammar at start, so that a bad description stops the start and not a turn."""

from __future__ import annotations

from collections.abc import Sequence

from agent.grammar.cache import GrammarCache
from agent.grammar.check import check
from agent.types import Offer, OfferedTool

TRIAL_LIMITS = {"thought_limit": 400, "message_limit": 800, "max_calls": 8}


def try_out(tools: Sequence[OfferedTool], cache: GrammarCache) -> None:
    """Describes and compiles every tool alone, then all together; the cache then knows them.

    Raises SchemaError that names tool, path and keyword, or GrammarError.
    """
    for offered in tools:
        check(cache.envelope(Offer(tools=(offered,)), **TRIAL_LIMITS))
    check(cache.envelope(Offer(tools=tuple(tools)), **TRIAL_LIMITS))
