"""Chooses one token from logits under a matcher. Exact: legal tokens keep their proportions among each other.

The likely choice is tested first (microseconds); the mask over the vocabulary is computed only when it is
refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

MIN_PROBABILITY = 0.05
"""With a temperature, legal tokens less likely than this share of the most likely legal one are left out."""


class Constraint(Protocol):
    def allows(self, token: int) -> bool: ...

    def legal(self) -> NDArray[np.intp]: ...


class Consumer(Constraint, Protocol):
    def try_consume(self, token: int) -> bool: ...

    def consume(self, tokens: Sequence[int]) -> None: ...


class Sampler:
    """`temperature` 0 takes the most likely legal token."""

    def __init__(self, *, temperature: float, seed: int) -> None:
        self._temperature = temperature
        self._random = np.random.default_rng(seed & 0xFFFFFFFFFFFFFFFF)

    def choose(self, logits: NDArray[np.float32], constraint: Constraint | None) -> int:
        return self.choose_from(logits, int(logits.argmax()), constraint)

    def take_from(self, logits: NDArray[np.float32], best: int, constraint: Consumer) -> int:
        """As `choose_from`, and consumes the choice: mostly with one question to the matcher for both."""
        if self._temperature <= 0:
            if constraint.try_consume(best):
                return best
            token = self._among_legal(logits, constraint.legal())
        else:
            token = self.choose_from(logits, best, constraint)
        constraint.consume([token])
        return token

    def choose_from(self, logits: NDArray[np.float32], best: int, constraint: Constraint | None) -> int:
        """`best` is the most likely token of all."""
        if constraint is None:
            return best if self._temperature <= 0 else self._draw(logits, _likely(logits, logits[best]))
        if not constraint.allows(best):
            return self._among_legal(logits, constraint.legal())
        if self._temperature <= 0:
            return best
        candidates = _likely(logits, logits[best])
        token = self._draw(logits, candidates)
        if constraint.allows(token):
            return token
        # Drawing anew among the legal ones gives each exactly its conditional probability.
        return self._draw(logits, np.intersect1d(candidates, constraint.legal(), assume_unique=True))

    def _among_legal(self, logits: NDArray[np.float32], legal: NDArray[np.intp]) -> int:
        values = logits[legal]
        best = values.argmax()
        if self._temperature <= 0:
            return int(legal[best])
        return self._draw(logits, legal[_likely(values, values[best])])

    def _draw(self, logits: NDArray[np.float32], candidates: NDArray[np.intp]) -> int:
        scaled = logits[candidates].astype(np.float64) / self._temperature
        weights = np.exp(scaled - scaled.max())
        return int(self._random.choice(candidates, p=weights / weights.sum()))


def _likely(logits: NDArray[np.float32], best: np.float32) -> NDArray[np.intp]:
    return np.flatnonzero(logits >= best + math.log(MIN_PROBABILITY))
