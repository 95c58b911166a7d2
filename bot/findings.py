"""What a look at the set-up finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from agent.errors import OperatorError


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`text` says what was found and, where that is not well, how to mend it. `exit_code` is what the daemon
    would end with, and 0 for all but errors.
    """

    subject: str
    text: str
    level: Level = Level.OK
    exit_code: int = 0

    def __str__(self) -> str:
        return f"{self.level.value:<9}{self.subject}: {self.text}"


def fine(subject: str, text: str) -> Finding:
    return Finding(subject=subject, text=text)


def warning(subject: str, text: str) -> Finding:
    return Finding(subject=subject, text=text, level=Level.WARNING)


def wrong(subject: str, error: OperatorError) -> Finding:
    return Finding(subject=subject, text=str(error), level=Level.ERROR, exit_code=error.exit_code)
