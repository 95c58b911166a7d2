from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def injections(pytestconfig: pytest.Config) -> Path:
    """A directory with files `injection*.jsonl`, which are no part of this project."""
    directory = pytestconfig.getoption("--injections")
    if directory is None:
        pytest.skip("no --injections DIRECTORY with injection*.jsonl was named")
    return Path(directory)
