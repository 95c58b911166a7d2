"""Run a server by itself: `python -m tests.discord_server --port 0 --state FILE`.

Prints one line of JSON on stdout when it listens: port, token and the addresses to point a bot at.
Ends on SIGTERM or SIGINT.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from pathlib import Path

from .persistence import load
from .server import DiscordServer
from .transcript import Transcript


async def serve(port: int, state: Path | None) -> None:
    stored = None if state is None else load(state)
    server = (
        DiscordServer(port=port, state=state)
        if stored is None
        else DiscordServer(stored.world, transcript=Transcript(stored.records), port=port, state=state)
    )
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with server:
        print(json.dumps(server.addresses()), flush=True)
        await stop.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.discord_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--state", type=Path, help="file that keeps the state between runs")
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.port, arguments.state))


if __name__ == "__main__":
    main()
