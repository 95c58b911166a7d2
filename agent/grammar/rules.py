"""Named rules, and sets of them: whole languages, and parts that are built once and used in many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from agent.grammar.expression import Chain, Choice, Expression, Ref, Repeat

ROOT = "root"


@dataclass(frozen=True, slots=True)
class Production:
    """`leaf`: everything below is part of one terminal. `uses`: the names in the body, each once."""

    name: str
    body: Expression
    leaf: bool
    uses: tuple[str, ...] = field(compare=False)

    @classmethod
    def of(cls, name: str, body: Expression, *, leaf: bool) -> Production:
        return cls(name, body, leaf, tuple(dict.fromkeys(references(body))))


@dataclass(frozen=True, slots=True)
class Printed:
    """A rule in both notations, and the bytes of the longest text it describes."""

    gbnf: str
    lark: str
    longest: int


@dataclass(frozen=True, slots=True)
class Productions:
    """The root first, each other one after its first user.

    `base` names the base rules in use; `printed` holds what is known of the rules from fragments.
    """

    rules: tuple[Production, ...]
    base: tuple[str, ...]
    printed: Mapping[str, Printed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Fragment:
    """A form with its rules made and printed. `tag` is its first key and that key's only value."""

    name: str
    tag: tuple[str, str]
    rules: Mapping[str, Production]
    printed: Mapping[str, Printed]


class NameTaken(Exception):
    """Two fragments name different rules alike; they must be built together instead."""


def references(expression: Expression) -> Iterator[str]:
    """The names that an expression refers to, in reading order."""
    match expression:
        case Ref(name):
            yield name
        case Chain(parts) | Choice(parts):
            for part in parts:
                yield from references(part)
        case Repeat(part):
            yield from references(part)
        case _:
            pass


def ordered(root: Production, rules: Mapping[str, Production]) -> Productions:
    """What the root needs, depth first, so that a rule stands close to its first user."""
    reached: dict[str, Production] = {}
    base: dict[str, None] = {}
    waiting = [root]
    while waiting:
        rule = waiting.pop()
        if rule.name in reached:
            continue
        reached[rule.name] = rule
        base.update((name, None) for name in rule.uses if name not in rules)
        waiting.extend(rules[name] for name in reversed(rule.uses) if name in rules)
    return Productions(tuple(reached.values()), tuple(base))


def users_last(rules: Iterable[Production]) -> list[Production]:
    """Each rule after all that it refers to. A stack of our own: a quote's chain is as deep as its text."""
    by_name = {rule.name: rule for rule in rules}
    done: dict[str, Production] = {}
    for start in by_name.values():
        stack = [start]
        while stack:
            rule = stack[-1]
            missing = [name for name in rule.uses if name in by_name and name not in done]
            if missing:
                stack.extend(by_name[name] for name in missing)
            else:
                done.setdefault(stack.pop().name, rule)
    return list(done.values())
