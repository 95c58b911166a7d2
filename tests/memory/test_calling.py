"""What notes are called where several places are seen at once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.memory.calling import called, uniquely_named
from agent.memory_types import NoteHead, Scope, ScopeKind

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
THREAD, ROOM = Scope(kind=ScopeKind.CHANNEL, id=81), Scope(kind=ScopeKind.CHANNEL, id=80)
SERVER = Scope(kind=ScopeKind.GUILD, id=90)


def head(name: str, *, scope: Scope = ROOM, title: str = "") -> NoteHead:
    return NoteHead(
        id=f"{scope.id} {name}", scope=scope, name=name, title=title, tags=(), updated=NOW, digest=""
    )


@pytest.mark.parametrize("name", ["Gate", "gate", "GATE", "[[gate]]", "gate.md", " Gate "])
def test_a_name_means_the_note_of_exactly_that_name(name: str) -> None:
    """Two files whose names differ in case alone are two notes: reading or forgetting one means that one."""
    heads = (head("GATE"), head("Gate"), head("gate"))
    found = called(heads, name)
    assert found is not None
    assert found.name == name.strip(" []").removesuffix(".md")


def test_a_name_comes_before_a_title_and_case_does_not_count_else() -> None:
    heads = (head("x", title="Door"), head("door"))
    assert called(heads, "DOOR") == heads[1]
    assert called(heads[:1], "door") == heads[0]
    assert called(heads, "nothing") is None


def test_every_note_has_a_name_of_its_own() -> None:
    places = (
        [head("a", scope=THREAD), head("channel/a", scope=THREAD)],
        [head("a", scope=ROOM)],
        [head("a", scope=SERVER)],
    )
    named = uniquely_named(places)
    assert [each.name for each in named] == ["a", "channel/a", "channel/a 2", "guild/a"]
    assert len({each.id for each in named}) == 4
