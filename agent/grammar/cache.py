"""Grammars by what they depend on, so that a seen offer costs a look-up."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from agent.grammar.envelope import envelope_form
from agent.grammar.form import Form
from agent.grammar.grounding import ungrounded
from agent.grammar.render import render
from agent.types import Grammar, GroundedArgument, Offer, OfferedTool, Regime

CAPACITY = 128


@dataclass(frozen=True, slots=True)
class _Key:
    """Two offers with one key have the same language: scores, reasons and descriptors do not enter."""

    tools: tuple[tuple[str, type], ...]
    regime: Regime
    required: bool
    grounded: tuple[GroundedArgument, ...]
    limits: tuple[int, int, int]


class GrammarCache:
    """The last `capacity` grammars, and each tool's plain form for good."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._grammars: OrderedDict[_Key, Grammar] = OrderedDict()
        self._forms: dict[tuple[str, type], Form] = {}

    def envelope(self, offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int) -> Grammar:
        """As `agent.grammar.envelope.envelope`, with the same errors."""
        limits = (thought_limit, message_limit, max_calls)
        key = _Key(
            tuple((offered.tool.name, offered.tool.arguments) for offered in offer.tools),
            offer.regime,
            offer.required,
            offer.grounded,
            limits,
        )
        if key not in self._grammars:
            self._grammars[key] = self._rendered(offer, limits)
            if len(self._grammars) > self._capacity:
                self._grammars.popitem(last=False)
        self._grammars.move_to_end(key)
        return self._grammars[key]

    def form(self, offered: OfferedTool) -> Form:
        """The plain form of a tool's arguments."""
        key = (offered.tool.name, offered.tool.arguments)
        if key not in self._forms:
            self._forms[key] = ungrounded(offered)
        return self._forms[key]

    def __len__(self) -> int:
        return len(self._grammars)

    def _rendered(self, offer: Offer, limits: tuple[int, int, int]) -> Grammar:
        thought, message, calls = limits
        return render(
            envelope_form(
                offer, thought_limit=thought, message_limit=message, max_calls=calls, tool_form=self.form
            )
        )
