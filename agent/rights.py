"""Who may have what done. Rights come from a turn's origin; nothing that a model or a tool wrote is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agent.types import Origin, Risk

OPEN_TO_ALL = frozenset({Risk.READ, Risk.WRITE})
"""What touches only the author's own things."""


class Authoriser(Protocol):
    """Decides by the author and the place of the message that a turn answers."""

    def allows(self, origin: Origin, risk: Risk) -> bool:
        """Whether a call of this risk may run for this origin. Pure and quick."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """Everyone may read and write their own; what reaches outside or is dangerous takes an owner.

    `owners` are user ids; another bot is never one.
    """

    owners: frozenset[int] = frozenset()

    def allows(self, origin: Origin, risk: Risk) -> bool:
        author = origin.author
        return risk in OPEN_TO_ALL or (author.id in self.owners and not author.is_bot)
