"""Opens the index where its notes live: in this process, in qdrant-client's local mode, or on a server.

An index can be rebuilt from the vault at any time. So a directory that cannot be read, or that another
version or embedder wrote, is moved aside and a new one begun; `NoteIndex.digests` is then empty, and the
notes come anew.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import structlog

from agent.errors import IndexUnavailable
from agent.memory.index import Opened, Opener, VectorIndex
from agent.memory.points import Points
from agent.memory.ranking import Fusion
from agent.ports import Embedder

log = structlog.get_logger(__name__)

LAYOUT = 1
"""Counts up with whatever makes points of before useless: cutting, stems, payload, vectors."""
ABOUT = "about.json"
ASIDE = "-aside"
SERVER_SECONDS = 2
"""For one request to a server."""
COLLECTION = "kallisti-notes"

Make = Callable[[bool], Points]
"""Opens the engine's files; the argument says that there are none yet."""


def embedded_index(
    directory: Path, *, embedder: Embedder, space: str, dimension: int, fusion: Fusion | None = None
) -> VectorIndex:
    """The index in `directory`, which is made, and of which it is the only user.

    `space` names the embedder's vectors; `dimension` is how many numbers they have.
    """
    if find_spec("qdrant_edge") is not None:
        return VectorIndex(
            opener("edge", directory, space=space, dimension=dimension), embedder=embedder, fusion=fusion
        )
    return local_index(directory, embedder=embedder, space=space, dimension=dimension)


def local_index(directory: Path, *, embedder: Embedder, space: str, dimension: int) -> VectorIndex:
    """As `embedded_index`, by qdrant-client's local mode, which looks at every point: for small vaults."""
    return VectorIndex(opener("local", directory, space=space, dimension=dimension), embedder=embedder)


def server_index(
    url: str, key: str, *, embedder: Embedder, space: str, dimension: int, collection: str = COLLECTION
) -> VectorIndex:
    """The index on a Qdrant server or cluster."""
    opener = server_opener(url, key, space=space, dimension=dimension, collection=collection)
    return VectorIndex(opener, embedder=embedder)


def server_opener(url: str, key: str, *, space: str, dimension: int, collection: str = COLLECTION) -> Opener:
    """The collection bears the name of the vectors' space."""

    def opened() -> Opened:
        from qdrant_client import QdrantClient  # noqa: PLC0415  (0.5 s, which only its users pay)

        from agent.memory.client import ClientPoints  # noqa: PLC0415  (likewise)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a key without TLS: the operator's file says what that means
            client = QdrantClient(
                url=url,
                api_key=key or None,
                timeout=SERVER_SECONDS,
                check_compatibility=False,
                trust_env=False,
            )
        name = f"{collection}-{space}-{LAYOUT}"
        points = ClientPoints(client, collection=name, dimension=dimension)
        return Opened(points=points, begun_anew=points.begun_anew)

    return opened


# ------------------------------------------------------------------ directories


def opener(kind: str, directory: Path, *, space: str, dimension: int) -> Opener:
    """For "edge", the engine in this process, or "local", qdrant-client's own."""
    make = _edge if kind == "edge" else _local
    return make(directory, space, dimension)


def _edge(directory: Path, space: str, dimension: int) -> Opener:
    def make(create: bool) -> Points:
        from agent.memory.edge import EdgePoints  # noqa: PLC0415  (there is no wheel for every machine)

        return EdgePoints(directory / "shard", dimension=dimension, create=create)

    return lambda: _opened(directory, about=_about("edge", space, dimension), make=make)


def _local(directory: Path, space: str, dimension: int) -> Opener:
    def make(create: bool) -> Points:
        from qdrant_client import QdrantClient  # noqa: PLC0415  (as above)

        from agent.memory.client import ClientPoints  # noqa: PLC0415  (as above)

        client = QdrantClient(path=str(directory / "local"))
        return ClientPoints(client, collection=COLLECTION, dimension=dimension, local=True)

    return lambda: _opened(directory, about=_about("local", space, dimension), make=make)


def _about(engine: str, space: str, dimension: int) -> dict[str, Any]:
    return {"layout": LAYOUT, "engine": engine, "space": space, "dimension": dimension}


def _opened(directory: Path, *, about: dict[str, Any], make: Make) -> Opened:
    """What the directory holds, or a new beginning. Raises IndexUnavailable where another process has it."""
    directory.mkdir(parents=True, exist_ok=True)
    lock = _locked(directory)
    try:
        points, begun_anew = _usable(directory, about, make)
        return Opened(
            points=points,
            release=lock.close,
            sweep=lambda: shutil.rmtree(_aside(directory), ignore_errors=True),
            begun_anew=begun_anew,
        )
    except BaseException:
        lock.close()
        raise


def _usable(directory: Path, about: dict[str, Any], make: Make) -> tuple[Points, bool]:
    """The points, and whether they are a new beginning."""
    found = _read_about(directory)
    if found == about:
        try:
            return _probed(make(False)), False
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - what is wrong with a damaged file is not foreseeable
            reason = f"it cannot be read: {error}"
    elif found is not None:
        reason = "another version or another embedder wrote it"
    elif _content(directory):
        reason = "it was not finished"
    else:
        reason = ""
    if reason:
        kept = _moved_aside(directory)
        log.warning("the index of notes is built anew", reason=reason, kept=str(kept))
    points = make(True)
    _write_about(directory, about)
    return points, True


def _probed(points: Points) -> Points:
    """Reads every point's mark, so that damage shows now."""
    try:
        list(points.marks())
    except BaseException:
        points.close()
        raise
    return points


def _locked(directory: Path) -> IO[str]:
    lock = (directory / "lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise IndexUnavailable("another process uses this index of notes") from None
    return lock


def _content(directory: Path) -> list[Path]:
    return [entry for entry in directory.iterdir() if entry.name != "lock"]


def _moved_aside(directory: Path) -> Path:
    """Moves all but the lock into the directory beside it, in place of what was moved there before."""
    aside = _aside(directory)
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    for entry in _content(directory):
        entry.rename(aside / entry.name)
    return aside


def _aside(directory: Path) -> Path:
    return directory.with_name(directory.name + ASIDE)


def _read_about(directory: Path) -> dict[str, Any] | None:
    try:
        found = json.loads((directory / ABOUT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write_about(directory: Path, about: dict[str, Any]) -> None:
    new = directory / (ABOUT + ".new")
    new.write_text(json.dumps(about), encoding="utf-8")
    os.replace(new, directory / ABOUT)  # noqa: PTH105 - the same as Path.replace, named for what it is
