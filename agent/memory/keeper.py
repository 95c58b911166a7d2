"""Keeps the index at what the vault says: at the start, after each change, and after it was down.

Nothing waits for it. What was written is in the vault, and the index catches up when it can.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress

import structlog

from agent.errors import IndexUnavailable, NotFound, StoreUnavailable
from agent.memory_types import Note, Passage, Scope
from agent.ports import NoteIndex, NoteVault

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between attempts while the index is down."""
SETTLING_SECONDS = 2.0
"""How long whoever needs the index in step waits for it."""

log = structlog.get_logger(__name__)


class Keeper:
    """Writes the index. `run` does so for ever; `sync` once."""

    def __init__(self, *, vault: NoteVault, index: NoteIndex, first_pause: float = FIRST_PAUSE) -> None:
        self._vault = vault
        self._index = index
        self._first_pause = first_pause
        self._known: dict[str, str] | None = None
        self._dirty = asyncio.Event()
        self._dirty.set()
        self._told = asyncio.Event()
        self._failed = False
        self._syncing = asyncio.Lock()
        self._to_compact = False

    def changed(self) -> None:
        """To be called whenever the vault has changed."""
        self._told.clear()
        self._dirty.set()

    async def settled(self, seconds: float = SETTLING_SECONDS) -> bool:
        """Waits until the index has followed all changes, while `run` is at work; False where it takes longer
        or is down.
        """
        if not self._failed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), seconds)
        return self._told.is_set()

    def lost(self) -> None:
        """To be called when the index was begun anew behind our back: what it holds is asked again."""
        self._known = None
        self.changed()

    async def erase(self) -> None:
        """Brings the index up to date, and then leaves nothing of what was dropped in its files. Raises as
        `sync`; what could not be done is done once the index works again.
        """
        self._to_compact = True
        await self.sync()

    async def run(self) -> None:
        """Brings the index up to date now and after every change; never ends."""
        pause = self._first_pause
        while True:
            await self._dirty.wait()
            try:
                await self.sync()
                pause = self._first_pause
            except (IndexUnavailable, StoreUnavailable) as error:
                log.warning("the index of notes is behind", reason=str(error), next_try_in=pause)
                self._dirty.set()
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    async def sync(self) -> int:
        """Brings the index up to date; how many notes were put or dropped.

        Raises IndexUnavailable and StoreUnavailable; what was done by then stays done.
        """
        async with self._syncing:
            self._dirty.clear()
            try:
                count = await self._sync()
            except BaseException:
                self._known, self._failed = None, True
                raise
            self._failed = False
            if not self._dirty.is_set():
                self._told.set()
            return count

    async def rebuild(self) -> int:
        """Forgets the index and makes it anew from the vault; how many notes it holds. Raises as `sync`."""
        async with self._syncing:
            self._known = None
            await self._index.clear()
        return await self.sync()

    async def _sync(self) -> int:
        if self._known is None:
            self._known = dict(await self._index.digests())
        known, heads = self._known, {head.id: head for head in await self._vault.heads()}
        gone = [note_id for note_id in known if note_id not in heads]
        if gone:
            await self._index.drop(gone)
            for note_id in gone:
                del known[note_id]
        stale = [head.id for head in heads.values() if known.get(head.id) != head.digest]
        for note_id in stale:
            try:
                note = await self._vault.read(note_id)
            except NotFound:
                continue  # deleted by a person a moment ago; the next look at the files says so
            await self._index.put(note)
            known[note_id] = heads[note_id].digest
        if self._to_compact:
            await self._index.compact()
            self._to_compact = False
        if gone or stale:
            log.info("the index of notes is up to date", put=len(stale), dropped=len(gone), notes=len(heads))
        return len(gone) + len(stale)


class PresentNotes:
    """Implements `NoteIndex` by another one, without notes that the vault holds no more or elsewhere: what
    was forgotten or moved is not recalled, even while the index is behind.
    """

    def __init__(self, index: NoteIndex, *, vault: NoteVault) -> None:
        self._index = index
        self._vault = vault

    async def put(self, note: Note) -> None:
        await self._index.put(note)

    async def drop(self, note_ids: Collection[str]) -> None:
        await self._index.drop(note_ids)

    async def digests(self) -> Mapping[str, str]:
        return await self._index.digests()

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        found = await self._index.query(text, scopes=scopes, limit=limit)
        return tuple([each for each in found if await self._vault.holds(each.note_id, each.scope)])

    async def compact(self) -> None:
        await self._index.compact()

    async def clear(self) -> None:
        await self._index.clear()

    async def close(self) -> None:
        await self._index.close()
