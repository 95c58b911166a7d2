"""What became of a tool call: values that pass between gatekeeper, prompt and replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Standing(StrEnum):
    """What became of a call."""

    DONE = "done"
    REPEATED = "repeated"
    RETRY = "retry"
    GIVEN_UP = "given_up"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    NEEDS_APPROVAL = "needs_approval"
    FORBIDDEN = "forbidden"
    REFUSED = "refused"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReport:
    """`content` goes to the model; `user_text` (of a success) and `said` (of a failure) may go to the user.

    `question` may be put to the author where a correction is needed that only they can make, or their
    approval; `choices` are its answers as pairs of label and value, `args` the call's validated arguments as
    JSON values.
    """

    name: str
    standing: Standing
    content: str
    user_text: str | None = None
    effect: str | None = None
    question: str | None = None
    said: str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)
