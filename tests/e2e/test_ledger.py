"""The account that judges the kills: it must see each kind of fault."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from agent.testing.clock import START
from bot.delivery import marker
from bot.store.missed import MISSED
from tests.discord_server.state import Message
from tests.e2e.ledger import Ledger, StoredOccurrence
from tests.store.making import every

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def stored(reminder_id: int, *, due: timedelta = timedelta(0), state: str = "delivered") -> StoredOccurrence:
    return StoredOccurrence(
        reminder_id=reminder_id, due=START + due, state=state, last_error=None, is_snooze=False
    )


def message(reminder_id: int, *, due: timedelta = timedelta(0), at: timedelta = SECOND) -> Message:
    button = {"type": 2, "custom_id": marker(reminder_id, START + due)}
    return Message(
        id=int(at.total_seconds()),
        channel_id=1,
        author_id=2,
        content="",
        timestamp=START + due + at,
        components=[{"type": 1, "components": [button]}],
    )


def ledger(*occurrences: StoredOccurrence, messages: tuple[Message, ...]) -> Ledger:
    ids = frozenset(each.reminder_id for each in occurrences)
    return Ledger(
        occurrences=occurrences, messages=messages, added=ids, series={}, end=START + timedelta(hours=1)
    )


def found(account: Ledger) -> set[str]:
    return {name for name, faults in account.faults().items() if faults}


def test_an_occurrence_that_is_seen_once_is_no_fault() -> None:
    assert found(ledger(stored(1), messages=(message(1),))) == set()


@pytest.mark.parametrize("state", ["delivered", "scheduled", "sending", "failed"])
def test_what_is_due_and_not_to_be_seen_is_lost(state: str) -> None:
    assert found(ledger(stored(1, state=state), messages=())) == {"lost"}


def test_two_messages_of_one_occurrence_are_one_too_many() -> None:
    assert found(ledger(stored(1), messages=(message(1), message(1, at=2 * SECOND)))) == {"twice"}


def test_a_message_before_its_time_is_early() -> None:
    assert found(ledger(stored(1), messages=(message(1, at=-SECOND),))) == {"early"}


def test_a_message_that_nothing_stands_behind_was_not_asked_for() -> None:
    assert found(ledger(stored(1), messages=(message(1), message(2)))) == {"unasked"}


def test_a_confirmed_reminder_without_a_row_is_missed() -> None:
    account = replace(ledger(stored(1), messages=(message(1),)), added=frozenset({1, 2}))
    assert found(account) == {"unrecorded"}


def test_an_instant_of_a_series_without_a_row_is_missed() -> None:
    rule = every(MINUTE)
    account = ledger(stored(1, due=MINUTE), messages=(message(1, due=MINUTE),))
    assert found(replace(account, series={1: rule}, end=START + 1.5 * MINUTE)) == set()
    assert found(replace(account, series={1: rule}, end=START + 2.5 * MINUTE)) == {"unrecorded"}


def test_what_a_series_missed_and_tells_of_is_no_loss() -> None:
    told = replace(stored(1, state="skipped"), last_error=MISSED)
    assert found(ledger(told, messages=())) == set()
