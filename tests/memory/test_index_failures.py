"""What happens to an index that is damaged, taken, slow, down, or wiped; and to its user who is killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from agent.errors import IndexUnavailable
from agent.memory import opening
from agent.memory.index import Opened, VectorIndex
from agent.memory.points import Hits, Mark, Query
from agent.memory.recall import Recall
from agent.testing.notes import DIMENSION, InMemoryPoints, WordEmbedder
from tests.memory.making import ANN, note
from tests.memory.qdrant_server import KEY, QdrantServer
from tests.turn.house import origin

KEPT = note("The cat is called Minka.", key="cat")
MORE = note("The oven is by Miele.", key="oven")

needs_edge = pytest.mark.skipif(
    find_spec("qdrant_edge") is None, reason="there is no wheel of qdrant-edge-py for this machine"
)


def _embedded(tmp_path: Path, *, space: str = "words") -> VectorIndex:
    return opening.embedded_index(
        tmp_path / "index", embedder=WordEmbedder(), space=space, dimension=DIMENSION
    )


async def _filled(tmp_path: Path) -> None:
    index = _embedded(tmp_path)
    await index.put(KEPT)
    await index.close()


# ------------------------------------------------------------------ on disk


def _garbage(directory: Path) -> None:
    for path in directory.rglob("*"):
        if path.is_file() and path.name not in ("lock", "about.json"):
            path.write_bytes(b"garbage")


def _truncate(directory: Path) -> None:
    for path in directory.rglob("*"):
        if path.is_file() and path.name not in ("lock", "about.json"):
            path.write_bytes(b"")


def _lose_the_shard(directory: Path) -> None:
    (directory / "shard").rename(directory / "elsewhere")


def _spoil_the_label(directory: Path) -> None:
    (directory / "about.json").write_text("{")


def _lose_the_label(directory: Path) -> None:
    (directory / "about.json").unlink()


@needs_edge
@pytest.mark.parametrize("damage", [_garbage, _truncate, _lose_the_shard, _spoil_the_label, _lose_the_label])
async def test_a_damaged_index_is_moved_aside_and_begun_anew(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    await _filled(tmp_path)
    damage(tmp_path / "index")
    index = _embedded(tmp_path)

    with capture_logs() as logs:
        assert await index.digests() == {}
    assert [line["event"] for line in logs] == ["the index of notes is built anew"]
    assert (tmp_path / "index-aside").is_dir()
    await index.put(KEPT)
    assert await index.digests() == {"cat": KEPT.digest}
    await index.close()


@needs_edge
async def test_vectors_of_another_embedder_are_not_compared_with(tmp_path: Path) -> None:
    await _filled(tmp_path)
    index = _embedded(tmp_path, space="others")

    assert await index.digests() == {}
    await index.close()


async def test_an_index_has_one_user(tmp_path: Path) -> None:
    first, second = _embedded(tmp_path), _embedded(tmp_path)
    await first.put(KEPT)

    with pytest.raises(IndexUnavailable, match="another process"):
        await second.digests()

    assert await first.digests() == {"cat": KEPT.digest}
    await first.close()
    await second.close()


KILLED = """
import asyncio, sys
from pathlib import Path
from agent.memory.points import Hits, Mark, Query
from agent.testing.notes import DIMENSION, WordEmbedder
from agent.memory import opening
from tests.memory.making import note

async def main():
    index = opening.embedded_index(
        Path(sys.argv[1]), embedder=WordEmbedder(), space="words", dimension=DIMENSION
    )
    for number in range(1_000_000):
        await index.put(note(f"The number of note {number} is n{number}.", key=str(number)))
        print(number, flush=True)

asyncio.run(main())
"""


def _killed_while_indexing(directory: Path) -> list[int]:
    """The notes that a process says it had indexed when it was killed."""
    command = [sys.executable, "-c", KILLED, str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        done = [int(child.stdout.readline()) for _ in range(50)]
        child.kill()
        return done + [int(line) for line in child.stdout.read().split()]


async def test_what_was_indexed_outlives_a_kill(tmp_path: Path) -> None:
    done = _killed_while_indexing(tmp_path / "index")
    index = _embedded(tmp_path)

    assert {str(number) for number in done} <= set(await index.digests())
    [passage, *_] = await index.query("n7", scopes=[ANN], limit=3)
    assert passage.note_id == "7"
    await index.close()


async def test_a_directory_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file")
    index = _embedded(tmp_path)

    with pytest.raises(IndexUnavailable, match="File exists"):
        await index.put(KEPT)
    await index.close()


# ------------------------------------------------------------------ a slow or broken engine


class Slow(InMemoryPoints):
    seconds = 0.0

    def search(self, query: Query) -> Hits:
        time.sleep(self.seconds)
        return super().search(query)


async def test_an_engine_that_is_too_slow_is_given_up_on_and_left_alone() -> None:
    points = Slow()
    index = VectorIndex(
        lambda: Opened(points=points), embedder=WordEmbedder(), query_seconds=0.05, rest_seconds=0.3
    )
    await index.put(KEPT)
    points.seconds = 0.2
    with pytest.raises(IndexUnavailable, match=r"within 0\.05 seconds"):
        await index.query("cat", scopes=[ANN], limit=1)
    points.seconds = 0.0

    with pytest.raises(IndexUnavailable, match="left alone"):
        await index.query("cat", scopes=[ANN], limit=1)
    await asyncio.sleep(0.4)
    assert await index.query("cat", scopes=[ANN], limit=1) != ()
    await index.close()


@needs_edge
async def test_a_slow_engine_in_process_takes_no_answer_away(tmp_path: Path) -> None:
    """The real engine on a disk that hangs: the turn goes on without notes, and has them again afterwards."""
    from agent.memory.edge import EdgePoints

    class Hanging(EdgePoints):
        seconds = 0.0

        def search(self, query: Query) -> Hits:
            time.sleep(self.seconds)
            return super().search(query)

    directory = tmp_path / "shard"
    directory.mkdir()
    points = Hanging(directory, dimension=DIMENSION, create=True)
    index = VectorIndex(
        lambda: Opened(points=points), embedder=WordEmbedder(), query_seconds=2, rest_seconds=0.1
    )
    await index.put(KEPT)
    recall = Recall(index)
    question = origin("what is the cat called?")
    assert [each.note_id for each in await recall.begin(question).passages(grace=5)] == ["cat"]

    points.seconds = 1.0
    started = time.monotonic()
    recalling = recall.begin(question)
    assert await recalling.passages() == ()
    assert recalling.late
    assert time.monotonic() - started < points.seconds

    points.seconds = 0.0
    await asyncio.sleep(1.5)
    assert [each.note_id for each in await recall.begin(question).passages(grace=5)] == ["cat"]
    await index.close()


class Panic(BaseException):
    """As pyo3's, which is no Exception."""


class Broken(InMemoryPoints):
    def marks(self) -> Iterable[Mark]:
        raise Panic("called `Option::unwrap()` on a `None` value\nand a backtrace")


async def test_a_panic_of_the_engine_is_an_index_that_is_not_there() -> None:
    opened: list[Broken] = []

    def opener() -> Opened:
        opened.append(Broken())
        return Opened(points=opened[-1])

    index = VectorIndex(opener, embedder=WordEmbedder(), rest_seconds=0)
    for _ in range(2):
        with pytest.raises(IndexUnavailable, match="Option::unwrap"):
            await index.digests()

    assert len(opened) == 2
    await index.close()


# ------------------------------------------------------------------ a server


@pytest.fixture
async def remote(server: QdrantServer) -> AsyncIterator[VectorIndex]:
    index = _remote(server.url)
    yield index
    await index.close()


def _remote(url: str, key: str = KEY) -> VectorIndex:
    index = opening.server_index(url, key, embedder=WordEmbedder(), space="words", dimension=DIMENSION)
    index._rest_seconds = 0
    return index


async def test_scope_and_note_are_indexed_on_a_server(remote: VectorIndex, server: QdrantServer) -> None:
    await remote.put(KEPT)

    assert server.indexed == ["scope", "note"]


async def test_a_wiped_server_is_filled_again(remote: VectorIndex, server: QdrantServer) -> None:
    await remote.put(KEPT)
    server.wipe()
    with pytest.raises(IndexUnavailable):
        await remote.query("cat", scopes=[ANN], limit=1)

    told: list[bool] = []
    remote.lost = lambda: told.append(True)
    assert await remote.digests() == {}
    await asyncio.sleep(0)
    assert told == [True]
    await remote.put(KEPT)
    assert await remote.query("cat", scopes=[ANN], limit=1) != ()


async def test_a_server_that_fails_for_a_while_is_used_again(
    remote: VectorIndex, server: QdrantServer
) -> None:
    await remote.put(KEPT)
    server.failing = True
    with pytest.raises(IndexUnavailable, match="503"):
        await remote.put(MORE)
    server.failing = False

    assert await remote.digests() == {"cat": KEPT.digest}


async def test_a_wrong_key_is_said(server: QdrantServer) -> None:
    index = _remote(server.url, key="wrong")

    with pytest.raises(IndexUnavailable, match="401"):
        await index.digests()
    await index.close()


async def test_a_server_that_is_not_there_is_said() -> None:
    index = _remote("http://127.0.0.1:9")

    with pytest.raises(IndexUnavailable, match="refused"):
        await index.query("cat", scopes=[ANN], limit=1)
    await index.close()


async def test_a_slow_server_is_not_waited_for(server: QdrantServer) -> None:
    index = _remote(server.url)
    index._query_seconds = 0.1
    await index.put(KEPT)
    server.delay = 0.4

    with pytest.raises(IndexUnavailable, match=r"0\.1 seconds"):
        await index.query("cat", scopes=[ANN], limit=1)
    server.delay = 0.0
    await index.close()
