"""What broke in other agents where a model sets reminders."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.direct import Direct
from agent.errors import ToolFailed, ToolRetry
from agent.testing.engine import ScriptedEngine
from agent.testing.stores import InMemoryReminderStore
from agent.types import ReminderKind, ToolContext
from tests.turn.house import NOW, build, origin, parser

PLACES_AND_INSTANTS = (
    "channel",
    "guild",
    "server",
    "author",
    "user",
    "target",
    "epoch",
    "timestamp",
    "unix",
    "zone",
)


NUMBERS = ("reminder_id", "number", "part")
"""What a model may count: a reminder and a note by its number, and the parts of a document."""


def test_no_tool_takes_a_place_a_person_or_an_instant_from_a_model() -> None:
    for name, entry in build(ScriptedEngine([])).catalogue.items():
        schema = entry.tool.arguments.model_json_schema()
        assert schema.get("additionalProperties") is False, name
        for argument, about in schema.get("properties", {}).items():
            assert not any(word in argument for word in PLACES_AND_INSTANTS), (name, argument)
            assert about.get("type") != "number", (name, argument)
            assert about.get("type") != "integer" or argument in NUMBERS, (name, argument)


@pytest.mark.parametrize(
    "phrase",
    [
        "in 9999999 days",
        "in 99999999999999999999 years",
        "in 9999999999 seconds",
        "in 999999999999 minutes",
        "in 12 years",
    ],
)
async def test_a_time_beyond_all_limits_is_refused_in_one_sentence(phrase: str) -> None:
    house = build(ScriptedEngine([]))
    tool = house.catalogue["agenda:remind_at"].tool
    arguments = tool.arguments.model_validate({"time": phrase, "text": "stretch"})
    with pytest.raises((ToolFailed, ToolRetry)) as refused:
        await tool.run(arguments, ToolContext(origin=origin(f"remind me {phrase}"), call_index=0))
    assert 0 < len(getattr(refused.value, "question", None) or str(refused.value)) < 300
    assert house.reminders.reminders == {}


@pytest.mark.parametrize(
    ("phrase", "kind", "tool"),
    [
        ("tomorrow at 9", ReminderKind.REMINDER, "agenda:remind_at"),
        ("every weekday at 9", ReminderKind.REMINDER, "agenda:remind_at"),
        ("in 90 minutes", ReminderKind.REMINDER, "agenda:remind_at"),
        ("at 5", ReminderKind.ALARM, "clock:alarm"),
        ("29 march at 2:30", ReminderKind.REMINDER, "agenda:remind_at"),
    ],
)
async def test_a_phrase_means_the_same_by_command_and_by_talking(
    phrase: str, kind: ReminderKind, tool: str
) -> None:
    house, store = build(ScriptedEngine([])), InMemoryReminderStore()
    called = house.catalogue[tool].tool
    text = "label" if kind is ReminderKind.ALARM else "text"
    arguments = called.arguments.model_validate({"time": phrase, text: "stretch"})
    await called.run(arguments, ToolContext(origin=origin(phrase), call_index=0))
    direct = Direct(reminders=store, times=parser())
    await direct.set(origin(phrase), kind=kind, phrase=phrase, text="stretch")
    talked, commanded = house.reminders.reminders[1], store.reminders[1]
    assert (talked.due, talked.zone, talked.rule, talked.wall) == (
        commanded.due,
        commanded.zone,
        commanded.rule,
        commanded.wall,
    )
    assert talked.due > NOW - timedelta(0)
