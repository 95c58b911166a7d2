"""Workers that misbehave: `python -m tests.engine.fake_worker FD PARENT MODE`."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from dataclasses import asdict

from agent.engine.workshop import Line
from agent.errors import ModelFileError
from agent.testing.engine import SMALL_MODEL


def main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    line = Line(connection)
    mode = sys.argv[3]
    load = line.receive()
    assert load["type"] == "load"
    if mode == "silent":
        time.sleep(60)
    elif mode == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "exits":
        sys.exit(7)
    elif mode == "garbage":
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    elif mode == "refuses":
        error = {"kind": ModelFileError.__name__, "message": "the model is no good"}
        line.send({"type": "failed", "error": error})
    else:
        behave(line, mode)
    time.sleep(60)


def behave(line: Line, mode: str) -> None:
    line.send({"type": "beat"})
    if mode == "talks":
        os.write(1, b"native words on standard output\n")
        os.write(2, b"x" * 200_000 + b"\n\xff\xfe on standard error\n")
    line.send({"type": "ready", "info": asdict(SMALL_MODEL)})
    if mode == "hangs up":
        line._connection.shutdown(socket.SHUT_RDWR)
        time.sleep(60)
    if mode == "lives briefly":
        time.sleep(0.2)
        sys.exit(9)
    while True:
        line.send({"type": "beat"})
        time.sleep(0.1)


if __name__ == "__main__":
    main()
