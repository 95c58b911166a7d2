"""Tries every tool at the start, on the model's own vocabulary: a bad one ends the start and not a turn."""

from __future__ import annotations

from collections.abc import Sequence

from agent.errors import ConfigError, GrammarError
from agent.grammar.cache import GrammarCache
from agent.grammar.check import check
from agent.ports import Engine
from agent.types import Offer, OfferedTool

MAX_CALLS = 8


async def try_tools(
    tools: Sequence[OfferedTool], engine: Engine, *, thought_limit: int, message_limit: int
) -> None:
    """Describes and compiles every tool alone, then all together.

    Raises ConfigError that names the tool, and EngineDown.
    """
    cache = GrammarCache()
    trials = [(f'the tool "{tool.tool.name}"', Offer(tools=(tool,))) for tool in tools]
    for subject, offer in [*trials, ("all tools together", Offer(tools=tuple(tools)))]:
        try:
            grammar = cache.envelope(
                offer, thought_limit=thought_limit, message_limit=message_limit, max_calls=MAX_CALLS
            )
            check(grammar)
            await engine.compile(grammar)
        except GrammarError as error:
            raise ConfigError(f"{subject} cannot be offered: {error}") from error
