from __future__ import annotations

import pytest


@pytest.fixture
def grammar_walks(request: pytest.FixtureRequest) -> int:
    """How many times the usual number of random texts are tried: `pytest --grammar-walks 100`."""
    return int(request.config.getoption("--grammar-walks", 1))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--grammar-walks", type=int, default=1, help="multiplies the random texts of the grammar tests"
    )
