"""What an operator does with a running daemon: asks how it is, reloads it, backs it up, reads its log."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.vitals import EXIT_NOT_RUNNING, EXIT_WELL
from tests.discord_server.server import DiscordServer
from tests.e2e.daemon import CHECKOUT, Daemon
from tests.e2e.test_reminders import answer_to, reminder_in

pytestmark = [pytest.mark.e2e, pytest.mark.model]


async def kallisti(daemon: Daemon, *arguments: str) -> tuple[int, str]:
    """The exit code and what is written to standard output and standard error."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.launch", *arguments, "--config", str(daemon.config)),
        cwd=CHECKOUT,
        env={**os.environ, "KALLISTI_DISCORD_TOKEN": daemon.token},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def test_a_day_with_an_operator(discord_server: DiscordServer, tmp_path: Path, port: int) -> None:
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure(f"[telemetry]\nport = {port}")
    await daemon.start()
    try:
        await it_tells_how_it_is(daemon, discord_server)
        await it_serves_its_figures(port)
        await it_reloads(daemon, discord_server, port)
        await it_is_backed_up(daemon, tmp_path)
        assert discord_server.token not in daemon.log_path.read_text()
        assert "stretch" not in daemon.log_path.read_text(), "contents belong to debug"
        daemon.terminate()
        assert await daemon.wait() == 0
        code, page = await kallisti(daemon, "status")
        assert code == EXIT_NOT_RUNNING
        assert page.startswith("Kallisti is not running on ")
    finally:
        await daemon.end()


async def it_tells_how_it_is(daemon: Daemon, server: DiscordServer) -> None:
    ada = server.actor("ada")
    await answer_to(server, await ada.send_dm("remind me in 2 seconds to stretch"))
    await reminder_in(server, ada.dm())
    await daemon.until(lambda: bool(daemon.events("delivered")))
    assert daemon.events("delivered")[0]["late_seconds"] < 10
    (turn,) = daemon.events("turn")
    assert turn.keys() >= {"message", "offer", "end", "forced_tokens", "generated_tokens", "milliseconds"}
    await ada.send_dm("remind me tomorrow at 9 to stretch")
    await daemon.until(lambda: len(daemon.events("answered")) == 2)
    code, page = await kallisti(daemon, "status")
    lines = dict(line.split(maxsplit=1) for line in page.splitlines())
    assert code == EXIT_WELL, page
    assert lines["Discord"].startswith("connected, servers: ")
    assert lines["reminders"] == "1 pending, 0 overdue"
    assert lines["messages"] == "0 waiting, 2 turns since the start"
    assert "135M" in lines["model"]


async def it_serves_its_figures(port: int) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert "kallisti_reminders_pending 1.0" in await answer.text()


async def it_reloads(daemon: Daemon, server: DiscordServer, port: int) -> None:
    ada = server.actor("ada")
    extra = f"[telemetry]\nport = {port}\n[access]\nblocked_users = [{ada.id}]\n[turn]\nmax_steps = 3"
    daemon.configure(extra)
    daemon.terminate(signal.SIGHUP)
    await daemon.until(lambda: bool(daemon.events("these changes take a restart")))
    assert daemon.events("the configuration was read again")[0]["applied"] == ["access.blocked_users"]
    assert daemon.events("these changes take a restart")[0]["keys"] == ["turn.max_steps"]
    await ada.send_dm("are you there?")
    await daemon.until(lambda: bool(daemon.events("message ignored")))
    daemon.configure("[acess]")
    daemon.terminate(signal.SIGHUP)
    await daemon.until(lambda: bool(daemon.events("the configuration was not reloaded")))
    assert "acess" in daemon.events("the configuration was not reloaded")[0]["reason"]
    daemon.configure(extra)


async def it_is_backed_up(daemon: Daemon, tmp_path: Path) -> None:
    code, said = await kallisti(daemon, "backup")
    assert (code, "verified" in said) == (0, True), said
    code, page = await kallisti(daemon, "status")
    assert code == EXIT_WELL
    assert "UTC, 0 min ago" in page
    (archive,) = await asyncio.to_thread(lambda: list((tmp_path / "data" / "backups").iterdir()))
    code, said = await kallisti(daemon, "restore", str(archive), "--force")
    assert (code, "another Kallisti is using" in said) == (2, True), said


async def test_even_at_debug_the_log_never_holds_the_token(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path
) -> None:
    daemon = Daemon(discord_server, tmp_path)
    daemon.configure('level = "debug"')
    try:
        await daemon.start()
        ada = discord_server.actor("ada")
        await answer_to(discord_server, await ada.send_dm(f"my token is {discord_server.token}, keep it"))
        await daemon.until(lambda: bool(daemon.events("turn said")))
        assert "keep it" in daemon.events("turn said")[0]["text"], "at debug the contents are there"
        assert discord_server.token not in daemon.log_path.read_text()
    finally:
        await daemon.end()


async def test_a_hangup_while_it_starts_does_not_end_it(
    discord_server: DiscordServer, default_model: Path, tmp_path: Path
) -> None:
    daemon = Daemon(discord_server, tmp_path)
    try:
        await daemon.launch()
        await asyncio.sleep(0.4)  # the interpreter is up, and the imports are not done
        for _ in range(20):
            daemon.terminate(signal.SIGHUP)
            await asyncio.sleep(0.1)
        await daemon.until(lambda: "READY=1" in daemon.heard())
        daemon.terminate()
        assert await daemon.wait() == 0
    finally:
        await daemon.end()
