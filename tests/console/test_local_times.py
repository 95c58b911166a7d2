"""Discord's time marks, written out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.local_times import relative, with_local_times

MOMENT = datetime(2026, 3, 29, 1, 30, 5, tzinfo=UTC)
SECONDS = int(MOMENT.timestamp())
ZONE = "Europe/Berlin"


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        (f"<t:{SECONDS}:F>", "Sunday, 29 March 2026 03:30"),
        (f"<t:{SECONDS}>", "29 March 2026 03:30"),
        (f"<t:{SECONDS}:t>", "03:30"),
        (f"<t:{SECONDS}:T>", "03:30:05"),
        (f"<t:{SECONDS}:d>", "2026-03-29"),
        (f"<t:{SECONDS}:D>", "29 March 2026"),
        (f"<t:{SECONDS - 7200}:F>", "Sunday, 29 March 2026 00:30"),
        (f"<t:{SECONDS}:R>", "in 6 minutes"),
        (f"at <t:{SECONDS}:t> and <t:{SECONDS}:T>!", "at 03:30 and 03:30:05!"),
        ("<t:soon:F>", "<t:soon:F>"),
        ("<t:99999999999999:F>", "<t:99999999999999:F>"),
    ],
)
def test_a_mark_becomes_local_text_and_anything_else_stays(mark: str, expected: str) -> None:
    now = MOMENT - timedelta(minutes=5, seconds=59)
    assert with_local_times(mark, zone=ZONE, now=now) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "in 0 seconds"),
        (1, "in 1 second"),
        (59, "in 59 seconds"),
        (60, "in 1 minute"),
        (7200, "in 2 hours"),
        (-80, "1 minute ago"),
        (-100, "2 minutes ago"),
        (1199, "in 20 minutes"),
        (3580, "in 1 hour"),
        (86_400 * 3, "in 3 days"),
        (86_400 * 800, "in 2 years"),
    ],
)
def test_distance_is_told_in_the_largest_unit(seconds: int, expected: str) -> None:
    assert relative(MOMENT + timedelta(seconds=seconds), MOMENT) == expected
