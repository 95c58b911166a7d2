"""The same answers decoded in four ways on one model, each token given, so that only the way differs.

Times are CPU time of this thread; the model runs on one thread, so other work on the machine does not enter.

* unconstrained: one decode per token and the argmax of its logits;
* ours: as `agent.engine.decode` works: the likely token tested first, the mask only when it is refused,
  forced runs decoded together with the token before them;
* llama.cpp's grammar sampler over the whole vocabulary at each token (what `Llama(grammar=)` does);
* the same sampler on the likely token, and over the vocabulary only when that is refused (llama-server).
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from llama_cpp import llama_cpp as api

from agent.engine.matcher import Matcher
from agent.engine.native import BATCH, NativeModel
from agent.engine.sampling import Sampler
from agent.types import Grammar

CANDIDATE = np.dtype([("id", np.intc), ("logit", np.single), ("p", np.single)], align=True)
LEGAL = -1e30


@dataclass(slots=True)
class Cost:
    """Milliseconds of CPU time, and counts."""

    total: float = 0.0
    work: float = 0.0
    tokens: int = 0
    forced: int = 0
    refused: int = 0

    def add(self, other: Cost) -> None:
        self.total += other.total
        self.work += other.work
        self.tokens += other.tokens
        self.forced += other.forced
        self.refused += other.refused


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as our loop would produce it: each sampled token with the forced run behind it.

    The first step has no sampled token.
    """

    steps: tuple[tuple[int | None, tuple[int, ...]], ...]

    def tokens(self) -> list[int]:
        return [
            token
            for sampled, run in self.steps
            for token in ([] if sampled is None else [sampled]) + list(run)
        ]


@dataclass(slots=True)
class Stopwatch:
    spent: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        started = time.thread_time()
        try:
            yield
        finally:
            self.spent += (time.thread_time() - started) * 1000


@dataclass(slots=True)
class Replay:
    """One model with a prompt in its cache."""

    model: NativeModel
    prompt: list[int]
    sampler: Sampler = field(default_factory=lambda: Sampler(temperature=0.0, seed=0))

    def prepare(self) -> None:
        """Reads the prompt but for its last token, which each way decodes itself."""
        self.model.keep(0)
        before = self.prompt[:-1]
        for start in range(0, len(before), BATCH):
            self.model.decode(before[start : start + BATCH], start)

    def rewind(self) -> int:
        return self.model.keep(len(self.prompt) - 1)

    # -------------------------------------------------------------- four ways

    def unconstrained(self, answer: Answer) -> Cost:
        position = self.rewind()
        whole, work = Stopwatch(), Stopwatch()
        tokens = answer.tokens()
        with whole.running():
            for token in [self.prompt[-1], *tokens[:-1]]:
                self.model.decode([token], position)
                position += 1
                with work.running():
                    int(self.model.logits().argmax())
        return Cost(total=whole.spent, work=work.spent, tokens=len(tokens))

    def ours(self, answer: Answer, matcher: Matcher) -> Cost:
        position = self.rewind()
        cost = Cost(tokens=len(answer.tokens()))
        whole, work = Stopwatch(), Stopwatch()
        with whole.running():
            with work.running():
                batch = [self.prompt[-1], *matcher.forced()]
            cost.forced += len(batch) - 1
            for reference, _ in answer.steps[1:]:
                assert reference is not None
                self.model.decode(batch, position)
                position += len(batch)
                with work.running():
                    chosen = self.sampler.choose(self.model.logits(), matcher)
                    matcher.consume([reference])
                    run = matcher.forced()
                cost.refused += chosen != reference
                cost.forced += len(run)
                batch = [reference, *run]
        assert matcher.finished
        cost.total, cost.work = whole.spent, work.spent
        return cost

    def llama_cpp(self, answer: Answer, grammar: Grammar, *, probe_first: bool) -> Cost:
        """Both ways of llama.cpp. The grammar was checked before: it aborts on misuse."""
        position = self.rewind()
        reference = Reference(self.model, grammar.gbnf)
        whole, work = Stopwatch(), Stopwatch()
        tokens = answer.tokens()
        previous = self.prompt[-1]
        with whole.running():
            for token in tokens:
                self.model.decode([previous], position)
                position += 1
                with work.running():
                    best = int(self.model.logits().argmax())
                    if not (probe_first and reference.allows(best)):
                        reference.choose(self.model.logits())
                    reference.accept(token)
                previous = token
        reference.free()
        return Cost(total=whole.spent, work=work.spent, tokens=len(tokens))


class Reference:
    """llama.cpp's own grammar sampler."""

    def __init__(self, model: NativeModel, text: str) -> None:
        self._sampler = api.llama_sampler_init_grammar(model.vocabulary, text.encode(), b"root")
        if not self._sampler:
            raise SystemExit("llama.cpp does not read the grammar")
        self._candidates = np.zeros(model.size, CANDIDATE)
        self._ids = np.arange(model.size)
        data = self._candidates.ctypes.data_as(ctypes.POINTER(api.llama_token_data))
        self._array = api.llama_token_data_array(data=data, size=model.size, selected=-1, sorted=False)

    def allows(self, token: int) -> bool:
        self._candidates[0] = (token, 0.0, 0.0)
        self._array.size = 1
        api.llama_sampler_apply(self._sampler, ctypes.byref(self._array))
        return bool(self._candidates["logit"][0] > LEGAL)

    def choose(self, logits: np.ndarray[tuple[int], np.dtype[np.float32]]) -> int:
        self._candidates["id"] = self._ids
        self._candidates["logit"] = logits
        self._array.size = len(self._ids)
        api.llama_sampler_apply(self._sampler, ctypes.byref(self._array))
        return int(self._candidates["logit"].argmax())

    def accept(self, token: int) -> None:
        api.llama_sampler_accept(self._sampler, token)

    def free(self) -> None:
        api.llama_sampler_free(self._sampler)


def along(model: NativeModel, matcher: Matcher, text: str) -> Answer:
    """The tokens of a text as our loop takes them: canonical where the grammar leaves a choice."""
    rest = text.encode()
    steps: list[tuple[int | None, tuple[int, ...]]] = [(None, tuple(matcher.forced()))]
    rest = rest[_size(model, steps[-1][1]) :]
    while not matcher.finished:
        token = _next(model, matcher, rest)
        matcher.consume([token])
        run = tuple(matcher.forced())
        steps.append((token, run))
        rest = rest[_size(model, (token, *run)) :]
    if rest:
        raise ValueError(f"the grammar ended before {rest!r}")
    return Answer(tuple(steps))


def _next(model: NativeModel, matcher: Matcher, rest: bytes) -> int:
    token = model.tokenize(rest.decode("utf-8", "ignore"), special=False)[0]
    if matcher.allows(token):
        return token
    pieces = {int(each): model.piece(int(each)) for each in matcher.legal()}
    return max(
        (each for each, piece in pieces.items() if piece and rest.startswith(piece)),
        key=lambda t: len(pieces[t]),
    )


def _size(model: NativeModel, tokens: Sequence[int]) -> int:
    return sum(len(model.piece(token)) for token in tokens)


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """Milliseconds of CPU time of the fastest of several tries."""
    best = float("inf")
    for _ in range(repeats):
        watch = Stopwatch()
        with watch.running():
            work()
        best = min(best, watch.spent)
    return best
