"""The hand-written base rules: their text in both renderings, what they need, and how long they can get."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from agent.resources import grammar_text

# Longest and shortest texts of the base rules that generated rules refer to. Tests hold them to the rules
# themselves.
LONGEST = {
    "char": r"\uFFFF",
    "visible": "\N{GRINNING FACE}",
    "date": '"2000-01-01"',
    "time": '"00:00:00.000000+00:00"',
    "zoned-time": '"00:00:00.000000+00:00"',
    "local-time": '"00:00:00.000000"',
    "date-time": '"2000-01-01T00:00:00.000000+00:00"',
    "local-date-time": '"2000-01-01T00:00:00.000000"',
    "zoned-date-time": '"2000-01-01T00:00:00.000000+00:00"',
    "duration": '"P1000Y1000M1000DT1000H1000M1000S"',
    "uuid": '"00000000-0000-0000-0000-000000000000"',
}
SHORTEST = {
    "char": "x",
    "visible": "x",
    "date": '"2000-01-01"',
    "time": '"00:00:00"',
    "zoned-time": '"00:00:00Z"',
    "local-time": '"00:00:00"',
    "date-time": '"2000-01-01T00:00:00"',
    "local-date-time": '"2000-01-01T00:00:00"',
    "zoned-date-time": '"2000-01-01T00:00:00Z"',
    "duration": '"P0D"',
    "uuid": '"00000000-0000-0000-0000-000000000000"',
}

_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\])*/')


@dataclass(frozen=True, slots=True)
class Notation:
    """One of the two files of base rules, and how it writes rules."""

    file: str
    definition: re.Pattern[str]
    name: re.Pattern[str]


GBNF = Notation(
    "base.gbnf", re.compile(r"^([a-z][a-z0-9-]*) ::= (.+)$", re.MULTILINE), re.compile(r"[a-z][a-z0-9-]*")
)
LARK = Notation(
    "base.lark", re.compile(r"^([A-Z][A-Z0-9_]*): (.+)$", re.MULTILINE), re.compile(r"[A-Z][A-Z0-9_]*")
)


@cache
def rules(notation: Notation) -> dict[str, str]:
    """Name to right-hand side, in the order of the file."""
    return dict(notation.definition.findall(grammar_text(notation.file)))


def closure(notation: Notation, names: Iterable[str]) -> list[tuple[str, str]]:
    """The rules of these names and all that they refer to, in the order of the file."""
    known = rules(notation)
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting.extend(_references(notation, name))
    return [(name, body) for name, body in known.items() if name in wanted]


@cache
def names() -> frozenset[str]:
    """The names that generated rules must not take."""
    return frozenset(rules(GBNF))


@cache
def _references(notation: Notation, name: str) -> tuple[str, ...]:
    known = rules(notation)
    return tuple(word for word in notation.name.findall(_QUOTED.sub(" ", known[name])) if word in known)
