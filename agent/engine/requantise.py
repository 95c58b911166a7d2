"""The throw-away child that writes a model in Q8_0: `python -m agent.engine.requantise PARENT FILE TO
ADAPTER`.

ADAPTER, empty for none, is a LoRA in llama.cpp's form: alpha / rank * B A is added to the weights of FILE,
and their sum is rounded once. Exits with 0 when the file is written; native faults end it with their signal.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

from agent.engine import child
from agent.engine.gguf import read_header
from agent.engine.quants import numbers, write_q8_0

ALPHA, DOWN, UP = "adapter.lora.alpha", ".lora_a", ".lora_b"


def main() -> int:
    parent, source, target, adapter = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
    child.settle(parent)
    from llama_cpp import llama_cpp as api  # noqa: PLC0415  # native code, which reads what settle() set

    parameters = api.llama_model_quantize_default_params()
    parameters.nthread = 1
    parameters.ftype = api.LLAMA_FTYPE_MOSTLY_Q8_0
    parameters.allow_requantize = True
    if api.llama_model_quantize(source.encode(), target.encode(), ctypes.byref(parameters)) != 0:
        return 1
    if adapter:
        merge(Path(source), Path(adapter), Path(target))
    return 0


def merge(source: Path, adapter: Path, target: Path) -> None:
    """Writes the adapted weights of `source` over those in `target`, which are in Q8_0."""
    plain, lora, written = (read_header(path) for path in (source, adapter, target))
    alpha = lora.metadata[ALPHA]
    for name, tensor in lora.tensors.items():
        if not name.endswith(DOWN):
            continue
        base = name.removesuffix(DOWN)
        down, up = numbers(adapter, tensor), numbers(adapter, lora.tensors[base + UP])
        weights = numbers(source, plain.tensors[base])
        weights += float(alpha) / len(down) * (up @ down)
        write_q8_0(target, written.tensors[base], weights)


if __name__ == "__main__":
    sys.exit(main())
