"""Grammars by what they depend on, so that a seen offer costs a look-up."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from agent.grammar.envelope import call_fragment, envelope
from agent.grammar.form import Form
from agent.grammar.grounding import ungrounded
from agent.grammar.rules import Fragment
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
    """The last `capacity` grammars; each tool's plain form, and its rules where nothing is grounded, for
    good.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._grammars: OrderedDict[_Key, Grammar] = OrderedDict()
        self._forms: dict[tuple[str, type], Form] = {}
        self._fragments: dict[tuple[str, type], Fragment] = {}

    def envelope(self, offer: Offer, *, thought_limit: int, message_limit: int, max_calls: int) -> Grammar:
        """As `agent.grammar.envelope.envelope`, with the same errors."""
        key = _Key(
            tuple((offered.tool.name, offered.tool.arguments) for offered in offer.tools),
            offer.regime,
            offer.required,
            offer.grounded,
            (thought_limit, message_limit, max_calls),
        )
        if key not in self._grammars:
            self._grammars[key] = envelope(
                offer,
                thought_limit=thought_limit,
                message_limit=message_limit,
                max_calls=max_calls,
                call=self._call,
            )
            if len(self._grammars) > self._capacity:
                self._grammars.popitem(last=False)
        self._grammars.move_to_end(key)
        return self._grammars[key]

    def prepare(self, offered: OfferedTool) -> None:
        """Describes a tool before its first turn. Raises SchemaError."""
        self._call(Offer(tools=(offered,)), offered)

    def __len__(self) -> int:
        return len(self._grammars)

    def _call(self, offer: Offer, offered: OfferedTool) -> Fragment:
        key = (offered.tool.name, offered.tool.arguments)
        if key not in self._forms:
            self._forms[key] = ungrounded(offered)
        if any(argument.tool == offered.tool.name for argument in offer.grounded):
            return call_fragment(offer, offered, self._forms[key])
        if key not in self._fragments:
            self._fragments[key] = call_fragment(offer, offered, self._forms[key])
        return self._fragments[key]
