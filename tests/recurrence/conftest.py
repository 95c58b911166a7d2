"""One loaded time parser for all tests: loading its library takes a third of a second."""

from __future__ import annotations

import pytest

from agent.ports import TimeParser
from agent.timeparse import time_parser


@pytest.fixture(scope="session")
def times() -> TimeParser:
    return time_parser()
