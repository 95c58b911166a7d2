"""The index follows the vault, however it falls behind."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from agent.errors import IndexUnavailable
from agent.memory.index import VectorIndex
from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.notebook import Notebook
from agent.memory.opening import embedded_index, server_opener
from agent.memory.vault import Vault
from agent.memory_types import Note, NoteDraft, Scope, ScopeKind
from agent.ports import NoteIndex
from agent.testing.notes import DIMENSION, WordEmbedder, in_memory_index
from agent.testing.vault import InMemoryStagedNotes, InMemoryVault, SwitchedIndex
from agent.types import Author, Channel, ChannelKind, Origin
from tests.memory.qdrant_server import KEY, QdrantServer

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = Scope(kind=ScopeKind.USER, id=7)
ORIGIN = Origin(
    message_id=1,
    channel=Channel(id=70, kind=ChannelKind.DM),
    author=Author(id=7, name="Ann"),
    text="",
    now=NOW,
    zone="UTC",
    language="en",
)
FACTS = ("the bins go out on Monday", "Tom is five years old", "the garden needs water", "tea beats coffee")


async def put(vault: InMemoryVault | Vault, text: str) -> Note:
    draft = NoteDraft(scope=ANN, text=text, author_id=7, source_message_id=1, call_index=0, created=NOW)
    return await vault.create(draft, note_id=str(uuid4()))


async def answers(index: NoteIndex) -> list[list[str]]:
    found = [
        await index.query(text, scopes=[ANN], limit=5) for text in ("bins Monday", "Tom", "garden water tea")
    ]
    return [[passage.text for passage in passages] for passages in found]


async def test_what_is_written_changed_and_removed_is_indexed_as_such() -> None:
    vault, index = InMemoryVault(), in_memory_index()
    keeper = Keeper(vault=vault, index=index)
    notes = [await put(vault, text) for text in FACTS]
    assert await keeper.sync() == len(FACTS)
    await vault.revise(notes[0].id, text="the bins go out on Friday", now=NOW + timedelta(days=1))
    await vault.remove(notes[1].id)
    assert await keeper.sync() == 2
    assert await keeper.sync() == 0
    assert await index.digests() == {head.id: head.digest for head in await vault.heads()}
    assert [each.text for each in await index.query("bins Monday", scopes=[ANN], limit=1)] == [
        "the bins go out on Friday"
    ]


async def test_notes_that_the_index_alone_knows_are_pruned_at_the_start() -> None:
    vault, index = InMemoryVault(), in_memory_index()
    await Keeper(vault=vault, index=index).sync()
    await index.put(await put(InMemoryVault(), "from another life"))
    await Keeper(vault=vault, index=index).sync()
    assert await index.digests() == {}


async def test_what_was_just_kept_is_waited_for_but_no_longer_than_so_long() -> None:
    vault, index = InMemoryVault(), SwitchedIndex(in_memory_index())
    keeper = Keeper(vault=vault, index=index, first_pause=0.01)
    assert not await keeper.settled(0.01)
    running = asyncio.create_task(keeper.run())
    assert await keeper.settled(30)
    await put(vault, FACTS[0])
    keeper.changed()
    assert await keeper.settled(30)
    assert await index.digests() == {head.id: head.digest for head in await vault.heads()}
    index.down = True
    await put(vault, FACTS[1])
    keeper.changed()
    with pytest.raises(IndexUnavailable):
        await keeper.sync()
    assert not await asyncio.wait_for(keeper.settled(3600), 30)  # one that is down is not waited for
    index.down = False
    await keeper.sync()
    assert await keeper.settled(30)
    running.cancel()


async def test_notes_that_contradict_each_other_at_once_are_asked_about() -> None:
    vault, index = InMemoryVault(), in_memory_index()
    keeper = Keeper(vault=vault, index=index)
    notebook = Notebook(
        vault=vault,
        staged=InMemoryStagedNotes(),
        index=index,
        changed=keeper.changed,
        settled=lambda: keeper.settled(30),
    )
    running = asyncio.create_task(keeper.run())
    texts = ("the code of the door is 4711", "the code of the door is 4712", "the code of the door is 4713")
    saved = await asyncio.gather(
        *(
            notebook.remember(replace(ORIGIN, message_id=number), text=text, call_index=0)
            for number, text in enumerate(texts)
        )
    )
    assert [each.note is not None for each in saved] == [True, False, False]
    assert [each.similar is not None and each.similar.text for each in saved[1:]] == [texts[0]] * 2
    assert len(await vault.heads()) == 1
    running.cancel()


async def test_a_rebuild_gives_the_same_answers(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault")
    await vault.open()
    index = embedded_index(tmp_path / "index", embedder=WordEmbedder(), space="words", dimension=DIMENSION)
    keeper = Keeper(vault=vault, index=index)
    for text in FACTS:
        await put(vault, text)
    await keeper.sync()
    before = await answers(index)
    assert before[0][0] == FACTS[0]
    assert await keeper.rebuild() == len(FACTS)
    assert await answers(index) == before
    await index.close()


async def test_an_index_that_was_wiped_is_filled_again(tmp_path: Path) -> None:
    vault, index = InMemoryVault(), in_memory_index()
    for text in FACTS:
        await put(vault, text)
    await Keeper(vault=vault, index=index).sync()
    before = await answers(index)
    await index.clear()
    await Keeper(vault=vault, index=index).sync()
    assert await answers(index) == before


async def test_an_index_that_is_down_blocks_no_write_and_catches_up() -> None:
    vault, index = InMemoryVault(), SwitchedIndex(in_memory_index())
    keeper = Keeper(vault=vault, index=index, first_pause=0.01)
    notebook = Notebook(vault=vault, staged=InMemoryStagedNotes(), index=index, changed=keeper.changed)
    index.down = True
    running = asyncio.create_task(keeper.run())
    try:
        saved = await notebook.remember(ORIGIN, text=FACTS[0], call_index=0)
        assert saved.note is not None
        with pytest.raises(IndexUnavailable):
            await notebook.search(ORIGIN, "bins", limit=5)
        await asyncio.sleep(0.05)
        index.down = False
        async with asyncio.timeout(10):
            while not await index.digests():  # noqa: ASYNC110 - the index has nothing to wait for
                await asyncio.sleep(0.01)
        assert [each.text for each in await notebook.search(ORIGIN, "bins", limit=5)] == [FACTS[0]]
    finally:
        running.cancel()
        await asyncio.wait({running})


async def test_what_is_forgotten_is_not_recalled_while_the_index_is_behind() -> None:
    vault, index = InMemoryVault(), in_memory_index()
    note = await put(vault, FACTS[0])
    await Keeper(vault=vault, index=index).sync()
    await vault.remove(note.id)
    assert await index.query("bins", scopes=[ANN], limit=5)
    assert await PresentNotes(index, vault=vault).query("bins", scopes=[ANN], limit=5) == ()


async def test_a_server_that_is_wiped_while_it_is_used_is_filled_again(server: QdrantServer) -> None:
    vault, index = InMemoryVault(), _remote(server)
    keeper = Keeper(vault=vault, index=index)
    index.lost = keeper.lost
    await put(vault, FACTS[0])
    running = asyncio.create_task(keeper.run())
    try:
        await _until_indexed(index, 1)
        server.wipe()
        with pytest.raises(IndexUnavailable):
            await index.query("bins", scopes=[ANN], limit=1)
        with pytest.raises(IndexUnavailable):  # it is left alone for a moment
            await index.query("bins", scopes=[ANN], limit=1)
        await _until_indexed(index, 1)
    finally:
        running.cancel()
        await asyncio.wait({running})
    await index.close()


def _remote(server: QdrantServer) -> VectorIndex:
    return VectorIndex(
        server_opener(server.url, KEY, space="words", dimension=DIMENSION),
        embedder=WordEmbedder(),
        rest_seconds=0.2,
    )


async def _until_indexed(index: NoteIndex, count: int) -> None:
    async with asyncio.timeout(30):
        while True:
            try:
                if len(await index.digests()) == count:
                    return
            except IndexUnavailable:
                pass
            await asyncio.sleep(0.05)
