"""The two renderings are one language on the vocabulary of the default model.

On others too with `pytest --more-vocabularies PATH`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agent.engine.models import default_model_path

POSITIONS = 650
LONGEST = 900
"""Seconds; a vocabulary of 262 thousand tokens on a busy machine takes minutes."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    paths = [default_model_path(), *map(Path, metafunc.config.getoption("--more-vocabularies"))]
    metafunc.parametrize("path", paths, ids=lambda path: path.stem)


@pytest.mark.model
@pytest.mark.timeout(LONGEST)
def test_gbnf_in_llama_cpp_and_lark_in_llguidance_allow_the_same_tokens(path: Path) -> None:
    """But for control tokens, which llama.cpp lets into strings, and places with one canonical spelling."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.grammar.mask_child", str(path), str(POSITIONS)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert child.returncode == 0, child.stderr[-2000:]
    result = json.loads(child.stdout.splitlines()[-1])
    assert result["differences"] == []
    assert result["positions"] >= 500
    assert result["pairs"] >= 100_000
    assert 0 < result["forced"] < result["positions"]
    assert result["ends"] >= 20
    assert result["consumed"] >= 100_000
    assert result["runs"] >= 100
