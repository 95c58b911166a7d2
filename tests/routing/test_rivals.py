"""Times side by side, for any pair of hours: both are named, ahead, and apart."""

from __future__ import annotations

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.routing.rivals import MOST_READINGS, side_by_side
from tests.turn.house import NOW, ZONE, parser

HOURS = st.integers(min_value=1, max_value=12)
SEEN = {"now": NOW, "zone": ZONE, "language": "en"}


@settings(deadline=None, max_examples=40)
@given(HOURS, HOURS, st.sampled_from(["", " pm", " am"]), st.sampled_from(["or", "and"]))
def test_both_hours_are_among_the_readings(first: int, second: int, half: str, link: str) -> None:
    text = f"remind me tomorrow at {first} {link} {second}{half} to call"
    times = parser()
    found = side_by_side(
        text,
        times.find(text, **SEEN),  # type: ignore[arg-type]
        partial(times.resolve, **SEEN),  # type: ignore[arg-type]
        partial(times.ambiguities, **SEEN),  # type: ignore[arg-type]
        now=NOW,
    )
    assert (found is None) is (first == second)
    if found is None:
        return
    instants = [each.at for each in found.readings]
    assert 1 < len(set(instants)) == len(instants) <= MOST_READINGS
    assert all(instant > NOW for instant in instants)
    assert {each.wall.hour % 12 for each in found.readings if each.wall} == {first % 12, second % 12}
    assert text[found.stretch.start : found.stretch.end] == found.stretch.text
