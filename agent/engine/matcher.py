"""llguidance behind a small interface: compiled grammars, kept by their text, and a matcher per output."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from llguidance import LLMatcher, LLTokenizer
from numpy.typing import NDArray

from agent.errors import GrammarError
from agent.grammar.nesting import DEEPEST, too_deep

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
        self._compiled: OrderedDict[str, _Compiled] = OrderedDict()

    def matcher(self, lark: str) -> Matcher:
        """A fresh matcher at the start of the grammar."""
        return self._at_start(self._find(lark))

    def started(self, lark: str) -> tuple[Matcher, list[int]]:
        """A matcher behind the grammar's first forced run, and that run; both are found once per grammar."""
        compiled = self._find(lark)
        if compiled.behind_first_run is None:
            matcher = self._at_start(compiled)
            compiled.first_run = matcher.forced()
            compiled.behind_first_run = matcher
        return compiled.behind_first_run.copy(), list(compiled.first_run)

    def _at_start(self, compiled: _Compiled) -> Matcher:
        return Matcher(compiled.start.deep_copy(), self._tokenizer.vocab_size)

    def _find(self, lark: str) -> _Compiled:
        compiled = self._compiled.pop(lark, None) or _Compiled(self._compile(lark))
        self._compiled[lark] = compiled
        if len(self._compiled) > self._size:
            self._compiled.popitem(last=False)
        return compiled

    def _compile(self, lark: str) -> LLMatcher:
        if too_deep(lark):
            raise GrammarError(f"The grammar does not compile: more than {DEEPEST} rules in a chain.")
        try:
            compiled = LLMatcher(self._tokenizer, LLMatcher.grammar_from_lark(lark), log_level=0)
        except (ValueError, RuntimeError) as error:  # lone surrogates cannot cross into Rust
            raise GrammarError(f"The grammar does not compile: {error}") from error
        _check(compiled)
        return compiled


@dataclass(slots=True)
class _Compiled:
    """Neither matcher is ever advanced; outputs get copies."""

    start: LLMatcher
    behind_first_run: Matcher | None = None
    first_run: list[int] = field(default_factory=list)


class Matcher:
    """Where one output stands in its grammar. Tokens that it refuses must never be consumed."""

    def __init__(self, matcher: LLMatcher, size: int) -> None:
        self._matcher = matcher
        self._size = size
        self._words: NDArray[np.int32] | None = None

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

    def try_consume(self, token: int) -> bool:
        """Takes the token where it may come next; otherwise nothing has changed."""
        return self._matcher.try_consume_tokens([token]) == 1

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
        mask = self._mask()
        words = np.flatnonzero(mask)
        octets = mask.view(np.uint8)
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

    def _mask(self) -> NDArray[np.int32]:
        """One bit per token. The buffer comes with the first mask: most outputs need none."""
        if self._words is None:
            self._words = np.zeros((self._size + 31) // 32, dtype=np.int32)
        self._matcher.unsafe_compute_mask_ptr(self._words.ctypes.data, self._words.nbytes)
        return self._words


def _check(matcher: LLMatcher) -> None:
    if matcher.is_error():
        cause = matcher.get_error().partition("\n")[0]  # its own dump of the whole state follows
        raise GrammarError(f"The grammar does not compile or became too complex: {cause}")
