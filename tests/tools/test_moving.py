"""How far a time is moved, and what stays of a reminder that gets a mere time of day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agent.errors import ToolFailed, ToolRetry
from agent.recurrence import CalendarRule, from_json
from agent.testing.engine import ScriptedEngine
from agent.tools._shifts import duration, shift_in
from agent.types import Basis, Reminder, ReminderKind, ToolContext, ToolResult
from tests.turn.house import NOW, ZONE, House, build, origin, parser

HOUR, DAY = 60, 24 * 60
BERLIN = ZoneInfo(ZONE)


@pytest.mark.parametrize(
    ("language", "text", "minutes"),
    [
        ("en", "push the dentist by an hour", 60),
        ("en", "push the dentist back by an hour and a half please", 90),
        ("en", "delay it 30 minutes", 30),
        ("en", "snooze that 20 minutes", 20),
        ("en", "bring the dentist forward by an hour", -60),
        ("en", "make the plants one an hour earlier", -60),
        ("en", "make it 3 days later", 3 * DAY),
        ("de", "verschieb den Zahnarzt um eine Stunde", 60),
        ("de", "kannst du den Zahnarzt um anderthalb Stunden verschieben?", 90),
        ("de", "zieh den Zahnarzt um eine Stunde vor", -60),
        ("de", "mach das eine halbe Stunde früher", -30),
        ("fr", "repousse le dentiste d'une heure", 60),
        ("fr", "avance le dentiste de deux heures", -120),
        ("es", "pospón eso 20 minutos", 20),
        ("es", "ponlo una hora más tarde", 60),
        ("it", "posticipa di 20 minuti", 20),
        ("it", "anticipa il dentista di un'ora", -60),
        ("nl", "verzet de tandarts met een uur", 60),
        ("nl", "stel dat 20 minuten uit", 20),
        ("pt", "adia isso por 20 minutos", 20),
        ("pt", "põe uma hora mais cedo", -60),
    ],
)
def test_how_far_a_message_moves_a_time(language: str, text: str, minutes: int) -> None:
    shift = shift_in(text, lambda amount: duration(parser(), amount, language=language))
    assert shift is not None
    assert shift.span == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "text",
    [
        "push the dentist to 10am",
        "push the dentist to in an hour",
        "push the dentist to tomorrow",
        "move the dentist forward by an hour",
        "move the dentist to next week",
        "change the dentist reminder",
        "remind me in an hour",
        "",
    ],
)
def test_what_says_no_amount_or_not_which_way_moves_nothing(text: str) -> None:
    assert shift_in(text, lambda amount: duration(parser(), amount, language="en")) is None


async def house_with(text: str, due: datetime, *, kind: ReminderKind = ReminderKind.REMINDER) -> House:
    """One reminder, due at a wall time of Berlin."""
    house = build(ScriptedEngine([]))
    stored = await house.set(text, kind=kind)
    wall = due.replace(tzinfo=None)
    house.reminders.reminders[1] = replace(stored, due=due.astimezone(UTC), basis=Basis.WALL, wall=wall)
    return house


async def edited(house: House, text: str, time: str) -> tuple[Reminder, ToolResult]:
    tool = house.catalogue["agenda:edit"].tool
    arguments = tool.arguments.model_validate({"reminder_id": 1, "time": time})
    result = await tool.run(arguments, ToolContext(origin=origin(text), call_index=0))
    return house.reminders.reminders[1], result


FRIDAY_AT_9 = datetime(2026, 3, 6, 9, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("time", "due"),
    [
        ("to 10am", datetime(2026, 3, 6, 10, tzinfo=BERLIN)),
        ("at 10", datetime(2026, 3, 6, 10, tzinfo=BERLIN)),
        ("to 3pm", datetime(2026, 3, 6, 15, tzinfo=BERLIN)),
        ("noon", datetime(2026, 3, 6, 12, tzinfo=BERLIN)),
        ("at 1", datetime(2026, 3, 6, 13, tzinfo=BERLIN)),
        ("23:30", datetime(2026, 3, 6, 23, 30, tzinfo=BERLIN)),
        ("tomorrow at 10", datetime(2026, 3, 3, 10, tzinfo=BERLIN)),
        ("Saturday at 10", datetime(2026, 3, 7, 10, tzinfo=BERLIN)),
        ("in an hour", datetime(2026, 3, 2, 23, tzinfo=BERLIN)),
    ],
)
async def test_a_mere_time_of_day_keeps_the_day_and_what_names_a_day_does_not(
    time: str, due: datetime
) -> None:
    house = await house_with("water the plants", FRIDAY_AT_9)
    moved, _ = await edited(house, f"move the plants one {time}", time)
    assert moved.due == due


async def test_the_whole_new_time_is_told() -> None:
    house = await house_with("water the plants", FRIDAY_AT_9)
    _, result = await edited(house, "move the plants one to 10am", "to 10am")
    assert result.user_text is not None
    assert "Friday, 6 March 2026, 10:00 (Europe/Berlin)" in result.user_text


async def test_of_two_hours_the_one_nearer_to_the_old_one_is_taken() -> None:
    house = await house_with("call mum", datetime(2026, 3, 4, 17, tzinfo=BERLIN))
    assert (await edited(house, "make it 6 instead", "at 6"))[0].due == datetime(
        2026, 3, 4, 18, tzinfo=BERLIN
    )
    house = await house_with("stretch", datetime(2026, 3, 4, 7, tzinfo=BERLIN))
    assert (await edited(house, "make it 6 instead", "at 6"))[0].due == datetime(2026, 3, 4, 6, tzinfo=BERLIN)


async def test_where_the_time_is_over_on_that_day_the_next_one_is_taken() -> None:
    house = await house_with("take the bread out", datetime(2026, 3, 2, 23, tzinfo=BERLIN))
    moved, _ = await edited(house, "move the bread one to 10am", "to 10am")
    assert moved.due == datetime(2026, 3, 3, 10, tzinfo=BERLIN)


async def test_a_shift_in_days_keeps_the_time_of_day_over_a_clock_change() -> None:
    house = await house_with("water the plants", datetime(2026, 3, 28, 9, tzinfo=BERLIN))
    moved, _ = await edited(house, "push the plants by two days", "")
    assert moved.due == datetime(2026, 3, 30, 9, tzinfo=BERLIN)
    assert (moved.basis, moved.wall) == (Basis.WALL, datetime(2026, 3, 30, 9))  # noqa: DTZ001


async def test_an_amount_quoted_as_a_time_is_still_an_amount() -> None:
    house = await house_with("dentist", FRIDAY_AT_9)
    moved, _ = await edited(house, "delay the dentist by 30 minutes", "30 minutes")
    assert moved.due == FRIDAY_AT_9 + timedelta(minutes=30)


async def test_a_series_is_moved_to_another_hour_and_stays_a_series() -> None:
    house = build(ScriptedEngine([]))
    tool = house.catalogue["agenda:remind_at"].tool
    text = "remind me every weekday at 9 to water the plants"
    arguments = tool.arguments.model_validate({"time": "every weekday at 9", "text": "water the plants"})
    await tool.run(arguments, ToolContext(origin=origin(text), call_index=0))
    moved, result = await edited(house, "move the plants one to 10am", "to 10am")
    rule = from_json(moved.rule or "")
    assert isinstance(rule, CalendarRule)
    assert (rule.weekdays, [each.hour for each in rule.times]) == ((0, 1, 2, 3, 4), [10])
    assert moved.due == datetime(2026, 3, 3, 10, tzinfo=BERLIN)
    assert result.user_text is not None
    assert "10:00" in result.user_text


@pytest.mark.parametrize("time", ["tomorrow at 10", "in two hours"])
async def test_a_series_never_silently_becomes_a_single_reminder(time: str) -> None:
    house = build(ScriptedEngine([]))
    tool = house.catalogue["agenda:remind_at"].tool
    arguments = tool.arguments.model_validate({"time": "every day at 9", "text": "pills"})
    said = origin("remind me every day at 9 to take pills")
    await tool.run(arguments, ToolContext(origin=said, call_index=0))
    before = house.reminders.reminders[1]
    with pytest.raises(ToolRetry, match="repeats"):
        await edited(house, f"move the pills one to {time}", time)
    assert house.reminders.reminders[1] == before


async def test_a_shift_into_the_past_changes_nothing() -> None:
    house = await house_with("dentist", NOW + timedelta(minutes=30))
    with pytest.raises(ToolFailed, match="past"):
        await edited(house, "bring the dentist forward by an hour", "")
