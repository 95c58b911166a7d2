"""Paths of UNIX sockets, which the kernel wants short."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def reachable(path: Path) -> Iterator[str]:
    """An address of at most 107 bytes, which is all that the kernel takes, for a path of any length.

    Raises OSError where the directory is not there or may not be entered.
    """
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
