"""Weights as numbers and back: the same as the library of llama.cpp's own project makes of them."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest
from numpy.typing import NDArray

from agent.engine.gguf import read_header
from agent.engine.quants import numbers, write_q8_0
from agent.engine.requantise import merge

KINDS = gguf.GGMLQuantizationType
NAME = "blk.0.attn_q.weight"


def random(*shape: int, seed: int = 1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def written(path: Path, tensors: dict[str, tuple[NDArray[np.float32], KINDS]]) -> Path:
    """A GGUF file with these weights in these forms."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_float32("adapter.lora.alpha", 32.0)
    for name, (weights, kind) in tensors.items():
        writer.add_tensor(name, gguf.quantize(weights, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("kind", [KINDS.F32, KINDS.F16, KINDS.Q4_1, KINDS.Q8_0])
def test_weights_are_read_in_every_form(tmp_path: Path, kind: KINDS) -> None:
    weights = random(7, 64)
    path = written(tmp_path / "model.gguf", {"first": (random(3, 32), KINDS.F32), NAME: (weights, kind)})
    found = numbers(path, read_header(path).tensors[NAME])
    assert np.array_equal(found, gguf.dequantize(gguf.quantize(weights, kind), kind))


def test_another_form_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "model.gguf", {NAME: (random(7, 64), KINDS.Q5_0)})
    with pytest.raises(ValueError, match="form 6 are not known"):
        numbers(path, read_header(path).tensors[NAME])


def test_weights_are_written_as_ggml_rounds_them(tmp_path: Path) -> None:
    weights = random(7, 64)
    weights[2, :32] = 0
    weights[3, 5] = -100
    path = written(tmp_path / "model.gguf", {NAME: (random(7, 64, seed=2), KINDS.Q8_0)})
    wanted = written(tmp_path / "wanted.gguf", {NAME: (weights, KINDS.Q8_0)})
    write_q8_0(path, read_header(path).tensors[NAME], weights)
    assert path.read_bytes() == wanted.read_bytes()


def test_an_adapter_is_added_to_the_weights_that_it_names(tmp_path: Path) -> None:
    plain, other, down, up = (
        random(64, 96),
        random(8, 32, seed=2),
        random(16, 96, seed=3),
        random(64, 16, seed=4),
    )
    down, up = down.astype(np.float16).astype(np.float32), up.astype(np.float16).astype(np.float32)
    source = written(tmp_path / "source.gguf", {NAME: (plain, KINDS.Q4_1), "other": (other, KINDS.F32)})
    target = written(tmp_path / "target.gguf", {NAME: (plain, KINDS.Q8_0), "other": (other, KINDS.F32)})
    lora = {f"{NAME}.lora_a": (down, KINDS.F16), f"{NAME}.lora_b": (up, KINDS.F16)}
    merge(source, written(tmp_path / "adapter.gguf", lora), target)
    exact = numbers(source, read_header(source).tensors[NAME]) + 32 / 16 * (up @ down)
    found = {name: numbers(target, tensor) for name, tensor in read_header(target).tensors.items()}
    assert np.array_equal(found["other"], other)
    largest = np.abs(exact.reshape(64, -1, 32)).max(axis=-1, keepdims=True)
    assert (np.abs(found[NAME] - exact).reshape(64, -1, 32) <= largest / 254 + largest / 1000).all()


def test_an_adapter_of_another_model_is_refused(tmp_path: Path) -> None:
    model = written(tmp_path / "model.gguf", {"other": (random(8, 32), KINDS.Q8_0)})
    lora = {f"{NAME}.lora_a": (random(4, 32), KINDS.F16), f"{NAME}.lora_b": (random(8, 4), KINDS.F16)}
    with pytest.raises(KeyError, match=NAME):
        merge(model, written(tmp_path / "adapter.gguf", lora), model)
