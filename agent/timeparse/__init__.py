"""Phrases in seven languages to instants, and the time phrases in a message. docs/time.md has the rules."""

from __future__ import annotations

from agent.timeparse.dateparser_reader import Dateparser
from agent.timeparse.duckling_reader import Duckling, available
from agent.timeparse.languages import LANGUAGES
from agent.timeparse.parser import GuardedTimeParser
from agent.timeparse.policy import Policy

__all__ = [
    "LANGUAGES",
    "DateparserTimeParser",
    "DucklingTimeParser",
    "GuardedTimeParser",
    "Policy",
    "time_parser",
]


class DucklingTimeParser(GuardedTimeParser):
    """Behind the own grammar stands Duckling; needs the wheel `pyduckling-native-phihos`."""

    def __init__(self, policy: Policy | None = None) -> None:
        super().__init__(Duckling(), policy)


class DateparserTimeParser(GuardedTimeParser):
    """Behind the own grammar stands dateparser, which is pure Python and knows less."""

    def __init__(self, policy: Policy | None = None) -> None:
        super().__init__(Dateparser(), policy)


def time_parser(policy: Policy | None = None) -> GuardedTimeParser:
    """The best parser that can run here; its `name` says which. Loading Duckling takes about 0.3 s."""
    return DucklingTimeParser(policy) if available() else DateparserTimeParser(policy)
