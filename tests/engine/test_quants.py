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


def written(
    path: Path, tensors: dict[str, tuple[NDArray[np.float32], KINDS]], *, alpha: float | None = 32.0
) -> Path:
    """A GGUF file with these weights in these forms."""
    writer = gguf.GGUFWriter(path, "llama")
    if alpha is not None:
        writer.add_float32("adapter.lora.alpha", alpha)
    for name, (weights, kind) in tensors.items():
        writer.add_tensor(name, gguf.quantize(weights, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("kind", [KINDS.F32, KINDS.F16, KINDS.BF16, KINDS.Q4_1, KINDS.Q8_0])
def test_weights_are_read_in_every_form(tmp_path: Path, kind: KINDS) -> None:
    weights = random(7, 64)
    path = written(tmp_path / "model.gguf", {"first": (random(3, 32), KINDS.F32), NAME: (weights, kind)})
    found = numbers(path, read_header(path).tensors[NAME])
    assert np.array_equal(found, gguf.dequantize(gguf.quantize(weights, kind), kind))
    found += 1  # not the file's own


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
    merge(source, lora(tmp_path / "adapter.gguf", alpha=32.0, lora_a=down, lora_b=up), target)
    exact = numbers(source, read_header(source).tensors[NAME]) + 32 / 16 * (up @ down)
    found = {name: numbers(target, tensor) for name, tensor in read_header(target).tensors.items()}
    assert np.array_equal(found["other"], other)
    largest = np.abs(exact.reshape(64, -1, 32)).max(axis=-1, keepdims=True)
    assert (np.abs(found[NAME] - exact).reshape(64, -1, 32) <= largest / 254 + largest / 1000).all()


def lora(path: Path, *, alpha: float | None = None, **tensors: NDArray[np.float32]) -> Path:
    named = {f"{NAME}.{name}": (weights, KINDS.F16) for name, weights in tensors.items()}
    return written(path, named, alpha=alpha)


def test_without_an_alpha_the_product_is_added_as_it_is(tmp_path: Path) -> None:
    plain, down, up = random(8, 32), random(2, 32, seed=3), random(8, 2, seed=4)
    found = []
    for number, alpha in enumerate((None, 0.0, 2.0)):
        target = written(tmp_path / f"{number}.gguf", {NAME: (plain, KINDS.Q8_0)})
        merge(target, lora(tmp_path / "adapter.gguf", alpha=alpha, lora_a=down, lora_b=up), target)
        found.append(numbers(target, read_header(target).tensors[NAME]))
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])
    assert np.abs(found[0] - plain).max() > 1


PAIR = {"lora_a": random(4, 32), "lora_b": random(8, 4)}


@pytest.mark.parametrize(
    ("tensors", "alpha", "said"),
    [
        (PAIR, 1.0, "no weights blk.0.attn_q.weight"),
        ({"lora_b": random(8, 4)}, 1.0, "no pairs of A and B"),
        ({**PAIR, "lora_c": random(1, 32)}, 1.0, "no pairs of A and B"),
    ],
)
def test_an_adapter_of_another_kind_or_model_is_refused(
    tmp_path: Path, tensors: dict[str, NDArray[np.float32]], alpha: float, said: str
) -> None:
    model = written(tmp_path / "model.gguf", {"other": (random(8, 32), KINDS.Q8_0)})
    with pytest.raises(ValueError, match=said):
        merge(model, lora(tmp_path / "adapter.gguf", alpha=alpha, **tensors), model)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@pytest.mark.parametrize(
    ("down", "up", "alpha", "said"),
    [
        (random(4, 32), random(1, 4), 1.0, "another shape"),
        (random(4, 64), random(8, 4), 1.0, "another shape"),
        (random(2, 4, 32), random(2, 8, 4), 1.0, "another shape"),
        (random(4, 32), random(8, 4), float("inf"), "alpha is no number"),
        (random(4, 32), np.full((8, 4), np.inf, dtype=np.float32), 1.0, "Q8_0 cannot hold"),
    ],
)
def test_what_cannot_be_added_is_refused(
    tmp_path: Path, down: NDArray[np.float32], up: NDArray[np.float32], alpha: float, said: str
) -> None:
    model = written(tmp_path / "model.gguf", {NAME: (random(8, 32), KINDS.Q8_0)})
    with pytest.raises(ValueError, match=said):
        merge(model, lora(tmp_path / "adapter.gguf", alpha=alpha, lora_a=down, lora_b=up), model)
