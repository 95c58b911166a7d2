"""Two lists of hits become one, best first. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.memory import terms
from agent.memory.points import NOTE, SCOPE, Hit, Hits, Query, scope_of, updated_of
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
    hit: Hit
    share: float
    score: float = 0.0


def fused(query: Query, hits: Hits, *, limit: int, fusion: Fusion) -> tuple[Passage, ...]:
    """Reciprocal rank fusion; equal scores in the order of similarity, then of ids, so that it is stable."""
    candidates = {
        hit.id: _Candidate(hit, terms.share(query.words, hit.payload["terms"]))
        for hit in (*hits.words, *hits.meaning)
    }
    for rank, hit in enumerate(hits.meaning):
        candidates[hit.id].score += fusion.meaning / (RANK_CONSTANT + rank + 1)
    gated = [hit for hit in hits.words if candidates[hit.id].share >= fusion.least_share]
    for rank, hit in enumerate(gated):
        candidates[hit.id].score += fusion.words / (RANK_CONSTANT + rank + 1)
    found = [candidate for candidate in candidates.values() if candidate.score]
    found.sort(key=lambda each: (-each.score, -each.hit.similarity, each.hit.id))
    return tuple(_passage(candidate) for candidate in found[:limit])


def _passage(candidate: _Candidate) -> Passage:
    payload = candidate.hit.payload
    return Passage(
        note_id=payload[NOTE],
        scope=scope_of(payload[SCOPE]),
        name=payload["name"],
        title=payload["title"],
        heading=payload["heading"],
        text=payload["text"],
        updated=updated_of(payload),
        similarity=candidate.hit.similarity,
        score=candidate.score,
        words=candidate.share,
    )
