"""What `NoteIndex` promises, of every implementation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agent.errors import IndexUnavailable
from agent.memory.index import VectorIndex
from agent.memory_types import Note, Scope
from agent.testing.notes import WordEmbedder
from tests.memory.making import ANN, BEN, ROOM, SERVER, note

LONG = "\n\n".join(f"## Part {number}\n\nThe word of part {number} is w{number}." for number in range(6))


async def _found(index: VectorIndex, text: str, *scopes: Scope) -> list[str]:
    return [passage.note_id for passage in await index.query(text, scopes=scopes, limit=5)]


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


async def test_a_note_is_found_by_its_words(index: VectorIndex) -> None:
    await index.put(note("The wifi password is correct horse.", key="wifi"))
    await index.put(note("The cat is called Minka.", key="cat"))

    [best, *_] = await index.query("what is the cat called?", scopes=[ANN], limit=5)

    assert (best.note_id, best.scope, best.name) == ("cat", ANN, "notes/cat")
    assert best.text == "The cat is called Minka."
    assert best.words == 1.0
    assert 0 < best.similarity <= 1.001


async def test_a_passage_bears_what_its_note_says(index: VectorIndex) -> None:
    kept = note("# Home\n\n## Kitchen\n\nThe oven is by Miele.", title="Flat", scope=ROOM)
    await index.put(kept)

    [passage] = await index.query("which oven?", scopes=[ROOM], limit=5)

    assert (passage.heading, passage.title, passage.updated) == ("Home > Kitchen", "Flat", kept.updated)


async def test_notes_of_other_scopes_are_never_found(index: VectorIndex) -> None:
    for scope in (ANN, BEN, ROOM, SERVER):
        await index.put(note("The code of the door is 4711.", key=str(scope.id), scope=scope))

    assert await _found(index, "code of the door", ANN) == ["7"]
    assert sorted(await _found(index, "code of the door", ROOM, SERVER)) == ["80", "90"]
    assert await _found(index, "code of the door") == []


async def test_at_most_so_many_passages_are_given(index: VectorIndex) -> None:
    for number in range(6):
        await index.put(note(f"apple {number}", key=str(number)))

    assert len(await index.query("apple", scopes=[ANN], limit=3)) == 3
    assert await index.query("apple", scopes=[ANN], limit=0) == ()


async def test_a_new_revision_takes_the_place_of_the_old_one(index: VectorIndex) -> None:
    await index.put(note("The cat is called Minka.", key="cat"))
    newer = note("The cat is called Felix.", key="cat")
    await index.put(newer)

    passages = await index.query("what is the cat called?", scopes=[ANN], limit=5)

    assert [passage.text for passage in passages] == ["The cat is called Felix."]
    assert await index.digests() == {"cat": newer.digest}


async def test_a_shorter_revision_leaves_no_part_behind(index: VectorIndex) -> None:
    await index.put(note(LONG))
    await index.put(note("Nothing is left."))

    texts = [passage.text for passage in await index.query("word w3", scopes=[ANN], limit=9)]

    assert texts == ["Nothing is left."]


async def test_only_changed_parts_are_embedded_again(index: VectorIndex, embedder: WordEmbedder) -> None:
    await index.put(note(LONG))
    before = embedder.count
    await index.put(note(LONG.replace("w3", "another")))

    assert embedder.count - before == 1


async def test_a_note_moves_to_another_scope(index: VectorIndex) -> None:
    kept = note("The code is 4711.")
    await index.put(kept)
    await index.put(replace(kept, scope=SERVER, digest="moved"))

    assert await _found(index, "code", ANN) == []
    assert await _found(index, "code", SERVER) == ["one"]


async def test_dropped_notes_are_gone(index: VectorIndex) -> None:
    kept = note(LONG, key="long")
    await index.put(kept)
    await index.put(note("The cat is called Minka.", key="cat"))
    await index.drop(["cat", "never there"])
    await index.drop([])

    assert await index.digests() == {"long": kept.digest}
    assert "cat" not in await _found(index, "cat", ANN)


async def test_what_was_dropped_is_in_no_file_after_compacting(
    index: VectorIndex, opened: Callable[[WordEmbedder], VectorIndex], tmp_path: Path
) -> None:
    kept = note(LONG, key="long")
    await index.put(kept)
    await index.put(note("The cat is called Zephyrine.", key="cat"))
    await index.drop(["cat"])
    await index.compact()

    assert await index.digests() == {"long": kept.digest}
    assert set(await _found(index, "w3", ANN)) == {"long"}
    files = contents(tmp_path)
    assert [name for name, content in files.items() if b"Zephyrine" in content] == []
    await index.put(note("The cat is called Minka.", key="cat"))
    await index.close()

    if files:
        again = opened(WordEmbedder())
        assert set(await again.digests()) == {"long", "cat"}
        await again.close()


async def test_a_cleared_index_is_empty_and_usable(index: VectorIndex) -> None:
    await index.put(note(LONG))
    await index.clear()

    assert await index.digests() == {}
    assert await _found(index, "word", ANN) == []

    await index.put(note("Once more."))
    assert list(await index.digests()) == ["one"]


@pytest.mark.parametrize("text", ["", " \n", "???", "\U0001f600", "the of and", "\ud83d half", "x" * 100_000])
async def test_any_text_is_taken(index: VectorIndex, text: str) -> None:
    kept = note(text, title=text[:50])
    await index.put(kept)

    assert await index.digests() == {"one": kept.digest}
    await index.query(text, scopes=[ANN], limit=5)


async def test_a_closed_index_says_so(index: VectorIndex) -> None:
    await index.put(note("something"))
    await index.close()
    await index.close()

    with pytest.raises(IndexUnavailable, match="closed"):
        await index.query("something", scopes=[ANN], limit=1)


async def test_what_is_indexed_outlives_its_user(
    opened: Callable[[WordEmbedder], VectorIndex], request: pytest.FixtureRequest, embedder: WordEmbedder
) -> None:
    if request.node.callspec.params["opened"] == "memory":
        pytest.skip("memory is forgotten")
    kept = note(LONG)
    first = opened(embedder)
    await first.put(kept)
    await first.close()
    second = opened(embedder)

    assert await second.digests() == {"one": kept.digest}
    assert await _found(second, "w3", ANN) != []
    await second.close()


async def test_equal_notes_are_given_in_one_order(index: VectorIndex) -> None:
    same: list[Note] = [note("apple pie", key=f"n{number}") for number in range(4)]
    for each in same:
        await index.put(each)

    assert await _found(index, "apple", ANN) == await _found(index, "apple", ANN)
