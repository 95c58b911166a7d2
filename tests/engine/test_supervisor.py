"""Supervising workers that misbehave. They are real processes on real sockets, without a model."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psutil
import pytest
from structlog.testing import capture_logs

from agent.engine.lifecycle import GIVE_UP_WAITING, State
from agent.engine.process import WorkerProcess, WorkerSettings, start_worker
from agent.engine.supervisor import Supervisor
from agent.errors import EngineDown, ModelFileError
from agent.testing.engine import SMALL_MODEL

SETTINGS = WorkerSettings(
    model_path=Path("/none.gguf"),
    context=512,
    threads=1,
    prefill_threads=1,
    extra_buffers=True,
    silence_limit=5.0,
)


async def launched(mode: str, *, seconds: float = 20.0) -> WorkerProcess:
    worker = await start_worker(lambda _: None, module="tests.engine.fake_worker", arguments=[mode])
    try:
        await worker.handshake(SETTINGS, seconds=seconds)
    except BaseException:
        await worker.stop()
        raise
    return worker


def supervisor(mode: str) -> Supervisor:
    return Supervisor(lambda: launched(mode), lambda _: None)


@pytest.fixture(autouse=True)
def _no_process_is_left() -> object:
    before = psutil.Process().children(recursive=True)
    yield
    assert [child for child in psutil.Process().children(recursive=True) if child not in before] == []


async def test_a_worker_that_never_answers_is_ended() -> None:
    with pytest.raises(EngineDown, match=r"not ready within 1 s"):
        await launched("silent", seconds=1.0)


@pytest.mark.parametrize(("mode", "words"), [("dies", "SIGSEGV"), ("exits", "exit code 7")])
async def test_a_worker_that_dies_while_starting_says_how(mode: str, words: str) -> None:
    with pytest.raises(EngineDown, match=words):
        await launched(mode)


async def test_a_worker_that_sends_garbage_is_ended() -> None:
    with pytest.raises(EngineDown):
        await launched("garbage")


async def test_a_worker_that_hangs_up_is_ended() -> None:
    worker = await launched("hangs up")
    async with asyncio.timeout(10):
        assert "its connection closed" in await worker.ended()
    await worker.stop()


async def test_what_native_code_writes_goes_to_the_log() -> None:
    with capture_logs() as logs:
        worker = await launched("talks")
        await asyncio.sleep(0.2)
        worker.kill("the test is over")
        reason = await worker.ended()
        await worker.stop()
    lines = [str(entry.get("line", "")) for entry in logs]
    assert "native words on standard output" in lines
    assert any("on standard error" in line for line in lines)
    assert max(map(len, lines)) < 5000
    assert "the test is over" in reason
    assert "on standard error" in reason


async def test_a_ready_worker_states_its_facts() -> None:
    watched = supervisor("good")
    worker = await watched.ready()
    assert worker.info == SMALL_MODEL
    assert watched.state is State.READY
    assert watched.pid == worker.pid
    await watched.close()
    assert watched.state.value == "closed"
    with pytest.raises(EngineDown, match="closed"):
        await watched.ready()


async def test_a_refused_model_is_not_tried_again() -> None:
    watched = supervisor("refuses")
    for _ in range(2):
        with pytest.raises(ModelFileError, match="no good"):
            await watched.ready()
    assert watched.state is State.REFUSED
    await watched.close()


async def test_after_some_failures_in_a_row_nobody_waits() -> None:
    watched = supervisor("exits")
    async with asyncio.timeout(60):
        with pytest.raises(EngineDown, match=rf"failed {GIVE_UP_WAITING} times in a row.*exit code 7"):
            await watched.ready()
        with pytest.raises(EngineDown, match="in a row"):
            await watched.ready()
    await watched.close()


async def test_a_worker_that_ends_is_followed_by_another() -> None:
    reasons: list[str] = []
    watched = Supervisor(lambda: launched("lives briefly"), reasons.append)
    first = await watched.ready()
    async with asyncio.timeout(20):
        await first.ended()
        second = await watched.ready()
    assert second.pid != first.pid
    assert "exit code 9" in reasons[0]
    await watched.close()


async def test_a_fault_of_our_own_while_starting_is_no_endless_wait() -> None:
    async def broken() -> WorkerProcess:
        raise RuntimeError("nobody thought of this")

    watched = Supervisor(broken, lambda _: None)
    with capture_logs() as logs, pytest.raises(EngineDown, match="nobody thought of this"):
        async with asyncio.timeout(5):
            await watched.ready()
    assert any(entry["log_level"] == "error" for entry in logs)
    await watched.close()


async def test_closing_before_the_first_start() -> None:
    watched = supervisor("good")
    await watched.close()
    await watched.close()
    with pytest.raises(EngineDown):
        await watched.ready()
