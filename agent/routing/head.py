"""The routing head: a logistic layer over sentence vectors and character features.

It gives one calibrated probability per tool that it was trained on, and one for "no tool". Tools that it
has never seen (an operator's own, one from outside) are scored by similarity elsewhere and mapped to the same
scale. `evals/train_routing.py` trains it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from agent.routing.features import BUCKETS, character_features

NO_TOOL = "none"
FORMAT = 1
FILE = Path(__file__).with_name("head.npz")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingHead:
    """`vector_weights` (dimension, labels), `character_weights` (BUCKETS, labels), `bias` (labels,)."""

    labels: tuple[str, ...]
    vector_weights: Any
    character_weights: Any
    bias: Any

    def probabilities(self, text: str, vector: Any) -> dict[str, float]:
        """Label -> probability, summing to 1. `vector` is the unit-length sentence vector of `text`."""
        logits = vector @ self.vector_weights + self.bias
        features = character_features(text)
        if features:
            buckets = np.fromiter(features.keys(), dtype=np.int64, count=len(features))
            weights = np.fromiter(features.values(), dtype=np.float32, count=len(features))
            logits = logits + weights @ self.character_weights[buckets]
        shifted = np.exp(logits - logits.max())
        return dict(zip(self.labels, (shifted / shifted.sum()).tolist(), strict=True))

    def to_bytes(self) -> bytes:
        """A compressed `.npz` with half-precision weights."""
        buffer = BytesIO()
        header = json.dumps({"format": FORMAT, "labels": list(self.labels)})
        np.savez_compressed(
            buffer,
            header=np.frombuffer(header.encode(), dtype=np.uint8),
            vector_weights=self.vector_weights.astype(np.float16),
            character_weights=self.character_weights.astype(np.float16),
            bias=self.bias.astype(np.float32),
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> RoutingHead:
        """Reads what `to_bytes` wrote. Raises ValueError for another format or another shape."""
        with np.load(BytesIO(data), allow_pickle=False) as stored:
            header = json.loads(bytes(stored["header"]).decode())
            if header["format"] != FORMAT:
                raise ValueError(
                    f"the routing head has format {header['format']}, this version reads {FORMAT}"
                )
            head = cls(
                labels=tuple(header["labels"]),
                vector_weights=stored["vector_weights"].astype(np.float32),
                character_weights=stored["character_weights"].astype(np.float32),
                bias=stored["bias"].astype(np.float32),
            )
        if head.character_weights.shape != (BUCKETS, len(head.labels)):
            raise ValueError(
                f"the routing head has {len(head.character_weights)} buckets, this version hashes {BUCKETS}"
            )
        return head


def load_head() -> RoutingHead:
    """The one that travels with the package."""
    return RoutingHead.from_bytes(FILE.read_bytes())
