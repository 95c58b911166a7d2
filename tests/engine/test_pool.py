"""Several llama-servers behind one port: who gets what, and what becomes of it when one fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import pytest

from agent.engine import pool as pooling
from agent.engine.pool import ServerPool
from agent.errors import EngineBusy, EngineDeadline, EngineDown, EngineLost
from agent.types import Completion, GenerationRequest
from tests.engine.conftest import SHORT, Ask
from tests.engine.llama_server_fake import LlamaServer, always, never

BLUE = '{"colour":"blue","count":3}'
STORY = "".join(Random(7).choices("abcdefghijklmnopqrstuvwxyz ", k=16_000))
"""Takes seconds, and goes round in no circles."""


class Farm:
    """Two servers and the pool on them."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.servers = [LlamaServer(lambda _: BLUE, pause=0.001) for _ in range(2)]

    async def open(self, **settings: float) -> ServerPool:
        for server in self.servers:
            await server.start()
            self._stack.push_async_callback(server.stop)
        pool = ServerPool(
            urls=[server.url for server in self.servers],
            queue_limit=2,
            **{"start_deadline": 5.0, "watch_seconds": 0.05, **settings},
        )
        self._stack.push_async_callback(pool.close)
        await pool.info()
        await until(lambda: all_up(pool))
        return pool


@pytest.fixture
async def farm() -> AsyncIterator[Farm]:
    async with AsyncExitStack() as stack:
        yield Farm(stack)


def all_up(pool: ServerPool) -> bool:
    return all(each.is_up for each in pool.standings)


async def until(probe: Callable[[], bool]) -> None:
    """Waits for what a pool finds out by itself."""
    async with asyncio.timeout(20):
        while True:
            if probe():
                return
            await asyncio.sleep(0.005)


def served(farm: Farm) -> list[int]:
    return [len(server.completions) for server in farm.servers]


async def begun(pool: ServerPool, request: GenerationRequest) -> tuple[asyncio.Task[Completion], list[str]]:
    """A generation of which something was read already, and what that was."""
    pieces: list[str] = []
    spoke = asyncio.Event()

    def read(piece: str) -> None:
        pieces.append(piece)
        spoke.set()

    task = asyncio.create_task(pool.generate(request, on_text=read))
    async with asyncio.timeout(20):
        await spoke.wait()
    return task, pieces


def busy(farm: Farm) -> LlamaServer:
    (found,) = (server for server in farm.servers if server.running)
    return found


# ------------------------------------------------------------------ who gets what


async def test_requests_are_spread_over_all_slots(farm: Farm, ask: Ask) -> None:
    for server in farm.servers:
        server.slots, server._free = 2, asyncio.Semaphore(2)
        server.script = lambda _: STORY
    pool = await farm.open()
    requests = [ask(max_tokens=200) for _ in range(4)]
    tasks = [(await begun(pool, request))[0] for request in requests]
    assert [server.running for server in farm.servers] == [2, 2]
    waiting = [asyncio.create_task(pool.generate(ask(max_tokens=1))) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(EngineBusy):
        await pool.generate(ask())
    await asyncio.gather(*tasks, *waiting)
    assert [server.most_at_once for server in farm.servers] == [2, 2]


async def test_a_session_stays_where_its_prompt_is_known(farm: Farm, ask: Ask) -> None:
    pool = await farm.open()
    for _ in range(3):
        for session in ("a", "b", "c", "d"):
            await pool.generate(replace(ask(f"I am {session}.", grammar=SHORT), session=session))
    homes = Counter(
        (number, tuple(body["prompt"]))
        for number, server in enumerate(farm.servers)
        for body in server.completions
    )
    assert list(homes.values()) == [3, 3, 3, 3], "each prompt went to one server alone"
    assert served(farm) == [6, 6]


async def test_a_session_whose_server_is_busy_does_not_wait_for_it(farm: Farm, ask: Ask) -> None:
    pool = await farm.open()
    farm.servers[0].script = farm.servers[1].script = lambda _: STORY
    task, _ = await begun(pool, replace(ask(), session="a"))
    occupied = busy(farm)
    other, _ = await begun(pool, replace(ask(), session="a"))
    assert [server.running for server in farm.servers] == [1, 1]
    assert occupied.running == 1
    for each in (task, other):
        each.cancel()
    await asyncio.wait({task, other})


async def test_the_prompt_must_fit_every_server(farm: Farm) -> None:
    farm.servers[1].context = 2048
    assert (await (await farm.open()).info()).context == 2048


# ------------------------------------------------------------------ failures


async def test_a_request_that_finds_its_server_dead_goes_to_the_other(farm: Farm, ask: Ask) -> None:
    pool = await farm.open(watch_seconds=60)
    await farm.servers[0].stop()
    pieces: list[str] = []
    for _ in range(2):
        completion = await pool.generate(ask(grammar=SHORT), on_text=pieces.append)
        assert completion.text == BLUE
    assert "".join(pieces) == BLUE * 2
    assert served(farm) == [0, 2]
    assert [each.is_up for each in pool.standings] == [False, True]
    assert "cannot be reached" in pool.standings[0].reason


async def test_an_output_nobody_reads_is_written_anew_elsewhere(farm: Farm, ask: Ask) -> None:
    pool = await farm.open()
    farm.servers[0].broken = farm.servers[1].broken = always
    task = asyncio.create_task(pool.generate(ask(grammar=SHORT)))
    await until(lambda: sum(served(farm)) > 0)
    farm.servers[0].broken = farm.servers[1].broken = never
    assert (await task).text == BLUE


async def test_an_output_that_was_read_in_part_is_lost_once_and_then_written_elsewhere(
    farm: Farm, ask: Ask
) -> None:
    pool = await farm.open(watch_seconds=60)
    farm.servers[0].script = farm.servers[1].script = lambda _: STORY
    task, pieces = await begun(pool, ask())
    dead = busy(farm)
    await dead.stop()
    with pytest.raises(EngineLost):
        await task
    read = len(pieces)
    assert (await pool.generate(ask(max_tokens=50))).text == STORY[:200]
    assert len(pieces) == read
    assert sorted(served(farm)) == [1, 1]


async def test_where_no_other_is_left_the_engine_is_down(farm: Farm, ask: Ask) -> None:
    pool = await farm.open(watch_seconds=60, start_deadline=0.3)
    farm.servers[0].script = farm.servers[1].script = lambda _: STORY
    task, _ = await begun(pool, ask())
    for server in farm.servers:
        await server.stop()
    with pytest.raises(EngineDown):
        await task
    with pytest.raises(EngineDown):
        await pool.generate(ask())
    for asked in (pool.info(), pool.count_tokens("x"), pool.render([]), pool.generate(ask())):
        with pytest.raises(EngineDown) as caught:
            await asked
        assert all(server.url in str(caught.value) for server in farm.servers)


async def test_a_deadline_that_comes_while_no_server_answers_is_one(farm: Farm, ask: Ask) -> None:
    pool = await farm.open()
    for server in farm.servers:
        await server.stop()
    with pytest.raises(EngineDown):
        await pool.generate(ask())
    with pytest.raises(EngineDeadline):
        await pool.generate(ask(deadline=0.1))


async def test_a_server_that_comes_back_is_used_again(farm: Farm, ask: Ask) -> None:
    pool = await farm.open()
    for server in farm.servers:
        await server.stop()
    await until(lambda: not any(each.is_up for each in pool.standings))
    for server in farm.servers:
        await server.start()
    await until(lambda: all_up(pool))
    await asyncio.gather(*(pool.generate(ask(grammar=SHORT)) for _ in range(2)))
    assert served(farm) == [1, 1]


async def test_a_server_that_hangs_is_noticed_and_what_runs_there_is_broken_off(
    farm: Farm, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = await farm.open()
    farm.servers[0].script = farm.servers[1].script = lambda _: STORY
    task, _ = await begun(pool, ask())
    monkeypatch.setattr("agent.engine.llama_server.ANSWER_SECONDS", 0.2)
    busy(farm).hung = True
    with pytest.raises(EngineLost, match="does not answer"):
        async with asyncio.timeout(20):
            await task


async def test_a_failure_of_one_connection_leaves_the_others_alone(farm: Farm, ask: Ask) -> None:
    server = farm.servers[0]
    server.slots, server._free = 2, asyncio.Semaphore(2)
    pool = await farm.open(watch_seconds=60)
    await farm.servers[1].stop()
    server.script = lambda _: STORY
    running, _ = await begun(pool, ask(max_tokens=300))
    server.broken = lambda body: body["n_predict"] == 7
    with pytest.raises(EngineDown):
        await pool.generate(ask(max_tokens=7))
    assert len((await running).text) == 1200


async def test_a_server_with_another_model_is_not_used(farm: Farm, ask: Ask) -> None:
    farm.servers[1].weights = 7_000_000_000
    await farm.servers[0].start()
    await farm.servers[1].start()
    pool = ServerPool(urls=[server.url for server in farm.servers], watch_seconds=0.05)
    try:
        await pool.info()
        await until(lambda: any("but" in each.reason for each in pool.standings))
        for _ in range(3):
            await pool.generate(ask(grammar=SHORT))
        assert sorted(served(farm)) == [0, 3]
    finally:
        await pool.close()
        for server in farm.servers:
            await server.stop()


async def test_a_dead_server_is_asked_with_growing_pauses(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def pause(failures: int) -> float:
        asked.append(failures)
        return 0.001

    monkeypatch.setattr(pooling, "pause_after", pause)
    await farm.open()
    await farm.servers[0].stop()
    await until(lambda: len(asked) >= 4)
    assert asked[:4] == [1, 2, 3, 4]
