"""Which settings work here, found out by children that may die."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from agent.engine.probe import REFUSED, VERDICTS_FILE, Verdict, choose_settings, identify
from agent.errors import EngineDown, ModelFileError
from tests.engine.gguf_files import small_gguf

CHILD = """
import os, pathlib, signal, sys, time
parent, path, extra_buffers, adapter = sys.argv[2:]
assert int(parent) == os.getppid()
with pathlib.Path(sys.argv[1]).open("a") as log:
    log.write(extra_buffers)
{behaviour}
"""
SIGILL_WHEN_FAST = "if extra_buffers == '1': os.kill(os.getpid(), signal.SIGILL)"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(small_gguf())
    return path


@pytest.fixture
def other_model(tmp_path: Path) -> Path:
    path = tmp_path / "other.gguf"
    path.write_bytes(small_gguf(name="other"))
    return path


class Child:
    """A fake of the probe child; `tried` holds the settings it was asked to try, in order."""

    def __init__(self, folder: Path, behaviour: str) -> None:
        self._log = folder / "tried"
        script = folder / "child.py"
        script.write_text(CHILD.format(behaviour=behaviour))
        self.command = [sys.executable, str(script), str(self._log)]

    @property
    def tried(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


def remembered(folder: Path) -> dict[str, dict[str, object]]:
    stored: dict[str, dict[str, object]] = json.loads((folder / VERDICTS_FILE).read_text())
    return stored


async def test_the_fastest_settings_are_taken_when_they_work(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, "")
    with capture_logs() as logs:
        verdict = await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert verdict.extra_buffers
    assert child.tried == "1"
    assert logs[0]["extra_buffers"] is True
    assert "worked" in logs[0]["reason"]


async def test_an_illegal_instruction_leads_to_the_safe_settings(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, SIGILL_WHEN_FAST)
    with capture_logs() as logs:
        verdict = await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert not verdict.extra_buffers
    assert "SIGILL" in verdict.reason
    assert child.tried == "10"
    assert "SIGILL" in logs[0]["reason"]


async def test_a_verdict_is_remembered(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, SIGILL_WHEN_FAST)
    first = await choose_settings(model, state_directory=tmp_path / "new", command=child.command)
    with capture_logs() as logs:
        second = await choose_settings(model, state_directory=tmp_path / "new", command=child.command)
    assert first == second
    assert child.tried == "10"
    assert logs[0]["remembered"] is True
    assert remembered(tmp_path / "new")[identify(model)]["extra_buffers"] is False


async def test_another_model_is_tried_anew(model: Path, other_model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, "")
    await choose_settings(model, state_directory=tmp_path, command=child.command)
    await choose_settings(other_model, state_directory=tmp_path, command=child.command)
    assert child.tried == "11"
    assert len(remembered(tmp_path)) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", '{"x": 1}', '{"x": {"reason": "y"}}', "\x00"])
async def test_a_damaged_memory_is_replaced(model: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / VERDICTS_FILE).write_text(content)
    child = Child(tmp_path, "")
    assert (await choose_settings(model, state_directory=tmp_path, command=child.command)).extra_buffers
    assert child.tried == "1"
    assert identify(model) in remembered(tmp_path)


async def test_without_a_place_to_remember_each_start_tries(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, "")
    for _ in range(2):
        await choose_settings(model, state_directory=None, command=child.command)
    assert child.tried == "11"


async def test_a_place_that_cannot_be_written_is_only_logged(model: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    child = Child(tmp_path, "")
    with capture_logs() as logs:
        verdict = await choose_settings(model, state_directory=tmp_path / "file", command=child.command)
    assert verdict.extra_buffers
    assert any(entry["log_level"] == "warning" for entry in logs)


async def test_a_model_that_decodes_with_no_settings_is_refused(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, "os.kill(os.getpid(), signal.SIGILL if extra_buffers == '1' else signal.SIGABRT)")
    with pytest.raises(ModelFileError, match=r"SIGILL.*SIGABRT"):
        await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert not (tmp_path / VERDICTS_FILE).exists()


async def test_fast_settings_that_were_killed_from_outside_get_another_chance_at_the_next_start(
    model: Path, tmp_path: Path
) -> None:
    child = Child(tmp_path, "if extra_buffers == '1': os.kill(os.getpid(), signal.SIGKILL)")
    verdict = await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert not verdict.extra_buffers
    assert "SIGKILL" in verdict.reason
    assert not (tmp_path / VERDICTS_FILE).exists()


async def test_trials_that_were_killed_from_outside_say_nothing_about_the_model(
    model: Path, tmp_path: Path
) -> None:
    child = Child(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(EngineDown, match="memory"):
        await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert child.tried == "10"
    assert not (tmp_path / VERDICTS_FILE).exists()


async def test_a_child_that_hangs_counts_as_failed(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, "if extra_buffers == '1': time.sleep(60)")
    verdict = await choose_settings(model, state_directory=None, command=child.command, seconds=2.0)
    assert verdict == Verdict(extra_buffers=False, reason=verdict.reason)
    assert "no answer within 2 s" in verdict.reason


async def test_a_refused_file_is_not_tried_twice(model: Path, tmp_path: Path) -> None:
    child = Child(tmp_path, f"print('the file is no good'); sys.exit({REFUSED})")
    with pytest.raises(ModelFileError, match=r"^the file is no good$"):
        await choose_settings(model, state_directory=tmp_path, command=child.command)
    assert child.tried == "1"


@pytest.mark.model
async def test_the_real_child_decodes_the_default_model(default_model: Path, tmp_path: Path) -> None:
    verdict = await choose_settings(default_model, state_directory=tmp_path)
    assert verdict.extra_buffers or "without extra buffers it worked" in verdict.reason
