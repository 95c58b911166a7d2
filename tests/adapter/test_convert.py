"""A LoRA of peft's becomes an adapter of llama.cpp's that computes the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.engine.adapter import read_adapter
from agent.engine.native import Interrupt, LoadOptions, NativeModel, quiet
from tests.adapter import lora_files
from tests.adapter.lora_files import LAYERS, TINY
from training import convert

ALPHA = 12.0
PROMPTS = (b"a", b"remind me", b"What is the time in Rome, and who asks?" * 3)

Logits = list[np.ndarray[tuple[int], np.dtype[np.float32]]]


@pytest.fixture(scope="module")
def lora() -> lora_files.Lora:
    return lora_files.random_lora(TINY, layers=LAYERS, rank=4, strength=0.1, seed=3)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lora_files.write_tiny_model(
        tmp_path_factory.mktemp("base") / "base.gguf", lora_files.tiny_weights()
    )


def converted(folder: Path, lora: lora_files.Lora, base: Path, *, kind: str = "F32") -> Path:
    trained = convert.read_trained(
        lora_files.save_lora(folder / kind, lora, base=base, alpha=ALPHA, kind=kind)
    )
    out = folder / f"{kind}.gguf"
    convert.write_adapter(trained, base=base, out=out)
    return out


def logits(path: Path, adapter: Path | None = None) -> Logits:
    """Behind each prompt."""
    quiet()
    options = LoadOptions(
        path=path, context=256, threads=1, prefill_threads=1, extra_buffers=True, adapter=adapter
    )
    model = NativeModel(options, Interrupt())
    found = []
    for prompt in PROMPTS:
        model.keep(0)
        assert model.decode([1, *(byte + 3 for byte in prompt)], 0)
        found.append(model.logits().copy())
    return found


def furthest(left: Logits, right: Logits) -> float:
    return max(float(np.abs(a - b).max()) for a, b in zip(left, right, strict=True))


def test_base_and_adapter_compute_what_merged_weights_do(
    base: Path, lora: lora_files.Lora, tmp_path: Path
) -> None:
    weights = lora_files.merged(lora_files.tiny_weights(), lora, alpha=ALPHA)
    whole = lora_files.write_tiny_model(tmp_path / "merged.gguf", weights)
    plain, adapted, wanted = logits(base), logits(base, converted(tmp_path, lora, base)), logits(whole)
    assert furthest(adapted, wanted) < 0.5  # Q8_0: A and its inputs are rounded to a 254th of the largest
    assert furthest(plain, wanted) > 2


@pytest.mark.parametrize("module", ["self_attn.q_proj", "self_attn.k_proj"])
def test_without_the_order_of_the_heads_it_would_compute_something_else(
    base: Path, lora: lora_files.Lora, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    alone = {key: np.zeros_like(value) if module not in key else value for key, value in lora.items()}
    right = logits(base, converted(tmp_path, alone, base))
    monkeypatch.setattr(convert, "in_gguf_order", lambda b, heads: b)
    assert furthest(right, logits(base, converted(tmp_path, alone, base))) > 0.1


@pytest.mark.parametrize("kind", ["F16", "BF16"])
def test_any_precision_that_training_saves_is_read(
    base: Path, lora: lora_files.Lora, tmp_path: Path, kind: str
) -> None:
    short = {
        key: (value.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32) for key, value in lora.items()
    }
    same = converted(tmp_path, short, base).read_bytes()
    assert converted(tmp_path, short, base, kind=kind).read_bytes() == same


def test_the_adapter_says_what_it_is(base: Path, lora: lora_files.Lora, tmp_path: Path) -> None:
    adapter = read_adapter(converted(tmp_path, lora, base))
    assert (adapter.name, adapter.base_name, adapter.data_version) == (convert.NAME, "tiny", "test")
    assert len(adapter.base_sha256) == len(adapter.sha256) == 64
    assert adapter.label == f"{convert.NAME} (data test)"


def test_what_is_no_such_lora_is_refused(base: Path, lora: lora_files.Lora, tmp_path: Path) -> None:
    names = list(lora)
    torn = {name: lora[name] for name in names[1:]}
    strange = {**lora, "base_model.model.lm_head.lora_A.weight": lora[names[0]]}
    too_large = {**lora, names[1]: lora[names[1]] * np.float32(1e6)}
    for wrong, said in ((torn, "without A"), (strange, "no counterpart"), ({}, "no LoRA weight")):
        with pytest.raises(convert.ConversionError, match=said):
            convert.read_trained(lora_files.save_lora(tmp_path / "wrong", wrong, base=base, alpha=ALPHA))
    with pytest.raises(convert.ConversionError, match="beyond half precision"):
        converted(tmp_path, too_large, base)


def test_one_that_grew_too_large_is_refused(
    base: Path, lora: lora_files.Lora, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convert, "MOST_BYTES", 1000)
    with pytest.raises(convert.ConversionError, match="more than 1000"):
        converted(tmp_path, lora, base)


def test_another_base_than_the_trained_one_is_refused(
    base: Path, lora: lora_files.Lora, tmp_path: Path
) -> None:
    trained = convert.read_trained(lora_files.save_lora(tmp_path / "lora", lora, base=base, alpha=ALPHA))
    other = lora_files.write_tiny_model(tmp_path / "other.gguf", lora_files.tiny_weights(), name="other")
    with pytest.raises(convert.ConversionError, match="it was trained for sha256"):
        convert.write_adapter(trained, base=other, out=tmp_path / "out.gguf")
