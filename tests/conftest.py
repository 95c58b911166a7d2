"""What every room's tests may use; a room's own fixtures stand beside its tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog
from hypothesis import settings

from agent.engine.adapter import AUTO, SHIPPED, resolve_adapter
from agent.engine.client import WorkerEngine
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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def default_engine(
    default_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[WorkerEngine]:
    """The default model as the daemon runs it: with its adapter, without which this fails."""
    assert SHIPPED.is_file()
    engine = WorkerEngine(
        model_path=default_model,
        adapter=resolve_adapter(AUTO, model="", model_path=default_model),
        threads=1,
        state_directory=tmp_path_factory.mktemp("engine"),
    )
    yield engine
    await engine.close()


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """A command sets a level for the process that it ends; here the next test would go without lines."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
