"""`bench.watched` with a worker that needs no time.

python -m bench.quick_engine FILE run --config CONFIG
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from agent.engine import client
from agent.engine.process import start_worker
from bench.watched import watch
from bot.__main__ import main

if __name__ == "__main__":
    client.start_worker = partial(start_worker, module="bench.quick_worker")  # type: ignore[attr-defined]
    watch(Path(sys.argv.pop(1)))
    main()
