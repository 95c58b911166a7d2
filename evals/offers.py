"""Planners that put the choice before the model, which the product's own narrow routing spares it.

Both show the offer in the form for small models: what the adapter was trained on. Where they ground as for
larger ones, times are to be chosen and texts to be quoted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random

from agent.descriptors import Catalogue
from agent.ports import TimeParser
from agent.routing.grounding import QUOTED, Facts, ground
from agent.routing.plan import Plan, Planner, Request
from agent.routing.policy import Decision, Thresholds
from agent.routing.router import Router, Scores
from agent.types import Offer, Regime, Source

WORDS = QUOTED | {Source.TIME_PHRASE}
"""What is taken out of the message itself."""
ALIKE = 0.2
"""The score of each given tool: enough to be offered, too little to be asked about."""


class SeveralTools(Planner):
    """Without narrow routing: offers what the product offers to larger models."""

    def plan(self, request: Request) -> Plan:
        plan = super().plan(replace(request, regime=Regime.WIDE))
        return replace(plan, offer=replace(plan.offer, regime=request.regime))


class GivenTools(Planner):
    """Without any routing: offers the tools that it is told, in that order, as far as the message has values
    for them. Its time and words are grounded as for small models, unless they are to be `quoted` by the
    model.
    """

    def __init__(self, *, catalogue: Catalogue, times: TimeParser) -> None:
        self._given = _Given()
        self._quoted = False
        super().__init__(
            catalogue=catalogue, router=self._given, times=times, thresholds=Thresholds(cap=len(catalogue))
        )

    def give(self, names: Sequence[str], *, quoted: bool = False) -> None:
        self._given.names, self._quoted = tuple(names), quoted

    def plan(self, request: Request) -> Plan:
        plan = super().plan(replace(request, regime=Regime.WIDE))
        there = {offered.tool.name: offered for offered in plan.offer.tools}
        tools = tuple(there[name] for name in self._given.names if name in there)
        return replace(plan, offer=Offer(tools=tools, regime=request.regime, grounded=plan.offer.grounded))

    def _offer(self, decision: Decision, facts: Facts, request: Request, own: str) -> Offer:
        offer = super()._offer(decision, facts, request, own)
        if self._quoted:
            return offer
        best = {
            (argument.tool, argument.argument): argument
            for offered in offer.tools
            for argument in ground(offered.tool, facts, regime=Regime.NARROW, policy=request.grounding)
            if argument.source in WORDS
        }
        grounded = tuple(best.get((given.tool, given.argument), given) for given in offer.grounded)
        return replace(offer, grounded=grounded)

    def usable(self, request: Request) -> tuple[str, ...]:
        """The tools that this message has values for; none where the product would ask first."""
        self.give(tuple(self._catalogue))
        return self.plan(request).offer.names()


class _Given(Router):
    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()

    def score(self, text: str, *, without: Collection[str] = ()) -> Scores:
        return Scores(tools=dict.fromkeys(self.names, ALIKE), nothing=0.0)


def mixed(
    right: str | None, accepted: Collection[str], usable: Sequence[str], size: int, chance: Random
) -> list[str]:
    """`size` tools in random order: the right one, where there is one, and others that would be wrong."""
    others = [name for name in usable if name != right and name not in accepted]
    names = chance.sample(others, min(len(others), size - (right is not None)))
    names += [right] if right is not None else []
    chance.shuffle(names)
    return names
