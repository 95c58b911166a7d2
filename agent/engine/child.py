"""What every child process of the engine does first, before it loads any native library."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import signal
import sys
from pathlib import Path

NICENESS = 5
"""The daemon's event loop, and with it every reminder, goes before the model."""
SPIN_COUNT = "1000"
"""How long waiting OpenMP threads spin before they sleep. On two cores by libgomp's default (many thousand
times more) a second busy process made a decode step 10 to 60 times slower; sleeping at once made it twice as
slow on idle cores.
"""
PACKAGE_ROOT = Path(__file__).resolve().parents[2]
"""The directory that holds the package `agent`: children start there, so that `-m` finds it."""
_PR_SET_PDEATHSIG = 1


def settle(parent: int) -> None:
    """Binds this process to `parent` (a process id): the kernel ends it when the parent dies, however it
    dies.

    Ctrl-C in a terminal reaches the whole group; it is the daemon that decides what follows, so it is ignored
    here.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
    faulthandler.enable()
    with contextlib.suppress(OSError):  # a sandbox may forbid it; it only eases a busy machine
        os.nice(NICENESS)
    os.putenv("GOMP_SPINCOUNT", SPIN_COUNT)
