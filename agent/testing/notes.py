"""An index of notes in memory, and an embedder that needs no weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from agent.memory import terms
from agent.memory.index import Opened, VectorIndex
from agent.memory.points import NOTE, SCOPE, Hit, Hits, Mark, Point, Query, mark_of
from agent.ports import Embedder

DIMENSION = 64


class WordEmbedder:
    """Implements `Embedder`: texts that share words are near. `count` is how many texts it was given."""

    def __init__(self) -> None:
        self.count = 0

    def embed(self, texts: Sequence[str]) -> Any:
        self.count += len(texts)
        rows = [self._row(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, DIMENSION), dtype=np.float32)

    def _row(self, text: str) -> Any:
        row = np.zeros(DIMENSION, dtype=np.float32)
        for word in terms.folded(text).split():
            row[crc32(word.encode("utf-8", "replace")) % DIMENSION] += 1
        norm = np.linalg.norm(row)
        return row / norm if norm else row


class InMemoryPoints:
    """Implements `Points` by looking at every point. Its inverse document frequency is Qdrant's."""

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}

    def put(self, points: Sequence[Point]) -> None:
        self.points.update({point.id: point for point in points})

    def remove(self, ids: Collection[str]) -> None:
        for each in ids:
            self.points.pop(each, None)

    def of_notes(self, notes: Collection[str]) -> Sequence[Point]:
        return [point for point in self.points.values() if point.payload[NOTE] in notes]

    def marks(self) -> Iterable[Mark]:
        return [mark_of(point.payload) for point in self.points.values()]

    def search(self, query: Query) -> Hits:
        seen = [point for point in self.points.values() if point.payload[SCOPE] in query.scopes]
        near = {point.id: float(np.dot(point.meaning, query.meaning)) for point in seen}
        rarity = {term: self._rarity(term) for term in query.words}
        worded = {
            point.id: sum(point.words.get(term, 0.0) * weight for term, weight in rarity.items())
            for point in seen
        }
        shared = [point for point in seen if worded[point.id] > 0]
        nearest = sorted(seen, key=lambda point: -near[point.id])[: query.limit]
        sharing = sorted(shared, key=lambda point: -worded[point.id])[: query.limit]
        return Hits(meaning=_hits(nearest, near), words=_hits(sharing, near))

    def compact(self) -> None:
        pass

    def clear(self) -> None:
        self.points.clear()

    def close(self) -> None:
        pass

    def _rarity(self, term: int) -> float:
        count = sum(term in point.words for point in self.points.values())
        return float(np.log((len(self.points) - count + 0.5) / (count + 0.5) + 1))


def _hits(points: Sequence[Point], near: Mapping[str, float]) -> list[Hit]:
    return [Hit(id=point.id, payload=point.payload, similarity=near[point.id]) for point in points]


def in_memory_index(embedder: Embedder | None = None) -> VectorIndex:
    """Implements `NoteIndex`."""
    points = InMemoryPoints()
    return VectorIndex(lambda: Opened(points=points), embedder=embedder or WordEmbedder())
