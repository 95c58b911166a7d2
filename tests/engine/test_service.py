"""The engine as a service: who may open its socket, who shares it, and what it does with strange clients."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from agent.engine import protocol
from agent.engine.protocol import Message
from agent.engine.serving import bound, serving
from agent.engine.socket_client import SocketEngine
from agent.errors import ConfigError, EngineCancelled, EngineDown, ModelFileError
from agent.ports import Engine
from agent.testing.engine import ScriptedEngine
from agent.types import ModelInfo
from tests.engine.conftest import LONG, SHORT, Ask

REPLY = '{"colour":"blue","count":3}'
Connect = Callable[[], SocketEngine]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "engine.sock"


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


async def served(stack: AsyncExitStack, path: Path, engine: Engine) -> None:
    await stack.enter_async_context(serving(engine, stack.enter_context(bound(path))))


def client(stack: AsyncExitStack, path: Path, *, start_deadline: float = 10) -> SocketEngine:
    engine = SocketEngine(path=path, start_deadline=start_deadline, greeting=10)
    stack.push_async_callback(engine.close)
    return engine


# ------------------------------------------------------------------ the socket


def test_its_owner_alone_may_open_it(path: Path) -> None:
    with bound(path):
        assert path.stat().st_mode & 0o777 == 0o600
    assert not path.exists()


def test_a_second_engine_at_the_same_place_is_refused_and_the_first_goes_on(path: Path) -> None:
    with bound(path) as first:
        with pytest.raises(ConfigError, match="another engine serves at"), bound(path):
            pass
        first.listen()
        with socket.socket(socket.AF_UNIX) as somebody:
            somebody.connect(str(path))


def test_what_a_killed_engine_left_is_replaced(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    with bound(path):
        assert path.is_socket()


def test_a_file_that_is_no_socket_is_left_alone(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(ConfigError, match="is there and is no socket"), bound(path):
        pass
    assert path.read_text() == "precious"


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no socket can be made at"), bound(tmp_path / "none" / "e.sock"):
        pass


def test_a_path_may_be_longer_than_the_kernel_takes(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 120)
    folder.mkdir()
    with bound(folder / "engine.sock"):
        assert (folder / "engine.sock").is_socket()


# ------------------------------------------------------------------ those who use it


async def test_two_share_it_and_the_requests_of_one_end_with_it(
    stack: AsyncExitStack, path: Path, ask: Ask
) -> None:
    long = json.dumps({"text": "once upon a time " * 90}, separators=(",", ":"))
    await served(stack, path, ScriptedEngine([long, REPLY, REPLY], pause=0.01))
    ada, bob = client(stack, path), client(stack, path)
    spoke = asyncio.Event()
    request = ask(grammar=LONG)
    running = asyncio.create_task(ada.generate(request, on_text=lambda _: spoke.set()))
    await spoke.wait()
    same_id = replace(request, grammar=SHORT)
    await bob.info()
    waiting = asyncio.create_task(bob.generate(same_id))
    await bob.count_tokens("by then it has arrived")
    assert not waiting.done()
    await ada.close()
    with pytest.raises(EngineDown):
        await running
    assert (await waiting).text == REPLY
    assert (await bob.generate(ask(grammar=SHORT))).text == REPLY


async def test_a_withdrawal_of_one_is_not_one_of_the_other(
    stack: AsyncExitStack, path: Path, ask: Ask
) -> None:
    long = json.dumps({"text": "once upon a time " * 90}, separators=(",", ":"))
    await served(stack, path, ScriptedEngine([long, REPLY], pause=0.001))
    ada, bob = client(stack, path), client(stack, path)
    spoke = asyncio.Event()
    request = ask(grammar=LONG)
    running = asyncio.create_task(ada.generate(request, on_text=lambda _: spoke.set()))
    await spoke.wait()
    await bob.info()
    waiting = asyncio.create_task(bob.generate(request))
    await bob.count_tokens("by then it has arrived")
    await bob.cancel(request.id)
    with pytest.raises(EngineCancelled):
        await waiting
    assert (await running).text == long


async def test_it_is_found_again_when_it_comes_back(stack: AsyncExitStack, path: Path, ask: Ask) -> None:
    engine = client(stack, path, start_deadline=0.5)
    with pytest.raises(EngineDown):
        await engine.info()
    patient = client(stack, path, start_deadline=30)
    waiting = asyncio.create_task(patient.generate(ask(grammar=SHORT)))
    async with AsyncExitStack() as first:
        await served(first, path, ScriptedEngine([REPLY]))
        assert (await waiting).text == REPLY
    await served(stack, path, ScriptedEngine([REPLY]))
    assert (await patient.generate(ask(grammar=SHORT))).text == REPLY
    assert patient.worker_restarts >= 1


class NoModel(ScriptedEngine):
    async def info(self) -> ModelInfo:
        raise ModelFileError("x.gguf is truncated")


async def test_a_model_that_is_refused_is_told_and_tried_again(stack: AsyncExitStack, path: Path) -> None:
    engine = client(stack, path, start_deadline=30)
    async with AsyncExitStack() as first:
        await served(first, path, NoModel([]))
        with pytest.raises(EngineDown, match=r"failed 3 times in a row. x.gguf is truncated"):
            await engine.info()
    await served(stack, path, ScriptedEngine([]))
    later = client(stack, path)
    assert (await later.info()).name


async def said(path: Path, *sent: bytes) -> list[Message]:
    """All that is answered to these bytes until the other side closes the connection, but signs of life."""
    reader, writer = await asyncio.open_unix_connection(path)
    for each in sent:
        writer.write(each)
    heard: list[Message] = []
    try:
        async with asyncio.timeout(10):
            while True:
                heard.append(await protocol.receive(reader))
    except asyncio.IncompleteReadError:
        return [message for message in heard if message["type"] != "beat"]
    finally:
        writer.close()


async def test_another_version_is_refused_in_a_sentence(stack: AsyncExitStack, path: Path) -> None:
    await served(stack, path, ScriptedEngine([]))
    (answer,) = await said(path, protocol.encode({"type": "load", "version": protocol.VERSION + 1}))
    assert answer["type"] == "failed"
    assert "of different versions" in answer["error"]["message"]


GREETING = protocol.encode({"type": "load", "version": protocol.VERSION})


@pytest.mark.parametrize(
    "nonsense",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x04[{}]",
        protocol.encode({"type": "cancel"}),
    ],
)
async def test_nonsense_ends_its_own_connection_only(
    stack: AsyncExitStack, path: Path, ask: Ask, nonsense: bytes
) -> None:
    await served(stack, path, ScriptedEngine([REPLY]))
    engine = client(stack, path)
    await engine.info()
    assert [message["type"] for message in await said(path, GREETING, nonsense)] == ["ready"]
    assert (await engine.generate(ask(grammar=SHORT))).text == REPLY
    assert engine.worker_restarts == 0


@pytest.mark.parametrize("kind", ["generate", "dance"])
async def test_a_request_that_makes_no_sense_is_answered_with_an_error(
    stack: AsyncExitStack, path: Path, kind: str
) -> None:
    await served(stack, path, ScriptedEngine([]))
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(GREETING + protocol.encode({"type": kind, "id": "7"}))
    answer: Message = {"type": "beat"}
    async with asyncio.timeout(10):
        while answer["type"] in {"beat", "ready"}:
            answer = await protocol.receive(reader)
    assert (answer["type"], answer["id"]) == ("error", "7")
    writer.close()


async def test_who_does_not_read_is_let_go(
    stack: AsyncExitStack, path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.engine.serving.MOST_UNREAD", 20_000)
    await served(stack, path, ScriptedEngine(["x" * 400_000]))
    reader, writer = await asyncio.open_unix_connection(path, limit=1)
    request = protocol.request_to_wire(ask(max_tokens=400_000), seconds=60)
    writer.write(GREETING + protocol.encode(request))
    await writer.drain()
    engine = client(stack, path)
    with capture_logs() as logs:
        async with asyncio.timeout(60):
            while not [entry for entry in logs if "nobody reads it" in entry["event"]]:
                await engine.count_tokens("still there?")
    reader.feed_eof()
    writer.close()
