"""The fallback where no Duckling wheel exists: dateparser, in pure Python."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from agent.timeparse.readings import Reading


class Dateparser:
    """Reads a whole phrase with dateparser, towards the future."""

    name = "dateparser"

    def read(
        self, text: str, *, now: datetime, zone: str, language: str, month_first: bool
    ) -> tuple[Reading, ...]:
        """One reading of all of `text`, or none: dateparser does not say which part it read."""
        import dateparser  # noqa: PLC0415 - half a second that a daemon with Duckling does not spend

        local = now.astimezone(ZoneInfo(zone))
        found = dateparser.parse(
            text,
            languages=[language],
            settings={
                "RELATIVE_BASE": local.replace(tzinfo=None),
                "PREFER_DATES_FROM": "future",
                "DATE_ORDER": "MDY" if month_first else "DMY",
                "RETURN_AS_TIMEZONE_AWARE": False,
                "PARSERS": ["absolute-time"],
                "REQUIRE_PARTS": ["day", "month"],
            },
        )
        if found is None:
            return ()
        grain = "day" if found.time() == datetime.min.time() else "minute"
        return (Reading(body=text, interval=False, points=((found.replace(tzinfo=local.tzinfo), grain),)),)
