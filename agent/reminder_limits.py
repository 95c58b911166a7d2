"""How much one user may ask to be reminded of. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from agent.errors import LimitReached
from agent.types import ReminderDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLimits:
    """`text` in code points; `years` ahead of the moment of asking."""

    pending: int = 100
    text: int = 1500
    years: int = 5


def check_draft(draft: ReminderDraft, limits: ReminderLimits) -> None:
    """Raises LimitReached for a text that is too long and for a time that is too far away."""
    check_text(draft.text, limits)
    check_time(draft.resolved.at, limits, now=draft.created_at)


def check_text(text: str, limits: ReminderLimits) -> None:
    """Raises LimitReached for a text that is too long."""
    if len(text) > limits.text:
        raise LimitReached(
            f"A reminder's text may have at most {limits.text:,} characters; yours has {len(text):,}."
        )


def check_time(at: datetime, limits: ReminderLimits, *, now: datetime) -> None:
    """Raises LimitReached for a time that is too far away from `now`."""
    # No span of n calendar years is longer than this: n * 365 days and a leap day every fourth year.
    if at - now > timedelta(days=limits.years * 365 + -(-limits.years // 4)):
        raise LimitReached(f"A reminder may be at most {limits.years} years ahead.")


def check_pending(pending: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many pending reminders may not have one more."""
    if pending >= limits.pending:
        raise LimitReached(
            f"You have {pending} pending reminders, and {limits.pending} is the limit; remove one first."
        )


def check_tasks(count: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many open tasks may not have one more."""
    if count >= limits.pending:
        raise LimitReached(
            f"You have {count} open tasks, and {limits.pending} is the limit; complete one first."
        )
