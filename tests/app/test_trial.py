"""The page of `kallisti check --model`: what it finds out, and that it can find fault."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agent.engine.client import WorkerEngine
from agent.errors import EXIT_CONFIG, EngineDown
from agent.testing.engine import SMALL_MODEL, Reply, ScriptedEngine
from agent.trial import Subject, Trial, cases, fault_of, run_trial
from agent.types import Completion, Finish, GenerationStats
from bot.app_trial import show
from tests.app.test_command_line import kallisti

ORDER = next(case.offer for case in cases() if case.subject is Subject.BOUNDS)
EVERY = next(case.offer for case in cases() if case.subject is Subject.CHOICE)


def envelope(*calls: tuple[str, dict[str, Any]], status: str = "Task", message: str | None = None) -> str:
    made = [{"name": name, "args": args} for name, args in calls]
    return json.dumps({"thought": "", "status": status, "message_to_user": message, "tool_calls": made})


def completion(text: str, finish: Finish = Finish.STOP) -> Completion:
    return Completion(text=text, finish=finish, stats=GenerationStats())


GOOD = ("test:order", {"count": 2, "price": 0.5, "labels": []})


def test_there_are_some_thirty_turns_of_every_kind() -> None:
    counts = [sum(case.subject is subject for case in cases()) for subject in Subject]
    assert counts == [8, 8, 8, 8]


def test_a_sound_output_has_no_fault() -> None:
    assert fault_of(completion(envelope(GOOD)), ORDER) is None
    assert fault_of(completion(envelope(GOOD), Finish.CLOSED), ORDER) is None
    assert fault_of(completion(envelope(status="Idle", message="Hello.")), EVERY) is None


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        (completion(envelope(GOOD)[:-1]), "not JSON"),
        (completion(envelope(GOOD), Finish.LENGTH), "ended with length"),
        (completion(envelope(("test:order", GOOD[1] | {"count": 8}))), "invalid arguments"),
        (completion(envelope(("test:order", GOOD[1] | {"price": 0.4}))), "invalid arguments"),
        (completion(envelope(("test:paint", {"colour": "red", "code": "AB-123"}))), "not offered"),
        (completion(envelope(status="Idle", message="Later.")), "no call"),
    ],
)
def test_a_broken_output_has_one(output: Completion, fault: str) -> None:
    assert fault in (fault_of(output, ORDER) or "")


def page(trial: Trial) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    show(SMALL_MODEL, trial, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


async def tried(reply: Reply, count: int) -> Trial:
    free: list[Reply] = ["Once upon a time."] * 3
    engine = ScriptedEngine([*[reply] * count, *free], strict=False)
    return await run_trial(engine, cases()[-count:])


async def test_a_model_that_breaks_the_constraint_fails() -> None:
    trial = await tried("nonsense", 8)
    assert not trial.passed
    assert len(trial.faults) == 8
    assert "did not hold in 8 of 8 turns" in page(trial)
    assert "nonsense" in page(trial)


async def test_an_engine_that_fails_a_turn_fails_the_trial() -> None:
    trial = await tried(EngineDown("gone"), 2)
    assert trial.faults == ["EngineDown: gone"] * 2
    assert not trial.passed


async def test_a_model_that_answers_passes() -> None:
    trial = await tried(envelope(status="Idle", message="Hello."), 8)
    assert trial.passed
    assert trial.finished == 1
    text = page(trial)
    assert "The constraint holds, and the model finishes." in text
    assert len(text.splitlines()) < 40


@pytest.mark.model
@pytest.mark.timeout(600)  # thirty turns, one after the other
async def test_the_default_model_passes(default_model: Path, tmp_path: Path) -> None:
    engine = WorkerEngine(model_path=default_model, context=1024, threads=1, state_directory=tmp_path)
    try:
        trial = await run_trial(engine, cases()[::4])
    finally:
        await engine.close()
    assert trial.faults == []
    assert trial.passed
    assert 0 < trial.forced_share() < 1
    assert min(trial.token_ms()) > 0


def test_a_model_that_is_not_there_is_the_operators() -> None:
    result = kallisti("check", "--model", "absent.gguf")
    assert result.exit_code == EXIT_CONFIG
    assert 'There is no model file "absent.gguf"' in result.stderr
