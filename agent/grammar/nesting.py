"""How deep the rules of a Lark text lead into one another. Pure.

llguidance 1.9 follows rules by recursion: a chain of about 2500 of them overflows a stack of 8 MB, and the
process ends with SIGSEGV.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

DEEPEST = 500
"""Rules in a chain, each named by the one before."""

_DEFINITION = re.compile(r"^[?!]*(\w+)(?:\[[^\]\n]*\])?\s*:(.*(?:\n[ \t].*)*)", re.MULTILINE)
_NAME = re.compile(r"\w+")


def too_deep(lark: str) -> bool:
    """Whether some chain of rules is longer than DEEPEST. A text of fewer lines needs no look."""
    if lark.count("\n") < DEEPEST:
        return False
    bodies = dict(_DEFINITION.findall(lark))
    following = {
        name: tuple({word for word in _NAME.findall(body) if word in bodies}) for name, body in bodies.items()
    }
    depths: dict[str, int] = {}
    return any(_depth(name, following, depths) > DEEPEST for name in following)


def _depth(start: str, following: Mapping[str, tuple[str, ...]], depths: dict[str, int]) -> int:
    """The longest chain from `start`, without recursion of our own; rules that lead back are not followed."""
    open_rules: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting[-1]
        if name in depths:
            waiting.pop()
        elif name in open_rules:
            depths[name] = 1 + max((depths.get(each, 0) for each in following[name]), default=0)
            open_rules.discard(waiting.pop())
        else:
            open_rules.add(name)
            waiting += [each for each in following[name] if each not in depths and each not in open_rules]
    return depths[start]
