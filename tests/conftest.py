"""What every room's tests may use; a room's own fixtures stand beside its tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from agent.engine.models import default_model_path

# A busy machine is slow, not wrong: hypothesis judges results here, never durations.
settings.register_profile("kallisti", deadline=None)
settings.load_profile("kallisti")


@pytest.fixture(scope="session")
def default_model() -> Path:
    """The embedded default model's GGUF file; its absence fails the test, since `make test` installs it."""
    return default_model_path()
