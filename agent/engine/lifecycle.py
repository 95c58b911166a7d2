"""The life of a worker as a table of allowed steps, and how long to wait before the next one. Pure."""

from __future__ import annotations

from enum import StrEnum

from agent.errors import IllegalTransition

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 60.0
"""A worker that lived this long was no failed start; counting begins anew."""
GIVE_UP_WAITING = 3
"""After so many failures in a row requests fail at once instead of waiting for the next start."""


class State(StrEnum):
    IDLE = "idle"
    STARTING = "starting"
    READY = "ready"
    PAUSING = "pausing"
    REFUSED = "refused"
    CLOSED = "closed"


class Event(StrEnum):
    START = "start"
    ANSWERED = "answered"
    ENDED = "ended"
    REFUSED = "refused"
    CLOSE = "close"


_STEPS: dict[tuple[State, Event], State] = {
    (State.IDLE, Event.START): State.STARTING,
    (State.STARTING, Event.ANSWERED): State.READY,
    (State.STARTING, Event.ENDED): State.PAUSING,
    (State.STARTING, Event.REFUSED): State.REFUSED,
    (State.READY, Event.ENDED): State.PAUSING,
    (State.PAUSING, Event.START): State.STARTING,
    **{(state, Event.CLOSE): State.CLOSED for state in State},
}


def step(state: State, event: Event) -> State:
    """Raises IllegalTransition for a step that is not in the table."""
    try:
        return _STEPS[state, event]
    except KeyError:
        raise IllegalTransition(f"an engine worker that is {state} cannot take the step {event!s}") from None


def pause_after(failures: int) -> float:
    """Seconds before the next start after `failures` (at least 1) in a row."""
    return min(FIRST_PAUSE * 4.0 ** min(failures - 1, 10), LONGEST_PAUSE)
