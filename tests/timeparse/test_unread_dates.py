"""A time beside a date that does not exist or was not understood is no time: it would be that of today."""

from __future__ import annotations

import pytest

from agent.timeparse import GuardedTimeParser
from tests.timeparse.moments import found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "remind me on 29 Feb 2027 at 9 to x"),
        ("en", "remind me on the 31st of April at 9 to x"),
        ("en", "remind me on April 31 at 9 to x"),
        ("en", "remind me on the thirty-first of April at 9pm"),
        ("en", "remind me at 9pm to x on April 31st"),
        ("en", "remind me on 2027-02-29 at 9:00 to x"),
        ("en", "remind me on 31.4.2027 at 9:00 to x"),
        ("en", "remind me on the 35th at 9pm to x"),
        ("en", "remind me in February 2028 at 9pm to x"),
        ("en", "remind me in april at 9pm to x"),
        ("en", "remind me on Monday 31 feb at 9pm to x"),
        ("de", "erinnere mich am 31. April um 9 an x"),
        ("de", "erinnere mich am 29.2.2027 um 9 Uhr an x"),
        ("de", "erinnere mich am 31.4. um 9 Uhr an x"),
        ("de", "erinnere mich am einunddreißigsten April um 9 Uhr"),
        ("fr", "rappelle-moi le 31 avril à 9h de x"),
        ("es", "recuérdame el 31 de abril a las 9 x"),
        ("it", "ricordami il 31 aprile alle 9 di x"),
        ("nl", "herinner me op 31 april om 9 uur aan x"),
        ("pt", "me lembre em 31 de abril às 9h de x"),
        ("en", "ricordami il 31 aprile alle 9:30 di x"),
    ],
)
def test_a_time_beside_an_unread_date_is_not_found(
    parser: GuardedTimeParser, language: str, text: str
) -> None:
    assert found(parser, text, language) == []


@pytest.mark.parametrize(
    ("language", "text", "phrases"),
    [
        ("en", "remind me on 29 Feb 2028 at 9 to x", ["on 29 Feb 2028 at 9"]),
        ("en", "remind me at 9pm to answer the letter from the 31st of April", ["at 9pm"]),
        ("en", "remind me tomorrow at 9 to watch 2001 a space odyssey", ["tomorrow at 9"]),
        ("en", "remind me tomorrow at 9 to add 1/2 cup", ["tomorrow at 9"]),
        ("en", "remind me at 9pm that I may be 3 short", ["at 9pm"]),
        ("de", "erinnere mich um 9 Uhr an die Rechnung vom 31. April", ["um 9 Uhr"]),
        ("de", "remind me on 3 March at 9:00 to x", ["on 3 March at 9:00"]),
    ],
)
def test_other_numbers_and_dates_of_things_leave_the_time(
    parser: GuardedTimeParser, language: str, text: str, phrases: list[str]
) -> None:
    assert found(parser, text, language) == phrases
