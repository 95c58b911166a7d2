"""The default model's weights in a faster form: made once, kept, and never in the way of a start."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from agent.engine import weights
from agent.engine.adapter import read_adapter
from agent.engine.client import WorkerEngine
from agent.engine.gguf import read_header
from agent.engine.native import Interrupt, LoadOptions, NativeModel, quiet
from agent.engine.weights import DIRECTORY, fast_weights
from agent.errors import ModelFileError
from tests.engine.conftest import Ask
from tests.engine.gguf_files import small_gguf

Q4_1, Q8_0 = 3, 7
NEVER = ("/never/run",)
ADAPTER: dict[str, Any] = {"general.type": "adapter", "adapter.type": "lora"}
TEXT = "The kitchen clock had stopped, so nobody knew when to take the bread out of the oven. " * 2


def child(folder: Path, behaviour: str) -> tuple[str, ...]:
    """What stands in for the conversion; it gets the parent's id, file, target and adapter."""
    script = folder / "child.py"
    script.write_text(
        f"import pathlib, shutil, sys, time\n_, source, target, adapter = sys.argv[1:]\n{behaviour}\n"
    )
    return (sys.executable, str(script))


COPY = "shutil.copy(source, target)"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A file that says of itself that it is Q4_1."""
    return write(tmp_path / "model.gguf")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def write(path: Path, *, name: str = "tiny", file_type: int = Q4_1) -> Path:
    path.write_bytes(small_gguf(name=name, metadata={"general.file_type": file_type}))
    return path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def kept(state: Path) -> list[Path]:
    return list((state / DIRECTORY).glob("*"))


def mapped(pid: int | None) -> str:
    """The files that a process has mapped."""
    return Path(f"/proc/{pid}/maps").read_text()


def same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def next_tokens(path: Path) -> tuple[list[int], list[np.ndarray]]:
    """What follows each beginning of TEXT, with the logits."""
    quiet()
    options = LoadOptions(path=path, context=128, threads=1, prefill_threads=1, extra_buffers=False)
    model = NativeModel(options, Interrupt())
    found = []
    for position, token in enumerate(model.tokenize(TEXT, special=False)):
        model.decode([token], position)
        found.append(np.array(model.logits()))
    return [int(logits.argmax()) for logits in found], found


def divergence(own: np.ndarray, its: np.ndarray) -> float:
    """Kullback and Leibler's, of the next token, in nats."""
    log_own, log_its = (logits - np.logaddexp.reduce(logits) for logits in (own, its))
    return float((np.exp(log_own) * (log_own - log_its)).sum())


@pytest.mark.model
async def test_the_default_model_is_converted_once_and_says_the_same(
    default_model: Path, state: Path
) -> None:
    fast = await fast_weights(default_model, state_directory=state)
    assert kept(state) == [fast]
    assert read_header(fast).number("general.file_type") == Q8_0
    assert read_header(fast).parameters == read_header(default_model).parameters
    assert await fast_weights(default_model, state_directory=state, command=NEVER) == fast
    (own, own_logits), (its, its_logits) = next_tokens(default_model), next_tokens(fast)
    assert len(own) > 30
    apart = [at for at, (one, other) in enumerate(zip(own, its, strict=True)) if one != other]
    for at in apart:  # where two tokens are all but equally likely
        assert own_logits[at].max() - own_logits[at][its[at]] < 0.5
    assert len(apart) <= len(own) // 10
    assert np.mean([divergence(a, b) for a, b in zip(own_logits, its_logits, strict=True)]) < 0.02


@pytest.mark.model
async def test_the_worker_loads_the_fast_form_and_keeps_the_models_name(
    default_model: Path, state: Path, ask: Ask
) -> None:
    engine = WorkerEngine(model_path=default_model, context=512, threads=1, state_directory=state)
    try:
        info = await engine.info()
        assert info.name == read_header(default_model).text("general.name")
        assert (await engine.generate(ask("Say hello.", max_tokens=5))).text
        (fast,) = kept(state)
        assert str(fast) in mapped(engine.worker_pid)
    finally:
        await engine.close()


async def test_a_model_in_another_form_a_large_one_and_one_without_a_directory_are_used_as_they_are(
    model: Path, tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write(tmp_path / "other.gguf", file_type=Q8_0)
    assert await fast_weights(other, state_directory=state, command=NEVER) == other
    assert await fast_weights(model, state_directory=None, command=NEVER) == model
    monkeypatch.setattr(weights, "LARGEST", 1)
    assert await fast_weights(model, state_directory=state, command=NEVER) == model
    assert kept(state) == []


async def test_with_another_adapter_it_is_another_file(model: Path, tmp_path: Path, state: Path) -> None:
    command = child(tmp_path, f"{COPY}\npathlib.Path(target).with_name('said').write_text(adapter)")
    plain = await fast_weights(model, state_directory=state, command=command)
    assert (state / DIRECTORY / "said").read_text() == ""
    found = {plain}
    for number in range(2):
        path = tmp_path / f"{number}.gguf"
        path.write_bytes(small_gguf(name=str(number), metadata=ADAPTER))
        adapter = read_adapter(path)
        found.add(await fast_weights(model, adapter=adapter, state_directory=state, command=command))
        assert (state / DIRECTORY / "said").read_text() == str(path)
    assert len(found) == 3


async def test_a_damaged_one_is_made_anew_and_only_that_of_the_model_before_stays(
    model: Path, tmp_path: Path, state: Path
) -> None:
    command = child(tmp_path, COPY)
    first = await fast_weights(model, state_directory=state, command=command)
    cut(first)
    assert await fast_weights(model, state_directory=state, command=command) == first
    assert same(first, model)
    found = [first]
    for number in range(2):
        write(model, name=f"{number} of that name")
        found.append(await fast_weights(model, state_directory=state, command=command))
    assert len({*found}) == 3
    assert {*kept(state)} == {*found[1:]}


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("sys.exit(1)", "ended with 1 and no whole file"),
        ("pathlib.Path(target).write_bytes(b'GGUF')", "ended with 0 and no whole file"),
        (f"{COPY}\nsys.exit('out of luck')", "ended with 1 and no whole file: out of luck"),
        (f"{COPY}\ntime.sleep(60)", "took more than 2 s"),
    ],
)
async def test_where_the_conversion_fails_the_models_own_file_is_used(
    model: Path, tmp_path: Path, state: Path, behaviour: str, reason: str
) -> None:
    command = child(tmp_path, behaviour)
    with capture_logs() as logs:
        found = await fast_weights(model, state_directory=state, command=command, seconds=2)
    assert found == model
    assert kept(state) == []
    (line,) = logs
    assert line["event"] == "the model is used in its own, slower form"
    assert reason in line["reason"]


async def test_where_nothing_can_be_kept_the_models_own_file_is_used(
    model: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        assert await fast_weights(model, state_directory=model, command=NEVER) == model
        assert await fast_weights(model, state_directory=state, command=NEVER) == model
        monkeypatch.setattr(weights, "GROWTH", 1 << 60)
        assert await fast_weights(model, state_directory=state, command=NEVER) == model
    nowhere, unstarted, full = [line["reason"] for line in logs]
    assert nowhere.endswith("cannot be written: Not a directory")
    assert unstarted == "the conversion could not be started: No such file or directory"
    assert "MB free" in full


async def test_a_missing_model_is_an_error(tmp_path: Path, state: Path) -> None:
    with pytest.raises(ModelFileError):
        await fast_weights(tmp_path / "absent.gguf", state_directory=state)
