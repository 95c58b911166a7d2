"""`kallisti model list|pull|bench`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.testing.engine import SMALL_MODEL
from bot.app_models import Bench, Speed, advice, page
from tests.app.test_command_line import kallisti

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))


def cached(tmp_path: Path, model: Path) -> None:
    """The hub library's own layout, with one model that was fetched."""
    repository = tmp_path / "hub" / "models--owner--small-GGUF"
    snapshot = repository / "snapshots" / ("a" * 40)
    snapshot.mkdir(parents=True)
    (repository / "blobs").mkdir()
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    (repository / "blobs" / ("b" * 64)).symlink_to(model)
    (snapshot / "small-Q4_1.gguf").symlink_to(f"../../blobs/{'b' * 64}")


def test_what_is_here_is_listed_and_what_is_used_is_marked(tmp_path: Path, default_model: Path) -> None:
    cached(tmp_path, default_model)
    (tmp_path / "config.toml").write_text('[engine]\nmodel = "owner/small-GGUF:small-Q4_1.gguf"\n')
    lines = kallisti("model", "list").stdout.splitlines()
    assert lines[0] == f"  embedded default: 98 MB, {default_model}"
    assert lines[1].startswith("* owner/small-GGUF:small-Q4_1.gguf: 98 MB, ")
    assert len(lines) == 2


def test_a_process_that_imported_nothing_before_lists_them(tmp_path: Path, default_model: Path) -> None:
    cached(tmp_path, default_model)
    result = subprocess.run(
        [sys.executable, "-m", "bot", "model", "list"],
        cwd=tmp_path,
        env={**os.environ, "HF_HUB_CACHE": str(tmp_path / "hub"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert "  owner/small-GGUF:small-Q4_1.gguf: 98 MB, " in result.stdout


def test_a_configured_model_that_is_not_here_is_listed_as_such(tmp_path: Path, default_model: Path) -> None:
    (tmp_path / "config.toml").write_text('[engine]\nmodel = "owner/other-GGUF"\n')
    assert kallisti("model", "list").stdout.splitlines()[-1] == "* owner/other-GGUF: not here"


def test_a_fetched_model_is_found_without_a_network(tmp_path: Path, default_model: Path) -> None:
    cached(tmp_path, default_model)
    result = kallisti("model", "pull", "owner/small-GGUF:small-Q4_1.gguf")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1] == 'To use it: [engine] model = "owner/small-GGUF:small-Q4_1.gguf"'


def test_a_name_that_is_no_model_is_said() -> None:
    result = kallisti("model", "pull", "nonsense")
    assert result.exit_code == 2
    assert 'There is no model file "nonsense"' in result.stderr


QUICK, SLOW = Speed(reading=600.0, writing=40.0), Speed(reading=20.0, writing=2.0)


def test_the_page_says_what_the_figures_mean() -> None:
    quick = Bench(info=SMALL_MODEL, load_seconds=1.0, speed=QUICK)
    assert page(quick)[2:] == [
        "reading  600 tokens a second",
        "writing  40.0 tokens a second",
        "A usual answer takes about 2 s here.",
    ]
    assert advice(SLOW) == "A usual answer takes about 35 s here: choose a smaller model or quantisation."


@pytest.mark.model
@pytest.mark.timeout(300)
def test_the_default_model_is_measured(default_model: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot.launch", "model", "bench"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=290,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()[3:5]]
    assert [line[0] for line in lines] == ["reading", "writing"]
    reading, writing = (float(line[1]) for line in lines)
    assert reading > writing > 0
