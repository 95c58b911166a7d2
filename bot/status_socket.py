"""A socket in the data directory that tells whoever may read the directory how the daemon is.

It is no way in: what is sent to it is not read.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import structlog

from agent.unix_socket import reachable

SOCKET = "status.sock"
ANSWER_SECONDS = 5.0
LONGEST_ANSWER = 1 << 20

log = structlog.get_logger("status")


@asynccontextmanager
async def telling(directory: Path, describe: Callable[[], Awaitable[str]]) -> AsyncIterator[None]:
    """Answers each connection with one text until the block ends. To be called by the data's owner alone.

    Where no socket can be made, that is logged and nothing else.
    """
    path = directory / SOCKET
    try:
        server = await _listen(path, describe)
    except OSError as error:
        log.warning("status cannot be asked for", reason=str(error))
        yield
        return
    try:
        yield
    finally:
        server.close()
        _remove(path)


def ask(directory: Path, *, seconds: float = ANSWER_SECONDS) -> str:
    """What the daemon on this directory says.

    Raises FileNotFoundError or ConnectionRefusedError where none runs, TimeoutError where it does not answer,
    and other kinds of OSError.
    """
    with reachable(directory / SOCKET) as address, socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        connection.connect(address)
        answer = b""
        while len(answer) < LONGEST_ANSWER and (piece := connection.recv(65_536)):
            answer += piece
    return answer.decode("utf-8", "replace")


async def _listen(path: Path, describe: Callable[[], Awaitable[str]]) -> asyncio.Server:
    async def tell(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write((await describe()).encode())
            await writer.drain()
        except OSError:
            return
        except Exception:
            log.exception("status cannot be told")
        finally:
            writer.close()

    return await asyncio.start_unix_server(tell, sock=_bound(path))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _bound(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)  # left by a process that was killed
    listening = socket.socket(socket.AF_UNIX)
    try:
        with reachable(path) as address:
            listening.bind(address)
        path.chmod(0o600)
    except BaseException:
        listening.close()
        raise
    return listening
