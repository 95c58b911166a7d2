"""`kallisti check` says which adapter is used, and refuses one of another model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.test_check import lines
from tests.app.test_command_line import kallisti
from training.convert import NAME


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KALLISTI_DISCORD_TOKEN", raising=False)
    return tmp_path


def checked(folder: Path, engine: str) -> str:
    (folder / "c.toml").write_text(f'[data]\ndirectory = "{folder}/data"\n[engine]\n{engine}\n')
    return kallisti("check", "--quick", "--config", "c.toml").stdout


def test_the_adapter_is_named(folder: Path, adapter_file: Path) -> None:
    (model,) = [
        line for line in lines(checked(folder, f'adapter = "{adapter_file}"'), "ok") if "gguf" in line
    ]
    assert model.endswith(f"with the adapter {NAME} (data 1)")


def test_none_is_said(folder: Path) -> None:
    (model,) = [line for line in lines(checked(folder, 'adapter = ""'), "ok") if "gguf" in line]
    assert model.endswith(".gguf, without an adapter")


def test_one_of_another_model_is_an_error(folder: Path, adapter_file: Path, tiny_model: Path) -> None:
    said = checked(folder, f'model = "{tiny_model}"\nadapter = "{adapter_file}"')
    (error,) = lines(said, "error")
    assert "was trained for Smollm2 135M" in error
    assert "the model is a tiny one (sha256" in error


def test_a_servers_adapters_are_its_own_matter(folder: Path) -> None:
    said = checked(folder, 'server = "http://127.0.0.1:8080"')
    assert "served by http://127.0.0.1:8080; which adapters is the server's matter" in said
