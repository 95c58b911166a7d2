"""The index of notes over points: what is computed, in which order it is stored, and how long one waits."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import structlog

from agent.errors import IndexUnavailable
from agent.memory import terms
from agent.memory.chunking import Chunk, chunks
from agent.memory.points import Mark, Point, Points, Query, payload_of, scope_key
from agent.memory.ranking import Fusion, fused
from agent.memory_types import Note, Passage, Scope
from agent.ports import Embedder

log = structlog.get_logger(__name__)

CANDIDATES = 24
"""Hits by meaning, and by words, among which the best are chosen."""
EMBEDDED_AT_ONCE = 8
"""Parts of a note that are embedded before somebody else may use the embedder: routing shares it."""
COMPACTING_SECONDS = 600.0
"""A hundred times what 10,000 notes took on a busy machine."""
REST_SECONDS = 5.0
"""After a failure nothing is asked of the engine for so long, so that turns do not wait for it one by one."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Points, and what to do once they are closed. `begun_anew`: they are fewer than the notes put so far.
    `sweep` removes what was moved aside.
    """

    points: Points
    release: Callable[[], None] = lambda: None
    sweep: Callable[[], None] = lambda: None
    begun_anew: bool = False


Opener = Callable[[], Opened]


class VectorIndex:
    """Implements `NoteIndex` over any `Points`, which `opener` opens at the first use and after a failure.

    All calls of the engine run in one thread of their own; `seconds` is how long each may take.
    """

    def __init__(
        self,
        opener: Opener,
        *,
        embedder: Embedder,
        fusion: Fusion | None = None,
        seconds: float = 10.0,
        query_seconds: float = 2.0,
        rest_seconds: float = REST_SECONDS,
    ) -> None:
        self._opener = opener
        self._embedder = embedder
        self._fusion = fusion or Fusion()
        self._seconds = seconds
        self._query_seconds = query_seconds
        self._rest_seconds = rest_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="index")
        self._opened: Opened | None = None
        self._resting_until = 0.0
        self._writing = asyncio.Lock()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.lost: Callable[[], None] = lambda: None
        """Called in the event loop when what was indexed is gone, and must be put again."""

    async def put(self, note: Note) -> None:
        parts = chunks(note)
        async with self._writing:
            before = await self._run(lambda points: points.of_notes([note.id]), self._seconds)
            known = {point.payload["part"]: point for point in before}
            fresh = await self._embedded([part for part in parts if part.digest not in known])
            after = [_point(note, part, known.get(part.digest), fresh, len(parts)) for part in parts]
            stale = {point.id for point in before} - {point.id for point in after}
            await self._run(lambda points: _replace(points, after, stale), self._seconds)

    async def drop(self, note_ids: Collection[str]) -> None:
        wanted = list(note_ids)
        if not wanted:
            return
        async with self._writing:
            await self._run(lambda points: _drop(points, wanted), self._seconds)

    async def digests(self) -> Mapping[str, str]:
        return _whole(await self._run(lambda points: list(points.marks()), self._seconds))

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        keys = tuple(sorted({scope_key(scope) for scope in scopes}))
        if not keys or limit <= 0:
            return ()
        [meaning] = await asyncio.to_thread(self._embedder.embed, [text])
        words = terms.asked(text)
        if not words and not np.any(meaning):
            return ()
        query = Query(meaning=meaning, words=words, scopes=keys, limit=max(limit, CANDIDATES))
        return await self._run(
            lambda points: fused(query, points.search(query), limit=limit, fusion=self._fusion),
            self._query_seconds,
        )

    async def compact(self) -> None:
        async with self._writing:
            await self._run(self._compact, COMPACTING_SECONDS)

    async def clear(self) -> None:
        async with self._writing:
            await self._run(lambda points: points.clear(), self._seconds)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._forget)
        self._thread.shutdown(wait=False)

    # ------------------------------------------------------------------ parts

    async def _embedded(self, parts: Sequence[Chunk]) -> dict[str, Any]:
        """Digest -> vector, of each part."""
        vectors: dict[str, Any] = {}
        for start in range(0, len(parts), EMBEDDED_AT_ONCE):
            some = parts[start : start + EMBEDDED_AT_ONCE]
            rows = await asyncio.to_thread(self._embedder.embed, [part.embedded for part in some])
            vectors.update(zip((part.digest for part in some), rows, strict=True))
        return vectors

    async def _run(self, work: Callable[[Points], T], seconds: float) -> T:
        """`work` in the index's thread. A call that takes too long is given up on; it still ends."""
        loop = self._loop = asyncio.get_running_loop()
        if self._closed:
            raise IndexUnavailable("the index of notes is closed")
        if loop.time() < self._resting_until:
            raise IndexUnavailable("the index of notes failed a moment ago and is left alone for a while")
        try:
            async with asyncio.timeout(seconds):
                return await loop.run_in_executor(self._thread, self._guarded, work)
        except TimeoutError:
            self._resting_until = loop.time() + self._rest_seconds
            raise IndexUnavailable(f"the index of notes did not answer within {seconds:g} seconds") from None
        except IndexUnavailable:
            self._resting_until = loop.time() + self._rest_seconds
            raise

    def _guarded(self, work: Callable[[Points], T]) -> T:
        try:
            if self._opened is None:
                self._opened = self._opener()
                self._tell(self._opened)
            return work(self._opened.points)
        except IndexUnavailable:
            self._forget()
            raise
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a panic of the native engine is no Exception
            self._forget()
            raise IndexUnavailable(f"the index of notes failed: {_first_line(error)}") from None

    def _compact(self, points: Points) -> None:
        points.compact()
        if self._opened is not None:
            self._opened.sweep()

    def _tell(self, opened: Opened) -> None:
        if opened.begun_anew and self._loop is not None:
            self._loop.call_soon_threadsafe(self.lost)

    def _forget(self) -> None:
        """Closes the engine, so that the next call opens it anew."""
        opened, self._opened = self._opened, None
        if opened is None:
            return
        try:
            opened.points.close()
        except BaseException as error:  # noqa: BLE001 - it failed already; this is for the log
            log.warning("the index could not be closed", reason=_first_line(error))
        finally:
            opened.release()


def _point(note: Note, part: Chunk, known: Point | None, fresh: Mapping[str, Any], parts: int) -> Point:
    meaning = fresh[part.digest] if known is None else known.meaning
    words = terms.weights(f"{note.title}\n{part.heading}\n{part.text}")
    payload = payload_of(
        note, heading=part.heading, text=part.text, part=part.digest, parts=parts, terms=words
    )
    return Point(id=part.id, meaning=meaning, words=words, payload=payload)


def _replace(points: Points, after: Sequence[Point], stale: Collection[str]) -> None:
    """Stale parts go first: what is cut off between the two lacks parts, and its digest shows that."""
    if stale:
        points.remove(stale)
    points.put(after)


def _drop(points: Points, note_ids: Sequence[str]) -> None:
    ids = [point.id for point in points.of_notes(note_ids)]
    if ids:
        points.remove(ids)


def _whole(marks: Sequence[Mark]) -> dict[str, str]:
    """The notes all of whose parts are there, of one digest."""
    found = Counter(marks)
    notes = Counter(mark.note for mark in marks)
    return {
        mark.note: mark.digest
        for mark, count in found.items()
        if count == mark.parts and notes[mark.note] == count
    }


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
