"""One loaded parser of each kind for all tests: loading the library takes a third of a second."""

from __future__ import annotations

import pytest

from agent.timeparse import DateparserTimeParser, GuardedTimeParser, time_parser


@pytest.fixture(scope="session")
def parser() -> GuardedTimeParser:
    return time_parser()


@pytest.fixture(scope="session")
def fallback() -> GuardedTimeParser:
    return DateparserTimeParser()
