"""The throw-away child that writes a model in Q8_0: `python -m agent.engine.requantise PARENT FILE TO
ADAPTER`.

ADAPTER, empty for none, is a LoRA in llama.cpp's form: scale * B A is added to the weights of FILE, and their
sum is rounded once. Exits with 0 when the file is written and on the disk; native faults end it with their
signal.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
from pathlib import Path

from agent.engine import child
from agent.engine.adapter import ALPHA, DOWN, UP
from agent.engine.gguf import GgufHeader, read_header


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
    with Path(target).open("rb+") as file:
        os.fsync(file.fileno())
    return 0


def merge(source: Path, adapter: Path, target: Path) -> None:
    """Writes the adapted weights of `source` over those in `target`, which are in Q8_0.

    Raises ValueError for an adapter that does not fit, of which llama.cpp then says what is wrong with it.
    """
    from agent.engine.quants import numbers, write_q8_0  # noqa: PLC0415  # numpy reads what settle() set

    plain, lora, written = (read_header(path) for path in (source, adapter, target))
    for name in _adapted(lora):
        if name not in plain.tensors:
            raise ValueError(f"the model has no weights {name}")
        down, up = (numbers(adapter, lora.tensors[name + half]) for half in (DOWN, UP))
        weights = numbers(source, plain.tensors[name])
        if up.ndim != 2 or down.ndim != 2 or (up.shape[0], down.shape[1]) != weights.shape:
            raise ValueError(f"{name} has another shape than in the adapter")
        weights += _scale(lora, rank=len(down)) * (up @ down)
        write_q8_0(target, written.tensors[name], weights)


def _adapted(lora: GgufHeader) -> list[str]:
    """The names of the weights that the adapter changes."""
    found = [name.removesuffix(DOWN) for name in lora.tensors if name.endswith(DOWN)]
    wanted = {name + half for name in found for half in (DOWN, UP)}
    if not found or wanted != lora.tensors.keys():
        raise ValueError("the adapter's tensors are no pairs of A and B")
    return found


def _scale(lora: GgufHeader, *, rank: int) -> float:
    """As llama.cpp has it: 1 where no alpha is given."""
    alpha = lora.metadata.get(ALPHA, 0.0)
    if not isinstance(alpha, int | float) or not math.isfinite(alpha):
        raise ValueError("the adapter's alpha is no number")
    return alpha / rank if alpha else 1.0


if __name__ == "__main__":
    sys.exit(main())
