"""Makes the pictures in docs/images anew, from what Kallisti really prints and says: `make screenshots`.

The console and `kallisti check` run as processes of their own; for the chat a daemon talks to the loopback
Discord of the tests, and what people would see there is drawn.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

from bot.local_times import with_local_times
from scripts.pictures import ChatLine, chat, terminal
from tests.discord_server.server import DiscordServer
from tests.discord_server.state import Channel, Message
from tests.e2e.daemon import Daemon

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
ZONE = "Europe/Berlin"
SECONDS = 300.0
"""For each answer, on a busy machine."""

CONSOLE = (
    "remind me in 3 seconds to stretch",
    "erinnere mich morgen um halb neun an den Zahnarzt",
    "remind me every monday at 9 to water the plants",
    "remind me to buy milk",
)
CHAT = (
    "remind me tomorrow at 9 to call the dentist",
    "remind me in 2 seconds to stretch",
    "remind me to buy milk",
)


def environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"HOME": str(home), "TZ": ZONE, "PYTHONUNBUFFERED": "1"}


def command(*arguments: str) -> Sequence[str]:
    return (sys.executable, "-m", "bot.launch", *arguments)


def at_home(text: str, home: Path) -> str:
    """Without the names of this machine's directories."""
    return text.replace(str(home), "~").replace(f"{sys.prefix}/lib", "/opt/kallisti/lib")


async def checked(home: Path) -> list[str]:
    process = await asyncio.create_subprocess_exec(
        *command("check"), cwd=ROOT, env=environment(home), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return ["$ kallisti check", *at_home(output.decode(), home).splitlines()]


async def talked(home: Path) -> list[str]:
    """A line is written once the answer to the one before is there."""
    process = await asyncio.create_subprocess_exec(
        *command("chat"),
        cwd=ROOT,
        env=environment(home),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines = ["$ kallisti chat", (await process.stdout.readline()).decode().rstrip()]
    for said in CONSOLE:
        process.stdin.write(f"{said}\n".encode())
        lines.append(f"you> {said}")
        lines += await _answer(process.stdout, until="Reminder:" if "3 seconds" in said else "Kallisti:")
    process.stdin.close()
    await process.wait()
    return lines


async def _answer(output: asyncio.StreamReader, *, until: str) -> list[str]:
    lines: list[str] = []
    async with asyncio.timeout(SECONDS):
        while not lines or not lines[-1].startswith(until):
            lines.append((await output.readline()).decode().rstrip())
    return lines


async def chatted(home: Path) -> list[ChatLine]:
    async with DiscordServer() as server:
        daemon = Daemon(server, home)
        await daemon.start()
        try:
            ada = server.actor("ada")
            for said in CHAT:
                asked = await ada.send_dm(said)
                await _answered(server, ada.dm(), asked.id)
                if "2 seconds" in said:
                    await server.wait_for_message(ada.dm(), lambda m: bool(m.components), timeout=SECONDS)
            return [drawn(server, message) for message in server.messages(ada.dm())]
        finally:
            await daemon.end()


async def _answered(server: DiscordServer, place: Channel, message_id: int) -> None:
    bot = server.world.application.bot_id
    await server.wait_for_message(
        place, lambda m: m.author_id == bot and m.id > message_id and not m.components, timeout=SECONDS
    )


def drawn(server: DiscordServer, message: Message) -> ChatLine:
    user = server.world.users[message.author_id]
    text = with_local_times(message.content, zone=ZONE, now=message.timestamp)
    for other in server.world.users.values():
        text = text.replace(f"<@{other.id}>", f"@{other.global_name or other.name}")
    labels = [each.get("label") or "" for row in message.components for each in row.get("components", [])]
    return ChatLine(
        author=user.global_name or user.name,
        time=f"{message.timestamp.astimezone(UTC):%H:%M} UTC",
        text=text,
        is_bot=user.bot,
        buttons=tuple(label for label in labels if label),
    )


async def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        homes = [Path(name, each) for each in ("check", "console", "chat")]
        for home in homes:
            home.mkdir()
        (IMAGES / "console.svg").write_text(
            terminal("kallisti chat", await talked(homes[1])), encoding="utf-8"
        )
        (IMAGES / "check.svg").write_text(
            terminal("kallisti check", await checked(homes[1])), encoding="utf-8"
        )
        (IMAGES / "chat.svg").write_text(
            chat("Kallisti, direct messages", await chatted(homes[2])), encoding="utf-8"
        )


if __name__ == "__main__":
    asyncio.run(main())
