"""The throw-away child of the probe: `python -m agent.engine.probe_child PARENT PATH EXTRA_BUFFERS ADAPTER`.

Exits with 0 when batches of one, two and many tokens decode to finite logits, with `probe.REFUSED` and a
sentence on standard output when the file cannot be loaded; native faults end it with their signal.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from agent.engine import child
from agent.engine.probe import REFUSED
from agent.errors import ModelFileError

BATCHES = (1, 2, 33)
NOT_FINITE = 4
CONTEXT = 64


def main() -> int:
    parent, path, extra_buffers = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "1"
    adapter = Path(sys.argv[4]) if sys.argv[4] else None
    child.settle(parent)
    from agent.engine import native  # noqa: PLC0415  # loads native code, which reads what settle() set

    native.quiet()
    options = native.LoadOptions(
        path=path,
        context=CONTEXT,
        threads=1,
        prefill_threads=1,
        extra_buffers=extra_buffers,
        adapter=adapter,
    )
    try:
        model = native.NativeModel(options, native.Interrupt())
    except ModelFileError as error:
        sys.stdout.write(str(error))
        return REFUSED
    token = model.bos or 0
    for size in BATCHES:
        model.keep(0)
        model.decode([token] * size, 0)
        if not np.isfinite(model.logits()).all():
            return NOT_FINITE
    return 0


if __name__ == "__main__":
    sys.exit(main())
