"""What an answer to "a reminder, an alarm, or just talk?" chooses."""

from __future__ import annotations

import pytest

from agent.routing.choosing import Option, chosen
from agent.routing.policy import NO_TOOL

REMIND = Option(tool="agenda:remind_at", words={"en": "a reminder", "de": "eine Erinnerung"})
ALARM = Option(tool="clock:alarm", words={"en": "an alarm", "de": "einen Wecker"})
CANCEL = Option(tool="agenda:remove", words={"en": "to cancel a reminder", "de": "eine Erinnerung löschen"})


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("1", "agenda:remind_at"),
        ("2.", "clock:alarm"),
        ("#3", NO_TOOL),
        ("number 2", "clock:alarm"),
        ("a reminder", "agenda:remind_at"),
        ("The alarm, please!", "clock:alarm"),
        ("einen Wecker bitte", "clock:alarm"),
        ("the first one", "agenda:remind_at"),
        ("das zweite", "clock:alarm"),
        ("just talk", NO_TOOL),
        ("nur reden", NO_TOOL),
        ("no", NO_TOOL),
        ("4", None),
        ("0", None),
        ("yes", None),
        ("", None),
        ("what time is it in Rome by the way?", None),
        ("a reminder and an alarm", None),
    ],
)
def test_between_two(text: str, tool: str | None) -> None:
    assert chosen(text, [REMIND, ALARM]) == tool


@pytest.mark.parametrize(
    ("text", "tool"), [("yes", "clock:alarm"), ("ja bitte", "clock:alarm"), ("nein", NO_TOOL), ("2", NO_TOOL)]
)
def test_yes_or_no(text: str, tool: str) -> None:
    assert chosen(text, [ALARM]) == tool


def test_a_word_of_both_decides_nothing() -> None:
    assert chosen("reminder", [REMIND, CANCEL]) is None
    assert chosen("cancel", [REMIND, CANCEL]) == "agenda:remove"
