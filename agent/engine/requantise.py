"""The throw-away child that writes a model in Q8_0: `python -m agent.engine.requantise PARENT FILE TO`.

Exits with 0 when the file is written; native faults end it with their signal.
"""

from __future__ import annotations

import ctypes
import sys

from agent.engine import child


def main() -> int:
    parent, source, target = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    child.settle(parent)
    from llama_cpp import llama_cpp as api  # noqa: PLC0415  # native code, which reads what settle() set

    parameters = api.llama_model_quantize_default_params()
    parameters.nthread = 1
    parameters.ftype = api.LLAMA_FTYPE_MOSTLY_Q8_0
    parameters.allow_requantize = True
    return int(api.llama_model_quantize(source.encode(), target.encode(), ctypes.byref(parameters)) != 0)


if __name__ == "__main__":
    sys.exit(main())
