"""A model whose tokens are bytes and whose wishes are scripted, for the decode loop without any weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from llguidance import LLTokenizer
from numpy.typing import NDArray

from agent.engine.decode import Decoder
from agent.engine.matcher import Grammars

SIZE = 262
END = 261
"""llguidance's byte tokenizer has 256 bytes and six special tokens, the last of which ends."""

Wish = Callable[[bytes], int]
"""From what is decoded so far (prompt and output) to the token that the model wants most."""


def saying(text: str, *, after: bytes = b"?") -> Wish:
    """Wants to say `text` behind the prompt's last byte, and then to end."""
    wanted: list[int] = [*text.encode(), END]

    def wish(tokens: bytes) -> int:
        said = len(tokens.partition(after)[2])
        return wanted[min(said, len(wanted) - 1)]

    return wish


class ByteModel:
    """Implements `agent.engine.decode.Model`. `calls` holds the tokens of each decode."""

    def __init__(self, wish: Wish, *, context: int = 4096) -> None:
        self.wish = wish
        self.context = context
        self.bos: int | None = None
        self.adds_bos = False
        self.ending = frozenset([END])
        self.calls: list[list[int]] = []
        self.interrupt_after: int | None = None
        self._tokens: list[int] = []

    def tokenize(self, text: str, *, special: bool) -> list[int]:
        return list(text.encode())

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return bytes([token]) if token < 256 else b""

    def decode(self, tokens: Sequence[int], position: int) -> bool:
        assert position == len(self._tokens), "the cache and the loop disagree"
        if self.interrupt_after is not None and len(self.calls) >= self.interrupt_after:
            return False
        self.calls.append(list(tokens))
        self._tokens += tokens
        assert len(self._tokens) <= self.context
        return True

    def logits(self) -> NDArray[np.float32]:
        values = np.zeros(SIZE, dtype=np.float32)
        values[self.wish(bytes(self._tokens))] = 10.0
        return values

    def keep(self, count: int) -> int:
        del self._tokens[count:]
        return len(self._tokens)


def byte_decoder(model: ByteModel) -> Decoder:
    return Decoder(model, Grammars(LLTokenizer("byte")))


class Never:
    """A stop that never comes."""

    cancelled = False
    overdue = False


class After:
    """A deadline that passes when it has been asked for `steps` times."""

    cancelled = False

    def __init__(self, steps: int) -> None:
        self._steps = steps

    @property
    def overdue(self) -> bool:
        self._steps -= 1
        return self._steps < 0
