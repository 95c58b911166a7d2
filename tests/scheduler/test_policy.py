"""When to try again, when to look first, when to give up."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.testing.clock import START
from bot.schedule.policy import DeliveryPolicy, look_from, next_attempt

POLICY = DeliveryPolicy()
SECOND = timedelta(seconds=1)


def pause(attempt: int) -> timedelta:
    at = next_attempt(POLICY, attempt=attempt, first_sent=START, now=START)
    assert at is not None
    return at - START


def test_an_attempt_ends_before_its_lease() -> None:
    assert POLICY.attempt < POLICY.lease


def test_pauses_double_up_to_the_longest() -> None:
    assert [pause(attempt) // SECOND for attempt in range(1, 11)] == [
        *(2, 4, 8, 16, 32, 64, 128, 256),
        *(300, 300),
    ]


@given(st.integers(1, 10**9))
def test_no_number_of_attempts_is_too_large(attempt: int) -> None:
    assert POLICY.first_pause <= pause(attempt) <= POLICY.longest_pause


def test_a_day_after_the_first_attempt_it_gives_up() -> None:
    almost = START + timedelta(hours=24) - SECOND
    assert next_attempt(POLICY, attempt=300, first_sent=START, now=almost) is not None
    assert next_attempt(POLICY, attempt=300, first_sent=START, now=almost + SECOND) is None


@pytest.mark.parametrize(
    ("age", "since"),
    [
        (timedelta(0), None),
        (timedelta(minutes=2), None),
        (timedelta(minutes=2, microseconds=1), START - timedelta(minutes=3)),
        (timedelta(days=3), START - timedelta(minutes=3)),
        (-SECOND, START - SECOND - timedelta(hours=24)),
    ],
)
def test_an_old_or_unknown_nonce_is_not_relied_upon(age: timedelta, since: datetime | None) -> None:
    due = START - timedelta(minutes=1)
    assert look_from(POLICY, first_sent=START, due=due, now=START + age) == since


def test_what_was_never_sent_is_not_looked_for() -> None:
    assert look_from(POLICY, first_sent=None, due=START, now=START) is None
