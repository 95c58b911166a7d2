"""Tasks that belong to a stack, and the ways in which the process comes to its end."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

TAKEN_BY_HASKELL = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGPIPE)
"""Duckling is Haskell, and its runtime installs handlers of its own for these when it starts."""
LONGEST_END = 10.0
"""Seconds from the signal to the end, whatever hangs."""
EXIT_FORCED = 1


class Background:
    """Tasks that end with their stack."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._stack.push_async_callback(_cancelled, task)
        return task


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


async def stop_or_fault(stop: asyncio.Event, tasks: set[asyncio.Task[None]]) -> None:
    """Returns when `stop` is set; raises what the first task raises that fails before."""
    stopping = asyncio.create_task(stop.wait())
    running: set[asyncio.Task[Any]] = {stopping, *tasks}
    try:
        while not stopping.done():
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        stopping.cancel()


@contextmanager
def own_signals() -> Iterator[None]:
    """Puts the handlers back that a foreign runtime replaces within the block. For the main thread only."""
    try:
        yield
    finally:
        for number in TAKEN_BY_HASKELL:
            # Python still knows its own handler; setting it again replaces what the runtime set beneath it.
            signal.signal(number, signal.getsignal(number))


def stop_on_signals(*numbers: signal.Signals) -> asyncio.Event:
    """An event that any of these signals sets. A second one, or ten seconds, end the process at once."""
    stop = asyncio.Event()

    def on_signal() -> None:
        if stop.is_set():
            os._exit(EXIT_FORCED)
        stop.set()
        last_resort = threading.Timer(LONGEST_END, os._exit, args=(EXIT_FORCED,))
        last_resort.daemon = True
        last_resort.start()

    loop = asyncio.get_running_loop()
    for number in numbers:
        loop.add_signal_handler(number, on_signal)
    return stop


def on_hangup(reload: Callable[[], None]) -> None:
    """A daemon has no terminal to lose; SIGHUP asks it to reload."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, reload)
