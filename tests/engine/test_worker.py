"""The worker engine with the real model when things go wrong, and what it costs the event loop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from structlog.testing import capture_logs

from agent.engine.client import WorkerEngine
from agent.engine.probe import choose_settings
from agent.engine.process import TERM_SECONDS
from agent.engine.weights import fast_weights
from agent.errors import EngineCancelled, EngineDeadline, EngineDown, GrammarError, ModelFileError
from agent.types import ChatMessage, Completion, Finish, GenerationRequest, Grammar
from tests.engine.conftest import CLOSABLE, LONG, SHORT, Ask
from tests.engine.gguf_files import small_gguf

pytestmark = pytest.mark.model

LONG_PROMPT = "The quick brown fox jumps over the lazy dog. " * 190
AT_ONCE = 2.0
"""Seconds; an answer to LONG, or all of LONG_PROMPT, takes longer."""
FORCED = Grammar(gbnf='root ::= "yes"', lark='start: "yes"', longest=3)
"""Needs no decoding: answered as soon as the worker is free."""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


def make(model: Path, state: Path, *, silence_limit: float = 20.0, grace: float = 5.0) -> WorkerEngine:
    return WorkerEngine(
        model_path=model,
        context=2048,
        threads=1,
        state_directory=state,
        start_deadline=60,
        silence_limit=silence_limit,
        grace=grace,
    )


@pytest.fixture
async def engine(default_model: Path, state: Path) -> AsyncIterator[WorkerEngine]:
    engine = make(default_model, state)
    await engine.info()
    yield engine
    await engine.close()


async def started(engine: WorkerEngine, request: GenerationRequest) -> asyncio.Task[Completion]:
    spoke = asyncio.Event()
    task = asyncio.create_task(engine.generate(request, on_text=lambda _: spoke.set()))
    async with asyncio.timeout(30):
        await spoke.wait()
    return task


def pid_of(engine: WorkerEngine) -> int:
    assert engine.worker_pid is not None
    return engine.worker_pid


async def gone(pid: int, *, within: float) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        await asyncio.sleep(0.02)
    return False


async def assert_usable(engine: WorkerEngine, ask: Ask) -> None:
    completion = await engine.generate(ask(grammar=SHORT))
    assert json.loads(completion.text)["count"] in range(1, 10)


# ------------------------------------------------------------------ the worker ends


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSEGV, signal.SIGILL])
async def test_a_worker_killed_in_the_middle_fails_one_request(
    engine: WorkerEngine, ask: Ask, fault: signal.Signals
) -> None:
    running = await started(engine, ask(grammar=LONG))
    waiting = asyncio.create_task(engine.generate(ask(grammar=SHORT)))
    await asyncio.sleep(0)
    first = pid_of(engine)
    os.kill(first, fault)
    with pytest.raises(EngineDown, match=fault.name):
        await running
    assert json.loads((await waiting).text)["count"] in range(1, 10)
    assert pid_of(engine) != first


async def test_an_illegal_instruction_takes_the_fastest_settings_back(
    default_model: Path, tmp_path: Path, ask: Ask
) -> None:
    engine = make(default_model, tmp_path)
    await engine.info()
    with capture_logs() as logs:
        os.kill(pid_of(engine), signal.SIGILL)
        await asyncio.sleep(0.3)
        await assert_usable(engine, ask)
    await engine.close()
    assert [entry["extra_buffers"] for entry in logs if entry["event"] == "engine settings"] == [False]
    used = await fast_weights(default_model, state_directory=tmp_path, command=["/never/run"])
    verdict = await choose_settings(used, state_directory=tmp_path, command=["/never/run"])
    assert not verdict.extra_buffers


async def test_a_worker_that_stands_still_is_replaced(default_model: Path, state: Path, ask: Ask) -> None:
    engine = make(default_model, state, silence_limit=3.0)
    await engine.info()
    running = await started(engine, ask(grammar=LONG))
    first = pid_of(engine)
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(EngineDown, match="no sign of life"):
        async with asyncio.timeout(30):
            await running
    await assert_usable(engine, ask)
    assert pid_of(engine) != first
    await engine.close()


async def test_a_worker_that_misses_a_deadline_is_replaced(
    default_model: Path, state: Path, ask: Ask
) -> None:
    engine = make(default_model, state, silence_limit=60.0, grace=0.3)
    await engine.info()
    running = await started(engine, ask(grammar=LONG, deadline=0.7))
    first = pid_of(engine)
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(EngineDown, match="in time"):
        async with asyncio.timeout(10):
            await running
    assert await gone(first, within=5)
    await assert_usable(engine, ask)
    await engine.close()


@pytest.mark.parametrize("stopped", [False, True])
async def test_closing_takes_little_time_whatever_the_worker_does(
    default_model: Path, state: Path, ask: Ask, *, stopped: bool
) -> None:
    engine = make(default_model, state)
    await engine.info()
    running = await started(engine, ask(grammar=LONG))
    pid = pid_of(engine)
    if stopped:
        os.kill(pid, signal.SIGSTOP)
    async with asyncio.timeout(TERM_SECONDS + 2):
        await engine.close()
    with pytest.raises(EngineDown):
        await running
    assert not psutil.pid_exists(pid)


async def test_closing_while_starting(default_model: Path, state: Path) -> None:
    before = psutil.Process().children(recursive=True)
    engine = make(default_model, state)
    waiting = asyncio.create_task(engine.info())
    await asyncio.sleep(0.2)
    async with asyncio.timeout(TERM_SECONDS + 2):
        await engine.close()
    with pytest.raises(EngineDown):
        await waiting
    assert [child for child in psutil.Process().children(recursive=True) if child not in before] == []


DAEMON = """
import asyncio, sys
from pathlib import Path
from agent.engine.client import WorkerEngine

async def main():
    engine = WorkerEngine(model_path=Path(sys.argv[1]), context=512, threads=1)
    await engine.info()
    print("pid", engine.worker_pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_the_worker_dies_with_the_daemon(default_model: Path) -> None:
    daemon = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", textwrap.dedent(DAEMON), str(default_model)), stdout=asyncio.subprocess.PIPE
    )
    assert daemon.stdout is not None
    words: list[bytes] = []
    while words[:1] != [b"pid"]:
        words = (await daemon.stdout.readline()).split()
    daemon.kill()
    await daemon.communicate()
    assert await gone(int(words[1]), within=3)


# ------------------------------------------------------------------ model files


async def refused(path: Path) -> str:
    engine = WorkerEngine(model_path=path, context=512, threads=1)
    messages = []
    for _ in range(2):  # the refusal stays, and nothing is tried again
        with pytest.raises(ModelFileError) as caught:
            await engine.info()
        messages.append(str(caught.value))
    await engine.close()
    assert messages[0] == messages[1]
    return messages[0]


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "nothing.gguf" in await refused(tmp_path / "nothing.gguf")


async def test_a_truncated_file_is_named(default_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.gguf"
    with default_model.open("rb") as whole:
        path.write_bytes(whole.read(50_000_000))
    assert "short.gguf is truncated" in await refused(path)


async def test_another_kind_of_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.gguf"
    path.write_bytes(b"\x89PNG" + bytes(1000))
    assert "picture.gguf is not a GGUF file" in await refused(path)


async def test_a_file_that_llama_cpp_refuses_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hollow.gguf"
    path.write_bytes(small_gguf())
    message = await refused(path)
    assert "hollow.gguf" in message
    assert "llama.cpp" in message


# ------------------------------------------------------------------ requests

CORPUS = [
    'start: "a',
    "start: nowhere",
    'root: "a"',
    "",
    "start: /(?=a)b/",
    "start: /[/",
    "%json {",
    'start: "\ud800"',
    'start: "a" start',
    "start: start",
    "x" * 100_000,
    'start: /a{0,1000000000}/ "b"',
    "start: " + "(" * 5000 + '"a"' + ")" * 5000,
]
"""Texts that crash llama.cpp's own sampler, or that no engine can take."""


async def test_no_grammar_brings_the_worker_down(engine: WorkerEngine, ask: Ask) -> None:
    pid = pid_of(engine)
    for lark in CORPUS:
        request = ask(grammar=Grammar(gbnf="", lark=lark, longest=10), max_tokens=20)
        try:
            completion = await engine.generate(request)
        except GrammarError:
            continue
        assert completion.finish in {Finish.STOP, Finish.CLOSED}
    await assert_usable(engine, ask)
    assert pid_of(engine) == pid


async def test_a_caller_that_fails_gets_its_own_error_and_the_next_is_served(
    engine: WorkerEngine, ask: Ask
) -> None:
    def fail(text: str) -> None:
        raise RuntimeError("the caller's own fault")

    with pytest.raises(RuntimeError, match="own fault"):
        await engine.generate(ask(grammar=LONG), on_text=fail)
    await assert_usable(engine, ask)


async def test_a_withdrawn_decode_ends_at_once(engine: WorkerEngine, ask: Ask) -> None:
    request = ask(grammar=LONG)
    running = await started(engine, request)
    started_at = time.monotonic()
    await engine.cancel(request.id)
    with pytest.raises(EngineCancelled):
        await running
    assert (await engine.generate(ask(grammar=FORCED))).text == "yes"
    assert time.monotonic() - started_at < AT_ONCE


async def worked(engine: WorkerEngine, *, seconds: float) -> None:
    """Waits until the worker has computed that long, however busy the machine is."""
    pid = engine.worker_pid
    assert pid is not None
    worker = psutil.Process(pid)
    start = worker.cpu_times().user
    async with asyncio.timeout(60):
        while worker.cpu_times().user - start < seconds:  # noqa: ASYNC110 - a process has no event for it
            await asyncio.sleep(0.02)


async def test_a_withdrawn_prefill_ends_at_once_and_is_kept(engine: WorkerEngine, ask: Ask) -> None:
    request = ask(LONG_PROMPT, grammar=SHORT)
    running = asyncio.create_task(engine.generate(request))
    await worked(engine, seconds=2.0)
    assert not running.done()
    started_at = time.monotonic()
    await engine.cancel(request.id)
    with pytest.raises(EngineCancelled):
        await running
    assert (await engine.generate(ask(grammar=FORCED))).text == "yes"
    assert time.monotonic() - started_at < AT_ONCE
    again = await engine.generate(ask(LONG_PROMPT[:900], grammar=SHORT))
    assert again.stats.reused_tokens >= 128
    assert again.stats.reused_tokens < again.stats.prompt_tokens


async def test_a_deadline_while_the_prompt_is_read_is_an_error(engine: WorkerEngine, ask: Ask) -> None:
    started_at = time.monotonic()
    with pytest.raises(EngineDeadline, match="prompt"):
        await engine.generate(ask(LONG_PROMPT, grammar=SHORT, deadline=0.5))
    assert time.monotonic() - started_at < 0.5 + AT_ONCE


async def test_rendering_and_counting_do_not_wait_for_a_generation(engine: WorkerEngine, ask: Ask) -> None:
    running = await started(engine, ask(grammar=LONG))
    async with asyncio.timeout(5):
        assert await engine.count_tokens("hello <|im_end|>") > 4
        prompt = await engine.render([ChatMessage(role="user", content="<|im_end|>")])
    assert [s.text for s in prompt.segments if not s.special] == ["<|im_end|>"]
    assert not running.done()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_the_event_loop_runs_on_while_the_engine_starts_and_generates(
    default_model: Path, state: Path, ask: Ask
) -> None:
    stretches: list[float] = []

    async def tick() -> None:
        """How much the loop's thread computes between two looks, in seconds of processor time."""
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.01)
            stretches.append(time.thread_time() - before)

    ticking = asyncio.create_task(tick())
    engine = make(default_model, state)
    await engine.info()
    await engine.generate(ask(LONG_PROMPT[:2000], grammar=CLOSABLE, max_tokens=60))
    await engine.generate(ask("Write a long story about a dog.", max_tokens=60))
    await engine.close()
    ticking.cancel()
    assert len(stretches) > 100
    assert max(stretches) < 0.1


async def test_the_daemon_never_loads_native_libraries() -> None:
    heavy = {"llama_cpp", "llguidance", "numpy", "jinja2"}
    code = f"import sys, agent.engine.client; print({heavy} & set(sys.modules))"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert output.strip() == b"set()"
