"""How work is spread over several llama-servers: requests a second with 1, 2 and 4, and what the pool adds.

The servers are loopback ones whose tokens take a fixed time, so that the spreading is measured and no model.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from agent.engine.llama_server import LlamaServerEngine
from agent.engine.pool import ServerPool
from agent.ports import Engine
from agent.types import GenerationRequest, Prompt, Segment
from tests.engine.llama_server_fake import LlamaServer

BUILD = Path(__file__).parents[1] / "build"
SERVERS = (1, 2, 4)
SLOTS = 2
REQUESTS = 48
PIECES, PIECE_SECONDS = 25, 0.02
ROUNDS = 200
"""Of one request alone, with and without the pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """`ideal` is what the slots could do if nothing but their tokens took time."""

    servers: int
    per_second: float
    ideal: float


async def spread(servers: int) -> Spread:
    async with AsyncExitStack() as stack:
        pool = await _pool(
            stack, [LlamaServer(_said, pause=PIECE_SECONDS, slots=SLOTS) for _ in range(servers)]
        )
        started = time.perf_counter()
        await asyncio.gather(*(pool.generate(_request(number)) for number in range(REQUESTS)))
        seconds = time.perf_counter() - started
    return Spread(
        servers=servers,
        per_second=REQUESTS / seconds,
        ideal=servers * SLOTS / (PIECES * PIECE_SECONDS),
    )


async def added_ms() -> float:
    """Milliseconds that the pool adds to one request: the median over pairs, one right after the other."""
    async with AsyncExitStack() as stack:
        server = LlamaServer(_said, pause=0.0)
        pool = await _pool(stack, [server])
        alone = LlamaServerEngine(url=server.url)
        stack.push_async_callback(alone.close)
        both = [
            (await _milliseconds(pool, number), await _milliseconds(alone, number))
            for number in range(ROUNDS)
        ]
    return statistics.median(first - second for first, second in both)


async def _pool(stack: AsyncExitStack, servers: list[LlamaServer]) -> ServerPool:
    for server in servers:
        await server.start()
        stack.push_async_callback(server.stop)
    pool = ServerPool(urls=[server.url for server in servers], queue_limit=REQUESTS)
    stack.push_async_callback(pool.close)
    await pool.info()
    while not all(each.is_up for each in pool.standings):  # noqa: ASYNC110 - nobody tells of it
        await asyncio.sleep(0.01)
    return pool


async def _milliseconds(engine: Engine, number: int) -> float:
    started = time.perf_counter()
    await engine.generate(_request(number))
    return (time.perf_counter() - started) * 1000


_numbers = count()


def _request(session: int) -> GenerationRequest:
    prompt = Prompt(segments=(Segment(text=f"I am {session}.", special=False),))
    return GenerationRequest(
        id=str(next(_numbers)),
        prompt=prompt,
        grammar=None,
        max_tokens=PIECES,
        deadline=600,
        session=str(session),
    )


def _said(_body: object) -> str:
    return "".join(chr(ord("a") + number * number % 23) * 4 for number in range(PIECES))


async def main() -> None:
    spreads = [await spread(servers) for servers in SERVERS]
    added = await added_ms()
    print(f"{'servers':>8} {'slots':>6} {'requests/s':>11} {'at most':>8}")
    for each in spreads:
        print(f"{each.servers:>8} {each.servers * SLOTS:>6} {each.per_second:>11.1f} {each.ideal:>8.1f}")
    print(f"the pool adds {added:.2f} ms to a request")
    figures = {f"{each.servers} servers": round(each.per_second, 2) for each in spreads}
    BUILD.mkdir(exist_ok=True)
    text = json.dumps({"requests_per_second": figures, "pool_ms": round(added, 3)}, indent=2)
    (BUILD / "servers.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
