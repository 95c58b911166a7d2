"""Two lists of hits become one, best first. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from agent.memory import terms
from agent.memory.points import NOTE, SCOPE, Hits, Point, Query, scope_of, updated_of
from agent.memory_types import Passage

RANK_CONSTANT = 60
"""Of reciprocal rank fusion: how little the first ranks stand out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """How two ranks become one score. A hit by words counts only from a `least_share` of the query's content
    words on: one common word in a long question says nothing.
    """

    meaning: float = 1.0
    words: float = 1.0
    least_share: float = 0.3


@dataclass(slots=True)
class _Candidate:
    point: Point
    share: float
    score: float = 0.0


def fused(query: Query, hits: Hits, *, limit: int, fusion: Fusion) -> tuple[Passage, ...]:
    """Reciprocal rank fusion; equal scores in the order of similarity, then of ids, so that it is stable."""
    candidates = {
        point.id: _Candidate(point, terms.share(query.words, searched(point)))
        for point in (*hits.meaning, *hits.words)
    }
    for rank, point in enumerate(hits.meaning):
        candidates[point.id].score += fusion.meaning / (RANK_CONSTANT + rank + 1)
    gated = [point for point in hits.words if candidates[point.id].share >= fusion.least_share]
    for rank, point in enumerate(gated):
        candidates[point.id].score += fusion.words / (RANK_CONSTANT + rank + 1)
    passages = [(_passage(query, each), each.point.id) for each in candidates.values() if each.score]
    passages.sort(key=lambda entry: (-entry[0].score, -entry[0].similarity, entry[1]))
    return tuple(passage for passage, _ in passages[:limit])


def searched(point: Point) -> str:
    """What a point's words were taken from."""
    payload: Mapping[str, str] = point.payload
    return f"{payload['title']}\n{payload['heading']}\n{payload['text']}"


def _passage(query: Query, candidate: _Candidate) -> Passage:
    payload = candidate.point.payload
    return Passage(
        note_id=payload[NOTE],
        scope=scope_of(payload[SCOPE]),
        name=payload["name"],
        title=payload["title"],
        heading=payload["heading"],
        text=payload["text"],
        updated=updated_of(payload),
        similarity=float(np.dot(query.meaning, candidate.point.meaning)),
        score=candidate.score,
        words=candidate.share,
    )
