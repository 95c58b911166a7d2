"""The embedded default model in its real worker: the right tool with the right words, else talk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.claims import claims
from agent.engine.client import WorkerEngine
from agent.engine.profile import profile_for
from agent.types import Regime, ReminderKind, TurnEnd, TurnOutcome
from agent.words import names_kind_only
from tests.turn.house import ANN, NOW, House, build, origin

pytestmark = [pytest.mark.model, pytest.mark.asyncio(loop_scope="module")]

IN_3_SECONDS = NOW + timedelta(seconds=3)
AT_6_45 = datetime(2026, 3, 3, 5, 45, tzinfo=UTC)
"""In Berlin, on the morning after."""


async def house_of(default_engine: WorkerEngine) -> House:
    profile = profile_for(await default_engine.info())
    assert profile.regime is Regime.NARROW
    return build(default_engine, profile=profile)


@pytest.mark.parametrize(
    ("text", "kind", "due", "about"),
    [
        ("remind me in 3 seconds to stretch", ReminderKind.REMINDER, IN_3_SECONDS, "stretch"),
        (
            "kannst du mich in 3 Sekunden ans Dehnen erinnern?",
            ReminderKind.REMINDER,
            IN_3_SECONDS,
            "Dehnen",
        ),
        (
            "ping me in three seconds, I need to stretch",
            ReminderKind.REMINDER,
            IN_3_SECONDS,
            "I need to stretch",
        ),
        ("wake me at 6:45", ReminderKind.ALARM, AT_6_45, "Alarm"),
        ("set a timer for 5 minutes", ReminderKind.TIMER, NOW + timedelta(minutes=5), "Timer"),
    ],
)
async def test_what_is_asked_for_is_stored(
    default_engine: WorkerEngine, text: str, kind: ReminderKind, due: datetime, about: str
) -> None:
    house = await house_of(default_engine)
    outcome = await house.turn.run(origin(text))
    (stored,) = await house.reminders.pending(ANN.id)
    assert (stored.kind, stored.due, stored.text) == (kind, due, about)
    unix = int(due.timestamp())
    assert outcome.end is TurnEnd.CONFIRMED
    said = f"<t:{unix}:F> (<t:{unix}:R>)"
    bare = names_kind_only(about, kind)
    assert (said if bare else f"{said}: {about}") in outcome.text
    assert (f"{said}:" in outcome.text) is not bare


async def test_the_time_is_told(default_engine: WorkerEngine) -> None:
    outcome = await (await house_of(default_engine)).turn.run(origin("what time is it?"))
    assert (outcome.calls, outcome.text) == (
        ("clock:now",),
        "It is Monday, 2 March 2026, 22:00 (Europe/Berlin).",
    )


async def test_reminders_are_listed(default_engine: WorkerEngine) -> None:
    house = await house_of(default_engine)
    await house.set("call mum")
    outcome = await house.turn.run(origin("what reminders do I have?"))
    assert outcome.calls == ("agenda:list",)
    assert outcome.text.splitlines()[1].endswith(": call mum")


async def test_the_right_one_is_removed(default_engine: WorkerEngine) -> None:
    house = await house_of(default_engine)
    await house.set("call mum")
    await house.set("the dentist")
    outcome = await house.turn.run(origin("lösch bitte die Erinnerung an the dentist"))
    assert outcome.calls == ("agenda:remove",)
    assert [reminder.text for reminder in await house.reminders.pending(ANN.id)] == ["call mum"]


async def talk(default_engine: WorkerEngine, *messages: str) -> list[TurnOutcome]:
    house = await house_of(default_engine)
    return [
        await house.turn.run(origin(text, message_id=number)) for number, text in enumerate(messages, start=1)
    ]


async def test_talk_is_answered_without_tools(default_engine: WorkerEngine) -> None:
    outcomes = await talk(default_engine, "hello there", "What's the capital of France?", "Hallo!")
    for outcome in outcomes:
        assert outcome.end is TurnEnd.REPLIED
        assert outcome.offer == outcome.calls == ()
        assert outcome.text.strip()
        assert not claims(outcome.text)
    assert "Paris" in outcomes[1].text


async def test_the_fixed_part_of_the_prompt_is_read_once(default_engine: WorkerEngine) -> None:
    first, second = await talk(default_engine, "tell me about the sea", "tell me about the moon")
    assert second.stats.reused_tokens > first.stats.prompt_tokens // 2
