"""llguidance behind a small interface: compiled grammars, kept by their text, and a matcher per output."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from llguidance import LLMatcher, LLTokenizer
from numpy.typing import NDArray

from agent.errors import GrammarError

CACHE_SIZE = 64
"""Compiled grammars kept; one for each set of offered tools that was seen lately."""

_BITS = np.arange(8, dtype=np.uint8)
_SPARSE = 256
"""Up to so many non-zero mask words (of 32 tokens) the legal tokens are gathered one by one."""


class Grammars:
    """Compiles Lark texts for one tokenizer, least recently used out first. Raises GrammarError."""

    def __init__(self, tokenizer: LLTokenizer, *, size: int = CACHE_SIZE) -> None:
        self._tokenizer = tokenizer
        self._size = size
        self._compiled: OrderedDict[str, LLMatcher] = OrderedDict()

    def matcher(self, lark: str) -> Matcher:
        """A fresh matcher at the start of the grammar."""
        compiled = self._compiled.pop(lark, None) or self._compile(lark)
        self._compiled[lark] = compiled
        if len(self._compiled) > self._size:
            self._compiled.popitem(last=False)
        return Matcher(compiled.deep_copy(), self._tokenizer.vocab_size)

    def _compile(self, lark: str) -> LLMatcher:
        try:
            compiled = LLMatcher(self._tokenizer, LLMatcher.grammar_from_lark(lark), log_level=0)
        except (ValueError, RuntimeError) as error:  # lone surrogates cannot cross into Rust
            raise GrammarError(f"The grammar does not compile: {error}") from error
        _check(compiled)
        return compiled


class Matcher:
    """Where one output stands in its grammar. Tokens that it refuses must never be consumed."""

    def __init__(self, matcher: LLMatcher, size: int) -> None:
        self._matcher = matcher
        self._size = size
        self._words = np.zeros((size + 31) // 32, dtype=np.int32)

    def copy(self) -> Matcher:
        return Matcher(self._matcher.deep_copy(), self._size)

    @property
    def finished(self) -> bool:
        """Nothing but the end can follow."""
        return self._matcher.is_stopped()

    @property
    def accepting(self) -> bool:
        """The output so far is complete, though more may follow."""
        return self._matcher.is_accepting()

    def allows(self, token: int) -> bool:
        return self._matcher.validate_tokens([token]) == 1

    def allows_all(self, tokens: Sequence[int]) -> bool:
        return self._matcher.validate_tokens(list(tokens)) == len(tokens)

    def consume(self, tokens: Sequence[int]) -> None:
        if tokens and not self._matcher.consume_tokens(list(tokens)):
            _check(self._matcher)
            raise GrammarError(f"The grammar refuses the tokens {list(tokens)}.")

    def forced(self) -> list[int]:
        """The tokens that must come next, canonically tokenised and already consumed."""
        run = self._matcher.compute_ff_tokens()
        self.consume(run)
        return run

    def legal(self) -> NDArray[np.intp]:
        """All token ids that may come next, ascending; an end-of-generation id where the output may end."""
        self._matcher.unsafe_compute_mask_ptr(self._words.ctypes.data, self._words.nbytes)
        words = np.flatnonzero(self._words)
        octets = self._words.view(np.uint8)
        if words.size > _SPARSE:
            legal = np.flatnonzero(np.unpackbits(octets, bitorder="little"))
        else:
            places = (words[:, None] * 4 + np.arange(4)).ravel()
            bits = (octets[places][:, None] >> _BITS) & 1
            legal = (places[:, None] * 8 + _BITS)[bits == 1]
        legal = legal[legal < self._size]
        if legal.size == 0:
            _check(self._matcher)
            raise GrammarError("The grammar has no way on from here.")
        return legal


def _check(matcher: LLMatcher) -> None:
    if matcher.is_error():
        cause = matcher.get_error().partition("\n")[0]  # its own dump of the whole state follows
        raise GrammarError(f"The grammar does not compile or became too complex: {cause}")
