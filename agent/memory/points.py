"""What an index keeps of a note's parts, and the port between ranking and the engines that keep them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import numpy as np

from agent.memory_types import Note, Scope, ScopeKind

MEANING, WORDS = "meaning", "words"
"""The names of the two vectors of a point: dense, and sparse."""
SCOPE, NOTE = "scope", "note"
"""The payload keys that are indexed, since every query and every update filters by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One part. `meaning` is of unit length; `payload` holds what JSON can say."""

    id: str
    meaning: Any
    words: Mapping[int, float]
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """That a point belongs to a note of this digest with so many parts."""

    note: str
    digest: str
    parts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """`scopes` are keys as `scope_key` gives them, at least one. `limit` holds for either list of hits."""

    meaning: Any
    words: Mapping[int, float]
    scopes: tuple[str, ...]
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A point that was found; `similarity` is the cosine to the query's meaning."""

    id: str
    payload: Mapping[str, Any]
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """The points nearest in meaning and those that share words, each best first."""

    meaning: Sequence[Hit]
    words: Sequence[Hit]


class Points(Protocol):
    """Points on disk, in memory or on a server. Called from one thread at a time; blocks.

    What an engine raises goes through; whoever calls turns it into `IndexUnavailable`.
    """

    def put(self, points: Sequence[Point]) -> None:
        """Stores points, in place of those with their ids."""
        ...

    def remove(self, ids: Collection[str]) -> None: ...

    def of_notes(self, notes: Collection[str]) -> Sequence[Point]:
        """All points of these notes."""
        ...

    def marks(self) -> Iterable[Mark]:
        """One for each point."""
        ...

    def search(self, query: Query) -> Hits: ...

    def compact(self) -> None:
        """Leaves nothing of removed points in any file that is ours; a server cleans up by itself."""
        ...

    def clear(self) -> None: ...

    def close(self) -> None: ...


def scope_key(scope: Scope) -> str:
    return f"{scope.kind.value}:{scope.id}"


def scope_of(key: str) -> Scope:
    kind, _, number = key.partition(":")
    return Scope(kind=ScopeKind(kind), id=int(number))


def payload_of(
    note: Note, *, heading: str, text: str, part: str, parts: int, terms: Iterable[int]
) -> dict[str, Any]:
    """`part` is the digest of what the part's vectors are made of, `terms` its hashed words."""
    return {
        SCOPE: scope_key(note.scope),
        NOTE: note.id,
        "digest": note.digest,
        "parts": parts,
        "part": part,
        "name": _encodable(note.name),
        "title": _encodable(note.title),
        "heading": _encodable(heading),
        "text": _encodable(text),
        "updated": note.updated.timestamp(),
        "terms": list(terms),
    }


def _encodable(text: str) -> str:
    """Halves of surrogate pairs have no UTF-8, which the engines take."""
    return text.encode("utf-8", "replace").decode("utf-8")


def hit_by_words(found: Any, query: Query) -> Hit:
    """A hit of the sparse vector, whose own score is of another kind; `found` comes with its meaning."""
    meaning = np.asarray(found.vector[MEANING], dtype=np.float32)
    return Hit(id=str(found.id), payload=found.payload, similarity=float(np.dot(meaning, query.meaning)))


def mark_of(payload: Mapping[str, Any]) -> Mark:
    return Mark(note=payload[NOTE], digest=payload["digest"], parts=payload["parts"])


def marked() -> list[str]:
    """The payload keys that a mark is made of."""
    return [NOTE, "digest", "parts"]


def updated_of(payload: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(payload["updated"], UTC)
