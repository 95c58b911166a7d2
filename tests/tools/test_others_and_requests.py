"""Reminders for others, and requests for later: who may, what is stored, and what is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any

import pytest

from agent.descriptors import load_catalogue
from agent.errors import ToolFailed
from agent.ports import Services
from agent.recurrence import DayHours, RecurringTimes
from agent.routing.plan import Plan, Request
from agent.testing.engine import ScriptedEngine
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import Policy, time_parser
from agent.tools import discover
from agent.types import Channel, ChannelKind, Mentions, Regime, Reminder, Target, ToolContext, ToolResult
from tests.turn.house import build, catalogue_with, origin, planner_of, task

ANNA, ROLE, SERVER = 123456789012345678, 223456789012345678, 900
GENERAL = Channel(id=500, kind=ChannelKind.GUILD, guild_id=SERVER)
NAMED = Mentions(users=frozenset({ANNA}), roles=frozenset({ROLE}), may_remind=True)


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


# ------------------------------------------------------------------ for others


@pytest.mark.parametrize(
    ("text", "phrase", "target"),
    [
        (f"remind <@{ANNA}> tomorrow at 9 to send the slides", "tomorrow at 9", Target(id=ANNA)),
        (f"please remind <@!{ANNA}> at 23:00 to lock up", "at 23:00", Target(id=ANNA)),
        (f"remind <@&{ROLE}> every monday at 10 to report", "every monday at 10",
         Target(id=ROLE, is_role=True)),
        (f"erinnere <@{ANNA}> morgen um 9 an die Folien", "morgen um 9", Target(id=ANNA)),
        (f"kannst du <@{ANNA}> morgen um 9 an die Folien erinnern?", "morgen um 9", Target(id=ANNA)),
        (f"remind me at 23:00 to ping <@{ANNA}>", "at 23:00", None),
        (f"remind me tomorrow at 9 to call <@{ANNA}>", "tomorrow at 9", None),
    ],
)  # fmt: skip
async def test_whom_a_reminder_is_for_stands_behind_the_reminding_word(
    store: InMemoryReminderStore, text: str, phrase: str, target: Target | None
) -> None:
    language = "de" if "morgen" in text else "en"
    args = {"time": phrase, "text": "it"}
    result = await call(
        store, "agenda:remind_at", text, args, channel=GENERAL, mentions=NAMED, language=language
    )
    assert only(store).target == target
    assert (target.mention if target else "I will remind you") in str(result.user_text)


@pytest.mark.parametrize(
    ("text", "changes", "sentence"),
    [
        (f"remind <@{ANNA}> at 23:00 to go", {"mentions": replace(NAMED, may_remind=False)}, "permission"),
        (f"remind <@{ANNA}> at 23:00 to go", {"channel": Channel(id=1, kind=ChannelKind.DM)}, "server"),
        (f"remind <@{ANNA}> at 23:00 to go", {"mentions": Mentions(may_remind=True)}, "Mention them"),
        ("remind @everyone at 23:00 to go", {}, "never ping everyone"),
        ("remind @here at 23:00 to go", {}, "never ping everyone"),
        (f"remind <@&{SERVER}> at 23:00 to go", {}, "never ping everyone"),
        (f"remind <@{ANNA}> and <@55> at 23:00 to go", {}, "one person or one role"),
    ],
)
async def test_what_may_not_be_is_said_and_nothing_is_set(
    store: InMemoryReminderStore, text: str, changes: dict[str, Any], sentence: str
) -> None:
    place = {"channel": GENERAL, "mentions": NAMED} | changes
    with pytest.raises(ToolFailed, match=sentence):
        await call(store, "agenda:remind_at", text, {"time": "at 23:00", "text": "go"}, **place)
    assert store.reminders == {}


async def test_a_target_in_the_models_words_is_none(store: InMemoryReminderStore) -> None:
    args = {"time": "at 23:00", "text": f"remind <@{ANNA}> to go"}
    await call(store, "agenda:remind_at", "remind me at 23:00 to go", args, channel=GENERAL, mentions=NAMED)
    assert only(store).target is None


async def test_the_setters_list_shows_whom_it_is_for(store: InMemoryReminderStore) -> None:
    text = f"remind <@{ANNA}> at 23:00 to go"
    place = {"channel": GENERAL, "mentions": NAMED}
    await call(store, "agenda:remind_at", text, {"time": "at 23:00", "text": "go"}, **place)
    listed = await call(store, "agenda:list", "what reminders do I have?", {}, channel=GENERAL)
    assert f"#1 Reminder for <@{ANNA}>, " in str(listed.user_text)


# ------------------------------------------------------------------ requests


def plan(text: str, regime: Regime = Regime.NARROW) -> Plan:
    planner = planner_of(catalogue_with(InMemoryReminderStore()))
    return planner.plan(Request(origin=origin(text), regime=regime))


@pytest.mark.parametrize(
    ("text", "when", "request_"),
    [
        ("every Friday at 17:00 tell me what I have next week", "every Friday at 17:00",
         "tell me what I have next week"),
        ("tell me the weather every morning at 8", "every morning at 8", "tell me the weather"),
        ("every morning at 8 tell me the weather and my agenda", "every morning at 8",
         "tell me the weather and my agenda"),
        ("tomorrow at 8 tell me what I have next week", "tomorrow at 8", "tell me what I have next week"),
        ("sag mir jeden Freitag um 17 Uhr, was ich nächste Woche habe", "jeden Freitag um 17 Uhr",
         "sag mir, was ich nächste Woche habe"),
        ("jeden Morgen um 8 sag mir bitte meine Termine", "jeden Morgen um 8", "sag mir bitte meine Termine"),
        ("dis-moi chaque lundi à 9h ce que j'ai cette semaine", "chaque lundi à 9h",
         "dis-moi ce que j'ai cette semaine"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("regime", list(Regime))
def test_a_request_for_later_is_told_from_its_time(
    text: str, when: str, request_: str, regime: Regime
) -> None:
    found = plan(text, regime)
    assert found.offer.names()[0] == "agenda:remind_self"
    values = {argument.argument: argument.values for argument in found.offer.grounded}
    assert when in values["time"]
    if regime is Regime.NARROW:
        assert values["request"] == (request_,)


@pytest.mark.parametrize(
    "text",
    [
        "tell me what I have tomorrow",
        "show me my reminders for tomorrow",
        "tell me in 10 minutes to drink",
        "remind me every Friday at 17:00 to check the mail",
        "tell me what I have every Friday",
        "zeig mir meine Erinnerungen für morgen",
        "Bob told her at 5 to tell me the score",
    ],
)
@pytest.mark.parametrize("regime", list(Regime))
def test_what_is_wanted_now_is_no_request_for_later(text: str, regime: Regime) -> None:
    assert "agenda:remind_self" not in plan(text, regime).offer.names()


async def test_a_scheduled_request_is_stored_and_confirmed_from_its_row() -> None:
    text = "every Friday at 17:00 tell me what I have next week"
    args = {"time": "every Friday at 17:00", "request": "tell me what I have next week"}
    house = build(ScriptedEngine([task(("agenda:remind_self", args))]))
    outcome = await house.turn.run(origin(text))
    (stored,) = house.reminders.reminders.values()
    assert (stored.request, stored.text, stored.author_id) == (True, "tell me what I have next week", 7)
    assert stored.due == datetime(2026, 3, 6, 16, 0, tzinfo=UTC)
    assert outcome.text.startswith("I will do this for you: every Friday at 17:00, next Friday, 6 March 2026")


async def test_a_scheduled_turn_sets_no_further_requests(store: InMemoryReminderStore) -> None:
    args = {"time": "every Friday at 17:00", "request": "tell me all"}
    with pytest.raises(ToolFailed, match="may not schedule another"):
        await call(store, "agenda:remind_self", "whatever", args, scheduled=True, message_id=-4)
    assert store.reminders == {}


async def test_a_scheduled_turn_does_not_answer_the_question_that_its_author_was_asked() -> None:
    house = build(ScriptedEngine([task(("agenda:list", {}))]))
    asked = await house.turn.run(origin("remind me to stretch"))
    assert asked.text == "When should I remind you?"
    await house.turn.run(origin("what reminders do I have?", scheduled=True, message_id=-4))
    question = await house.clarifications.get(1, 7)
    assert question is not None
    assert question.tool == "agenda:remind_at"


# ------------------------------------------------------------------ no hour


@pytest.mark.parametrize(
    ("text", "phrase", "said"),
    [
        ("remind me every day to drink", "every day", "you named no hour"),
        ("remind me tomorrow to drink", "tomorrow", "you named no hour"),
        ("erinnere mich jeden Tag ans Trinken", "jeden Tag", "keine Uhrzeit genannt"),
        ("remind me every day at 7:30 to drink", "every day at 7:30", None),
        ("remind me in 3 days to drink", "in 3 days", None),
    ],
)
async def test_a_day_without_an_hour_is_due_in_the_configured_morning_and_says_so(
    store: InMemoryReminderStore, text: str, phrase: str, said: str | None
) -> None:
    half_past_seven = time(7, 30)
    times = RecurringTimes(
        time_parser(Policy(morning=half_past_seven)), hours=DayHours(morning=half_past_seven)
    )
    services = Services(reminders=store, times=times, morning=half_past_seven)
    tool = load_catalogue(discover(services))["agenda:remind_at"].tool
    language = "de" if "jeden" in text else "en"
    context = ToolContext(origin=origin(text, language=language), call_index=0)
    result = await tool.run(tool.arguments.model_validate({"time": phrase, "text": "drink"}), context)
    if said is None:
        assert "named no hour" not in str(result.user_text)
    else:
        assert said in str(result.user_text)
    if "3 days" not in text:
        assert only(store).due == datetime(2026, 3, 3, 6, 30, tzinfo=UTC)
