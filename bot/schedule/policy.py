"""When to try again, when to look first, and when to give up. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryPolicy:
    """`attempt` bounds one attempt and must end before its `lease` does.

    `nonce_memory`: Discord promises to recognise a nonce "in the past few minutes". `clock_skew` is how far
    Discord's clock and ours may differ when looking for a message by its time. `catch_up`: the newest missed
    occurrence of a series is still delivered if it is not older.
    """

    lease: timedelta = timedelta(seconds=60)
    attempt: timedelta = timedelta(seconds=45)
    nonce_memory: timedelta = timedelta(minutes=2)
    clock_skew: timedelta = timedelta(minutes=2)
    first_pause: timedelta = timedelta(seconds=2)
    longest_pause: timedelta = timedelta(minutes=5)
    retry_for: timedelta = timedelta(hours=24)
    record_pause: timedelta = timedelta(seconds=1)
    catch_up: timedelta = timedelta(hours=2)


def next_attempt(
    policy: DeliveryPolicy, *, attempt: int, first_sent: datetime, now: datetime
) -> datetime | None:
    """When to try again after the `attempt`-th try (from 1) met a temporary fault; None to give up.

    Pauses double up to the longest. The day that is allowed for it starts with the first try, so that what
    was missed while the daemon was down still gets all of it.
    """
    if now - first_sent >= policy.retry_for:
        return None
    doublings = min(attempt - 1, 30)
    return now + min(policy.first_pause * (1 << doublings), policy.longest_pause)


def look_from(
    policy: DeliveryPolicy, *, first_sent: datetime | None, due: datetime, now: datetime
) -> datetime | None:
    """From when on to look for a message that an earlier try may have left and whose nonce Discord has
    forgotten; None where there can be none.

    A first try in the future means that the clock was set back: its age is unknown, hence old.
    """
    if first_sent is None or timedelta(0) <= now - first_sent <= policy.nonce_memory:
        return None
    if first_sent > now:
        return now - policy.retry_for
    return min(first_sent, due) - policy.clock_skew
