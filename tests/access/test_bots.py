"""Other bots: heard where they are named, and not without end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.access import AccessRules, Verdict, Visitor, verdict
from bot.pair_guard import MOST, SILENCE, SPAN, PairGuard

NOW = datetime(2026, 3, 2, 11, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
OTHER, THIRD = 5, 6
IN_GENERAL = Visitor(user_id=OTHER, is_bot=True, guild_id=10, places=frozenset({20}))


def test_a_named_bot_is_heard_where_people_are_and_nowhere_else() -> None:
    rules = AccessRules(bots=frozenset({OTHER}), guilds=frozenset({10}), channels=frozenset({20}))
    assert verdict(rules, IN_GENERAL) is Verdict.ALLOWED
    assert verdict(rules, replace(IN_GENERAL, user_id=THIRD)) is Verdict.BOT
    assert verdict(rules, replace(IN_GENERAL, guild_id=11)) is Verdict.GUILD
    assert verdict(rules, replace(IN_GENERAL, places=frozenset({21}))) is Verdict.CHANNEL
    blocked = replace(rules, blocked_users=frozenset({OTHER}))
    assert verdict(blocked, IN_GENERAL) is Verdict.BLOCKED


def test_no_bot_is_an_owner() -> None:
    rules = AccessRules(bots=frozenset({OTHER}), owners=frozenset({OTHER}), guilds=frozenset({11}))
    assert verdict(rules, IN_GENERAL) is Verdict.GUILD


def test_twenty_messages_within_a_minute_are_heard_then_none_for_a_minute() -> None:
    guard = PairGuard()
    assert all(guard.admits(OTHER, NOW + number * SECOND) for number in range(MOST))
    last = NOW + MOST * SECOND
    assert not guard.admits(OTHER, last)
    assert not guard.admits(OTHER, last + SILENCE - SECOND)
    assert guard.admits(OTHER, last + SILENCE)
    assert guard.admits(THIRD, last)


def test_a_clock_that_is_set_back_silences_no_bot_for_hours() -> None:
    guard, hours = PairGuard(), timedelta(hours=2)
    assert all(guard.admits(OTHER, NOW + hours) for _ in range(MOST))
    assert not guard.admits(OTHER, NOW + hours)
    assert all(guard.admits(OTHER, NOW + number * SECOND) for number in range(MOST))


def test_a_bot_that_takes_its_time_is_always_heard() -> None:
    guard = PairGuard()
    assert all(guard.admits(OTHER, NOW + number * SPAN / MOST) for number in range(200))


def test_two_bots_that_answer_each_other_at_once_fall_silent() -> None:
    guard, heard = PairGuard(), 0
    for number in range(3600):
        heard += guard.admits(OTHER, NOW + number * SECOND)
    assert heard <= MOST * (3600 / (MOST + SILENCE.total_seconds()) + 1)
