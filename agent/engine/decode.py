"""Requests in, completions out, one after the other."""

from __future__ import annotations

from agent.engine.closing import Closings
from agent.engine.generation import Generation, Model, Stop
from agent.engine.matcher import Grammars
from agent.engine.output import OnText
from agent.engine.prefix import PrefixCache
from agent.errors import ContextOverflow
from agent.types import Completion, GenerationRequest, Prompt

MIN_OUTPUT = 16
"""Tokens that the context must have left for an output."""


class Decoder:
    """Runs one request after the other on one model; the key-value cache carries over between them."""

    def __init__(self, model: Model, grammars: Grammars) -> None:
        self._model = model
        self._grammars = grammars
        self._closings = Closings()
        self._cache = PrefixCache(model)

    def prepare(self, lark: str) -> None:
        """Compiles a grammar and finds its first tokens, for later requests. Raises GrammarError."""
        matcher, run = self._grammars.started(lark)
        if not run and not matcher.finished:
            matcher.legal()

    def run(self, request: GenerationRequest, stop: Stop, on_text: OnText) -> Completion:
        """Raises ContextOverflow, GrammarError, EngineCancelled and EngineDeadline as the port says."""
        thinking = bool(request.prompt.open_thinking) and request.thinking > 0
        prompt = prompt_tokens(self._model, request.prompt, thinking=thinking)
        available = self._model.context - MIN_OUTPUT
        if len(prompt) > available:
            raise ContextOverflow(needed=len(prompt), available=available)
        generation = Generation(
            model=self._model,
            cache=self._cache,
            request=request,
            grammars=self._grammars,
            thinking=thinking,
            closings=self._closings,
            stop=stop,
            on_text=on_text,
        )
        return generation.run(prompt)


def prompt_tokens(model: Model, prompt: Prompt, *, thinking: bool = False) -> list[int]:
    """Tokenises segment by segment: only what the template wrote may become control tokens.

    An open thinking segment stays open only where `thinking`.
    """
    tokens: list[int] = []
    for segment in prompt.segments:
        tokens += model.tokenize(segment.text, special=segment.special)
    if prompt.open_thinking and not thinking:
        tokens += model.tokenize(prompt.open_thinking, special=True)
    if model.adds_bos and model.bos is not None and tokens[:1] != [model.bos]:
        tokens.insert(0, model.bos)
    return tokens
