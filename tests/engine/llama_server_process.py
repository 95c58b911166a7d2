"""The loopback llama-server as a process of its own, which can be killed.

`python -m tests.engine.llama_server_process NAME PORT` serves one, whose every answer is an envelope that
names it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from tests.engine.llama_server_fake import LlamaServer

CHECKOUT = Path(__file__).parents[2]
START_SECONDS = 30.0
THOUGHT = "".join(Random(3).choices("abcdefghijklmnopqrstuvwxyz ", k=270)).strip()
"""Comes before the message, and is shown to nobody."""


def story(name: str) -> str:
    return (
        f"I am {name}. Once a fox went out at night. Rain fell on the hills. Nobody saw where it slept. "
        "By noon the sun was back. A girl found three red feathers. She kept two of them. One flew away."
    )


def envelope(name: str) -> str:
    said = {"thought": THOUGHT, "status": "Idle", "message_to_user": story(name), "tool_calls": []}
    return json.dumps(said, separators=(",", ":"))


class ServerProcess:
    def __init__(self, name: str) -> None:
        self.name = name
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Starts it, again on the same port; returns when it listens."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.engine.llama_server_process", self.name, str(self.port)),
            cwd=CHECKOUT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_SECONDS):
            self.port = int(await self._process.stdout.readline())

    async def kill(self) -> None:
        """SIGKILL, unless it has ended."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def told(self, **settings: Any) -> dict[str, Any]:
        """How it is, after these settings of `LlamaServer`."""
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.url}/_control", json=settings) as answer,
        ):
            found: dict[str, Any] = await answer.json()
            return found


async def serve(name: str, port: int) -> None:
    server = LlamaServer(lambda _: envelope(name), port=port)
    await server.start()
    print(server.port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
