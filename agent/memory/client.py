"""Points on a Qdrant server or cluster, or in qdrant-client's local mode where no engine fits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from qdrant_client import QdrantClient, models

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

PAGE = 500
"""Points read or written in one request: about 3 MB."""


class ClientPoints:
    """Implements `Points`. The collection is made where it is missing, also where it was wiped meanwhile.

    `collection` names what the vectors in it were made by: another embedder needs another one.
    """

    def __init__(self, client: QdrantClient, *, collection: str, dimension: int, local: bool = False) -> None:
        self._client = client
        self._collection = collection
        self._dimension = dimension
        self._local = local
        self.begun_anew = self._made()

    def put(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), PAGE):
            some = [_encoded(point) for point in points[start : start + PAGE]]
            self._client.upsert(self._collection, some, wait=True)

    def remove(self, ids: Collection[str]) -> None:
        selector = models.PointIdsList(points=list(ids))
        self._client.delete(self._collection, points_selector=selector, wait=True)

    def of_notes(self, notes: Collection[str]) -> Sequence[Point]:
        return [_decoded(record) for record in self._scrolled(_any_of(NOTE, notes), True, True)]

    def marks(self) -> Iterable[Mark]:
        return [mark_of(record.payload) for record in self._scrolled(None, marked(), False)]

    def search(self, query: Query) -> Hits:
        requests = [self._request(query, query.meaning.tolist(), MEANING, vector=False)]
        if query.words:
            words = models.SparseVector(indices=list(query.words), values=list(query.words.values()))
            requests.append(self._request(query, words, WORDS, vector=[MEANING]))
        nearest, *rest = self._client.query_batch_points(self._collection, requests=requests)
        hits = [
            Hit(id=str(each.id), payload=each.payload or {}, similarity=each.score) for each in nearest.points
        ]
        sharing = rest[0].points if rest else ()
        return Hits(meaning=hits, words=[hit_by_words(each, query) for each in sharing])

    def compact(self) -> None:
        """The local mode's file keeps what was deleted, so it is written anew; a server cleans up itself."""
        if not self._local:
            return
        kept = [_decoded(record) for record in self._scrolled(None, True, True)]
        self.clear()
        self.put(kept)

    def clear(self) -> None:
        self._client.delete_collection(self._collection)
        self._made()

    def close(self) -> None:
        self._client.close()

    # ------------------------------------------------------------------ parts

    def _made(self) -> bool:
        """Whether there was no collection yet."""
        if self._client.collection_exists(self._collection):
            return False
        self._client.create_collection(
            self._collection,
            vectors_config={
                MEANING: models.VectorParams(size=self._dimension, distance=models.Distance.COSINE)
            },
            sparse_vectors_config={WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        )
        if self._local:
            return True  # it has no payload indexes, and warns where one is made
        for key, tenant in ((SCOPE, True), (NOTE, False)):
            schema = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=tenant)
            self._client.create_payload_index(self._collection, key, field_schema=schema, wait=True)
        return True

    def _request(self, query: Query, value: Any, using: str, *, vector: Any) -> models.QueryRequest:
        return models.QueryRequest(
            query=value,
            using=using,
            filter=_any_of(SCOPE, query.scopes),
            limit=query.limit,
            with_payload=True,
            with_vector=vector,
        )

    def _scrolled(self, condition: Any, payload: Any, vector: bool) -> Iterable[Any]:
        offset: Any = None
        while True:
            records, offset = self._client.scroll(
                self._collection,
                scroll_filter=condition,
                limit=PAGE,
                offset=offset,
                with_payload=payload,
                with_vectors=vector,
            )
            yield from records
            if offset is None:
                return


def _any_of(key: str, values: Collection[str]) -> models.Filter:
    condition = models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))
    return models.Filter(must=[condition])


def _encoded(point: Point) -> models.PointStruct:
    words = models.SparseVector(indices=list(point.words), values=list(point.words.values()))
    return models.PointStruct(
        id=point.id, vector={MEANING: point.meaning.tolist(), WORDS: words}, payload=dict(point.payload)
    )


def _decoded(record: Any) -> Point:
    words = record.vector.get(WORDS)
    return Point(
        id=str(record.id),
        meaning=np.asarray(record.vector[MEANING], dtype=np.float32),
        words={} if words is None else dict(zip(words.indices, words.values, strict=True)),
        payload=record.payload,
    )
