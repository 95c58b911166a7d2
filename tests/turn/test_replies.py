"""Every end of a turn and every question has its sentence, in English and in German."""

from __future__ import annotations

import pytest

from agent import replies
from agent.errors import (
    ContextOverflow,
    EngineBusy,
    EngineCancelled,
    EngineDeadline,
    EngineDown,
    EngineLost,
    GrammarError,
    KallistiError,
)
from agent.reports import CallReport, Standing
from agent.routing.plan import Need, Question
from agent.testing.engine import ScriptedEngine
from agent.types import ReminderKind, TurnEnd
from tests.turn.house import House, build


@pytest.mark.parametrize("end", TurnEnd)
def test_every_end_has_its_sentence_in_every_language(end: TurnEnd) -> None:
    english, german = replies.sentence(end, "en"), replies.sentence(end, "de")
    assert english.strip()
    assert german.strip()
    assert english != german
    assert replies.sentence(end, "fr") not in (english, german)
    assert replies.sentence(end, "fi") == english


def test_no_two_faults_sound_the_same() -> None:
    done = {TurnEnd.REPLIED, TurnEnd.CONFIRMED}
    for language in ("en", "de"):
        sentences = [replies.sentence(end, language) for end in TurnEnd if end not in done]
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (EngineDown("x"), TurnEnd.ENGINE_DOWN),
        (EngineLost("x"), TurnEnd.ENGINE_LOST),
        (EngineBusy("x"), TurnEnd.ENGINE_BUSY),
        (EngineDeadline("x"), TurnEnd.DEADLINE),
        (EngineCancelled("x"), TurnEnd.CANCELLED),
        (GrammarError("x"), TurnEnd.INTERNAL),
        (ContextOverflow(needed=2, available=1), TurnEnd.INTERNAL),
    ],
)
def test_errors_end_turns_in_their_way(error: KallistiError, end: TurnEnd) -> None:
    assert replies.end_of(error) is end


def test_what_was_done_before_a_fault_is_told() -> None:
    text = replies.interrupted(TurnEnd.ENGINE_DOWN, ["Alarm set: 7:00"], "en")
    assert text.startswith(replies.sentence(TurnEnd.ENGINE_DOWN, "en"))
    assert text.endswith("Alarm set: 7:00")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("tool", ["agenda:remind_at", "clock:alarm", "clock:timer", "some:tool"])
def test_a_missing_time_is_asked_for(tool: str, language: str) -> None:
    asked = replies.question(Question(tool=tool, need=Need.TIME), language)
    assert asked.count("?") == 1


def test_the_reminder_question_is_plain() -> None:
    question = Question(tool="agenda:remind_at", need=Need.TIME)
    assert replies.question(question, "en") == "When should I remind you?"
    assert replies.question(question, "de") == "Wann soll ich dich erinnern?"


async def _house_with(count: int) -> House:
    house = build(ScriptedEngine())
    for number in range(count):
        await house.set(f"thing {number}", kind=ReminderKind.REMINDER)
    return house


async def test_a_choice_lists_numbers() -> None:
    house = await _house_with(12)
    pending = await house.reminders.pending(7)
    text = replies.question(Question(tool="agenda:remove", need=Need.WHICH, candidates=pending), "en")
    lines = text.splitlines()
    assert "number" in lines[0]
    assert lines[1].startswith("#1 Reminder, ")
    assert lines[-1] == "… and 2 more."
    assert len(lines) == replies.LISTED + 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_pending_and_no_match_are_told_apart(language: str) -> None:
    texts = {
        replies.question(Question(tool="agenda:remove", need=need), language)
        for need in (Need.NONE_PENDING, Need.NO_MATCH, Need.WHICH)
    }
    assert len(texts) == 3


@pytest.mark.parametrize("standing", [s for s in Standing if s not in (Standing.DONE, Standing.REPEATED)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_failure_has_words_that_hide_its_inside(standing: Standing, language: str) -> None:
    report = CallReport(name="x:y", standing=standing, content="inner detail")
    text = replies.failure(report, language)
    assert text.strip()
    assert "inner detail" not in text


def test_a_tools_own_sentence_goes_first() -> None:
    report = CallReport(name="x:y", standing=Standing.FAILED, content="inner", said="There is no room.")
    assert replies.failure(report, "de") == "There is no room."
