"""Discord's time marks as plain local text, for places that do not render them. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

DEFAULT_STYLE = "f"
_MARK = re.compile(r"<t:(-?\d{1,14})(?::([tTdDfFsSR]))?>")
_FORMATS = {
    "t": "%H:%M",
    "T": "%H:%M:%S",
    "d": "%Y-%m-%d",
    "D": "{day} %B %Y",
    "f": "{day} %B %Y %H:%M",
    "F": "%A, {day} %B %Y %H:%M",
    "s": "%Y-%m-%d %H:%M",
    "S": "%Y-%m-%d %H:%M:%S",
}
NEARLY_ONE = 0.99
"""Of a unit: 19 minutes and 59 seconds are told as 20 minutes, 59 minutes and 40 seconds as an hour."""
_UNITS = (("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3600), ("minute", 60))


def with_local_times(text: str, *, zone: str, now: datetime) -> str:
    """`text` with every `<t:seconds:style>` written out as Discord would show it in `zone` (an IANA name)."""
    return _MARK.sub(lambda mark: _written_out(mark, zone=zone, now=now), text)


def _written_out(mark: re.Match[str], *, zone: str, now: datetime) -> str:
    try:
        moment = datetime.fromtimestamp(int(mark[1]), UTC)
    except (OverflowError, ValueError, OSError):
        return mark[0]
    style = mark[2] or DEFAULT_STYLE
    return relative(moment, now) if style == "R" else local_time(moment, zone=zone, style=style)


def local_time(moment: datetime, *, zone: str, style: str = "F") -> str:
    local = moment.astimezone(ZoneInfo(zone))
    return local.strftime(_FORMATS[style].format(day=local.day))


def relative(moment: datetime, now: datetime) -> str:
    """ "in 5 minutes", "2 hours ago", rounded in the largest unit that counts nearly one or more."""
    seconds = (moment - now).total_seconds()
    unit, count = _largest_unit(round(abs(seconds)))
    amount = f"{count} {unit}{'' if count == 1 else 's'}"
    return f"in {amount}" if seconds >= 0 else f"{amount} ago"


def _largest_unit(seconds: int) -> tuple[str, int]:
    for unit, length in _UNITS:
        if seconds >= NEARLY_ONE * length:
            return unit, round(seconds / length)
    return "second", seconds
