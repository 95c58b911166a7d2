"""The messages between the daemon and the worker: JSON objects, each behind its length in four bytes (big
endian).

A message has a `type`; requests and their replies share an `id`. The first message of the daemon is `load`.

daemon -> worker: load, generate, cancel, render, count, compile
worker -> daemon: ready, failed, beat, log, text, done, error
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from agent.errors import (
    ContextOverflow,
    EngineBusy,
    EngineCancelled,
    EngineDeadline,
    EngineDown,
    EngineError,
    GrammarError,
    KallistiError,
    ModelFileError,
)
from agent.types import (
    ChatMessage,
    Completion,
    Finish,
    GenerationRequest,
    GenerationStats,
    Grammar,
    ModelInfo,
    Prompt,
    Segment,
)

VERSION = 2
"""Of the messages; a daemon and an engine that were installed at different times compare it."""
BEAT_SECONDS = 0.5
"""Between two signs of life."""
LENGTH_BYTES = 4
MAX_MESSAGE = 32 * 1024 * 1024
"""Bytes; a longer one means that the stream is out of step."""

Message = Mapping[str, Any]

_ERRORS: dict[str, type[KallistiError]] = {
    kind.__name__: kind
    for kind in (EngineBusy, EngineCancelled, EngineDeadline, EngineDown, GrammarError, ModelFileError)
}


class ProtocolError(EngineError):
    """The other side sent something that is no message."""


def encode(message: Message) -> bytes:
    body = json.dumps(message, separators=(",", ":")).encode()
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def body_length(header: bytes) -> int:
    """Raises ProtocolError for a length that no message has."""
    length = int.from_bytes(header, "big")
    if not 2 <= length <= MAX_MESSAGE:
        raise ProtocolError(f"a message of {length} bytes announced")
    return length


def decode(body: bytes) -> Message:
    try:
        message = json.loads(body)
    except ValueError as error:
        raise ProtocolError("a message that is no JSON") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolError("a message without a type")
    return message


async def receive(reader: asyncio.StreamReader) -> Message:
    """The next message. Raises IncompleteReadError at the end of the stream, and ProtocolError."""
    header = await reader.readexactly(LENGTH_BYTES)
    return decode(await reader.readexactly(body_length(header)))


# ------------------------------------------------------------------ values


def request_to_wire(request: GenerationRequest, *, seconds: float) -> Message:
    """`seconds` is what is left of the deadline when the request is handed over."""
    return {"type": "generate", **asdict(request), "deadline": seconds}


def request_from_wire(message: Message) -> GenerationRequest:
    grammar = message["grammar"]
    return GenerationRequest(
        id=message["id"],
        prompt=prompt_from_wire(message["prompt"]),
        grammar=None if grammar is None else Grammar(**grammar),
        max_tokens=message["max_tokens"],
        deadline=message["deadline"],
        temperature=message["temperature"],
        seed=message["seed"],
        thinking=message["thinking"],
    )


def prompt_from_wire(value: Mapping[str, Any]) -> Prompt:
    return Prompt(
        segments=tuple(Segment(**segment) for segment in value["segments"]),
        open_thinking=value["open_thinking"],
    )


def messages_from_wire(values: list[dict[str, Any]]) -> tuple[ChatMessage, ...]:
    return tuple(ChatMessage(**value) for value in values)


def completion_from_wire(value: Mapping[str, Any]) -> Completion:
    return Completion(
        text=value["text"], finish=Finish(value["finish"]), stats=GenerationStats(**value["stats"])
    )


def info_from_wire(value: Mapping[str, Any]) -> ModelInfo:
    return ModelInfo(**value)


def error_to_wire(error: KallistiError) -> Message:
    fields = (
        {"needed": error.needed, "available": error.available} if isinstance(error, ContextOverflow) else {}
    )
    return {"kind": type(error).__name__, "message": str(error), **fields}


def error_from_wire(value: Mapping[str, Any]) -> KallistiError:
    """The same exception again; an unknown kind becomes EngineError."""
    if value["kind"] == ContextOverflow.__name__:
        return ContextOverflow(needed=value["needed"], available=value["available"])
    return _ERRORS.get(value["kind"], EngineError)(value["message"])
