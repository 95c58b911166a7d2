"""ISO 8601, which models and programs write."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.timeparse.localise import instant

_ISO = re.compile(r"\d{4}-\d\d?-\d\d?[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)? ?(?:z|[+-]\d\d:?\d\d)?")

_SINGLE = re.compile(r"(?<=\d)-(\d)(?=[-t ])")
"""A month or day of one digit: "2027-2-7"."""


def read_iso(text: str, zone: ZoneInfo) -> datetime | None:
    """The UTC instant of a date and time in ISO 8601, in `zone` where it has no offset; else None."""
    if not _ISO.fullmatch(text):
        return None
    try:
        padded = _SINGLE.sub(r"-0\1", text)
        at = datetime.fromisoformat(padded.upper().replace(" ", "T", 1).replace(" ", ""))
        return at.astimezone(UTC) if at.tzinfo else instant(at, zone)
    except (ValueError, OverflowError):
        return None
