"""Which reminder a message means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.routing.matching import matching, mentioned_numbers
from agent.types import Basis, Channel, ChannelKind, Reminder, ReminderKind, ReminderState

NOW = datetime(2026, 3, 2, 21, 0, tzinfo=UTC)


def reminder(number: int, text: str, kind: ReminderKind = ReminderKind.REMINDER, hours: int = 1) -> Reminder:
    return Reminder(
        id=number,
        author_id=7,
        channel=Channel(id=1, kind=ChannelKind.DM),
        text=text,
        kind=kind,
        state=ReminderState.PENDING,
        due=NOW + timedelta(hours=hours),
        zone="Europe/Berlin",
        basis=Basis.ELAPSED,
        wall=None,
        created_at=NOW,
    )


PENDING = (
    reminder(1, "call mum"),
    reminder(2, "call the dentist"),
    reminder(3, "pizza", ReminderKind.TIMER),
    reminder(4, "Wecker", ReminderKind.ALARM, hours=9),
    reminder(12, "Zahnarzt anrufen"),
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("cancel the reminder about the dentist", [2]),
        ("cancel the dentist's reminder", [2]),
        ("forget about the call reminder", [1, 2]),
        ("cancel #12", [12]),
        ("delete reminder 2", [2]),
        ("stop the timer", [3]),
        ("lösche den Wecker", [4]),
        ("lösche die Erinnerung an den Zahnarzt", [12]),
        ("cancel my reminder", [1, 2, 3, 4, 12]),
        ("cancel the reminder about the horse", []),
        ("cancel reminder 99", []),
        ("mum", [1]),
        ("the pizza one", [3]),
    ],
)
def test_words_numbers_and_kinds(text: str, ids: list[int]) -> None:
    assert [found.id for found in matching(text, PENDING)] == ids


def test_a_time_names_what_is_due_then() -> None:
    assert [r.id for r in matching("cancel the alarm at 7", PENDING, [NOW + timedelta(hours=9)])] == [4]
    assert matching("cancel the alarm at 8", PENDING, [NOW + timedelta(hours=10)]) == ()


def test_nothing_pending_matches_nothing() -> None:
    assert matching("cancel my reminder", ()) == ()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("#12", (12,)),
        ("12", (12,)),
        ("at 6:45", ()),
        ("7.30", ()),
        ("1 and 2", (1, 2)),
        ("v2", ()),
        ("²", ()),
    ],
)
def test_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert mentioned_numbers(text) == numbers
