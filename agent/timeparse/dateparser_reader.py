"""The fallback where no Duckling wheel exists: dateparser, in pure Python."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from agent.timeparse.languages import lexicon_of
from agent.timeparse.localise import wall_time
from agent.timeparse.readings import Reading


class Dateparser:
    """Reads a whole phrase with dateparser, towards the future, when it names a month.

    Without one it guesses: it reads "at 5 at 6" as the fifth of June.
    """

    name = "dateparser"

    def read(
        self, text: str, *, now: datetime, zone: ZoneInfo, language: str, month_first: bool
    ) -> tuple[Reading, ...]:
        """One reading of all of `text`, or none: dateparser does not say which part it read."""
        import dateparser  # noqa: PLC0415 - half a second that a daemon with Duckling does not spend

        lexicon = lexicon_of(language)
        if lexicon is None or not re.search(rf"(?<!\w)(?:{'|'.join(lexicon.months)})(?!\w)", text):
            return ()
        found = dateparser.parse(
            text,
            languages=[language],
            settings={
                "RELATIVE_BASE": wall_time(now, zone),
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
        return (Reading(body=text, interval=False, points=((found, grain),)),)
