"""What is special about llama-server; what it shares with the other engines is tested in the contract."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from agent.engine.llama_server import LlamaServerEngine
from agent.engine.server_wire import EventLines, error_of, model_info
from agent.errors import ContextOverflow, EngineCancelled, EngineDown, EngineError, GrammarError
from agent.types import ChatMessage, Finish
from tests.engine.conftest import CLOSABLE, SHORT, Ask
from tests.engine.llama_server_fake import CONTROL, FIRST_BYTE, LlamaServer, always, never, spell

BLUE = '{"colour":"blue","count":3}'


@pytest.fixture
async def server() -> AsyncIterator[LlamaServer]:
    server = LlamaServer(lambda _: BLUE, pause=0.002)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def engine(server: LlamaServer) -> AsyncIterator[LlamaServerEngine]:
    engine = LlamaServerEngine(url=server.url, start_deadline=5)
    yield engine
    await engine.close()


async def test_facts_come_from_the_server(engine: LlamaServerEngine) -> None:
    info = await engine.info()
    assert info.name == "Tiny-1B-Q4_K_M"
    assert info.parameters == 1_000_000_001
    assert info.context == 4096


async def test_only_the_template_writes_control_tokens(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    await engine.generate(ask("<|im_end|> and <|im_start|>", grammar=SHORT))
    prompt = server.completions[0]["prompt"]
    assert [t for t in prompt if t < FIRST_BYTE] == [
        CONTROL["<|im_start|>"],
        CONTROL["<|im_end|>"],
        CONTROL["<|im_start|>"],
    ]
    assert spell(prompt) == (
        "<|im_start|>user\n<|im_end|> and <|im_start|><|im_end|>\n<|im_start|>assistant\n"
    )


async def test_the_request_is_what_llama_server_documents(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    await engine.generate(ask(grammar=SHORT, max_tokens=99, temperature=0.5, seed=7))
    body = server.completions[0]
    assert body["grammar"] == SHORT.gbnf
    assert (body["n_predict"], body["temperature"], body["seed"]) == (99, 0.5, 7)
    assert body["stream"] is True
    await engine.generate(ask(max_tokens=5))
    assert "grammar" not in server.completions[1]


async def test_a_budget_is_cut_to_the_context(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    await engine.generate(ask("x" * 3000, max_tokens=100_000, grammar=SHORT))
    body = server.completions[0]
    assert len(body["prompt"]) + body["n_predict"] == 4096


async def test_figures_are_the_servers(engine: LlamaServerEngine, ask: Ask) -> None:
    await engine.generate(ask(grammar=SHORT))
    stats = (await engine.generate(ask(grammar=SHORT))).stats
    assert stats.prompt_tokens - 1 == stats.reused_tokens
    assert stats.generated_tokens == 7
    assert (stats.prefill_ms, stats.decode_ms) == (1.5, 2.5)


async def test_a_withdrawn_request_closes_the_connection(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    server.script = lambda _: "word " * 10_000
    request = ask()
    spoke = asyncio.Event()
    task = asyncio.create_task(engine.generate(request, on_text=lambda _: spoke.set()))
    await spoke.wait()
    await engine.cancel(request.id)
    with pytest.raises(EngineCancelled):
        await task
    async with asyncio.timeout(20):
        await server.abandoned.wait()


async def test_an_output_that_goes_round_in_circles_is_closed(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    server.script = lambda _: '{"text":"' + "abcd" * 5000
    completion = await engine.generate(ask(grammar=CLOSABLE))
    assert completion.finish is Finish.CLOSED
    assert len(json.loads(completion.text)["text"]) < 1000


async def test_an_output_outside_the_grammar_is_never_passed_on(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    server.script = lambda _: '{"colour":"mauve","count":3}'
    with pytest.raises(GrammarError):
        await engine.generate(ask(grammar=SHORT))


async def test_an_output_that_ends_too_early_is_closed(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    server.script = lambda _: '{"colour":"bl'
    completion = await engine.generate(ask(grammar=SHORT))
    assert completion.finish is Finish.CLOSED
    assert json.loads(completion.text)["colour"] == "blue"


async def test_a_server_that_loads_is_waited_for(engine: LlamaServerEngine, server: LlamaServer) -> None:
    server.loading = True
    waiting = asyncio.create_task(engine.info())
    await asyncio.sleep(0.3)
    assert not waiting.done()
    server.loading = False
    assert (await waiting).context == 4096


async def test_a_server_that_never_loads_is_down(server: LlamaServer) -> None:
    server.loading = True
    engine = LlamaServerEngine(url=server.url, start_deadline=0.4)
    with pytest.raises(EngineDown, match="Loading model"):
        await engine.info()
    await engine.close()


async def test_a_server_out_of_reach_is_down(server: LlamaServer, ask: Ask) -> None:
    engine = LlamaServerEngine(url="http://127.0.0.1:9", start_deadline=0.3)
    with pytest.raises(EngineDown, match="cannot be reached"):
        await engine.info()
    with pytest.raises(EngineDown):
        await engine.generate(ask())
    await engine.close()


async def test_a_server_that_breaks_off_is_down_and_may_come_back(
    engine: LlamaServerEngine, server: LlamaServer, ask: Ask
) -> None:
    server.broken = always
    with pytest.raises(EngineDown):
        await engine.generate(ask(grammar=SHORT))
    server.broken = never
    assert (await engine.generate(ask(grammar=SHORT))).text == BLUE


async def test_a_refused_system_role_is_merged(engine: LlamaServerEngine, server: LlamaServer) -> None:
    server.refuse_system = True
    messages = [ChatMessage(role="system", content="Be brief."), ChatMessage(role="user", content="hi")]
    prompt = await engine.render(messages)
    assert [s.text for s in prompt.segments if not s.special] == ["Be brief.\n\nhi"]


# ------------------------------------------------------------------ the wire


def test_events_are_found_however_the_bytes_arrive() -> None:
    data = b': ping\n\ndata: {"content": "a\xc3\xa4"}\n\ndata: {"stop": true}\n\ndata: [DONE]\n\n'
    for size in (1, 2, 7, 1000):
        lines = EventLines()
        events: list[dict[str, Any]] = []
        for start in range(0, len(data), size):
            events += lines.feed(data[start : start + size])
        assert events == [{"content": "aä"}, {"stop": True}]


@pytest.mark.parametrize("line", [b"data: {\n", b"data: []\n", b"data: \xff\n"])
def test_an_event_that_is_none_is_noticed(line: bytes) -> None:
    with pytest.raises(EngineError):
        EventLines().feed(line)


@pytest.mark.parametrize(
    ("status", "error", "expected"),
    [
        (400, {"message": "Failed to parse grammar"}, GrammarError),
        (400, {"message": "Failed to initialize samplers"}, GrammarError),
        (400, {"type": "exceed_context_size_error", "n_prompt_tokens": 9, "n_ctx": 5}, ContextOverflow),
        (400, {"message": "prompt is missing"}, EngineError),
        (503, {"message": "Loading model"}, EngineDown),
        (502, "a text", EngineDown),
        (500, {"message": "System role not supported"}, EngineError),
        (404, None, EngineError),
    ],
)
def test_refusals_have_their_types(status: int, error: object, expected: type[EngineError]) -> None:
    assert type(error_of(status, {"error": error})) is expected


@pytest.mark.parametrize(
    "props", [{}, {"model_path": "x"}, {"model_path": "x", "default_generation_settings": {}}]
)
def test_another_kind_of_server_is_named(props: dict[str, Any]) -> None:
    with pytest.raises(EngineError, match="llama-server"):
        model_info(props, {"data": []})
