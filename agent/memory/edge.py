"""Points in Qdrant's engine, in this process: one shard in one directory.

The engine writes each update to a log of its own before it returns, so a process that is killed loses none.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import qdrant_edge as qdrant

from agent.memory.points import (
    MEANING,
    NOTE,
    SCOPE,
    WORDS,
    Hit,
    Hits,
    Mark,
    Point,
    Query,
    hit_by_words,
    mark_of,
    marked,
)

FRESH, OLD = ".fresh", ".old"
"""Beside a shard that is written anew: the new one, and for a moment the old one."""
PAGE = 1000
"""Points read or written at once."""
FLUSHED_AFTER = 2000
"""Points that are written before the log is folded into the segments."""


class EdgePoints:
    """Implements `Points`. `create` says that the directory is new and empty."""

    def __init__(self, directory: Path, *, dimension: int, create: bool) -> None:
        self._directory = directory
        self._dimension = dimension
        self._unflushed = 0
        for leftover in (_beside(directory, FRESH), _beside(directory, OLD)):
            shutil.rmtree(leftover, ignore_errors=True)
        self._shard = self._created() if create else qdrant.EdgeShard.load(str(directory))

    def _created(self) -> Any:
        vectors = {MEANING: qdrant.EdgeVectorParams(self._dimension, qdrant.Distance.Cosine)}
        words = {WORDS: qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)}
        config = qdrant.EdgeConfig(vectors=vectors, sparse_vectors=words)
        shard = qdrant.EdgeShard.create(str(self._directory), config)
        for key in (SCOPE, NOTE):
            shard.update(qdrant.UpdateOperation.create_field_index(key, qdrant.PayloadSchemaType.Keyword))
        shard.flush()
        return shard

    def put(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), PAGE):
            some = [_encoded(point) for point in points[start : start + PAGE]]
            self._shard.update(qdrant.UpdateOperation.upsert_points(some))
        self._written(len(points))

    def remove(self, ids: Collection[str]) -> None:
        self._shard.update(qdrant.UpdateOperation.delete_points(list(ids)))
        self._written(len(ids))

    def of_notes(self, notes: Collection[str]) -> Sequence[Point]:
        return [_decoded(record) for record in self._scrolled(_any_of(NOTE, notes), True, True)]

    def marks(self) -> Iterable[Mark]:
        wanted = qdrant.PayloadSelector.Include(marked())
        return [mark_of(record.payload) for record in self._scrolled(None, wanted, False)]

    def search(self, query: Query) -> Hits:
        nearest = self._query(query, query.meaning.tolist(), MEANING, vector=False)
        hits = [Hit(id=str(each.id), payload=each.payload, similarity=each.score) for each in nearest]
        if not query.words:
            return Hits(meaning=hits, words=())
        words = qdrant.SparseVector(list(query.words), list(query.words.values()))
        sharing = self._query(query, words, WORDS, vector=[MEANING])
        return Hits(meaning=hits, words=[hit_by_words(each, query) for each in sharing])

    def compact(self) -> None:
        """Copies what is there into a new shard, which takes the place of this one: the engine overwrites
        removed points only now and then.
        """
        fresh, old = _beside(self._directory, FRESH), _beside(self._directory, OLD)
        copy = EdgePoints(_emptied(fresh), dimension=self._dimension, create=True)
        try:
            records = iter(self._scrolled(None, True, True))
            while some := [_decoded(record) for record in islice(records, PAGE)]:
                copy.put(some)
        finally:
            copy.close()
        self._shard.close()
        self._directory.rename(old)
        fresh.rename(self._directory)
        self._shard = qdrant.EdgeShard.load(str(self._directory))
        shutil.rmtree(old)

    def clear(self) -> None:
        ids = [str(record.id) for record in self._scrolled(None, False, False)]
        for start in range(0, len(ids), PAGE):
            self.remove(ids[start : start + PAGE])
        self._shard.flush()

    def close(self) -> None:
        try:
            self._shard.flush()
        finally:
            self._shard.close()

    # ------------------------------------------------------------------ parts

    def _query(self, query: Query, value: Any, using: str, *, vector: Any) -> Any:
        request = qdrant.QueryRequest(
            limit=query.limit,
            query=qdrant.Query.Nearest(value, using=using),
            filter=_any_of(SCOPE, query.scopes),
            with_payload=True,
            with_vector=vector,
        )
        return self._shard.query(request)

    def _scrolled(self, condition: Any, payload: Any, vector: bool) -> Iterable[Any]:
        offset = None
        while True:
            request = qdrant.ScrollRequest(
                limit=PAGE, offset=offset, filter=condition, with_payload=payload, with_vector=vector
            )
            records, offset = self._shard.scroll(request)
            yield from records
            if offset is None:
                return

    def _written(self, count: int) -> None:
        self._unflushed += count
        if self._unflushed >= FLUSHED_AFTER:
            self._shard.flush()
            self._unflushed = 0


def _beside(directory: Path, suffix: str) -> Path:
    return directory.with_name(directory.name + suffix)


def _emptied(directory: Path) -> Path:
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    return directory


def _any_of(key: str, values: Collection[str]) -> Any:
    condition = qdrant.FieldCondition(key, match=qdrant.MatchAny(list(values)))
    return qdrant.Filter(must=[condition])


def _encoded(point: Point) -> Any:
    words = qdrant.SparseVector(list(point.words), list(point.words.values()))
    return qdrant.Point(point.id, {MEANING: point.meaning.tolist(), WORDS: words}, dict(point.payload))


def _decoded(record: Any) -> Point:
    vectors = record.vector
    words = vectors.get(WORDS)
    return Point(
        id=str(record.id),
        meaning=np.asarray(vectors[MEANING], dtype=np.float32),
        words={} if words is None else dict(zip(words.indices, words.values, strict=True)),
        payload=record.payload,
    )
