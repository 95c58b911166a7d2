"""The queue in front of an engine; what it shares with the port's contract is tested there."""

from __future__ import annotations

import asyncio

import pytest

from agent.engine.queueing import Places, RequestQueue
from agent.errors import EngineBusy, EngineDown


async def work(seconds: float) -> str:
    await asyncio.sleep(0)
    return "done"


async def test_the_time_in_the_queue_counts() -> None:
    queue = RequestQueue(limit=5)

    async def wait(seconds: float) -> float:
        await asyncio.sleep(0.05)
        return seconds

    first, second = await asyncio.gather(queue.run("a", 10, wait), queue.run("b", 10, wait))
    assert first > 9.9
    assert second < first - 0.04


async def test_two_requests_with_one_id_are_a_mistake() -> None:
    queue = RequestQueue(limit=5)
    first = asyncio.create_task(queue.run("a", 10, work))
    await asyncio.sleep(0)
    with pytest.raises(ValueError, match="'a'"):
        await queue.run("a", 10, work)
    assert await first == "done"
    assert await queue.run("a", 10, work) == "done"


async def test_a_failure_frees_the_place() -> None:
    queue = RequestQueue(limit=0)

    async def fail(seconds: float) -> None:
        raise RuntimeError("broken")

    for _ in range(3):
        with pytest.raises(RuntimeError):
            await queue.run("a", 10, fail)
    assert await queue.run("a", 10, work) == "done"


async def test_without_room_to_wait_a_second_request_is_refused() -> None:
    queue = RequestQueue(limit=0)
    first = asyncio.create_task(queue.run("a", 10, work))
    await asyncio.sleep(0)
    with pytest.raises(EngineBusy):
        await queue.run("b", 10, work)
    assert await first == "done"


async def test_a_closed_queue_ends_all_and_takes_none() -> None:
    queue = RequestQueue(limit=5)

    async def forever(seconds: float) -> None:
        await asyncio.sleep(100)

    tasks = [asyncio.create_task(queue.run(str(number), 10, forever)) for number in range(3)]
    await asyncio.sleep(0)
    queue.close()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [EngineDown] * 3
    with pytest.raises(EngineDown):
        await queue.run("x", 10, work)


async def test_as_many_run_at_once_as_there_are_places_and_the_rest_in_order() -> None:
    queue = RequestQueue(limit=5)
    queue.resize(2)
    gates = {name: asyncio.Event() for name in "abcd"}
    begun: list[str] = []

    def run(name: str) -> asyncio.Task[str]:
        async def wait(seconds: float) -> str:
            begun.append(name)
            await gates[name].wait()
            return name

        return asyncio.create_task(queue.run(name, 10, wait))

    tasks = {name: run(name) for name in "abcd"}
    await asyncio.sleep(0.01)
    assert begun == ["a", "b"]
    tasks["c"].cancel()
    gates["b"].set()
    await tasks["b"]
    await asyncio.sleep(0.01)
    assert begun == ["a", "b", "d"], "who gave up takes no place"
    queue.resize(1)
    more = run("b")
    gates["d"].set()
    await tasks["d"]
    await asyncio.sleep(0.01)
    assert "b" not in begun[3:], "there are fewer places now"
    gates["a"].set()
    assert await more == "b"


async def test_a_place_that_comes_in_the_moment_of_giving_up_is_passed_on() -> None:
    places = Places(1)
    await places.take()
    waiting = asyncio.create_task(places.take())
    await asyncio.sleep(0)
    places.give_back()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(20):
        await places.take()
