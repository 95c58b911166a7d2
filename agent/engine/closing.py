"""Ends an output early with a short legal suffix, so that a cut-off output never exists.

Works on bytes, with llguidance's byte tokenizer: independent of any model's vocabulary, so both engines use
it. A suffix costs no decoding, only grammar steps.

It always ends: each step adds at least one byte, and a bounded grammar has no output longer than
`Grammar.longest` bytes; for a grammar that breaks this promise MAX_SUFFIX steps in.
"""

from __future__ import annotations

import numpy as np
from llguidance import LLTokenizer
from numpy.typing import NDArray

from agent.engine.matcher import Grammars, Matcher
from agent.errors import GrammarError

MAX_SUFFIX = 4096
"""Bytes; a grammar whose shortest ending is longer counts as unbounded."""
WIDTH = 6
"""Alternatives tried at a fork."""

LOOKAHEAD_STEPS = 4000
"""Bytes tried in all while looking ahead: about 40 ms. Long runs of filler would make it quadratic."""
FREE_TEXT = 64
"""From so many legal bytes on the place is inside a free string."""

_FILLER = b"0123456789" + bytes(range(0x61, 0x7B)) + bytes(range(0x41, 0x5B))
_OPENING = b"-{[\\"


class Closings:
    """Makes a `Closing` per output; compiled grammars are kept."""

    def __init__(self) -> None:
        self._grammars = Grammars(LLTokenizer("byte"))

    def start(self, lark: str) -> Closing:
        """Raises GrammarError for a text that does not compile."""
        return Closing(self._grammars.matcher(lark))


class Closing:
    """Follows one output byte by byte and knows how to end it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def feed(self, data: bytes) -> None:
        """Raises GrammarError when the output leaves the grammar."""
        self._matcher.consume(list(data))

    @property
    def complete(self) -> bool:
        """The output so far is a whole one."""
        return self._matcher.accepting

    @property
    def finished(self) -> bool:
        """Nothing can follow."""
        return self._matcher.finished

    def fits(self, data: bytes) -> bool:
        """Whether `data` may follow."""
        return self._matcher.allows_all(list(data))

    def estimate(self, data: bytes = b"") -> bytes:
        """A legal suffix after `data`, found without looking ahead: quick, rarely much longer than the
        shortest.
        """
        matcher = self._matcher.copy()
        matcher.consume(list(data))
        return _greedy(matcher)

    def suffix(self) -> bytes:
        """A short legal suffix, tried WIDTH ways at each fork; empty when the output is complete already."""
        return _Search(self._matcher.copy()).run()


class _Search:
    """Greedy with one step of looking ahead, while LOOKAHEAD_STEPS last; after that only greedy."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._steps = LOOKAHEAD_STEPS

    def run(self) -> bytes:
        suffix = bytearray()
        while not self._matcher.accepting:
            suffix += bytes(self._matcher.forced()) or self._choose()
            _bound(suffix)
        return bytes(suffix)

    def _choose(self) -> bytes:
        alternatives = _alternatives(self._matcher)
        choice = alternatives[0]
        if len(alternatives) > 1 and self._steps > 0:
            choice = min(alternatives, key=self._length_with)
        self._matcher.consume([choice])
        return bytes([choice])

    def _length_with(self, byte: int) -> int:
        if self._steps <= 0:
            return MAX_SUFFIX
        attempt = self._matcher.copy()
        attempt.consume([byte])
        length = len(_greedy(attempt, limit=self._steps))
        self._steps -= length
        return length if attempt.accepting else MAX_SUFFIX


def _greedy(matcher: Matcher, *, limit: int = MAX_SUFFIX) -> bytes:
    """The suffix by first choices; given up where it is longer than `limit` bytes."""
    suffix = bytearray()
    while not matcher.accepting and len(suffix) < limit:
        run = matcher.forced()
        if not run:
            run = [_alternatives(matcher)[0]]
            matcher.consume(run)
        suffix += bytes(run)
    return bytes(suffix)


def _alternatives(matcher: Matcher) -> list[int]:
    """The legal bytes, best first, at most WIDTH; the tokenizer's ids above 255 are its special tokens."""
    legal = matcher.legal()
    legal = legal[legal < 256]
    if legal.size == 0:
        raise GrammarError("The grammar has no way on from here.")
    rank = _RANK_IN_TEXT if legal.size >= FREE_TEXT else _RANK
    order = np.argsort(rank[legal], kind="stable")
    return [int(byte) for byte in legal[order[:WIDTH]]]


def _bound(suffix: bytearray) -> None:
    if len(suffix) > MAX_SUFFIX:
        raise GrammarError(f"The grammar cannot be ended within {MAX_SUFFIX} bytes.")


def _ranking(first: bytes) -> NDArray[np.int16]:
    """Rank per byte: `first`, then filler, then all others, and last what opens something."""
    rank = np.full(256, 100, dtype=np.int16)
    order = np.frombuffer(first + _FILLER, dtype=np.uint8)
    rank[order] = np.arange(order.size)
    rank[np.frombuffer(_OPENING, dtype=np.uint8)] = 101
    return rank


_RANK = _ranking(b'"}],:.')
"""Between and inside other values: what ends a value comes first."""
_RANK_IN_TEXT = _ranking(b'".')
