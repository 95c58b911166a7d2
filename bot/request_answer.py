"""What became of a scheduled request when it was due. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Unanswered(StrEnum):
    """Why a request was not worked on; it is then delivered as a plain reminder that says so."""

    ENGINE = "engine"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    NOT_ALLOWED = "not allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestAnswer:
    """`text` is what the turn said; empty where it said nothing, and `unanswered` says why."""

    text: str = ""
    unanswered: Unanswered | None = None
