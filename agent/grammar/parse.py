"""What the model wrote, read strictly: exactly the envelope, or an error that says what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent.errors import EnvelopeError
from agent.grammar.envelope import ARGS, CALLS, IDLE, MESSAGE, NAME, PROCESS, REFLECT, STATUS, TASK, THOUGHT
from agent.types import Call

KEYS = [THOUGHT, STATUS, MESSAGE, CALLS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """One step of the model. `status` as written; `message` is None or not blank."""

    thought: str
    status: str
    message: str | None
    calls: tuple[Call, ...]


def parse_envelope(text: str) -> Envelope:
    """The envelope of a finished output. Raises EnvelopeError for anything else, also a cut-off one."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise EnvelopeError(f"the answer is not JSON: {error}") from None
    if not _has_keys(value, KEYS):
        raise EnvelopeError(f"the answer must be one object with the keys {', '.join(KEYS)}, in this order")
    message = value[MESSAGE]
    _demand(isinstance(value[THOUGHT], str), f"{THOUGHT} must be a string")
    _demand(
        message is None or (isinstance(message, str) and message.strip()), f"{MESSAGE} must be null or a text"
    )
    _demand(isinstance(value[CALLS], list), f"{CALLS} must be a list")
    _demand(_encodes(text), "the answer contains half of a surrogate pair")
    envelope = Envelope(
        thought=value[THOUGHT], status=value[STATUS], message=message, calls=tuple(map(_call, value[CALLS]))
    )
    _couple(envelope)
    return envelope


def _couple(envelope: Envelope) -> None:
    """Status, calls and message must agree."""
    match envelope.status:
        case "Task" | "Process":
            _demand(envelope.calls, f"{envelope.status} needs at least one call")
        case "Reflect":
            _demand(
                not envelope.calls and envelope.message is None, f"{REFLECT} has neither calls nor a message"
            )
        case "Idle":
            _demand(not envelope.calls and envelope.message is not None, f"{IDLE} has a message and no calls")
        case _:
            raise EnvelopeError(f"{STATUS} must be {TASK}, {REFLECT}, {IDLE} or {PROCESS}")


def _call(value: Any) -> Call:
    _demand(_has_keys(value, [NAME, ARGS]), f"a call has the keys {NAME} and {ARGS}")
    name, args = value[NAME], value[ARGS]
    _demand(isinstance(name, str), f"a call's {NAME} must be a string")
    _demand(isinstance(args, Mapping), f"a call's {ARGS} must be an object")
    return Call(name=name, args=args)


def _has_keys(value: Any, keys: list[str]) -> bool:
    return isinstance(value, dict) and not isinstance(value, _Repeated) and list(value) == keys


def _demand(condition: object, otherwise: str) -> None:
    if not condition:
        raise EnvelopeError(otherwise)


class _Repeated(dict[str, Any]):
    """An object in which a key stands twice; the last one counts, where it may."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else _Repeated(value)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _encodes(text: str) -> bool:
    """Halves of surrogate pairs, raw or escaped, cannot be stored or sent."""
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
