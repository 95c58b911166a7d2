"""How much one user may ask to be reminded of. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

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
    if len(draft.text) > limits.text:
        raise LimitReached(
            f"A reminder's text may have at most {limits.text:,} characters; yours has {len(draft.text):,}."
        )
    # No span of n calendar years is longer than this: n * 365 days and a leap day every fourth year.
    if draft.resolved.at - draft.created_at > timedelta(days=limits.years * 365 + -(-limits.years // 4)):
        raise LimitReached(f"A reminder may be at most {limits.years} years ahead.")


def check_pending(pending: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many pending reminders may not have one more."""
    if pending >= limits.pending:
        raise LimitReached(
            f"You have {pending} pending reminders, and {limits.pending} is the limit; remove one first."
        )
