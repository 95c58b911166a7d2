"""How likely each tool is meant by a message, on one scale for tools of the head and for strangers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from agent.descriptors import Catalogue
from agent.ports import Embedder
from agent.routing.head import RoutingHead, load_head
from agent.routing.unseen import probability, sentences

LONGEST_TEXT = 400
"""Characters of the message that are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """`tools`: name -> probability that it is meant, best first; `nothing`: that none of them is."""

    tools: Mapping[str, float] = field(default_factory=dict)
    nothing: float = 1.0


class Router:
    """Scores every tool of a catalogue. Safe from several threads.

    Tools that the head was trained on get its probabilities; what it says of tools that are not in the
    catalogue counts for "nothing". Other tools are compared by their descriptors, all in one matrix, which is
    made at the first message.
    """

    def __init__(self, *, catalogue: Catalogue, embedder: Embedder, head: RoutingHead | None = None) -> None:
        self._head = head or load_head()
        self._names = tuple(catalogue)
        self._known = tuple(name for name in catalogue if name in self._head.labels)
        only_by_words = [name for name, entry in catalogue.items() if entry.descriptor.by_words_only]
        self._unscored = dict.fromkeys(only_by_words, 0.0)
        strangers = [name for name in catalogue if name not in (*self._head.labels, *only_by_words)]
        pairs = [(name, text) for name in strangers for text in sentences(catalogue[name].descriptor)]
        self._owners = [name for name, _ in pairs]
        self._texts = [text for _, text in pairs]
        self._embedder = embedder
        self._lock = Lock()
        self._matrix: Any = None

    def score(self, text: str, *, without: Collection[str] = ()) -> Scores:
        """Best first. A text without words scores 0 for every tool, and any text for the tools `without`."""
        compared = text[:LONGEST_TEXT]
        if not any(character.isalnum() for character in compared):
            return Scores(tools=dict.fromkeys(self._names, 0.0))
        (query,) = self._embedder.embed([compared])
        likely = self._head.probabilities(compared, query)
        known = {name: likely[name] for name in self._known if name not in without}
        nothing = max(0.0, 1.0 - sum(known.values()))
        strange = {
            name: probability(similarity, nothing)
            for name, similarity in self._similarities(query).items()
            if name not in without
        }
        left = 1.0 - max(strange.values(), default=0.0)
        found = {name: value * left for name, value in known.items()} | strange | self._unscored
        found |= dict.fromkeys((name for name in self._names if name in without), 0.0)
        ranked = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
        return Scores(tools=ranked, nothing=nothing * left)

    def warm(self) -> None:
        """Loads the encoder and the matrix now, which takes seconds, instead of at the first message."""
        self._embedder.embed(["warm"])
        self._vectors()

    def _similarities(self, query: Any) -> dict[str, float]:
        """Stranger -> cosine similarity to its nearest sentence, in [-1, 1]."""
        if not self._texts:
            return {}
        best: dict[str, float] = {}
        for owner, similarity in zip(self._owners, (self._vectors() @ query).tolist(), strict=True):
            best[owner] = max(best.get(owner, -1.0), similarity)
        return best

    def _vectors(self) -> Any:
        with self._lock:
            if self._matrix is None:
                self._matrix = self._embedder.embed(self._texts)
            return self._matrix
