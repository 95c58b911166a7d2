"""Choosing tokens: greedy, and exact under a constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agent.engine.sampling import MIN_PROBABILITY, Sampler

LOGITS = np.log(np.array([0.4, 0.3, 0.15, 0.1, 0.04, 0.01], dtype=np.float32))


class Only:
    """Allows these tokens; counts how often the whole mask was needed."""

    def __init__(self, *tokens: int) -> None:
        self._tokens = set(tokens)
        self.masks = 0
        self.taken: list[int] = []

    def try_consume(self, token: int) -> bool:
        if token in self._tokens:
            self.taken.append(token)
        return token in self._tokens

    def consume(self, tokens: Sequence[int]) -> None:
        self.taken += tokens

    def allows(self, token: int) -> bool:
        return token in self._tokens

    def legal(self) -> NDArray[np.intp]:
        self.masks += 1
        return np.array(sorted(self._tokens), dtype=np.intp)


def shares(constraint: Only | None, *, temperature: float = 1.0, draws: int = 20_000) -> dict[int, float]:
    sampler = Sampler(temperature=temperature, seed=1)
    counts = Counter(sampler.choose(LOGITS, constraint) for _ in range(draws))
    return {token: count / draws for token, count in counts.items()}


def test_without_temperature_the_best_legal_token_is_taken() -> None:
    sampler = Sampler(temperature=0.0, seed=0)
    assert sampler.choose(LOGITS, None) == 0
    assert sampler.choose(LOGITS, Only(0, 3)) == 0
    assert sampler.choose(LOGITS, Only(3, 5)) == 3


def test_the_mask_is_computed_only_when_the_best_token_is_refused() -> None:
    sampler = Sampler(temperature=0.0, seed=0)
    allowed, refused = Only(0, 3), Only(3, 5)
    sampler.choose(LOGITS, allowed)
    sampler.choose(LOGITS, refused)
    assert (allowed.masks, refused.masks) == (0, 1)


@pytest.mark.parametrize("legal", [(0, 1, 2, 3, 4, 5), (0, 2, 3), (1, 2), (2, 3, 4), (3,)])
def test_legal_tokens_keep_their_proportions(legal: tuple[int, ...]) -> None:
    probabilities = np.exp(LOGITS.astype(np.float64))
    best = max(probabilities[token] for token in legal)
    kept = [token for token in legal if probabilities[token] >= MIN_PROBABILITY * best]
    total = sum(probabilities[token] for token in kept)
    seen = shares(Only(*legal))
    assert set(seen) == set(kept)
    for token in kept:
        assert seen[token] == pytest.approx(probabilities[token] / total, abs=0.015)


def test_a_low_temperature_prefers_the_likely() -> None:
    assert shares(Only(0, 1), temperature=0.3)[0] > shares(Only(0, 1), temperature=1.0)[0] > 0.5


def test_the_same_seed_gives_the_same_tokens() -> None:
    def draw(seed: int) -> list[int]:
        sampler = Sampler(temperature=1.0, seed=seed)
        return [sampler.choose(LOGITS, Only(0, 1, 2)) for _ in range(50)]

    assert draw(5) == draw(5)
    assert draw(5) != draw(6)
    assert draw(-1) == draw(-1)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("tokens", [(0, 3), (3, 5), (5,), (0, 1, 2, 3, 4, 5)])
def test_taking_is_choosing_and_consuming(temperature: float, tokens: tuple[int, ...]) -> None:
    chooser = Sampler(temperature=temperature, seed=7)
    taker = Sampler(temperature=temperature, seed=7)
    taken = Only(*tokens)
    best = int(LOGITS.argmax())
    wanted = [chooser.choose(LOGITS, Only(*tokens)) for _ in range(50)]
    assert [taker.take_from(LOGITS, best, taken) for _ in range(50)] == wanted
    assert taken.taken == wanted
