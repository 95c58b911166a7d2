"""The life cycle of an occurrence: one table of allowed steps.

scheduled --> claimed --> sending --> delivered --> acknowledged
    ^            |           |
    +------------+-----------+   released, delayed, or restored after a crash
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from agent.errors import IllegalTransition


class OccurrenceState(StrEnum):
    """`claimed`: one process will send it, and nothing has left. `sending`: a message may have left."""

    SCHEDULED = "scheduled"
    CLAIMED = "claimed"
    SENDING = "sending"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"
    ACKNOWLEDGED = "acknowledged"


_S = OccurrenceState

STEPS: Mapping[OccurrenceState, frozenset[OccurrenceState]] = MappingProxyType(
    {
        # Failed at once: a row that cannot be read.
        _S.SCHEDULED: frozenset({_S.CLAIMED, _S.FAILED, _S.SKIPPED}),
        _S.CLAIMED: frozenset({_S.SENDING, _S.SCHEDULED, _S.SKIPPED}),
        _S.SENDING: frozenset({_S.DELIVERED, _S.SCHEDULED, _S.FAILED, _S.SKIPPED}),
        _S.DELIVERED: frozenset({_S.ACKNOWLEDGED}),
        _S.FAILED: frozenset(),
        _S.SKIPPED: frozenset(),
        _S.ACKNOWLEDGED: frozenset(),
    }
)


def check_step(current: OccurrenceState, to: OccurrenceState) -> None:
    """Raises IllegalTransition unless the table has this step."""
    if to not in STEPS[current]:
        raise IllegalTransition(f"an occurrence that is {current} cannot become {to}")
