"""The shipped tools on the real time parser and a store in memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agent.errors import ToolFailed, ToolRetry
from agent.ports import Services
from agent.reminder_limits import ReminderLimits
from agent.testing.stores import InMemoryReminderStore
from agent.tools import discover
from agent.tools._shifts import IN
from agent.types import (
    Author,
    Basis,
    Channel,
    ChannelKind,
    Grain,
    ReminderKind,
    Resolved,
    TimePhrase,
    ToolContext,
    ToolResult,
)
from agent.words import KIND, LANGUAGES
from tests.turn.house import ANN, NOW, catalogue_with, origin


@pytest.fixture
def store() -> InMemoryReminderStore:
    return InMemoryReminderStore(limits=ReminderLimits(pending=3))


async def call(
    store: InMemoryReminderStore, name: str, args: dict[str, Any], *, index: int = 0, **changes: Any
) -> ToolResult:
    tool = catalogue_with(store)[name].tool
    context = ToolContext(origin=origin("a message", **changes), call_index=index)
    return await tool.run(tool.arguments.model_validate(args), context)


async def test_a_reminder_is_told_from_its_row(store: InMemoryReminderStore) -> None:
    result = await call(store, "agenda:remind_at", {"time": "in 3 seconds", "text": "stretch"})
    due = NOW + timedelta(seconds=3)
    unix = int(due.timestamp())
    assert store.reminders[1].due == due
    assert store.reminders[1].text == "stretch"
    assert result.effect == "reminder_set"
    assert result.user_text == (
        "I will remind you: Monday, 2 March 2026, 22:00:03 (Europe/Berlin), "
        f"<t:{unix}:F> (<t:{unix}:R>): stretch"
    )


async def test_german_confirms_in_german(store: InMemoryReminderStore) -> None:
    args = {"time": "übermorgen um halb neun", "text": "den Zahnarzt"}
    result = await call(store, "agenda:remind_at", args, language="de")
    assert store.reminders[1].due == datetime(2026, 3, 4, 7, 30, tzinfo=UTC)
    assert result.user_text is not None
    assert result.user_text.startswith(
        "Ich erinnere dich: Mittwoch, 4. März 2026, 08:30 (Europe/Berlin), <t:"
    )
    assert result.user_text.endswith(": den Zahnarzt")


@pytest.mark.parametrize(
    ("name", "args", "kind", "text"),
    [
        ("clock:timer", {"time": "5 minutes"}, ReminderKind.TIMER, "Timer"),
        ("clock:timer", {"time": "5 minutes", "label": "pizza"}, ReminderKind.TIMER, "pizza"),
        ("clock:alarm", {"time": "at 6:45"}, ReminderKind.ALARM, "Alarm"),
        ("agenda:remind_at", {"time": "tomorrow"}, ReminderKind.REMINDER, "Reminder"),
    ],
)
async def test_each_tool_stores_its_kind(
    store: InMemoryReminderStore, name: str, args: dict[str, Any], kind: ReminderKind, text: str
) -> None:
    await call(store, name, args)
    assert (store.reminders[1].kind, store.reminders[1].text) == (kind, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "kind"), [("clock:timer", ReminderKind.TIMER), ("clock:alarm", ReminderKind.ALARM)]
)
async def test_what_has_no_label_is_confirmed_without_one(
    store: InMemoryReminderStore, name: str, kind: ReminderKind, language: str
) -> None:
    time = f"{IN[language]} 5 min"
    bare = await call(store, name, {"time": time}, index=1, language=language)
    labelled = await call(store, name, {"time": time, "label": "x"}, index=2, language=language)
    assert bare.user_text is not None
    assert labelled.user_text is not None
    assert labelled.user_text.startswith(bare.user_text)
    assert labelled.user_text.removeprefix(bare.user_text).strip(" :\u00a0\u202f") == "x"
    assert store.reminders[1].text == KIND[kind][language], "a list calls it by its kind"


async def test_the_zone_decides(store: InMemoryReminderStore) -> None:
    await call(store, "clock:alarm", {"time": "at 6:45"}, zone="America/New_York")
    assert store.reminders[1].due == datetime(2026, 3, 3, 11, 45, tzinfo=UTC)


@pytest.mark.parametrize("phrase", ["soon", "blah", "at 25:00", "💥"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_an_unreadable_time_is_asked_about(
    store: InMemoryReminderStore, phrase: str, language: str
) -> None:
    with pytest.raises(ToolRetry) as caught:
        await call(store, "agenda:remind_at", {"time": phrase, "text": "x"}, language=language)
    assert store.reminders == {}
    assert caught.value.question is not None
    assert phrase in caught.value.question
    assert caught.value.question.count("?") == 1


class UnsureParser:
    """Implements `agent.ports.TimeParser`: every phrase may be three or fifteen o'clock."""

    def resolve(
        self, phrase: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> Resolved | None:
        return None

    def ambiguities(self, phrase: str, *, now: datetime, zone: str, language: str) -> tuple[Resolved, ...]:
        return tuple(
            Resolved(at=datetime(2026, 3, 3, hour, tzinfo=UTC), zone=zone, grain=Grain.HOUR, basis=Basis.WALL)
            for hour in (2, 14)
        )

    def find(
        self, text: str, *, now: datetime, zone: str, language: str, alarm: bool = False
    ) -> tuple[TimePhrase, ...]:
        return ()


async def test_a_time_of_several_readings_is_asked_about(store: InMemoryReminderStore) -> None:
    tool = next(
        tool
        for tool in discover(Services(reminders=store, times=UnsureParser()))
        if tool.name == "clock:timer"
    )
    with pytest.raises(ToolRetry) as caught:
        await tool.run(
            tool.arguments(time="at 3"), ToolContext(origin=origin("x", language="de"), call_index=0)
        )
    assert store.reminders == {}
    assert caught.value.question == (
        "„at 3“ kann Dienstag, 3. März 2026, 03:00 oder Dienstag, 3. März 2026, 15:00 heißen, "
        "also ist nichts gesetzt. Was davon?"
    )


async def test_a_past_time_is_asked_about(store: InMemoryReminderStore) -> None:
    with pytest.raises(ToolRetry) as caught:
        await call(store, "agenda:remind_at", {"time": "on 2020-01-01 at 5pm", "text": "x"})
    assert store.reminders == {}
    assert caught.value.question == (
        "Wednesday, 1 January 2020, 17:00 (Europe/Berlin) is already over, so nothing is set. "
        "When should it be instead?"
    )


async def test_a_limit_is_told(store: InMemoryReminderStore) -> None:
    for index in range(3):
        await call(store, "clock:timer", {"time": "5 minutes"}, index=index)
    with pytest.raises(ToolFailed, match="limit"):
        await call(store, "clock:timer", {"time": "5 minutes"}, index=3)


async def test_the_same_call_of_a_message_stores_once(store: InMemoryReminderStore) -> None:
    for _ in range(2):
        await call(store, "clock:timer", {"time": "5 minutes"})
    assert len(store.reminders) == 1


async def test_confirmations_cannot_ping(store: InMemoryReminderStore) -> None:
    result = await call(store, "agenda:remind_at", {"time": "tomorrow", "text": "tell @everyone"})
    assert store.reminders[1].text == "tell @everyone"
    assert result.user_text is not None
    assert "@everyone" not in result.user_text


async def test_the_list_shows_numbers_and_times(store: InMemoryReminderStore) -> None:
    assert (await call(store, "agenda:list", {})).user_text == "You have no pending reminders."
    await call(store, "agenda:remind_at", {"time": "tomorrow at 9", "text": "call mum"})
    await call(store, "clock:timer", {"time": "5 minutes"}, index=1)
    result = await call(store, "agenda:list", {})
    assert result.effect is None
    assert result.user_text is not None
    lines = result.user_text.splitlines()
    assert lines[0] == "Your pending reminders:"
    assert lines[1].startswith("#2 Timer, Monday, 2 March 2026, 22:05 (Europe/Berlin)")
    assert lines[2].startswith("#1 Reminder, Tuesday, 3 March 2026, 09:00 (Europe/Berlin)")


async def test_only_ones_own_reminder_is_removed(store: InMemoryReminderStore) -> None:
    await call(store, "clock:timer", {"time": "5 minutes"})
    with pytest.raises(ToolFailed, match="no pending reminder number 1 of yours"):
        await call(store, "agenda:remove", {"reminder_id": 1}, author=Author(id=8, name="Bob"))
    assert len(await store.pending(ANN.id)) == 1
    result = await call(store, "agenda:remove", {"reminder_id": 1})
    assert result.effect == "reminder_removed"
    assert result.user_text is not None
    assert result.user_text.startswith("Cancelled: #1 Timer")
    assert await store.pending(ANN.id) == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It is Monday, 2 March 2026, 22:00 (Europe/Berlin)."),
        ("de", "Es ist Montag, 2. März 2026, 22:00 (Europe/Berlin)."),
    ],
)
async def test_now(store: InMemoryReminderStore, language: str, text: str) -> None:
    assert (await call(store, "clock:now", {}, language=language)).user_text == text


GUILD = Channel(id=50, kind=ChannelKind.GUILD, guild_id=9)
OTHER = Channel(id=51, kind=ChannelKind.GUILD, guild_id=9)
THREAD = Channel(id=52, kind=ChannelKind.THREAD, guild_id=9, parent_id=50)
DIRECT = Channel(id=1, kind=ChannelKind.DM)


@pytest.mark.parametrize(
    ("set_in", "asked_in", "shown"),
    [
        (DIRECT, DIRECT, True),
        (DIRECT, GUILD, False),
        (GUILD, GUILD, True),
        (GUILD, DIRECT, True),
        (GUILD, OTHER, False),
        (GUILD, THREAD, True),
        (THREAD, GUILD, False),
    ],
)
async def test_where_others_read_along_a_reminder_of_another_place_keeps_its_text_to_itself(
    store: InMemoryReminderStore, set_in: Channel, asked_in: Channel, shown: bool
) -> None:
    await call(store, "agenda:remind_at", {"time": "tomorrow", "text": "the surprise"}, channel=set_in)
    listed = await call(store, "agenda:list", {}, channel=asked_in)
    removed = await call(store, "agenda:remove", {"reminder_id": 1}, channel=asked_in)
    for result in (listed, removed):
        assert result.user_text is not None
        assert "#1 Reminder, Tuesday, 3 March 2026, 09:00" in result.user_text
        assert ("the surprise" in result.user_text) is ("the surprise" in result.content) is shown


async def test_a_long_list_says_how_many_it_leaves_out() -> None:
    store = InMemoryReminderStore()
    for number in range(27):
        await call(store, "agenda:remind_at", {"time": f"in {number + 1} hours"}, message_id=number)
    listed = await call(store, "agenda:list", {})
    assert listed.user_text is not None
    assert listed.user_text.count("#") == 25
    assert listed.user_text.endswith("… and 2 more, due later.")
