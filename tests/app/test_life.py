"""Tasks that end with their stack, faults that end the process, and signals."""

from __future__ import annotations

import asyncio
import ctypes
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.app_life import EXIT_FORCED, Background, own_signals, stop_or_fault

CHECKOUT = Path(__file__).parents[2]


async def forever() -> None:
    await asyncio.Event().wait()


async def broken() -> None:
    await asyncio.sleep(0)
    raise RuntimeError("a bug")


async def done() -> None:
    await asyncio.sleep(0)


async def test_tasks_end_with_their_stack() -> None:
    async with AsyncExitStack() as stack:
        task = Background(stack).start(forever())
    assert task.cancelled()


async def test_a_fault_on_the_way_out_of_a_task_does_not_stop_the_others_from_ending() -> None:
    async with AsyncExitStack() as stack:
        background = Background(stack)
        first = background.start(forever())
        failed = background.start(broken())
        await asyncio.wait({failed})
    assert first.cancelled()
    assert isinstance(failed.exception(), RuntimeError)


async def test_it_runs_until_it_is_told_to_stop() -> None:
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        background = Background(stack)
        waiting = asyncio.create_task(
            stop_or_fault(stop, {background.start(forever()), background.start(done())})
        )
        await asyncio.sleep(0.01)
        assert not waiting.done()
        stop.set()
        await waiting


async def test_the_first_fault_ends_it() -> None:
    async with AsyncExitStack() as stack:
        background = Background(stack)
        with pytest.raises(RuntimeError, match="a bug"):
            await stop_or_fault(asyncio.Event(), {background.start(forever()), background.start(broken())})


def test_signals_that_a_foreign_runtime_takes_are_put_back() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    taken = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda number: None)
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        with own_signals():
            libc.signal(signal.SIGINT, taken)
            signal.raise_signal(signal.SIGINT)
            assert seen == []
        signal.raise_signal(signal.SIGINT)
        assert seen == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


HANGING = """
    import asyncio, signal, sys
    from bot import app_life

    app_life.LONGEST_END = float(sys.argv[1])

    async def main():
        stop = app_life.stop_on_signals(signal.SIGTERM, signal.SIGINT)
        print("ready", flush=True)
        await stop.wait()
        print("stopping", flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())
"""


def hanging(longest_end: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HANGING), str(longest_end)],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_end_that_hangs_is_forced(number: signal.Signals) -> None:
    with hanging(0.5) as process:
        started = time.monotonic()
        process.send_signal(number)
        assert process.wait(timeout=10) == EXIT_FORCED
        assert time.monotonic() - started >= 0.5


def test_a_second_signal_ends_it_at_once() -> None:
    with hanging(60) as process:
        assert process.stdout is not None
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "stopping\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == EXIT_FORCED
