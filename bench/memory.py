"""What the index of notes costs: filling, opening, memory, queries, and how long a turn waits for it.

    python -m bench.memory [--sizes 10000 50000] [--peer-sizes 1000 5000]

Each index is filled and opened again in processes of its own, so that memory is its own. Notes are made up,
and their vectors are random (making real ones would take minutes and cost the engine the same); questions are
embedded for real. The peer is qdrant-client's local mode, which runs where the engine has no wheel.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import numpy as np

from agent.memory import opening, terms
from agent.memory.chunking import chunks
from agent.memory.index import VectorIndex
from agent.memory.keeper import PresentNotes
from agent.memory.points import Point, payload_of
from agent.memory.recall import CANDIDATES, Recall
from agent.memory.vault import Vault
from agent.memory_types import Note, Scope, ScopeKind
from agent.ports import Services
from agent.routing.embedder import DIMENSION, SentenceEncoder
from agent.routing.plan import Planner, Request
from agent.routing.router import Router
from agent.testing.stores import InMemoryReminderStore
from agent.timeparse import time_parser
from agent.types import Author, Channel, ChannelKind, Origin, Regime
from bench.routing import SUBJECTS, catalogue_of
from evals import tables

SIZES = (10_000, 50_000)
PEER_SIZES = (1_000, 5_000)
QUERIES = 300
PEER_QUERIES = 30
"""It takes up to seconds for one."""
WARM_UP = 10
BATCH = 500
SCOPES = 100
"""Places among which the notes are spread; one has a tenth of them all."""
PLACE = Scope(kind=ScopeKind.USER, id=1)
"""The one with a tenth of all notes; questions are asked there."""
TURN_NOTES = 10_000
TURN_MESSAGES = 400
NOW = datetime(2026, 3, 27, 14, 15, tzinfo=UTC)
SPACE = "bench"
_TOPIC_TEXT = """
code garden invoice ticket recipe meeting doctor window bicycle passport kitchen budget birthday router
printer holiday contract insurance school library piano engine battery password lamp sofa roof fence salary
tax parcel
"""
TOPICS = _TOPIC_TEXT.split()
VERBS = ("is", "costs", "needs", "has", "moved", "opens", "closes", "belongs", "arrives", "expires", "ended")


def made_up(count: int) -> Iterator[Note]:
    random = Random(count)
    for number in range(count):
        words = [random.choice((*TOPICS, *VERBS, *SUBJECTS)) for _ in range(14)]
        text = f"The {words[0]} of {random.choice(SUBJECTS)} {' '.join(words[1:])} {number}."
        at = NOW - timedelta(minutes=random.randrange(500_000))
        scope = 1 if number % 10 == 0 else 2 + number % (SCOPES - 1)
        yield Note(
            id=str(uuid5(NAMESPACE_OID, f"note-{number}")),
            scope=Scope(kind=ScopeKind.USER, id=scope),
            name=f"note-{number}",
            title="",
            text=text,
            tags=(),
            created=at,
            updated=at,
            digest=str(number),
        )


def points_of(notes: Sequence[Note]) -> list[Point]:
    vectors = np.random.default_rng(1).standard_normal((len(notes), DIMENSION), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    made = []
    for note, vector in zip(notes, vectors, strict=True):
        [part] = chunks(note)
        words = terms.weights(part.text)
        payload = payload_of(note, heading="", text=part.text, part=part.digest, parts=1, terms=words)
        made.append(Point(id=part.id, meaning=vector, words=words, payload=payload))
    return made


def questions(count: int) -> list[str]:
    random = Random(7)
    topics = [random.choices(TOPICS, k=2) for _ in range(count)]
    return [
        f"what about the {one} of {random.choice(SUBJECTS)} and the {two} {number}?"
        for number, (one, two) in enumerate(topics)
    ]


# ------------------------------------------------------------------ in a process of its own


def fill(kind: str, size: int, directory: Path) -> dict[str, float]:
    points = points_of(list(made_up(size)))
    opened = opening.opener(kind, directory, space=SPACE, dimension=DIMENSION)()
    started = time.perf_counter()
    for start in range(0, size, BATCH):
        opened.points.put(points[start : start + BATCH])
    taken = time.perf_counter() - started
    opened.points.close()
    opened.release()
    return {"fill_s": taken}


async def ask(kind: str, size: int, directory: Path) -> dict[str, float]:
    encoder = SentenceEncoder()
    count = WARM_UP + (QUERIES if kind == "edge" else PEER_QUERIES)
    asked = questions(count)
    encoder.embed(["warm"])
    before = resident()
    index = VectorIndex(opening.opener(kind, directory, space=SPACE, dimension=DIMENSION), embedder=encoder,
                        query_seconds=60, seconds=600)  # fmt: skip
    started = time.perf_counter()
    held = len(await index.digests())
    opened = time.perf_counter() - started
    assert held == size
    computed = time.process_time()
    taken = [await _timed(index, text) for text in asked]
    computed = (time.process_time() - computed) / len(taken)
    taken = taken[WARM_UP:]
    figures = {
        "open_s": opened,
        "p50_ms": median(taken),
        "p99_ms": quantiles(taken, n=100)[98],
        "cpu_ms": computed * 1000,
        "memory_mb": (resident() - before) / 1e6,
        "disk_mb": on_disk(directory) / 1e6,
    }
    await index.close()
    return figures


async def _timed(index: VectorIndex, text: str) -> float:
    started = time.perf_counter()
    await index.query(text, scopes=[PLACE], limit=CANDIDATES)
    return (time.perf_counter() - started) * 1000


def on_disk(directory: Path) -> int:
    """Bytes that the files take; some are longer than what was written into them."""
    return sum(path.stat().st_blocks * 512 for path in directory.rglob("*") if path.is_file())


def resident() -> int:
    """Bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


# ------------------------------------------------------------------ a turn


async def delay(directory: Path) -> dict[str, float]:
    """Routing alone and routing with recall beside it, by turns, each message seen for the first time."""
    times, encoder = time_parser(), SentenceEncoder()
    catalogue = catalogue_of(8, Services(reminders=InMemoryReminderStore(), times=times))
    planner = Planner(catalogue=catalogue, router=Router(catalogue=catalogue, embedder=encoder), times=times)
    planner.warm()
    index = VectorIndex(opening.opener("edge", directory, space=SPACE, dimension=DIMENSION), embedder=encoder)
    await index.digests()
    present = PresentNotes(index, vault=await _vault(directory / "vault"))
    recall = Recall(present)
    found = len(await present.query(questions(1)[0], scopes=[PLACE], limit=CANDIDATES))
    assert found == CANDIDATES, f"the vault holds {found} of {CANDIDATES} passages"
    alone, beside, waited, late = [], [], [], 0
    for number, text in enumerate(questions(WARM_UP + 2 * TURN_MESSAGES)):
        request = Request(origin=_origin(text), regime=Regime.WIDE)
        started = time.perf_counter()
        if number % 2:
            await asyncio.to_thread(planner.plan, request)
            alone.append((time.perf_counter() - started) * 1000)
            continue
        recalling = recall.begin(request.origin)
        await asyncio.to_thread(planner.plan, request)
        routed = time.perf_counter()
        await recalling.passages()
        late += recalling.late
        waited.append((time.perf_counter() - routed) * 1000)
        beside.append((time.perf_counter() - started) * 1000)
    await index.close()
    alone, beside, waited = alone[WARM_UP:], beside[WARM_UP:], waited[WARM_UP:]
    return {
        "turn.without.p50_ms": median(alone),
        "turn.without.p99_ms": quantiles(alone, n=100)[98],
        "turn.with.p50_ms": median(beside),
        "turn.with.p99_ms": quantiles(beside, n=100)[98],
        "turn.waited.p50_ms": median(waited),
        "turn.waited.p99_ms": quantiles(waited, n=100)[98],
        "turn.delay.p50_ms": median(beside) - median(alone),
        "turn.delay.p99_ms": quantiles(beside, n=100)[98] - quantiles(alone, n=100)[98],
        "turn.late": late / len(waited),
    }


async def _vault(root: Path) -> Vault:
    """The same notes as files, with the ids that the index has: what is recalled must still be among them."""
    for note in made_up(TURN_NOTES):
        place = root / "user" / str(note.scope.id)
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{note.name}.md").write_text(f"---\nid: {note.id}\n---\n{note.text}\n", encoding="utf-8")
    vault = Vault(root)
    await vault.open()
    return vault


def _origin(text: str) -> Origin:
    return Origin(
        message_id=1,
        channel=Channel(id=1, kind=ChannelKind.DM),
        author=Author(id=1, name="someone"),
        text=text,
        now=NOW,
        zone="Europe/Berlin",
        language="en",
    )


# ------------------------------------------------------------------ all together


def in_child(*arguments: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.memory", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if answer.returncode:
        raise SystemExit(answer.stderr)
    figures: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    return figures


def measured(kind: str, size: int, directory: Path) -> dict[str, float]:
    place = directory / f"{kind}-{size}"
    return {
        key: value
        for step in ("fill", "ask")
        for key, value in in_child("--child", step, kind, str(size), str(place)).items()
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--peer-sizes", type=int, nargs="*", default=PEER_SIZES)
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(_child(*options.child)))
        return
    figures: dict[str, float] = {}
    rows: list[list[str]] = []
    part: dict[str, float] = {}
    with TemporaryDirectory() as name:
        directory = Path(name)
        jobs = [("edge", size) for size in options.sizes] + [("local", size) for size in options.peer_sizes]
        for kind, size in jobs:
            part = measured(kind, size, directory)
            figures |= {f"{kind}.{size}.{key}": value for key, value in part.items()}
            rows.append([f"{kind}, {size} notes", *(f"{value:.2f}" for value in part.values())])
        columns = list(part)
        in_child("--child", "fill", "edge", str(TURN_NOTES), str(directory / "turn"))
        figures |= in_child("--child", "delay", "edge", str(TURN_NOTES), str(directory / "turn"))
    tables.show("The index of notes", ("", *columns), rows)
    turn = [[key, f"{value:.2f}"] for key, value in figures.items() if key.startswith("turn.")]
    tables.show(f"A turn with {TURN_NOTES} notes", ("", ""), turn)
    print(f"figures: {tables.write('bench-memory', figures)}")


def _child(step: str, kind: str, size: str, directory: str) -> dict[str, Any]:
    if step == "fill":
        return fill(kind, int(size), Path(directory))
    if step == "ask":
        return asyncio.run(ask(kind, int(size), Path(directory)))
    return asyncio.run(delay(Path(directory)))


if __name__ == "__main__":
    main()
