"""The two renderings are one language on the vocabulary of the default model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

POSITIONS = 650


@pytest.mark.model
def test_gbnf_in_llama_cpp_and_lark_in_llguidance_allow_the_same_tokens(default_model: Path) -> None:
    """But for control tokens, which llama.cpp lets into strings, and places with one canonical spelling."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.grammar.mask_child", str(default_model), str(POSITIONS)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=110,
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
