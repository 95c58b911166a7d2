"""From a LoRA as peft saves it to the GGUF adapter that llama.cpp lays over the default model.

    python -m training.convert DIRECTORY [--base FILE] [--out FILE]

DIRECTORY holds `adapter.safetensors` and `adapter.json` (rank, alpha, version of the data). A becomes Q8_0,
whose products llama.cpp computes in half the time of half precision; B, whose rows are too short for blocks
of 32, becomes half-precision. A GGUF of the llama family holds the rows of its query and key weights in
another order than transformers does (rotated halves of a head lie side by side), so the same order is given
to the B of both.
The metadata say which file is the base, by name and sha256: the engine refuses any other.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from numpy.typing import NDArray

from agent.engine.adapter import ALPHA, BASE_NAME, BASE_SHA256, DATA_VERSION, DOWN, SHIPPED, UP, sha256_of
from agent.engine.gguf import GgufHeader, read_header
from agent.engine.models import default_model_path

NAME = "kallisti-smollm2-135m"
LICENCE = "CC-BY-SA-4.0"
MOST_BYTES = 12_000_000

Tensor = NDArray[Any]

_KEY = re.compile(r"layers\.(\d+)\.(?:self_attn|mlp)\.(\w+)\.lora_([AB])(?:\.default)?(?:\.weight)?$")
_NAMES = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
    "gate_proj": "ffn_gate",
    "up_proj": "ffn_up",
    "down_proj": "ffn_down",
}
_BLOCK = 32
_TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}


class ConversionError(ValueError):
    """What was trained is no adapter of this base; the sentence says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """A LoRA as peft holds it: (layer, module) -> A of shape (rank, inputs), B of shape (outputs, rank)."""

    pairs: Mapping[tuple[int, str], tuple[Tensor, Tensor]]
    alpha: float
    data_version: str
    base_sha256: str


def read_trained(directory: Path) -> Trained:
    """Raises ConversionError, and OSError for missing files."""
    described = json.loads((directory / "adapter.json").read_text(encoding="utf-8"))
    halves: dict[tuple[int, str], dict[str, Tensor]] = {}
    for key, tensor in read_safetensors(directory / "adapter.safetensors"):
        found = _KEY.search(key)
        if found is None or found[2] not in _NAMES:
            raise ConversionError(f"{key} has no counterpart in a GGUF adapter")
        halves.setdefault((int(found[1]), found[2]), {})[found[3]] = tensor
    torn = [key for key, pair in halves.items() if set(pair) != {"A", "B"}]
    if torn or not halves:
        raise ConversionError(f"without A or without B: {torn}" if torn else "there is no LoRA weight in it")
    return Trained(
        pairs={key: (pair["A"], pair["B"]) for key, pair in sorted(halves.items())},
        alpha=float(described["alpha"]),
        data_version=str(described["data"]["version"]),
        base_sha256=described["base_sha256"],
    )


def read_safetensors(path: Path) -> Iterator[tuple[str, Tensor]]:
    """Names and float32 tensors. Format: https://github.com/huggingface/safetensors#format."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    for name, entry in json.loads(data[8:start]).items():
        if name == "__metadata__":
            continue
        if entry["dtype"] not in _TYPES:
            raise ConversionError(f"{name} has the type {entry['dtype']}")
        begin, end = entry["data_offsets"]
        raw = np.frombuffer(data[start + begin : start + end], dtype=_TYPES[entry["dtype"]])
        if entry["dtype"] == "BF16":  # the upper half of a float32
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        yield name, raw.astype(np.float32).reshape(entry["shape"])


def in_gguf_order(b: Tensor, heads: int) -> Tensor:
    """Rows of a query's or key's weights, from transformers' order to that of the llama family's GGUF."""
    rows, rank = b.shape
    return b.reshape(heads, 2, rows // heads // 2, rank).swapaxes(1, 2).reshape(rows, rank)


def write_adapter(trained: Trained, *, base: Path, out: Path) -> None:
    """Raises ConversionError for another base than the trained one, for weights beyond half precision, and
    for a file of more than MOST_BYTES.
    """
    digest = sha256_of(base)
    if digest != trained.base_sha256:
        raise ConversionError(f"it was trained for sha256 {trained.base_sha256}, but {base} has {digest}")
    header = read_header(base)
    writer = gguf.GGUFWriter(out, header.architecture)
    _describe(writer, trained, base, header)
    for (layer, module), (a, b) in trained.pairs.items():
        heads = _heads(header, module)
        name = f"blk.{layer}.{_NAMES[module]}.weight"
        _add_blocks(writer, name + DOWN, _half(a, name))
        writer.add_tensor(name + UP, _half(in_gguf_order(b, heads) if heads else b, name))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    if out.stat().st_size > MOST_BYTES:
        raise ConversionError(f"{out} has {out.stat().st_size} bytes, more than {MOST_BYTES}")


def _describe(writer: gguf.GGUFWriter, trained: Trained, base: Path, header: GgufHeader) -> None:
    base_name = header.text("general.name") or base.stem
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32(ALPHA, trained.alpha)
    writer.add_name(NAME)
    writer.add_license(LICENCE)
    writer.add_base_model_count(1)
    writer.add_base_model_name(0, base_name)
    writer.add_string(BASE_NAME, base_name)
    writer.add_string(BASE_SHA256, trained.base_sha256)
    writer.add_string(DATA_VERSION, trained.data_version)


def _heads(header: GgufHeader, module: str) -> int:
    """How many heads the rows of this module are of, where their order differs; else 0."""
    key = {"q_proj": "head_count", "k_proj": "head_count_kv"}.get(module)
    found = header.number(f"{header.architecture}.attention.{key}") if key else 0
    if found is None:
        raise ConversionError(f"the base does not say attention.{key}")
    return found


def _add_blocks(writer: gguf.GGUFWriter, name: str, tensor: NDArray[np.float16]) -> None:
    """In Q8_0, where rows are made of whole blocks."""
    if tensor.shape[-1] % _BLOCK:
        writer.add_tensor(name, tensor)
        return
    kind = gguf.GGMLQuantizationType.Q8_0
    writer.add_tensor(name, gguf.quantize(tensor.astype(np.float32), kind), raw_dtype=kind)


def _half(tensor: Tensor, name: str) -> NDArray[np.float16]:
    with np.errstate(over="ignore"):
        half = np.ascontiguousarray(tensor, dtype=np.float16)
    if not np.isfinite(half).all():
        raise ConversionError(f"{name} has weights beyond half precision")
    return half


def main() -> None:
    parser = argparse.ArgumentParser(description="Convert a trained LoRA to a GGUF adapter.")
    parser.add_argument("directory", type=Path, help="holds adapter.safetensors and adapter.json")
    parser.add_argument("--base", type=Path, help="the GGUF that it was trained for; else the default model")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="else the shipped adapter is replaced")
    options = parser.parse_args()
    trained = read_trained(options.directory)
    write_adapter(trained, base=options.base or default_model_path(), out=options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes, {len(trained.pairs)} layers' modules")


if __name__ == "__main__":
    main()
