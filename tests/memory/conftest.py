"""Every kind of index, empty."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from agent.memory import opening
from agent.memory.index import VectorIndex
from agent.testing.notes import DIMENSION, WordEmbedder, in_memory_index
from tests.memory.qdrant_server import KEY, QdrantServer

KINDS = ("memory", "embedded", "local", "server")


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    running = QdrantServer()
    yield running
    running.close()


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[WordEmbedder], VectorIndex]:
    """Opens the index of one kind; the durable kinds hold afterwards what they held before."""
    kind: str = request.param
    if kind == "memory":
        return in_memory_index
    if kind == "server":
        url = request.getfixturevalue("server").url
        return lambda embedder: opening.server_index(
            url, KEY, embedder=embedder, space="words", dimension=DIMENSION
        )
    if kind == "embedded" and find_spec("qdrant_edge") is None:
        pytest.skip("there is no wheel of qdrant-edge-py for this machine")
    make = opening.embedded_index if kind == "embedded" else opening.local_index
    return lambda embedder: make(tmp_path / "index", embedder=embedder, space="words", dimension=DIMENSION)


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
async def index(
    opened: Callable[[WordEmbedder], VectorIndex], embedder: WordEmbedder
) -> AsyncIterator[VectorIndex]:
    made = opened(embedder)
    yield made
    await made.close()
