"""What notes of several places are called where all of them are seen, and which one a name means. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.memory.vault_names import SUFFIX, folded
from agent.memory_types import NoteHead


def uniquely_named(places: Iterable[Sequence[NoteHead]]) -> tuple[NoteHead, ...]:
    """The notes of these places, the nearest first, each under a name of its own: one whose name is taken
    bears its place before it, and a number where that is taken, too.
    """
    named: dict[str, NoteHead] = {}
    for heads in places:
        for head in heads:
            name, number = head.name, 1
            while name in named:
                ending = "" if number == 1 else f" {number}"
                name, number = f"{head.scope.kind.value}/{head.name}{ending}", number + 1
            named[name] = replace(head, name=name)
    return tuple(named.values())


def called(heads: Sequence[NoteHead], name: str) -> NoteHead | None:
    """The note of exactly this name; else of one that reads alike; else of such a title."""
    written = name.strip().removeprefix("[[").removesuffix("]]").removesuffix(SUFFIX)
    wanted = folded(written)
    exact = (head for head in heads if head.name in (name, written))
    alike = (head for head in heads if folded(head.name) == wanted)
    titled = (head for head in heads if folded(head.title) == wanted)
    return next((head for found in (exact, alike, titled) for head in found), None)
