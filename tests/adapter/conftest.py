"""Adapters over the embedded default model that say something else than it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapter import lora_files
from training.convert import read_trained, write_adapter


@pytest.fixture(scope="session")
def adapter_file(default_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of random weights, strong enough to change what the model says."""
    folder = tmp_path_factory.mktemp("adapter")
    lora = lora_files.random_lora(
        lora_files.SMOLLM2, layers=lora_files.SMOLLM2_LAYERS, rank=2, strength=0.2, seed=7
    )
    trained = read_trained(lora_files.save_lora(folder, lora, base=default_model, alpha=4.0, version="1"))
    out = folder / "random.gguf"
    write_adapter(trained, base=default_model, out=out)
    return out


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lora_files.write_tiny_model(
        tmp_path_factory.mktemp("tiny") / "tiny.gguf", lora_files.tiny_weights(), name="a tiny one"
    )
