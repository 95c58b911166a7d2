"""How likely a tool is meant that the routing head has never seen: an operator's own, or one from outside.

All that is known of it is its descriptor. The similarity of a message to the descriptor's sentences is put
on the head's scale by a logistic curve that also looks at what the head makes of the message: where it is
sure of one of its own tools, even a similar message is hardly for a stranger. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log

from agent.types import Descriptor

WEIGHTS = (10.604, 0.067, -7.026)
"""Of similarity, of the log-odds of "none of the head's tools", and the constant: fitted by
`evals/train_routing.py`, each shipped tool in turn as if never seen (`unseen_curve` in `head.json`).
"""
LEAST_PROBABILITY = 1e-4
"""The head's certainty is taken no further than this: it was never asked about the stranger."""


def sentences(descriptor: Descriptor) -> Iterator[str]:
    """What a tool is compared by: its one-line description, its routing hints and its examples."""
    yield descriptor.short_description
    yield from descriptor.routing_hints
    yield from (example.text for example in descriptor.examples)


def features(similarity: float, nothing: float) -> tuple[float, float, float]:
    """Inputs of the curve: `similarity` in [-1, 1], `nothing` the head's probability of none of its tools."""
    bounded = min(max(nothing, LEAST_PROBABILITY), 1 - LEAST_PROBABILITY)
    return similarity, log(bounded / (1 - bounded)), 1.0


def probability(similarity: float, nothing: float) -> float:
    """That the tool is meant, in (0, 1)."""
    total = sum(weight * value for weight, value in zip(WEIGHTS, features(similarity, nothing), strict=True))
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))
