"""Where the command `kallisti` begins: what must hold before the rest is imported, which takes a second."""

from __future__ import annotations

import signal
import sys
from types import FrameType


def main() -> None:
    if sys.argv[1:2] == ["run"]:
        # A daemon that is asked to reload while it starts has nothing to do: it has read nothing yet.
        # A function, because what is ignored would be ignored by the engine worker too.
        signal.signal(signal.SIGHUP, _nothing_to_reload_yet)
    from bot.__main__ import main as command_line  # noqa: PLC0415 - see above

    command_line()


def _nothing_to_reload_yet(_number: int, _frame: FrameType | None) -> None:
    pass


if __name__ == "__main__":
    main()
