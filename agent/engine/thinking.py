"""The free segment in which a reasoning model thinks before it answers. Nothing of it leaves the engine.

It belongs to models whose chat template opens such a segment without a switch to leave it out. It ends where
the model ends it, and otherwise when a bound is reached: then the loop writes the closing mark itself.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from agent.engine.repetition import is_runaway

SHARE_OF_DEADLINE = 0.5
"""The answer itself needs time too."""
AFTER_MARK = "\n\n"

_MARKS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<seed:think>": "</seed:think>",
    "[THINK]": "[/THINK]",
    "<|START_THINKING|>": "<|END_THINKING|>",
}
_OPEN = re.compile(rf"({'|'.join(map(re.escape, _MARKS))})\s*$")


def closing_of(tail: str) -> str:
    """What ends the thinking segment that `tail`, the end of a rendered prompt, leaves open; else empty."""
    opened = _OPEN.search(tail)
    return f"\n\n{_MARKS[opened[1]]}{AFTER_MARK}" if opened else ""


class Model(Protocol):
    ending: frozenset[int]

    def piece(self, token: int, *, special: bool = False) -> bytes: ...

    def logits(self) -> NDArray[np.float32]: ...


class Store(Protocol):
    def extend(self, tokens: Sequence[int]) -> bool: ...


class Sampler(Protocol):
    def choose(self, logits: NDArray[np.float32], constraint: None) -> int: ...


class Stop(Protocol):
    @property
    def cancelled(self) -> bool: ...

    @property
    def overdue(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """`closing` is what ends the segment; `tokens` and `seconds` are what it may take at most."""

    closing: str
    tokens: int
    seconds: float


def think(model: Model, store: Store, sampler: Sampler, bounds: Bounds, stop: Stop) -> tuple[list[int], str]:
    """Decodes the segment behind a prompt that was just read.

    Returns its tokens, all of them decoded, and what is still to be written to close it.
    """
    mark = bounds.closing.strip().encode()
    tokens: list[int] = []
    tail = b""
    end = time.monotonic() + bounds.seconds
    while len(tokens) < bounds.tokens and time.monotonic() < end and not is_runaway(tokens):
        if stop.cancelled or stop.overdue:
            break
        token = sampler.choose(model.logits(), None)
        if token in model.ending or not store.extend([token]):
            break
        tokens.append(token)
        tail = tail[-len(mark) :] + model.piece(token, special=True)
        if mark in tail:
            return tokens, AFTER_MARK
    return tokens, bounds.closing
