"""Compares llama.cpp's reading of our GBNF with llguidance's of our Lark, position by position, on a real
vocabulary.

Runs as a process of its own, for llama.cpp aborts on misuse: arguments are the model file and the number of
positions to compare; prints one JSON object. Only the vocabulary is loaded.
"""

from __future__ import annotations

import ctypes
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from llama_cpp import llama_cpp as api
from llguidance import LLMatcher
from numpy.typing import NDArray

from agent.engine.native import NativeModel
from agent.engine.vocabulary import build_tokenizer, is_special
from agent.grammar.form import Form
from agent.grammar.from_schema import from_document, from_model
from agent.grammar.gbnf import gbnf
from agent.types import Offer, Regime
from tests.grammar.models import MODELS
from tests.grammar.offers import NARROW, NOTHING, NOW, REMIND_AT, REMOVE, THREE, envelope_of, offered
from tests.grammar.schemas import CASES
from tests.grammar.shipped import grounded, shipped
from tests.grammar.walks import Walker

PIECE_BYTES = 1024
CONSUMED = 200
"""Tokens per position for which mask and matcher are compared."""

ENVELOPES = 5
"""Of the languages, those that come first and are walked further."""

CONTINUATIONS = (b"", b"\x80", b"\x80\x80", b"\xa0\x80", b"\x80\x80\x80", b"\x90\x80\x80")
"""An end for every beginning of a character in UTF-8."""
LEGAL = -1.0
CANDIDATE = np.dtype([("id", np.intc), ("logit", np.single), ("p", np.single)], align=True)


class Vocabulary:
    """A model's tokens without its weights; has what `build_tokenizer` reads of a NativeModel."""

    def __init__(self, path: Path) -> None:
        parameters = api.llama_model_default_params()
        parameters.vocab_only = True
        self._model = api.llama_load_model_from_file(str(path).encode(), parameters)
        assert self._model, "the model does not load"
        self.vocabulary: Any = api.llama_model_get_vocab(self._model)
        self.size: int = api.llama_vocab_n_tokens(self.vocabulary)
        self.ending = frozenset(t for t in range(self.size) if api.llama_vocab_is_eog(self.vocabulary, t))
        self.pieces = [self.piece(token) for token in range(self.size)]

    def piece(self, token: int, *, special: bool = True) -> bytes:
        buffer = ctypes.create_string_buffer(PIECE_BYTES)
        count = api.llama_token_to_piece(self.vocabulary, token, buffer, PIECE_BYTES, 0, special)
        return buffer.raw[: max(count, 0)]

    def tokenize(self, data: bytes) -> list[int]:
        tokens = (api.llama_token * (len(data) + 8))()
        count = api.llama_tokenize(self.vocabulary, data, len(data), tokens, len(data) + 8, False, False)
        return list(tokens[:count])

    def special(self) -> NDArray[np.bool_]:
        """Tokens that are no text; llama.cpp matches them by how they are spelled."""
        attributes = [api.llama_vocab_get_attr(self.vocabulary, token) for token in range(self.size)]
        return np.array([is_special(*pair) for pair in zip(attributes, self.pieces, strict=True)])


class Reference:
    """llama.cpp's grammar sampler over the whole vocabulary."""

    def __init__(self, vocabulary: Vocabulary, text: str) -> None:
        self._sampler = api.llama_sampler_init_grammar(vocabulary.vocabulary, text.encode(), b"root")
        assert self._sampler, f"llama.cpp does not read\n{text}"
        self._all = np.zeros(vocabulary.size, CANDIDATE)
        self._all["id"] = np.arange(vocabulary.size)
        self._now = self._all.copy()
        data = self._now.ctypes.data_as(ctypes.POINTER(api.llama_token_data))
        self._array = api.llama_token_data_array(data=data, size=vocabulary.size, selected=-1, sorted=False)

    def mask(self) -> NDArray[np.bool_]:
        self._now[:] = self._all
        api.llama_sampler_apply(self._sampler, ctypes.byref(self._array))
        return self._now["logit"] > LEGAL

    def accept(self, token: int) -> None:
        api.llama_sampler_accept(self._sampler, token)

    def free(self) -> None:
        api.llama_sampler_free(self._sampler)


def mask_of(matcher: Any, size: int) -> NDArray[np.bool_]:
    bits = np.frombuffer(matcher.compute_bitmask(), np.uint8)
    return np.unpackbits(bits, bitorder="little")[:size].astype(bool)


def is_utf8(data: bytes) -> bool:
    """Whether it is the beginning of UTF-8 text; llama.cpp also lets through what never becomes any.

    Python's incremental decoder waits for the third byte of a surrogate, so the possible ends are tried.
    """
    return any(_decodes(data + end) for end in CONTINUATIONS)


def _decodes(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def languages() -> Iterator[Form]:
    """Envelopes first, the shipped tools' among them, then every model and schema of the tests."""
    chance = random.Random(11)
    some, wide = chance.sample(shipped(), 5), shipped()
    yield envelope_of(
        Offer(tools=wide, grounded=tuple(each for tool in wide for each in grounded(tool, chance)))
    )
    yield envelope_of(
        Offer(
            tools=tuple(some),
            regime=Regime.NARROW,
            required=True,
            grounded=tuple(each for tool in some for each in grounded(tool, chance)),
        )
    )
    yield from map(envelope_of, (THREE, NARROW, NOTHING))
    for model in MODELS:
        yield from_model(model, tool=model.__name__)
    for case in CASES:
        yield from_document(case.schema, tool=case.name).form
    tools = tuple(offered(f"test:{model.__name__.lower()}", model) for model in MODELS)
    yield envelope_of(Offer(tools=(REMIND_AT, REMOVE, NOW, *tools)))


class Comparison:
    """Walks texts through both engines and counts what differs."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.tokenizer = build_tokenizer(cast("NativeModel", vocabulary))
        self.special = vocabulary.special()
        self.control = self.special.copy()
        self.control[list(vocabulary.ending)] = False
        self.counts = {"positions": 0, "forced": 0, "pairs": 0, "ends": 0, "consumed": 0, "runs": 0}
        self.differences: list[str] = []
        self.random = random.Random(1)

    def walk(self, form: Form, texts: int, most: int) -> None:
        """Up to `most` positions of some texts of one language."""
        walker = Walker(form, seed=self.counts["positions"])
        grammar = LLMatcher.grammar_from_lark(walker.lark)
        for _ in range(texts):
            reference = Reference(self.vocabulary, gbnf(walker.rules))
            try:
                self._walk(LLMatcher(self.tokenizer, grammar), reference, self._text(walker), most)
            finally:
                reference.free()

    def _text(self, walker: Walker) -> bytes:
        """A text that the vocabulary can spell: SmolLM2 has no token for some bytes of rare planes."""
        while True:
            data = walker.text().encode()
            if b"".join(self.vocabulary.pieces[token] for token in self.vocabulary.tokenize(data)) == data:
                return data

    def _walk(self, matcher: Any, reference: Reference, whole: bytes, most: int) -> None:
        data = whole
        for _ in range(most):
            run = matcher.compute_ff_tokens()
            forced = bool(run)
            self._check_run(run, before=whole[: len(whole) - len(data)])
            ours, theirs = mask_of(matcher, self.vocabulary.size), reference.mask()
            self._compare(ours, theirs, forced=forced, before=whole[: len(whole) - len(data)])
            self._check_consuming(matcher, ours, forced=forced)
            if not data:
                self.counts["ends"] += 1
                return
            token = self._next(data, ours)
            matcher.consume_token(token)
            reference.accept(token)
            data = data[len(self.vocabulary.pieces[token]) :]

    def _compare(
        self, ours: NDArray[np.bool_], theirs: NDArray[np.bool_], *, forced: bool, before: bytes
    ) -> None:
        """At a forced place llguidance allows the canonical token alone."""
        self.counts["positions"] += 1
        self.counts["forced"] += forced
        different = (ours & ~theirs) if forced else (ours != theirs)
        for token in map(int, np.flatnonzero(different & ~self.special)):
            piece = self.vocabulary.pieces[token]
            if token not in self.vocabulary.ending and (ours[token] or is_utf8(before + piece)):
                self.differences.append(
                    f"after {before!r}: {piece!r} is {'only' if ours[token] else 'not'} ours"
                )
        if (ours & self.control).any():
            self.differences.append(f"after {before!r}: a control token is allowed")
        self.counts["pairs"] += len(ours)

    def _check_consuming(self, matcher: Any, mask: NDArray[np.bool_], *, forced: bool) -> None:
        """Mask and matcher agree on single tokens; at a forced place other spellings are legal too."""
        for token in self.random.sample(range(self.vocabulary.size), CONSUMED):
            self.counts["consumed"] += 1
            legal = matcher.validate_tokens([token]) == 1
            if token not in self.vocabulary.ending and (
                mask[token] > legal or (legal > mask[token] and not forced)
            ):
                self.differences.append(
                    f"{self.vocabulary.pieces[token]!r}: in mask {mask[token]}, legal {legal}"
                )

    def _check_run(self, run: list[int], *, before: bytes) -> None:
        """A forced run is spelled as the tokenizer would spell it."""
        text = b"".join(self.vocabulary.pieces[token] for token in run)
        self.counts["runs"] += bool(run)
        if self.vocabulary.tokenize(text) != run:
            self.differences.append(f"after {before!r}: the run {text!r} is not canonical")

    def _next(self, data: bytes, allowed: NDArray[np.bool_]) -> int:
        """The canonical next token, or else the longest one that is allowed here."""
        token = self.vocabulary.tokenize(data)[0]
        if allowed[token]:
            return token
        pieces = self.vocabulary.pieces
        fitting = [int(t) for t in np.flatnonzero(allowed) if pieces[t] and data.startswith(pieces[t])]
        return max(fitting, key=lambda each: len(pieces[each]))


def main(path: Path, positions: int) -> None:
    comparison = Comparison(Vocabulary(path))
    forms = list(languages())
    share = -(-positions // len(forms))
    for number, form in enumerate(forms):
        comparison.walk(form, texts=1, most=4 * share if number < ENVELOPES else share)
    print(json.dumps(comparison.counts | {"differences": comparison.differences}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
