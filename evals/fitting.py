"""Multinomial logistic regression over sentence vectors and character features (needs scipy).

The two blocks stay apart, dense and sparse: one step over 40,000 rows takes a fraction of a second, which a
single sparse matrix of both does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from agent.routing.features import BUCKETS, character_features
from agent.routing.head import RoutingHead

VECTOR_SCALE = 3.0
CHARACTER_SCALE = 2.0
"""How much a block may say before regularisation holds it back."""
INVERSE_REGULARISATION = 1.0
STEPS = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Rows of both blocks, scaled."""

    vectors: Any
    characters: Any

    def __getitem__(self, rows: Any) -> Features:
        return Features(vectors=self.vectors[rows], characters=self.characters[rows])

    def __len__(self) -> int:
        return len(self.vectors)


def features_of(texts: Sequence[str], vectors: Any) -> Features:
    rows = [character_features(text) for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    indices = [bucket for row in rows for bucket in row]
    values = np.array([value for row in rows for value in row.values()], dtype=np.float32)
    characters = csr_matrix(
        (values * np.float32(CHARACTER_SCALE), indices, ends), shape=(len(texts), BUCKETS)
    )
    return Features(
        vectors=np.asarray(vectors, dtype=np.float32) * np.float32(VECTOR_SCALE), characters=characters
    )


def fit(features: Features, labels: Sequence[str], weights: Any, *, steps: int = STEPS) -> RoutingHead:
    """The head whose weights make `labels` likeliest, held back by their squares."""
    names = tuple(sorted(set(labels)))
    target = np.array([names.index(label) for label in labels])
    dimension = features.vectors.shape[1]
    shape = (dimension + BUCKETS + 1, len(names))
    rows = np.arange(len(target))
    transposed = features.characters.T.tocsr()

    def loss(flat: Any) -> tuple[float, Any]:
        matrix = flat.reshape(shape).astype(np.float32)
        logits = (
            features.vectors @ matrix[:dimension] + features.characters @ matrix[dimension:-1] + matrix[-1]
        )
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        value = -float((weights * logits[rows, target]).sum())
        error = np.exp(logits)
        error[rows, target] -= 1
        error *= weights[:, None]
        gradient = np.concatenate(
            [features.vectors.T @ error, transposed @ error, error.sum(axis=0, keepdims=True)]
        ).astype(np.float64)
        gradient[:-1] += matrix[:-1] / INVERSE_REGULARISATION
        return value + float((matrix[:-1] ** 2).sum()) / (2 * INVERSE_REGULARISATION), gradient.ravel()

    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    matrix = found.x.reshape(shape).astype(np.float32)
    return RoutingHead(
        labels=names,
        vector_weights=matrix[:dimension] * np.float32(VECTOR_SCALE),
        character_weights=matrix[dimension:-1] * np.float32(CHARACTER_SCALE),
        bias=matrix[-1],
    )


def probabilities(head: RoutingHead, features: Features) -> Any:
    """Array (rows, labels) in the order of the head's labels; `features` are scaled as in training."""
    logits = (
        features.vectors @ (head.vector_weights / np.float32(VECTOR_SCALE))
        + features.characters @ (head.character_weights / np.float32(CHARACTER_SCALE))
        + head.bias
    )
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
