"""The memories of several daemons on one Qdrant server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.memory.index import VectorIndex
from agent.routing.embedder import SentenceEncoder
from bot.app_memory import build_index
from bot.config import Config, DiscordConfig, MemoryConfig
from tests.memory.making import ANN, note
from tests.memory.qdrant_server import KEY, QdrantServer


@pytest.fixture
def qdrant() -> Iterator[QdrantServer]:
    server = QdrantServer()
    yield server
    server.close()


async def test_what_one_daemon_drops_is_still_in_the_others_index(
    qdrant: QdrantServer, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    key.write_text(KEY)
    embedder = SentenceEncoder()

    def index_of(shard: int) -> VectorIndex:
        config = Config(
            discord=DiscordConfig(shards=2, shard_ids=(shard,)),
            memory=MemoryConfig(server=qdrant.url, server_key_file=str(key)),
        )
        return build_index(config, directory=tmp_path, name="kallisti-index", embedder=embedder)

    first, second = index_of(0), index_of(1)
    await first.put(note("tea beats coffee", key="one"))
    await second.put(note("the bins go out on Monday", key="two"))
    assert set(await first.digests()) == {"one"}
    await first.clear()
    assert set(await second.digests()) == {"two"}
    (passage,) = await second.query("when do the bins go out?", scopes=[ANN], limit=5)
    assert passage.text == "the bins go out on Monday"
    for index in (first, second):
        await index.close()
