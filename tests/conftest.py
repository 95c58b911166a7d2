"""What every room's tests may use; a room's own fixtures stand beside its tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from agent.engine.models import default_model_path

# A busy machine is slow, not wrong: hypothesis judges results here, never durations.
settings.register_profile("kallisti", deadline=None)
settings.load_profile("kallisti")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--more-vocabularies",
        action="append",
        default=[],
        metavar="PATH",
        help="GGUF files whose vocabularies the grammar's matcher is tried on, besides the default model's",
    )
    parser.addoption(
        "--injections",
        metavar="DIRECTORY",
        help="a directory with files injection*.jsonl, whose texts are tried as orders of others",
    )


@pytest.fixture(scope="session")
def default_model() -> Path:
    """The embedded default model's GGUF file; its absence fails the test, since `make test` installs it."""
    return default_model_path()


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """A command sets a level for the process that it ends; here the next test would go without lines."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
