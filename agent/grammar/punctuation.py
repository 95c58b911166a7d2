"""Where a form stands in a language, and how JSON's own signs are written there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.grammar.expression import Exact, Expression, chain, optional, repeat
from agent.grammar.leaves import json_text
from agent.grammar.rules import ROOT

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the language a form stands: the path of names to it, and whether texts may be fused there."""

    path: str
    fused: bool

    def under(self, name: str) -> Place:
        return self.renamed(name) if self.path == ROOT else Place(f"{self.path}-{name}", self.fused)

    def renamed(self, name: str) -> Place:
        """A rule's name begins with a letter."""
        return Place(name if name[0].isalpha() else f"value-{name}", self.fused)

    def loose(self) -> Place:
        return Place(self.path, fused=False)


def literal(text: str, place: Place) -> Expression:
    return Exact(text) if place.fused else chain(*map(Exact, _TOKEN.findall(text)), fused=False)


def key_text(name: str, *, first: bool, place: Place) -> Expression:
    return _key(name, first, place.fused)


@lru_cache(maxsize=1024)
def _key(name: str, first: bool, fused: bool) -> Expression:
    comma = Exact("" if first else ",")
    return chain(comma, Exact(json_text(name)), Exact(":"), fused=fused)


def separated(
    opening: str, item: Expression, minimum: int, maximum: int, closing: str, place: Place
) -> Expression:
    """Items with commas between them, inside brackets."""
    if maximum == 0:
        return chain(Exact(opening), Exact(closing), fused=place.fused)
    further = repeat(chain(Exact(","), item, fused=place.fused), max(0, minimum - 1), maximum - 1)
    items = chain(item, further, fused=place.fused)
    return chain(Exact(opening), items if minimum else optional(items), Exact(closing), fused=place.fused)
