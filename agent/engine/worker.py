"""The worker process: `python -m agent.engine.worker FD PARENT`, where FD is one end of a socket.

It ends when its socket closes or its parent (a process id) dies. Whatever native code writes goes to standard
output and standard error, which the supervisor puts into the log.
"""

from __future__ import annotations

import socket
import sys

from agent.engine import child


def main() -> None:
    descriptor, parent = int(sys.argv[1]), int(sys.argv[2])
    child.settle(parent)
    from agent.engine.workshop import serve  # noqa: PLC0415  # loads native code, which reads what settle() set

    serve(socket.socket(fileno=descriptor))


if __name__ == "__main__":
    main()
