"""What llama-server says and what it means to us. Pure.

Its API is described in https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from agent.engine.sampling import MIN_PROBABILITY
from agent.errors import ContextOverflow, EngineDown, EngineError, GrammarError
from agent.types import GenerationRequest, GenerationStats, ModelInfo

_DATA = b"data:"
_UNAVAILABLE = (502, 503, 504)
"""A 500 is no such case: it is also how a chat template refuses messages."""


class EventLines:
    """Cuts a stream of server-sent events into their JSON objects, however the bytes arrive."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The events that are complete now. Raises EngineError for one that is no JSON object."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [_event(line) for line in lines if line.startswith(_DATA) and line.strip() != b"data: [DONE]"]


def _event(line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line.removeprefix(_DATA))
    except ValueError as error:
        raise EngineError("llama-server sent an event that is no JSON.") from error
    if not isinstance(event, dict):
        raise EngineError("llama-server sent an event that is no object.")
    return event


def completion_body(request: GenerationRequest, prompt: Sequence[int], budget: int) -> dict[str, Any]:
    """The body of POST /completion; sampling as in `agent.engine.sampling`."""
    body = {
        "prompt": list(prompt),
        "n_predict": budget,
        "stream": True,
        "cache_prompt": True,
        "temperature": request.temperature,
        "seed": request.seed & 0xFFFFFFFF,
        "samplers": ["min_p", "temperature"],
        "min_p": MIN_PROBABILITY,
    }
    return body if request.grammar is None else {**body, "grammar": request.grammar.gbnf}


def model_info(props: Mapping[str, Any], models: Mapping[str, Any]) -> ModelInfo:
    """From GET /props and GET /v1/models. Raises EngineError when the server is something else."""
    try:
        meta = models["data"][0]["meta"]
        return ModelInfo(
            name=PurePath(props["model_path"]).stem,
            architecture="llama-server",
            parameters=int(meta["n_params"]),
            context=int(props["default_generation_settings"]["n_ctx"]),
            vocabulary=int(meta["n_vocab"]),
            has_template=bool(props.get("chat_template")),
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise EngineError(
            f"The server does not describe its model as llama-server does ({error!r}); update it."
        ) from error


def slots(props: Mapping[str, Any]) -> int:
    """How many completions the server works on at once, from GET /props."""
    count = props.get("total_slots")
    return count if isinstance(count, int) and count > 0 else 1


def stats(event: Mapping[str, Any], *, prompt: int, generated: int) -> GenerationStats:
    """From the last event, where there is one; `prompt` and `generated` are our own counts of tokens."""
    timings = event.get("timings") or {}
    read = int(timings.get("prompt_n", prompt))
    return GenerationStats(
        prompt_tokens=prompt,
        reused_tokens=max(prompt - read, 0),
        generated_tokens=int(timings.get("predicted_n", generated)),
        prefill_ms=float(timings.get("prompt_ms", 0.0)),
        decode_ms=float(timings.get("predicted_ms", 0.0)),
    )


def error_of(status: int, answer: object) -> EngineError:
    """The typed error for an answer that is no success."""
    error = answer.get("error") if isinstance(answer, Mapping) else None
    details: Mapping[str, Any] = error if isinstance(error, Mapping) else {}
    message = str(details.get("message", f"status {status}"))
    if details.get("type") == "exceed_context_size_error":
        return ContextOverflow(
            needed=int(details.get("n_prompt_tokens", 0)), available=int(details.get("n_ctx", 0))
        )
    if status == 400 and any(word in message.lower() for word in ("grammar", "samplers")):
        return GrammarError(f"llama-server refuses the grammar: {message}")
    if status in _UNAVAILABLE:
        return EngineDown(f"llama-server is not able to answer: {message}")
    return EngineError(f"llama-server refuses the request: {message}")
