"""A stop ends what the model does at once, and what a tool does not before it is done."""

from __future__ import annotations

import asyncio

import pytest

from agent.errors import EngineCancelled
from agent.stopping import Stop


async def forever(started: asyncio.Event, ended: list[str]) -> None:
    started.set()
    try:
        await asyncio.sleep(3600)
    finally:
        ended.append("ended")


async def test_guarded_work_ends_when_the_stop_comes() -> None:
    stop, started, ended = Stop(), asyncio.Event(), list[str]()
    task = asyncio.create_task(stop.guarded(forever(started, ended)))
    await started.wait()
    stop.request()
    with pytest.raises(EngineCancelled):
        await task
    assert ended == ["ended"]


async def test_nothing_is_begun_after_it() -> None:
    stop, started = Stop(), asyncio.Event()
    stop.request()
    with pytest.raises(EngineCancelled):
        await stop.guarded(forever(started, []))
    assert not started.is_set()


async def test_being_cancelled_oneself_is_no_stop() -> None:
    stop, started, ended = Stop(), asyncio.Event(), list[str]()
    task = asyncio.create_task(stop.guarded(forever(started, ended)))
    await started.wait()
    stop.request()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["ended"]


async def test_what_comes_to_its_end_gives_its_result_and_errors() -> None:
    async def seven() -> int:
        return 7

    async def broken() -> int:
        raise LookupError

    stop = Stop()
    assert await stop.guarded(seven()) == 7
    with pytest.raises(LookupError):
        await stop.guarded(broken())
    stop.request()
    stop.request()
