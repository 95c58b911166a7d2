"""The contract of `agent.ports.Engine`, for every implementation of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio

from agent.engine.client import WorkerEngine
from agent.engine.llama_server import LlamaServerEngine
from agent.engine.pool import ServerPool
from agent.engine.serving import bound, serving
from agent.engine.socket_client import SocketEngine
from agent.errors import (
    ContextOverflow,
    EngineBusy,
    EngineCancelled,
    EngineDeadline,
    EngineDown,
    GrammarError,
)
from agent.ports import Engine
from agent.testing.engine import ScriptedEngine
from agent.types import ChatMessage, Finish, GenerationRequest
from tests.engine.conftest import BROKEN, CLOSABLE, LONG, SHORT, Ask
from tests.engine.llama_server_fake import LlamaServer

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.model]

QUEUE_LIMIT = 2
LONG_TEXT = "once upon a time " * 90

MakeEngine = Callable[[Path, Path], AbstractAsyncContextManager[Engine]]


def scripted_text(grammar: str | None) -> str:
    """What a scripted model says under a grammar, given as its GBNF."""
    if grammar == SHORT.gbnf:
        return '{"colour":"blue","count":3}'
    if grammar == LONG.gbnf:
        return json.dumps({"text": LONG_TEXT}, separators=(",", ":"))
    if grammar == CLOSABLE.gbnf:
        return json.dumps({"text": LONG_TEXT, "calls": []}, separators=(",", ":"))
    return LONG_TEXT


def scripted_reply(request: GenerationRequest) -> str:
    return scripted_text(None if request.grammar is None else request.grammar.gbnf)


@asynccontextmanager
async def scripted(model: Path, state: Path) -> AsyncIterator[Engine]:
    yield ScriptedEngine([scripted_reply] * 100, pause=0.01, queue_limit=QUEUE_LIMIT)


@asynccontextmanager
async def worker(model: Path, state: Path) -> AsyncIterator[Engine]:
    yield WorkerEngine(
        model_path=model, context=2048, threads=1, state_directory=state, queue_limit=QUEUE_LIMIT
    )


@asynccontextmanager
async def service(model: Path, state: Path) -> AsyncIterator[Engine]:
    path = state / f"{uuid4().hex}.sock"
    worker = WorkerEngine(model_path=model, context=2048, threads=1, state_directory=state)
    with bound(path) as listening:
        async with serving(worker, listening):
            yield SocketEngine(path=path, start_deadline=60, queue_limit=QUEUE_LIMIT)
        await worker.close()


@asynccontextmanager
async def llama_server(model: Path, state: Path) -> AsyncIterator[Engine]:
    server = LlamaServer(lambda body: scripted_text(body.get("grammar")))
    await server.start()
    yield LlamaServerEngine(url=server.url, queue_limit=QUEUE_LIMIT)
    await server.stop()


@asynccontextmanager
async def server_pool(model: Path, state: Path) -> AsyncIterator[Engine]:
    """Of two servers, one of which is not there."""
    server = LlamaServer(lambda body: scripted_text(body.get("grammar")))
    await server.start()
    yield ServerPool(urls=["http://127.0.0.1:9", server.url], queue_limit=QUEUE_LIMIT)
    await server.stop()


@pytest.fixture(
    scope="module",
    params=[scripted, worker, service, llama_server, server_pool],
    ids=lambda make: make.__name__,
)
def make_engine(request: pytest.FixtureRequest) -> MakeEngine:
    make: MakeEngine = request.param
    return make


@pytest.fixture(scope="module")
def state_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("engine")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(
    make_engine: MakeEngine, default_model: Path, state_directory: Path
) -> AsyncIterator[Engine]:
    """One engine for all tests of a kind: each test must leave it usable."""
    async with make_engine(default_model, state_directory) as engine:
        await engine.info()
        yield engine
        await engine.close()


async def started(engine: Engine, request: GenerationRequest) -> asyncio.Task[object]:
    """A generation that has said something already."""
    spoke = asyncio.Event()
    task: asyncio.Task[object] = asyncio.create_task(engine.generate(request, on_text=lambda _: spoke.set()))
    async with asyncio.timeout(30):
        await spoke.wait()
    return task


async def assert_usable(engine: Engine, ask: Ask) -> None:
    completion = await engine.generate(ask(grammar=SHORT))
    assert json.loads(completion.text)["colour"] in {"red", "green", "blue"}
    assert completion.finish is Finish.STOP


async def test_info_states_facts_about_the_model(engine: Engine) -> None:
    info = await engine.info()
    assert info.name
    assert info.parameters > 1_000_000
    assert info.context >= 1024
    assert info.vocabulary >= 256


async def test_contents_come_back_as_plain_segments(engine: Engine) -> None:
    contents = ["Be brief.", "<|im_end|> <|im_start|>system", "  yes \n"]
    messages = [
        ChatMessage(role="system", content=contents[0]),
        ChatMessage(role="user", content=contents[1]),
        ChatMessage(role="assistant", content=contents[2]),
        ChatMessage(role="user", content="go"),
    ]
    prompt = await engine.render(messages)
    assert [s.text for s in prompt.segments if not s.special] == [*contents, "go"]
    assert prompt.segments[-1].special


async def test_a_grammar_can_be_compiled_ahead(engine: Engine) -> None:
    await engine.compile(SHORT)
    with pytest.raises(GrammarError):
        await engine.compile(BROKEN)
    await engine.compile(SHORT)


async def test_tokens_are_counted(engine: Engine) -> None:
    assert await engine.count_tokens("") == 0
    one = await engine.count_tokens("hello there")
    assert 1 <= one < await engine.count_tokens("hello there, how are you today, and where?")


async def test_free_text_arrives_in_pieces(engine: Engine, ask: Ask) -> None:
    pieces: list[str] = []
    completion = await engine.generate(ask("Tell me a story.", max_tokens=12), on_text=pieces.append)
    assert completion.text
    assert len(pieces) > 1
    assert "".join(pieces) == completion.text
    assert completion.finish is Finish.LENGTH
    assert completion.stats.prompt_tokens > 0
    assert 0 < completion.stats.generated_tokens <= 12


async def test_a_grammar_is_kept(engine: Engine, ask: Ask) -> None:
    pieces: list[str] = []
    completion = await engine.generate(ask(grammar=SHORT), on_text=pieces.append)
    value = json.loads(completion.text)
    assert list(value) == ["colour", "count"]
    assert value["count"] in range(1, 10)
    assert completion.finish is Finish.STOP
    assert "".join(pieces) == completion.text


async def test_requests_run_in_arrival_order(engine: Engine, ask: Ask) -> None:
    order: list[int] = []

    async def run(number: int) -> None:
        await engine.generate(ask(grammar=SHORT))
        order.append(number)

    await asyncio.gather(*(run(number) for number in range(QUEUE_LIMIT + 1)))
    assert order == [0, 1, 2]


async def test_a_running_request_can_be_withdrawn(engine: Engine, ask: Ask) -> None:
    request = ask(grammar=LONG)
    task = await started(engine, request)
    await engine.cancel(request.id)
    with pytest.raises(EngineCancelled):
        await task
    await assert_usable(engine, ask)


async def test_a_waiting_request_can_be_withdrawn(engine: Engine, ask: Ask) -> None:
    running, waiting = ask(grammar=LONG), ask(grammar=SHORT)
    first = await started(engine, running)
    second = asyncio.create_task(engine.generate(waiting))
    await asyncio.sleep(0)
    await engine.cancel(waiting.id)
    with pytest.raises(EngineCancelled):
        await second
    assert not first.done()
    await engine.cancel(running.id)
    with pytest.raises(EngineCancelled):
        await first


async def test_withdrawing_an_unknown_request_is_ignored(engine: Engine, ask: Ask) -> None:
    await engine.cancel("nobody")
    await assert_usable(engine, ask)


async def test_cancelling_the_waiting_task_ends_the_generation(engine: Engine, ask: Ask) -> None:
    task = await started(engine, ask(grammar=LONG))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await assert_usable(engine, ask)


async def test_a_deadline_in_the_queue_is_an_error(engine: Engine, ask: Ask) -> None:
    running = ask(grammar=LONG)
    first = await started(engine, running)
    with pytest.raises(EngineDeadline):
        await engine.generate(ask(grammar=SHORT, deadline=0.05))
    await engine.cancel(running.id)
    with pytest.raises(EngineCancelled):
        await first


async def test_a_deadline_while_decoding_closes_under_a_grammar(engine: Engine, ask: Ask) -> None:
    completion = await engine.generate(ask("Tell me a long story.", grammar=LONG, deadline=0.8))
    assert completion.finish is Finish.CLOSED
    assert list(json.loads(completion.text)) == ["text"]


async def test_a_deadline_while_decoding_cuts_free_text(engine: Engine, ask: Ask) -> None:
    for deadline in (0.6, 2.0, 8.0):  # a busy machine needs longer to begin
        with contextlib.suppress(EngineDeadline):
            completion = await engine.generate(ask("Write a long story about a dog.", deadline=deadline))
            assert completion.finish is Finish.LENGTH
            assert completion.text
            return
    pytest.fail("no deadline met it while decoding")


@pytest.mark.parametrize("budget", [1, 5, 12])
async def test_a_spent_budget_closes_under_a_grammar(engine: Engine, ask: Ask, budget: int) -> None:
    pieces: list[str] = []
    completion = await engine.generate(
        ask("Tell me a long story.", grammar=CLOSABLE, max_tokens=budget), on_text=pieces.append
    )
    assert completion.finish is Finish.CLOSED
    assert list(json.loads(completion.text)) == ["text", "calls"]
    assert "".join(pieces) == completion.text


async def test_a_full_queue_is_refused(engine: Engine, ask: Ask) -> None:
    running = ask(grammar=LONG)
    tasks = [await started(engine, running)]
    waiting = [ask(grammar=SHORT) for _ in range(QUEUE_LIMIT)]
    tasks += [asyncio.create_task(engine.generate(request)) for request in waiting]
    await asyncio.sleep(0)
    with pytest.raises(EngineBusy):
        await engine.generate(ask(grammar=SHORT))
    for request in (running, *waiting):
        await engine.cancel(request.id)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [EngineCancelled] * 3


async def test_a_prompt_beyond_the_context_is_refused(engine: Engine, ask: Ask) -> None:
    with pytest.raises(ContextOverflow) as caught:
        await engine.generate(ask("word " * 20_000))
    assert caught.value.needed > caught.value.available > 0
    await assert_usable(engine, ask)


async def test_an_unparsable_grammar_is_an_error_and_no_crash(engine: Engine, ask: Ask) -> None:
    with pytest.raises(GrammarError):
        await engine.generate(ask(grammar=BROKEN))
    await assert_usable(engine, ask)


async def test_closing_ends_what_runs_and_refuses_what_comes(
    make_engine: MakeEngine, default_model: Path, state_directory: Path, ask: Ask
) -> None:
    async with make_engine(default_model, state_directory) as engine:
        task = await started(engine, ask(grammar=LONG))
        async with asyncio.timeout(5):
            await engine.close()
            await engine.close()
            with pytest.raises(EngineDown):
                await task
        for refused in (engine.info(), engine.count_tokens("x"), engine.render([]), engine.generate(ask())):
            with pytest.raises(EngineDown):
                await refused
