"""Similarity of a message to what each tool's descriptor says: one matrix, one embedding per message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any

from agent.descriptors import Catalogue
from agent.ports import Embedder
from agent.types import Descriptor

LONGEST_TEXT = 400
"""Characters of the message that are compared."""

Scores = Mapping[str, float]
"""Tool name -> cosine similarity to its nearest sentence, best first, in [-1, 1]."""


def sentences(descriptor: Descriptor) -> Iterator[str]:
    """What a tool is compared by: its one-line description, its routing hints and its examples."""
    yield descriptor.short_description
    yield from descriptor.routing_hints
    yield from (example.text for example in descriptor.examples)


class Router:
    """Scores every tool. The matrix is made at the first message; safe from several threads."""

    def __init__(self, *, catalogue: Catalogue, embedder: Embedder) -> None:
        pairs = [(name, text) for name, entry in catalogue.items() for text in sentences(entry.descriptor)]
        self._owners = [name for name, _ in pairs]
        self._texts = [text for _, text in pairs]
        self._embedder = embedder
        self._lock = Lock()
        self._matrix: Any = None

    def score(self, text: str) -> Scores:
        """Best first. An empty text scores 0 for every tool."""
        (query,) = self._embedder.embed([text[:LONGEST_TEXT]])
        best: dict[str, float] = {}
        for owner, similarity in zip(self._owners, (self._vectors() @ query).tolist(), strict=True):
            best[owner] = max(best.get(owner, -1.0), similarity)
        return dict(sorted(best.items(), key=lambda item: (-item[1], item[0])))

    def warm(self) -> None:
        """Loads the encoder and the matrix now, which takes seconds, instead of at the first message."""
        self._vectors()

    def _vectors(self) -> Any:
        with self._lock:
            if self._matrix is None:
                self._matrix = self._embedder.embed(self._texts)
            return self._matrix
