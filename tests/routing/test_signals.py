"""Guards that force a tool, and follow-ups on what was done before."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.routing import signals
from agent.routing.lexical import ALARM, LIST, NOW, REMIND, REMOVE, TIMER, follow_up
from agent.routing.recent import ToolUse
from agent.testing.engine import ScriptedEngine
from agent.testing.stores import InMemoryReminderStore
from agent.types import FollowUp, Reminder
from tests.turn import house

CATALOGUE = house.catalogue_with(InMemoryReminderStore())


async def stored(*texts: str) -> tuple[Reminder, ...]:
    built = house.build(ScriptedEngine())
    return tuple([await built.set(text, minutes=60 * number) for number, text in enumerate(texts, start=1)])


def forced(text: str, pending: tuple[Reminder, ...] = ()) -> list[str]:
    hits = signals.guards(text, catalogue=CATALOGUE, pending=pending, has_time=False)
    return [hit.tool for hit in hits if hit.sure]


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("/remind me to stretch", [REMIND]),
        ("/remind_at x", [REMIND]),
        ("/agenda_list", [LIST]),
        ("/timer 5 minutes", [TIMER]),
        ("/Alarm 7", [ALARM]),
        ("please use clock:now", [NOW]),
        ("/unknown thing", []),
        ("and/or timer", []),
        ("http://clock:now", []),
        ("/etc/passwd", []),
    ],
)
def test_a_command_or_a_name(text: str, tools: list[str]) -> None:
    assert forced(text) == tools


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("cancel the milk one", [REMOVE]),
        ("please delete the milk thing", [REMOVE]),
        ("lösch das mit der milk", [REMOVE]),
        ("cancel the gym one", []),
        ("I had to cancel the milk delivery because of the strike", []),
        ("remind me to cancel the milk", []),
        ("cancel it in 1 minute", []),
        ("milk is good for you", []),
        ("#1", []),
        ("drop #2", [REMOVE]),
        ("#77", []),
        ("we are #1!", []),
    ],
)
async def test_a_pending_reminder_that_is_named(text: str, tools: list[str]) -> None:
    assert forced(text, await stored("buy milk", "call mum")) == tools


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("delete that", FollowUp.UNDO),
        ("cancel it please", FollowUp.UNDO),
        ("lösch das wieder", FollowUp.UNDO),
        ("undo", FollowUp.UNDO),
        ("annule ça", FollowUp.UNDO),
        ("make it 6 instead", FollowUp.CHANGE),
        ("lieber um 7", FollowUp.CHANGE),
        ("and tomorrow?", FollowUp.AGAIN),
        ("und morgen?", FollowUp.AGAIN),
        ("what about friday", FollowUp.AGAIN),
        ("et demain ?", FollowUp.AGAIN),
        ("y mañana", FollowUp.AGAIN),
        ("delete the whole history of the world", None),
        ("hello", None),
        ("", None),
        ("and that is why I think that we should never have gone there at all", None),
    ],
)
def test_a_message_that_leans_on_another(text: str, kind: FollowUp | None) -> None:
    assert follow_up(text) is kind


@pytest.mark.parametrize(
    ("text", "rest", "last", "tools"),
    [
        ("delete that", "delete that", REMIND, (REMOVE,)),
        ("delete that", "delete that", NOW, ()),
        ("and tomorrow?", "and", LIST, (LIST,)),
        ("and tomorrow?", "and", REMIND, (REMIND,)),
        ("how about some pizza tonight", "how about some pizza", REMIND, ()),
        ("make it 6 instead", "make it instead", ALARM, ("agenda:edit",)),
    ],
)
def test_what_it_means_after_a_tool(text: str, rest: str, last: str, tools: tuple[str, ...]) -> None:
    use = ToolUse(tool=last, at=house.NOW - timedelta(minutes=1))
    assert signals.followed_up(text, rest, [use], CATALOGUE) == tools
    assert signals.followed_up(text, rest, [], CATALOGUE) == ()
