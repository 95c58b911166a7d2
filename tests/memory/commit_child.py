"""Commits notes in a process of its own, which kills itself at the step that it is told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path

from agent.memory.keeper import Keeper
from agent.memory.notebook import Notebook
from agent.memory.opening import embedded_index
from agent.memory.vault import Vault
from agent.memory_types import Note, OnConflict, Passage, Scope
from agent.ports import NoteIndex
from agent.testing.notes import DIMENSION, WordEmbedder
from agent.types import Author, Channel, ChannelKind, Origin
from bot.store.db import open_database
from bot.store.staged import SqliteStagedNotes

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
OLD, NEW = "the wifi password is hunter2", "the wifi password is swordfish"


class Fuse:
    """Kills the process, as by SIGKILL, before its step number `left`."""

    def __init__(self, left: int) -> None:
        self.left = left

    def step(self, _name: str) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Fused:
    """A NoteIndex with a step before and after each change."""

    def __init__(self, index: NoteIndex, fuse: Fuse) -> None:
        self._index, self._fuse = index, fuse

    async def put(self, note: Note) -> None:
        self._fuse.step("put")
        await self._index.put(note)
        self._fuse.step("was put")

    async def drop(self, note_ids: Collection[str]) -> None:
        await self._index.drop(note_ids)

    async def digests(self) -> Mapping[str, str]:
        return await self._index.digests()

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        return await self._index.query(text, scopes=scopes, limit=limit)

    async def compact(self) -> None:
        await self._index.compact()

    async def clear(self) -> None:
        await self._index.clear()

    async def close(self) -> None:
        await self._index.close()


def origin(number: int) -> Origin:
    return Origin(
        message_id=number,
        channel=Channel(id=70, kind=ChannelKind.DM),
        author=Author(id=7, name="Ann"),
        text="",
        now=NOW,
        zone="UTC",
        language="en",
    )


async def main(directory: Path, left: int) -> None:
    fuse = Fuse(left)
    vault = Vault(directory / "vault", on_step=fuse.step)
    await vault.open()
    index = embedded_index(directory / "index", embedder=WordEmbedder(), space="words", dimension=DIMENSION)
    fused = Fused(index, fuse)
    async with open_database(directory / "kallisti.sqlite3") as database:
        staged = SqliteStagedNotes(database)
        notebook = Notebook(vault=vault, staged=staged, index=index)
        keeper = Keeper(vault=vault, index=fused)
        await notebook.remember(origin(1), text=OLD, call_index=0, on_conflict=OnConflict.BOTH)
        fuse.step("first note is there")
        await keeper.sync()
        print("old", flush=True)
        waiting = await notebook.stage(origin(2), text=NEW, call_index=0)
        fuse.step("staged")
        await notebook.commit(origin(2), waiting.number, on_conflict=OnConflict.UPDATE)
        fuse.step("committed")
        await keeper.sync()
        print("new", flush=True)
    await index.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
