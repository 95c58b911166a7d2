"""Recurring phrases in the tools that set something, and what is told of the stored series."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.errors import ToolFailed, ToolRetry
from agent.recurrence import CalendarRule, ElapsedRule, from_json
from agent.routing.plan import Plan, Request
from agent.testing.stores import InMemoryReminderStore
from agent.types import Channel, ChannelKind, Regime, Reminder, ReminderState, ToolContext, ToolResult
from tests.turn.house import catalogue_with, origin, planner_of


@pytest.fixture
def store() -> InMemoryReminderStore:
    return InMemoryReminderStore()


async def call(
    store: InMemoryReminderStore, name: str, text: str, args: dict[str, Any], **changes: Any
) -> ToolResult:
    tool = catalogue_with(store)[name].tool
    context = ToolContext(origin=origin(text, **changes), call_index=0)
    return await tool.run(tool.arguments.model_validate(args), context)


def only(store: InMemoryReminderStore) -> Reminder:
    (reminder,) = store.reminders.values()
    return reminder


async def test_every_weekday_becomes_a_series_and_its_rule_and_next_time_are_told(
    store: InMemoryReminderStore,
) -> None:
    text = "remind me every weekday at 9 to stand up"
    args = {"time": "every weekday at 9", "text": "stand up"}
    result = await call(store, "agenda:remind_at", text, args)
    stored = only(store)
    assert stored.rule is not None
    rule = from_json(stored.rule)
    assert isinstance(rule, CalendarRule)
    assert rule.weekdays == (0, 1, 2, 3, 4)
    assert stored.due == datetime(2026, 3, 3, 8, 0, tzinfo=UTC)
    assert result.user_text is not None
    assert "09:00, next Tuesday, 3 March 2026, 09:00 (Europe/Berlin), <t:" in result.user_text
    assert result.user_text.endswith(": stand up")


async def test_a_german_series_is_told_in_german(store: InMemoryReminderStore) -> None:
    text = "erinnere mich jeden Morgen um 8 an die Tabletten"
    args = {"time": "jeden Morgen um 8", "text": "die Tabletten"}
    result = await call(store, "agenda:remind_at", text, args, language="de")
    assert only(store).due == datetime(2026, 3, 3, 7, 0, tzinfo=UTC)
    assert result.user_text is not None
    assert "das nächste Mal Dienstag, 3. März 2026, 08:00" in result.user_text


async def test_a_time_that_stands_apart_belongs_to_its_series(store: InMemoryReminderStore) -> None:
    text = "remind me every day to take my pills at 8"
    await call(store, "agenda:remind_at", text, {"time": "at 8", "text": "take my pills"})
    assert only(store).rule is not None
    assert only(store).due == datetime(2026, 3, 3, 7, 0, tzinfo=UTC)


async def test_an_interval_counts_elapsed_time(store: InMemoryReminderStore) -> None:
    text = "remind me every 90 minutes to drink"
    await call(store, "agenda:remind_at", text, {"time": "every 90 minutes", "text": "drink"})
    stored = only(store)
    assert stored.rule is not None
    assert isinstance(from_json(stored.rule), ElapsedRule)
    assert stored.due == datetime(2026, 3, 2, 22, 30, tzinfo=UTC)


async def test_an_alarm_may_repeat_and_a_timer_may_not(store: InMemoryReminderStore) -> None:
    await call(store, "clock:alarm", "wake me every weekday at 6:45", {"time": "every weekday at 6:45"})
    assert only(store).rule is not None
    assert only(store).due == datetime(2026, 3, 3, 5, 45, tzinfo=UTC)


async def test_a_single_time_stays_single(store: InMemoryReminderStore) -> None:
    await call(store, "agenda:remind_at", "remind me tomorrow at 9 to x", {"time": "tomorrow at 9"})
    assert only(store).rule is None


async def test_an_interval_below_the_limit_is_refused_and_names_it(store: InMemoryReminderStore) -> None:
    with pytest.raises(ToolFailed, match="60 seconds"):
        await call(store, "agenda:remind_at", "remind me every 5 seconds to x", {"time": "every 5 seconds"})
    assert store.reminders == {}


async def test_a_list_shows_the_rule(store: InMemoryReminderStore) -> None:
    text = "remind me every weekday at 9 to stand up"
    await call(store, "agenda:remind_at", text, {"time": "every weekday at 9", "text": "stand up"})
    result = await call(store, "agenda:list", "what reminders do I have", {})
    assert result.user_text is not None
    assert "#1 Reminder, every" in result.user_text


def plan(text: str, store: InMemoryReminderStore, **changes: Any) -> Plan:
    planner = planner_of(catalogue_with(store))
    return planner.plan(Request(origin=origin(text, **changes), regime=Regime.NARROW))


@pytest.mark.parametrize(
    ("text", "language", "phrase", "subject"),
    [
        ("remind me every weekday at 9 to stand up", "en", "every weekday at 9", "stand up"),
        ("remind me every other tuesday at 10 to take out the bins", "en", None, "take out the bins"),
        ("erinnere mich jeden Morgen um 8 an die Tabletten", "de", "jeden Morgen um 8", "die Tabletten"),
    ],
)
def test_routing_finds_the_whole_phrase_and_leaves_the_subject(
    store: InMemoryReminderStore, text: str, language: str, phrase: str | None, subject: str
) -> None:
    planned = plan(text, store, language=language)
    assert planned.offer.names() == ("agenda:remind_at",)
    values = {argument.argument: argument.values[0] for argument in planned.offer.grounded}
    assert phrase in (None, values["time"])
    assert values["text"] == subject


# ------------------------------------------------------------------ changes


async def a_dentist(store: InMemoryReminderStore, when: str = "tomorrow at 10") -> Reminder:
    text = f"remind me {when} of the dentist"
    await call(store, "agenda:remind_at", text, {"time": when, "text": "the dentist"})
    return only(store)


async def test_a_reminder_is_moved_to_another_time(store: InMemoryReminderStore) -> None:
    await a_dentist(store)
    text = "move the dentist reminder to friday at 14:00"
    result = await call(store, "agenda:edit", text, {"reminder_id": 1, "time": "friday at 14:00"})
    assert only(store).due == datetime(2026, 3, 6, 13, 0, tzinfo=UTC)
    assert only(store).text == "the dentist"
    assert result.effect == "reminder_changed"
    assert result.user_text is not None
    assert result.user_text.startswith("Changed: #1 Reminder, Friday, 6 March 2026, 14:00")


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("make the dentist one an hour earlier", 8),
        ("make the dentist one 2 hours later", 11),
        ("mach die Erinnerung an den Zahnarzt eine Stunde später", 10),
    ],
)
async def test_a_time_is_shifted_from_the_stored_one(
    store: InMemoryReminderStore, text: str, hour: int
) -> None:
    await a_dentist(store)
    await call(store, "agenda:edit", text, {"reminder_id": 1, "time": ""})
    assert only(store).due == datetime(2026, 3, 3, hour, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("rename the dentist reminder to eye doctor", "eye doctor"),
        ("change the text of #1 to “bring the x-rays”.", "bring the x-rays"),
        ("die Erinnerung 1 soll heißen: Röntgenbilder mitbringen", "Röntgenbilder mitbringen"),
        ("change the dentist reminder to something nicer", None),
    ],
)
async def test_words_are_changed_only_where_they_are_named_as_such(
    store: InMemoryReminderStore, text: str, new: str | None
) -> None:
    before = await a_dentist(store)
    if new is None:
        with pytest.raises(ToolRetry) as asked:
            await call(store, "agenda:edit", text, {"reminder_id": 1, "time": ""})
        assert asked.value.question is not None
        assert only(store) == before
    else:
        await call(store, "agenda:edit", text, {"reminder_id": 1, "time": ""})
        assert (only(store).text, only(store).due) == (new, before.due)


async def test_a_series_is_moved_as_a_whole_and_never_shifted(store: InMemoryReminderStore) -> None:
    before = await a_dentist(store, "every day at 10")
    with pytest.raises(ToolRetry, match="repeats"):
        await call(store, "agenda:edit", "an hour earlier", {"reminder_id": 1})
    assert only(store) == before
    await call(store, "agenda:edit", "every day at 8 instead", {"reminder_id": 1, "time": "every day at 8"})
    assert only(store).rule not in (None, before.rule)
    assert only(store).due == datetime(2026, 3, 3, 7, 0, tzinfo=UTC)


async def test_a_shift_into_the_past_and_a_foreign_number_change_nothing(
    store: InMemoryReminderStore,
) -> None:
    before = await a_dentist(store)
    with pytest.raises(ToolFailed, match="past"):
        await call(store, "agenda:edit", "make it 3 days earlier", {"reminder_id": 1})
    with pytest.raises(ToolFailed, match="no pending reminder number 2"):
        await call(store, "agenda:edit", "an hour later", {"reminder_id": 2})
    assert only(store) == before


async def test_nothing_named_to_change_is_a_question(store: InMemoryReminderStore) -> None:
    await a_dentist(store)
    with pytest.raises(ToolRetry, match="What should I change"):
        await call(store, "agenda:edit", "change the dentist reminder", {"reminder_id": 1})


async def test_the_reminder_that_arrived_last_here_comes_again(store: InMemoryReminderStore) -> None:
    with pytest.raises(ToolFailed, match="No reminder of yours has arrived here"):
        await call(store, "agenda:snooze", "snooze for 10 minutes", {"time": "10 minutes"})
    await a_dentist(store)
    store.reminders[1] = replace(store.reminders[1], state=ReminderState.DONE)
    result = await call(store, "agenda:snooze", "snooze for 10 minutes", {"time": "10 minutes"}, message_id=2)
    child = store.reminders[2]
    assert (child.text, child.parent_id) == ("the dentist", 1)
    assert child.due == datetime(2026, 3, 2, 21, 10, tzinfo=UTC)
    assert result.effect == "reminder_set"


# ------------------------------------------------------------------ tasks

GUILD = Channel(id=50, kind=ChannelKind.GUILD, guild_id=5)


async def test_things_without_a_time_are_pushed_listed_and_ticked_off(store: InMemoryReminderStore) -> None:
    pushed = await call(store, "agenda:push", "put oat milk on my list", {"text": "oat milk"})
    assert pushed.user_text == "On your list: 1. oat milk"
    second = await call(
        store, "agenda:push", "setz Brot auf meine Liste", {"text": "Brot"}, message_id=2, language="de"
    )
    assert second.user_text == "Auf deiner Liste: 2. Brot"
    listed = await call(store, "agenda:tasks", "what is on my list", {})
    assert listed.user_text == "On your list:\n1. oat milk\n2. Brot"
    done = await call(store, "agenda:complete", "tick the milk off my list", {"text": "the milk"})
    assert done.user_text == "Done: 1. oat milk"
    again = await call(store, "agenda:complete", "task 2 is done", {})
    assert again.user_text == "Done: 2. Brot"
    assert (await call(store, "agenda:tasks", "what is on my list", {})).user_text == "Your list is empty."


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("put oat milk on my list", "oat milk"),
        ("add buy bread to my to-do list, please", "buy bread"),
        ("setz Milch auf meine Einkaufsliste", "Milch"),
        ("call the bank", "call the bank"),
    ],
)
async def test_the_asking_words_are_no_part_of_it(
    store: InMemoryReminderStore, given: str, kept: str
) -> None:
    result = await call(store, "agenda:push", given, {"text": given})
    assert result.user_text == f"On your list: 1. {kept}"


async def test_where_several_may_be_meant_the_author_is_asked(store: InMemoryReminderStore) -> None:
    for number, text in enumerate(("oat milk", "soy milk")):
        await call(store, "agenda:push", "x", {"text": text}, message_id=number)
    with pytest.raises(ToolRetry) as asked:
        await call(store, "agenda:complete", "the milk is done", {})
    assert asked.value.question is not None
    assert "1. oat milk\n2. soy milk" in asked.value.question
    assert len(await store.open_tasks(7)) == 2


async def test_a_server_shows_only_what_was_pushed_in_it(store: InMemoryReminderStore) -> None:
    await call(store, "agenda:push", "x", {"text": "see the doctor"})
    await call(store, "agenda:push", "x", {"text": "plan the raid"}, channel=GUILD, message_id=2)
    public = await call(store, "agenda:tasks", "what is on my list", {}, channel=GUILD)
    assert public.user_text == "On your list:\n2. plan the raid"
    with pytest.raises(ToolRetry):
        await call(store, "agenda:complete", "the doctor is done", {}, channel=GUILD)
