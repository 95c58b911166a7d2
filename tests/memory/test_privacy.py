"""Two users and two servers never see each other's notes, whatever is put, moved, dropped and asked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.memory.index import VectorIndex
from agent.memory.opening import embedded_index
from agent.memory.scopes import visible_scopes
from agent.memory_types import Scope, ScopeKind
from agent.testing.notes import DIMENSION, WordEmbedder, in_memory_index
from agent.types import Author, Channel, ChannelKind
from tests.memory.making import note

SCOPES = tuple(
    Scope(kind=kind, id=number)
    for kind, numbers in ((ScopeKind.USER, (1, 2)), (ScopeKind.CHANNEL, (1, 2)), (ScopeKind.GUILD, (1, 2)))
    for number in numbers
)
PLACES = (
    Channel(id=91, kind=ChannelKind.DM),
    Channel(id=1, kind=ChannelKind.GUILD, guild_id=1),
    Channel(id=2, kind=ChannelKind.GUILD, guild_id=2),
    Channel(id=92, kind=ChannelKind.THREAD, guild_id=1, parent_id=1),
    Channel(id=93, kind=ChannelKind.THREAD, guild_id=2, parent_id=2),
)
TEXTS = ("the code of the door is 4711", "the cat is called Minka", "code cat door", "the oven is by Miele")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """`number` says which note is put, moved or dropped; `scope`, where to."""

    act: str
    number: int
    scope: Scope
    text: str


steps = st.builds(
    Step,
    act=st.sampled_from(("put", "put", "drop", "clear")),
    number=st.integers(0, 5),
    scope=st.sampled_from(SCOPES),
    text=st.sampled_from(TEXTS),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=12))
def test_a_place_sees_its_own_notes_all_of_them_and_no_others(sequence: list[Step]) -> None:
    asyncio.run(_check(in_memory_index(), sequence))


@pytest.mark.skipif(find_spec("qdrant_edge") is None, reason="there is no wheel of qdrant-edge-py here")
@settings(max_examples=10, deadline=None)
@given(st.lists(steps, min_size=6, max_size=12))
def test_the_engine_keeps_places_apart_too(sequence: list[Step]) -> None:
    with TemporaryDirectory() as directory:
        index = embedded_index(Path(directory), embedder=WordEmbedder(), space="words", dimension=DIMENSION)
        asyncio.run(_check(index, sequence))


async def _check(index: VectorIndex, sequence: list[Step]) -> None:
    kept: dict[str, tuple[Scope, str]] = {}
    for step in sequence:
        key = str(step.number)
        if step.act == "put":
            kept[key] = (step.scope, step.text)
            made = note(step.text, key=key, scope=step.scope)
            await index.put(replace(made, digest=f"{made.digest}{step.scope}"))
        elif step.act == "drop":
            kept.pop(key, None)
            await index.drop([key])
        elif step.number == 0:
            kept.clear()
            await index.clear()
    for channel in PLACES:
        for user in (1, 2):
            scopes = visible_scopes(channel, Author(id=user, name="someone"))
            found = await index.query("code of the door and the cat", scopes=scopes, limit=50)
            assert all(passage.scope in scopes for passage in found)
            expected = {key for key, (scope, _) in kept.items() if scope in scopes}
            assert {passage.note_id for passage in found} == expected
    await index.close()
