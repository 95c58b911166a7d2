"""A server in a process of its own, and the client that drives it over the control API.

For tests whose bot or whose measure must not share an event loop with the server:

    async with launched(tmp_path / "discord.json") as remote:
        asked = await remote.act("ada", "send", channel="general", content="hello")
        reply = await remote.wait_for_message("general", after=asked["id"])
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp

from .state import Json

START_LIMIT = 20.0
ROOT = Path(__file__).resolve().parents[2]


class ControlError(Exception):
    """The server refused; the text says why. `code` is Discord's where it was Discord's rule."""

    def __init__(self, text: str, code: int | None = None) -> None:
        self.code = code
        super().__init__(text)


class RemoteServer:
    """Addresses as on DiscordServer, so that `pointed_at` takes either."""

    def __init__(self, addresses: Json, session: aiohttp.ClientSession) -> None:
        self.api_base: str = addresses["api_base"]
        self.gateway_url: str = addresses["gateway_url"]
        self.cdn_url: str = addresses["cdn_url"]
        self.token: str = addresses["token"]
        self.port: int = addresses["port"]
        self._session = session
        self._root = f"http://127.0.0.1:{self.port}/_control"

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:
        async with self._session.request(method, self._root + path, json=body) as response:
            answer = await response.json()
        if response.status != 200:
            raise ControlError(answer["error"], answer.get("code"))
        return answer

    async def info(self) -> Json:
        found: Json = await self.call("GET", "/info")
        return found

    async def act(self, name: str, action: str, /, **body: Any) -> Any:
        """Let a person do something; see `control_actors.ACTIONS`."""
        return await self.call("POST", f"/actors/{name}/{action}", body)

    async def wait_for_message(
        self,
        channel: Any,
        contains: str = "",
        timeout: float = 10.0,  # noqa: ASYNC109 - passed on to the server
        *,
        after: int | None = None,
    ) -> Json:
        body = {"channel": channel, "contains": contains, "timeout": timeout, "after": after}
        found: Json = await self.call("POST", "/wait", body)
        return found

    async def transcript(self, start: int = 0) -> list[Json]:
        found: list[Json] = await self.call("GET", f"/transcript?start={start}")
        return found

    async def requests(self, start: int = 0) -> list[Json]:
        found: list[Json] = await self.call("GET", f"/requests?start={start}")
        return found

    async def gateway_log(self) -> list[Any]:
        found: list[Any] = await self.call("GET", "/gateway")
        return found

    async def messages(self, channel: int | str) -> list[Json]:
        found: list[Json] = await self.call("GET", f"/messages/{channel}")
        return found

    async def add_fault(self, route: str, action: Json, **parts: Any) -> None:
        await self.call("POST", "/faults", {"route": route, "action": action, **parts})

    async def disturb(self, action: str, **body: Any) -> None:
        """reconnect, invalidate, close, drop, zombies, refuse or copies."""
        await self.call("POST", f"/gateway/{action}", body)


@contextlib.asynccontextmanager
async def launched(state: Path | None = None, *, port: int = 0) -> AsyncIterator[RemoteServer]:
    """Run a server as a child process; it is ended afterwards, its state file stays."""
    arguments = [sys.executable, "-m", "tests.discord_server", "--port", str(port)]
    arguments += [] if state is None else ["--state", str(state)]
    process = await asyncio.create_subprocess_exec(*arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), START_LIMIT)
        async with aiohttp.ClientSession() as session:
            yield RemoteServer(json.loads(line), session)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
