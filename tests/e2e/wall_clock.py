"""The wall clock of a child process, moved while it runs. Its monotonic clock and this process's clocks stay.

libfaketime stands between the child and its C library and reads the file of its settings at every look.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

FLAGS = ("-std=gnu99", "-O1", "-fPIC", "-shared", "-w", '-DPREFIX=""', '-DLIBDIRNAME=""')
"""Only what is asked for the time is wrapped. The library's makefile has sleeping wrapped too, and that
reckons with a monotonic clock that moves as well: `time.sleep` then raises "Invalid argument" at times.
"""


class WallClock:
    """`error` is how far it is ahead of this machine's."""

    def __init__(self, directory: Path) -> None:
        self.error = timedelta(0)
        self._library = compiled(directory / "libfaketime.so.1")
        self._settings = directory / "clock"
        self.set(self.error)

    def set(self, error: timedelta) -> None:
        """Moves it at once. Whoever reads the file meanwhile finds the old or the new error, never half."""
        beside = self._settings.with_suffix(".new")
        beside.write_text(f"{error.total_seconds():+.0f}\n")
        beside.replace(self._settings)
        self.error = error

    def now(self) -> datetime:
        return datetime.now(UTC) + self.error

    def environment(self) -> Mapping[str, str]:
        """What a process is started with to live by this clock; its children inherit it."""
        return {
            "LD_PRELOAD": str(self._library),
            "FAKETIME_TIMESTAMP_FILE": str(self._settings),
            "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }


def compiled(target: Path) -> Path:
    """libfaketime for this machine, from the source in the package of that name; the binary in it is for one
    kind of processor. Takes the compiler that builds llama-cpp-python.
    """
    found = find_spec("libfaketime")
    assert found is not None, "the package libfaketime is not installed"
    assert found.submodule_search_locations is not None
    source = Path(found.submodule_search_locations[0]) / "vendor" / "libfaketime" / "src"
    script = f"-Wl,--version-script={source / 'libfaketime.map'}"
    command = ["cc", *FLAGS, str(source / "libfaketime.c"), script, "-o", str(target)]
    subprocess.run([*command, "-lpthread", "-ldl", "-lm", "-lrt"], check=True)
    return target
