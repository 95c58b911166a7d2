"""Sentence vectors of many texts, kept in `build/routing-vectors.npz` so that a second run takes seconds."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from agent.routing.embedder import DIMENSION, LONGEST_TEXT, SentenceEncoder

FILE = Path("build") / "routing-vectors.npz"
BATCH = 256
KEY_BYTES = 16


class KeptVectors:
    """Implements `agent.ports.Embedder` on top of the encoder; `save` keeps what was new."""

    def __init__(self, file: Path = FILE) -> None:
        self._file = file
        self._encoder = SentenceEncoder()
        self._vectors: dict[bytes, Any] = {}
        if file.exists():
            with np.load(file, allow_pickle=False) as kept:
                keys = kept["keys"].tobytes()
                starts = range(0, len(keys), KEY_BYTES)
                self._vectors = {
                    keys[at : at + KEY_BYTES]: row for at, row in zip(starts, kept["vectors"], strict=True)
                }

    def embed(self, texts: Sequence[str]) -> Any:
        """float32 array of shape (len(texts), 512), as the encoder's own."""
        missing = [text for text in dict.fromkeys(texts) if _key(text) not in self._vectors]
        for at in range(0, len(missing), BATCH):
            batch = missing[at : at + BATCH]
            self._vectors.update(zip(map(_key, batch), self._encoder.embed(batch), strict=True))
        if not texts:
            return np.zeros((0, DIMENSION), dtype=np.float32)
        return np.stack([self._vectors[_key(text)] for text in texts])

    def save(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        keys = np.frombuffer(b"".join(self._vectors), dtype=np.uint8)
        np.savez(self._file, keys=keys, vectors=np.stack(list(self._vectors.values())))


def _key(text: str) -> bytes:
    return blake2b(text[:LONGEST_TEXT].encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()
