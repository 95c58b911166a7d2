"""ISO 8601, which models and programs write."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.timeparse.localise import instant

_ISO = re.compile(r"\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)? ?(?:z|[+-]\d\d:?\d\d)?")


def read_iso(text: str, zone: ZoneInfo) -> datetime | None:
    """The UTC instant of a date and time in ISO 8601, in `zone` where it has no offset; else None."""
    if not _ISO.fullmatch(text):
        return None
    try:
        at = datetime.fromisoformat(text.upper().replace(" ", "T", 1).replace(" ", ""))
        return at.astimezone(UTC) if at.tzinfo else instant(at, zone)
    except (ValueError, OverflowError):
        return None
