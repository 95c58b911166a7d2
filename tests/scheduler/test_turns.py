"""Whose turn it is: channels in turn, each one's reminders in order, and never more than fit."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.schedule.lanes import Lanes

channels = st.lists(st.integers(1, 6), max_size=60)


def numbered(channel_ids: list[int], lanes: Lanes) -> None:
    for number, channel_id in enumerate(channel_ids):
        lanes.add(number, channel_id)


@given(channels, st.integers(1, 5))
def test_everything_gets_its_turn_once_in_its_channels_order_and_few_at_a_time(
    channel_ids: list[int], at_once: int
) -> None:
    lanes = Lanes(at_once=at_once)
    numbered(channel_ids, lanes)
    order: list[tuple[int, int]] = []
    running: list[tuple[int, int]] = []
    while turns := lanes.next_turns() or running:
        if turns is not running:
            running.extend(turns)
        assert len(running) <= at_once
        assert len({channel_id for _, channel_id in running}) == len(running)
        order.append(running.pop(0))
        lanes.end_turn(*order[-1])
    assert sorted(number for number, _ in order) == list(range(len(channel_ids)))
    for channel_id in set(channel_ids):
        of_channel = [number for number, other in order if other == channel_id]
        assert of_channel == sorted(of_channel)
    assert lanes.taken == frozenset()


@given(st.integers(2, 8), st.integers(1, 8), st.integers(1, 20))
def test_no_channel_gets_far_ahead_of_another(places: int, each: int, at_once: int) -> None:
    lanes = Lanes(at_once=at_once)
    numbered([channel_id for channel_id in range(places) for _ in range(each)], lanes)
    given_to: Counter[int] = Counter(dict.fromkeys(range(places), 0))
    while turns := lanes.next_turns():
        for number, channel_id in turns:
            given_to[channel_id] += 1
            assert max(given_to.values()) - min(given_to.values()) <= 1
            lanes.end_turn(number, channel_id)


def test_what_is_added_twice_waits_once() -> None:
    lanes = Lanes(at_once=5)
    lanes.add(1, 7)
    lanes.add(1, 7)
    assert lanes.next_turns() == [(1, 7)]
    lanes.add(1, 7)
    assert lanes.end_turn(1, 7)
    assert not lanes.can_start


def test_what_has_its_turn_survives_that_the_rest_is_forgotten() -> None:
    lanes = Lanes(at_once=1)
    for number, channel_id in ((1, 7), (2, 7), (3, 8)):
        lanes.add(number, channel_id)
    assert lanes.next_turns() == [(1, 7)]
    lanes.clear()
    assert lanes.taken == frozenset({1})
    assert lanes.end_turn(1, 7)
    assert not lanes.can_start
    lanes.add(4, 8)
    assert lanes.next_turns() == [(4, 8)]
