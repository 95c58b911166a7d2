"""English phrases, said on Friday 27 March 2026 at 22:15 in Berlin."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found, local, resolve

UNDERSTOOD = {
    "in 3 seconds": "2026-03-27 22:15:03",
    "in three seconds": "2026-03-27 22:15:03",
    "in 20 minutes": "2026-03-27 22:35",
    "in half an hour": "2026-03-27 22:45",
    "in an hour and a half": "2026-03-27 23:45",
    "in a couple of minutes": "2026-03-27 22:17",
    "tomorrow": "2026-03-28 09:00",
    "tomorrow at 9": "2026-03-28 09:00",
    "tmrw at 8": "2026-03-28 08:00",
    "tomorrow evening at 8": "2026-03-28 20:00",
    "the day after tomorrow at noon": "2026-03-29 12:00",
    "friday at 5pm": "2026-04-03 17:00",
    "half past eight": "2026-03-28 08:30",
    "a quarter to 9": "2026-03-28 08:45",
    "in 3 days at 6pm": "2026-03-30 18:00",
    "christmas": "2026-12-25 09:00",
    "christmas at 5pm": "2026-12-25 17:00",
    "march 5": "2027-03-05 09:00",
    "on the 5th": "2026-04-05 09:00",
    "Thursday 8:00 GMT": "2026-04-02 10:00",
    "2026-05-01T10:00": "2026-05-01 10:00",
}
UNCLEAR = (
    "at 25:00",
    "february 30th",
    "someday",
    "one",
    "yesterday",
    "3 minutes ago",
    "every monday at 9",
    "two hours before the meeting",
    "in 3 days and",
)
MESSAGES = {
    "remind me tomorrow at 8 to call mum": ["tomorrow at 8"],
    "wake me at 6:45": ["at 6:45"],
    "remind me in 3 seconds to stretch": ["in 3 seconds"],
    "remind me to buy milk on friday at 5pm and to call bob in 20 minutes": [
        "on friday at 5pm",
        "in 20 minutes",
    ],
    "set a timer for 10 minutes": ["for 10 minutes"],
    "I may go": [],
    "that is my second opinion": [],
    "one of them": [],
    "call 555-1234 now": [],
    "version 1.2.3 is out": [],
    "we ate at 3 restaurants": [],
    "I sent it 5 minutes ago": [],
    "every monday at 9": [],
}


@pytest.mark.parametrize(("phrase", "expected"), UNDERSTOOD.items())
def test_it_understands(parser: GuardedTimeParser, phrase: str, expected: str) -> None:
    assert local(resolve(parser, phrase, "en")) == expected


@pytest.mark.parametrize("phrase", UNCLEAR)
def test_what_is_unclear_past_or_a_series_gives_none(parser: GuardedTimeParser, phrase: str) -> None:
    assert resolve(parser, phrase, "en") is None


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_it_finds(parser: GuardedTimeParser, message: str, expected: list[str]) -> None:
    assert found(parser, message, "en") == expected
