"""Weights in the forms of GGUF files, as numbers and back: those that the default model and its adapter are
in.

Layouts: block_q4_1 and block_q8_0 of https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.engine.gguf import GgufTensor

F32, F16, Q4_1, Q8_0, BF16 = 0, 1, 3, 8, 30
BLOCK = 32
"""Weights of a block."""
_HALF = np.dtype("<f2")
_DTYPES = {
    F32: np.dtype("<f4"),
    F16: _HALF,
    BF16: np.dtype("<u2"),
    Q4_1: np.dtype([("scale", _HALF), ("least", _HALF), ("pairs", np.uint8, (BLOCK // 2,))]),
    Q8_0: np.dtype([("scale", _HALF), ("values", np.int8, (BLOCK,))]),
}


def mapped(path: Path, tensor: GgufTensor, *, mode: str = "r") -> NDArray[np.void]:
    """A tensor's values, or blocks, in the file. Raises ValueError for a form that is not known here."""
    if tensor.kind not in _DTYPES:
        raise ValueError(f"weights in ggml's form {tensor.kind} are not known")
    *rows, width = tensor.shape
    size = width // BLOCK if tensor.kind in (Q4_1, Q8_0) else width
    shape = (*rows, size)
    return np.memmap(path, dtype=_DTYPES[tensor.kind], mode=mode, offset=tensor.offset, shape=shape)  # type: ignore[call-overload, no-any-return]


def numbers(path: Path, tensor: GgufTensor) -> NDArray[np.float32]:
    """The weights in single precision, in the tensor's shape. Raises ValueError as `mapped`."""
    stored = mapped(path, tensor)
    if tensor.kind in (F32, F16):
        return np.array(stored, dtype=np.float32)
    if tensor.kind == BF16:  # the upper half of single precision
        return (stored.astype(np.uint32) << 16).view(np.float32)
    scale = stored["scale"].astype(np.float32)[..., None]
    if tensor.kind == Q8_0:
        return (stored["values"] * scale).reshape(tensor.shape)
    pairs = stored["pairs"]
    values = np.concatenate((pairs & 15, pairs >> 4), axis=-1)
    return (values * scale + stored["least"].astype(np.float32)[..., None]).reshape(tensor.shape)


def write_q8_0(path: Path, tensor: GgufTensor, weights: NDArray[np.float32]) -> None:
    """Puts `weights`, of the tensor's shape, in its place, as ggml rounds them. Raises ValueError where they,
    or the tensor, cannot be held so.
    """
    if tensor.kind != Q8_0 or not np.isfinite(weights).all():
        raise ValueError("weights that Q8_0 cannot hold")
    blocks = weights.reshape(*weights.shape[:-1], -1, BLOCK)
    scale = np.abs(blocks).max(axis=-1, keepdims=True) / 127
    inverse = np.divide(1, scale, out=np.zeros_like(scale), where=scale != 0)
    scaled = blocks * inverse
    stored = mapped(path, tensor, mode="r+")
    stored["scale"] = scale[..., 0]
    stored["values"] = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
