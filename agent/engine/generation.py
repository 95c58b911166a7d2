"""One generation, step by step.

Prompt and first forced run go through the prefill together. Then per step: choose a token, take the forced
run that follows it, decode both in one batch with logits for the last. Where a bound is reached (budget,
context, deadline, a text that goes round in circles) an output under a grammar is closed legally; without one
it ends with `LENGTH`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from agent.engine.closing import Closing, Closings
from agent.engine.matcher import Grammars, Matcher
from agent.engine.native import BATCH
from agent.engine.output import Meter, OnText, Output
from agent.engine.prefix import PrefixCache
from agent.engine.repetition import is_runaway
from agent.engine.sampling import Sampler
from agent.engine.thinking import SHARE_OF_DEADLINE, Bounds, think
from agent.errors import ContextOverflow, EngineCancelled, EngineDeadline
from agent.types import Completion, Finish, GenerationRequest

GUARD = 48
"""Tokens before the end of a budget from which each step makes sure that a legal ending still fits."""

T = TypeVar("T")


class Model(Protocol):
    """What the loop needs of a model; `NativeModel` is the real one."""

    context: int
    bos: int | None
    adds_bos: bool
    ending: frozenset[int]

    def tokenize(self, text: str, *, special: bool) -> list[int]: ...

    def piece(self, token: int, *, special: bool = False) -> bytes: ...

    def decode(self, tokens: Sequence[int], position: int) -> bool: ...

    def logits(self) -> NDArray[np.float32]: ...

    def keep(self, count: int) -> int: ...


class Stop(Protocol):
    """Why a generation has to stop, asked between steps."""

    @property
    def cancelled(self) -> bool: ...

    @property
    def overdue(self) -> bool: ...


class Generation:
    """Runs once, with the errors that `agent.ports.Engine.generate` names."""

    def __init__(
        self,
        *,
        model: Model,
        cache: PrefixCache,
        request: GenerationRequest,
        grammars: Grammars,
        thinking: bool,
        closings: Closings,
        stop: Stop,
        on_text: OnText,
    ) -> None:
        self._model = model
        self._cache = cache
        self._request = request
        self._grammars = grammars
        self._matcher: Matcher | None = None
        self._thinking = thinking
        self._closings = closings
        self._closing: Closing | None = None
        self._stop = stop
        self._output = Output(on_text)
        self._sampler = Sampler(temperature=request.temperature, seed=request.seed)
        self._meter = Meter()

    def run(self, prompt: list[int]) -> Completion:
        self._meter.prompt = len(prompt)
        run = self._timed_constraint(self._first_run)
        if self._finished():  # an output without any choice needs no model
            return self._completion(Finish.STOP)
        self._prefill(prompt, [] if self._thinking else run)
        started = time.perf_counter()
        finish = self._loop() if self._think(run) else self._cut()
        self._meter.decode = _since(started)
        return self._completion(finish)

    def _completion(self, finish: Finish) -> Completion:
        suffix = self._close() if finish is Finish.CLOSED else ""
        extra = len(self._model.tokenize(suffix, special=False)) if suffix else 0
        return Completion(text=self._output.finish(), finish=finish, stats=self._meter.stats(extra))

    # ------------------------------------------------------------------ steps

    def _prefill(self, prompt: list[int], run: list[int]) -> None:
        needed = len(prompt) + len(run)
        if needed > self._model.context:
            raise ContextOverflow(needed=needed, available=self._model.context)
        started = time.perf_counter()
        if not self._read(prompt, run):
            self._raise_if_cancelled()
            raise EngineDeadline("The deadline passed while the prompt was being read.")
        self._meter.prefill = _since(started)

    def _read(self, prompt: list[int], run: list[int]) -> bool:
        """False when interrupted. What was read stays in the cache."""
        tokens = prompt + run
        self._meter.reused = min(self._cache.reuse(tokens), len(prompt))
        while self._cache.length < len(tokens):
            if self._stop.cancelled or self._stop.overdue:
                return False
            if not self._cache.extend(tokens[self._cache.length : self._cache.length + BATCH]):
                return False
        return True

    def _think(self, run: list[int]) -> bool:
        """Lets a reasoning model think, and decodes what closes that together with the first run.

        False when a bound was reached.
        """
        if not self._thinking:
            return True
        closing = self._request.prompt.open_thinking
        left = self._model.context - self._cache.length - len(closing)
        room = left - min(self._request.max_tokens, left // 2)
        bounds = Bounds(
            closing=closing,
            tokens=min(self._request.thinking, room),
            seconds=self._request.deadline * SHARE_OF_DEADLINE,
        )
        thoughts, rest = think(self._model, self._cache, self._sampler, bounds, self._stop)
        self._meter.thinking = len(thoughts)
        going_on = self._extend([*self._model.tokenize(rest, special=True), *run])
        if not going_on:
            self._raise_if_cancelled()
        return going_on

    def _first_run(self) -> list[int]:
        if self._request.grammar is None:
            return []
        self._matcher, run = self._grammars.started(self._request.grammar.lark)
        self._record(run, forced=len(run))
        return run

    def _loop(self) -> Finish:
        while not self._finished():
            self._raise_if_cancelled()
            if self._must_end():
                return self._cut()
            token = self._next()
            if token is None:
                return self._cut()
            if token in self._model.ending:
                return Finish.STOP
            batch = self._with_run(token)
            if self._finished():
                return Finish.STOP
            if not self._extend(batch):
                self._raise_if_cancelled()
                return self._cut()
        return Finish.STOP

    def _next(self) -> int | None:
        """The next token, taken by the matcher; None where no legal ending would fit behind it."""
        logits = self._model.logits()
        best = int(logits.argmax())
        matcher = self._matcher
        if matcher is None:
            return self._sampler.choose_from(logits, best, None)
        if not self._guarded():
            return self._timed_constraint(lambda: self._sampler.take_from(logits, best, matcher))
        token = self._timed_constraint(lambda: self._sampler.choose_from(logits, best, matcher))
        if token in self._model.ending:
            return token
        if not self._timed_constraint(lambda: self._ending_fits(token)):
            return None
        matcher.consume([token])
        return token

    def _with_run(self, token: int) -> list[int]:
        """The token and the forced run behind it, which may be empty."""
        run = [] if self._matcher is None else self._timed_constraint(self._matcher.forced)
        batch = [token, *run]
        self._record(batch, forced=len(run))
        return batch

    def _extend(self, batch: list[int]) -> bool:
        if self._cache.length + len(batch) > self._model.context:
            return False
        return all(self._cache.extend(batch[start : start + BATCH]) for start in range(0, len(batch), BATCH))

    # ------------------------------------------------------------------ bounds

    def _finished(self) -> bool:
        return self._matcher is not None and self._matcher.finished

    def _must_end(self) -> bool:
        return self._stop.overdue or self._remaining() <= 0 or is_runaway(self._meter.tokens)

    def _cut(self) -> Finish:
        return Finish.LENGTH if self._matcher is None else Finish.CLOSED

    def _remaining(self) -> int:
        """Tokens that may still be produced."""
        budget = self._request.max_tokens - len(self._meter.tokens)
        return min(budget, self._model.context - self._cache.length)

    def _guarded(self) -> bool:
        grammar = self._request.grammar
        return (
            grammar is not None and self._remaining() <= GUARD and grammar.longest > self._request.max_tokens
        )

    def _ending_fits(self, token: int) -> bool:
        """Whether the output can still be ended within the budget when `token` is taken."""
        suffix = self._follow().estimate(self._model.piece(token))
        return len(self._model.tokenize(suffix.decode("utf-8", "replace"), special=False)) < self._remaining()

    def _follow(self) -> Closing:
        """The byte-level state of the output so far."""
        assert self._request.grammar is not None
        if self._closing is None:
            self._closing = self._closings.start(self._request.grammar.lark)
        self._closing.feed(self._output.unseen())
        return self._closing

    def _close(self) -> str:
        suffix = self._timed_constraint(lambda: self._follow().suffix())
        self._output.add(suffix)
        return suffix.decode("utf-8", "replace")

    def _raise_if_cancelled(self) -> None:
        if self._stop.cancelled:
            raise EngineCancelled("The request was withdrawn.")

    # ------------------------------------------------------------------ books

    def _record(self, tokens: list[int], *, forced: int) -> None:
        self._meter.tokens += tokens
        self._meter.forced += forced
        self._output.add(b"".join(map(self._model.piece, tokens)))

    def _timed_constraint(self, work: Callable[[], T]) -> T:
        started = time.perf_counter()
        try:
            return work()
        finally:
            self._meter.constraint += _since(started)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
