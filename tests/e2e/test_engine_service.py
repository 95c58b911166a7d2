"""The engine as a process of its own, beside a daemon that only connects to it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from agent.errors import EXIT_CONFIG
from tests.discord_server.actors import Actor
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Message
from tests.e2e.daemon import Daemon
from tests.e2e.test_operating import kallisti
from tests.e2e.test_reminders import answer_to
from tests.engine.test_worker import gone

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.timeout(400)]


class EngineService(Daemon):
    """`kallisti engine` between a service manager's notify socket and whoever connects."""

    def command(self) -> Sequence[str]:
        return (sys.executable, "-m", "bot.launch", "engine", "--config", str(self.config))

    @property
    def socket(self) -> Path:
        return self.directory / "engine.sock"


def service_in(directory: Path, server: DiscordServer) -> EngineService:
    directory.mkdir()
    service = EngineService(server, directory)
    service.configure('level = "debug"', engine=f'socket = "{service.socket}"')
    return service


@pytest_asyncio.fixture
async def service(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path
) -> AsyncIterator[EngineService]:
    service = service_in(tmp_path / "engine", discord_server)
    await service.start()
    yield service
    await service.end()


@pytest_asyncio.fixture
async def served(
    service: EngineService, discord_server: DiscordServer, tmp_path: Path
) -> AsyncIterator[Daemon]:
    """A daemon that connects to the service, and has no worker."""
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure(engine=f'socket = "{service.socket}"')
    await daemon.start()
    yield daemon
    await daemon.end()


async def left_at_work(service: EngineService, worker: psutil.Process, actor: Actor) -> Message:
    """A message whose turn waits for a worker that stands still."""
    before = len(service.events("a request"))
    worker.suspend()
    chat = await actor.send_dm("tell me a story about a fox")
    await service.until(lambda: len(service.events("a request")) > before)
    return chat


async def test_what_becomes_of_turns_when_it_is_killed_restarted_and_stopped(
    service: EngineService, served: Daemon, discord_server: DiscordServer
) -> None:
    assert served.workers() == []
    ada = discord_server.actor("ada")
    (worker,) = service.workers()
    chat = await left_at_work(service, worker, ada)
    await service.kill()
    assert "restarted" in (await answer_to(discord_server, chat)).content
    assert await gone(worker.pid, within=10), "nobody is left behind"
    again = await answer_to(discord_server, await ada.send_dm("remind me in 5 minutes to stretch"))
    assert "stretch" in again.content, "what leaves no choice needs no model"
    assert len(served.stored_due()) == 1
    await service.start()
    await served.until(lambda: bool(served.events("engine worker is up again")))

    (worker,) = service.workers()
    chat = await left_at_work(service, worker, ada)
    worker.kill()
    assert "restarted" in (await answer_to(discord_server, chat)).content
    again = await answer_to(discord_server, await ada.send_dm("remind me in 6 minutes to sit down"))
    assert "sit down" in again.content

    await served.kill()
    pids = [process.pid for process in service.workers()]
    await served.start()
    assert [process.pid for process in service.workers()] == pids, "the model stayed loaded"
    service.heard()  # what nobody reads is not kept for long
    service.terminate()
    assert await service.wait() == 0
    assert not service.socket.exists()
    assert service.last_words() == ""
    heard = service.heard()
    assert heard.count("READY=1") == 1
    assert heard.count("WATCHDOG=1") >= 1
    assert any(state.startswith("STATUS=serving ") for state in heard)
    assert heard[-1] == "STOPPING=1"
    code, page = await kallisti(served, "check", "--quick")
    assert code == EXIT_CONFIG
    assert f"error    model: The engine at {service.socket} cannot be reached: No such file" in page


async def test_two_daemons_are_served_by_one_engine_and_check_asks_it(
    service: EngineService, served: Daemon, discord_server: DiscordServer
) -> None:
    _, page = await kallisti(served, "check")
    assert f"ok       model: served at {service.socket}" in page, page
    assert "tools compile for" in page
    console = served.directory / "console.toml"
    console.write_text(
        f'[engine]\nsocket = "{service.socket}"\n[data]\ndirectory = "{served.directory / "other"}"\n'
    )
    command = (sys.executable, "-m", "bot.launch", "chat", "--config", str(console))
    talk = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    ada = discord_server.actor("ada")
    asked = await ada.send_dm("remind me in 5 minutes to stretch")
    said, _ = await asyncio.wait_for(talk.communicate(b"remind me in 7 minutes to swim\n"), 60)
    assert b"Kallisti: I will remind you" in said
    assert "stretch" in (await answer_to(discord_server, asked)).content
    assert len(service.workers()) == 1


async def test_a_second_engine_at_the_same_socket_ends_in_one_sentence(service: EngineService) -> None:
    code, said = await kallisti(service, "engine")
    assert code == EXIT_CONFIG
    assert said == f"kallisti: another engine serves at {service.socket}; name another one in engine.socket\n"


async def test_a_daemon_that_starts_before_its_engine_answers_once_that_is_there(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path
) -> None:
    service = service_in(tmp_path / "engine", discord_server)
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure(engine=f'socket = "{service.socket}"')
    try:
        await daemon.launch()
        await daemon.until(lambda: bool(daemon.events("the engine is not there yet")))
        reason = daemon.events("engine worker is down")[0]["reason"]
        assert "cannot be reached: No such file or directory; start it with" in reason
        await service.start()
        await daemon.until(lambda: bool(daemon.events("model ready")))
        asked = await discord_server.actor("ada").send_dm("remind me in 5 minutes to stretch")
        assert "stretch" in (await answer_to(discord_server, asked)).content
    finally:
        await daemon.end()
        await service.end()


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("", "engine.socket names no socket to serve at"),
        ('socket = "engine.sock"\nmodel = "absent.gguf"', 'There is no model file "absent.gguf"'),
        ('socket = "/proc/engine.sock"', "no socket can be made at /proc/engine.sock"),
    ],
)
async def test_what_must_be_mended_first_ends_it_in_one_sentence(
    discord_server: DiscordServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    words: str,
) -> None:
    service = EngineService(discord_server, tmp_path)
    service.configure(engine=engine.replace('"engine.sock"', f'"{tmp_path / "engine.sock"}"'))
    await service.launch()
    assert await service.wait(60) == EXIT_CONFIG
    assert service.last_words().startswith(f"kallisti: {words}")
    assert len(service.last_words().splitlines()) == 1
    await service.end()


async def test_it_can_be_stopped_while_the_model_loads(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path
) -> None:
    service = service_in(tmp_path / "engine", discord_server)
    await service.launch()
    await service.until(lambda: "STATUS=loading the model" in "\n".join(service.heard()))
    service.terminate(signal.SIGTERM)
    assert await service.wait() == 0
    assert not service.socket.exists()
    await service.end()
