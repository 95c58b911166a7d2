"""What is remembered of tools that were used, and for how long."""

from __future__ import annotations

from datetime import timedelta

from agent.routing.recent import CHANNELS_KEPT, LIFETIME, USES_KEPT, RecentUses
from tests.turn.house import NOW


def test_the_last_uses_of_a_person_in_a_channel() -> None:
    uses = RecentUses()
    uses.note(1, 7, [f"a:tool{number}" for number in range(USES_KEPT + 3)], at=NOW)
    assert [use.tool for use in uses.of(1, 7, now=NOW)] == [
        f"a:tool{number}" for number in range(3, USES_KEPT + 3)
    ]
    assert uses.of(1, 8, now=NOW) == uses.of(2, 7, now=NOW) == ()


def test_they_age() -> None:
    uses = RecentUses()
    uses.note(1, 7, ["a:old"], at=NOW)
    uses.note(1, 7, ["a:new"], at=NOW + timedelta(minutes=1))
    assert [use.tool for use in uses.of(1, 7, now=NOW + LIFETIME)] == ["a:old", "a:new"]
    assert [use.tool for use in uses.of(1, 7, now=NOW + LIFETIME + timedelta(seconds=1))] == ["a:new"]


def test_channels_are_bounded() -> None:
    uses = RecentUses()
    for channel in range(CHANNELS_KEPT + 1):
        uses.note(channel, 7, ["a:tool"], at=NOW)
    assert uses.of(0, 7, now=NOW) == ()
    assert uses.of(CHANNELS_KEPT, 7, now=NOW) != ()


def test_a_channel_is_forgotten_alone() -> None:
    uses = RecentUses()
    for channel_id, author_id in ((1, 7), (1, 8), (2, 7)):
        uses.note(channel_id, author_id, ["clock:now"], at=NOW)
    uses.forget(1)
    assert [bool(uses.of(*pair, now=NOW)) for pair in ((1, 7), (1, 8), (2, 7))] == [False, False, True]
