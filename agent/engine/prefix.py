"""What the key-value cache holds, so that a prompt that begins like the last one is not read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Store(Protocol):
    def decode(self, tokens: Sequence[int], position: int) -> bool: ...

    def keep(self, count: int) -> int: ...


class PrefixCache:
    """Mirrors the tokens of the model's one sequence; true also after an interrupted decode."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tokens: list[int] = []

    @property
    def length(self) -> int:
        return len(self._tokens)

    def reuse(self, tokens: Sequence[int]) -> int:
        """Keeps the longest common beginning, but never all of `tokens`: the last one must be decoded for its
        logits. Returns how many tokens are kept."""
        common = common_prefix(self._tokens, tokens)
        kept = self._store.keep(min(common, len(tokens) - 1))
        del self._tokens[kept:]
        return kept

    def extend(self, tokens: Sequence[int]) -> bool:
        """Decodes `tokens` behind what is there; False when interrupted."""
        if not self._store.decode(tokens, len(self._tokens)):
            # llama.cpp drops the positions of an aborted batch itself; to say so again does no harm.
            del self._tokens[self._store.keep(len(self._tokens)) :]
            return False
        self._tokens += tokens
        return True


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """Number of equal elements at the front."""
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))
