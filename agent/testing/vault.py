"""The vault and staged notes in memory, for tests of what uses them. They keep the same contracts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from agent.errors import IndexUnavailable, LimitReached, NotFound
from agent.memory_types import Note, NoteDraft, NoteHead, Passage, Scope, ScopeKind, StagedNote
from agent.ports import NoteIndex

LONGEST_TEXT = 20_000
MOST_STAGED = 100
_WORD = re.compile(r"\w{2,}")


class InMemoryVault:
    """Implements `agent.ports.NoteVault`. `revisions` holds what notes said before, by id."""

    def __init__(self) -> None:
        self._notes: dict[str, Note] = {}
        self.revisions: dict[str, list[str]] = {}

    async def heads(self, *, scopes: Collection[Scope] | None = None) -> tuple[NoteHead, ...]:
        seen = (note for note in self._notes.values() if scopes is None or note.scope in scopes)
        return tuple(_head(note) for note in sorted(seen, key=lambda note: note.updated, reverse=True))

    async def read(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> Note:
        note = self._notes.get(note_id)
        if note is None or (scopes is not None and note.scope not in scopes):
            raise NotFound("There is no such note.")
        return note

    async def create(self, draft: NoteDraft, *, note_id: str) -> Note:
        _check(draft.text)
        if note_id not in self._notes:
            title = draft.title or _title(draft.text)
            self._notes[note_id] = _digested(
                Note(
                    id=note_id,
                    scope=draft.scope,
                    name=self._free_name(draft.scope, title),
                    title=title,
                    text=draft.text.strip(),
                    tags=draft.tags,
                    created=draft.created,
                    updated=draft.created,
                    digest="",
                    author_id=draft.author_id,
                    source_message_id=draft.source_message_id,
                )
            )
        return self._notes[note_id]

    async def revise(
        self,
        note_id: str,
        *,
        text: str,
        now: datetime,
        tags: tuple[str, ...] | None = None,
        scopes: Collection[Scope] | None = None,
    ) -> Note:
        _check(text)
        note = await self.read(note_id, scopes=scopes)
        self.revisions.setdefault(note_id, []).append(note.text)
        tags = note.tags if tags is None else tags
        title = _title(text) if note.title == _title(note.text) else note.title
        changed = replace(note, text=text.strip(), title=title, updated=now, tags=tags)
        self._notes[note_id] = _digested(changed)
        return self._notes[note_id]

    async def remove(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> NoteHead:
        note = await self.read(note_id, scopes=scopes)
        del self._notes[note_id]
        self.revisions.pop(note_id, None)
        return _head(note)

    async def forget_author(self, author_id: int) -> int:
        private = Scope(kind=ScopeKind.USER, id=author_id)
        own = [note for note in self._notes.values() if author_id == note.author_id or note.scope == private]
        for note in own:
            await self.remove(note.id)
        return len(own)

    async def holds(self, note_id: str, scope: Scope) -> bool:
        note = self._notes.get(note_id)
        return note is not None and note.scope == scope

    async def refresh(self) -> bool:
        return False

    def _free_name(self, scope: Scope, title: str) -> str:
        stem = "-".join(_WORD.findall(title.casefold())) or "note"
        taken = {note.name for note in self._notes.values() if note.scope == scope}
        number = 1
        while (name := stem if number == 1 else f"{stem}-{number}") in taken:
            number += 1
        return name


class SwitchedIndex:
    """Implements `agent.ports.NoteIndex` by another one; while `down`, every method raises
    IndexUnavailable.
    """

    def __init__(self, index: NoteIndex) -> None:
        self._index = index
        self.down = False

    async def put(self, note: Note) -> None:
        await self._up().put(note)

    async def drop(self, note_ids: Collection[str]) -> None:
        await self._up().drop(note_ids)

    async def digests(self) -> Mapping[str, str]:
        return await self._up().digests()

    async def query(self, text: str, *, scopes: Collection[Scope], limit: int) -> tuple[Passage, ...]:
        return await self._up().query(text, scopes=scopes, limit=limit)

    async def compact(self) -> None:
        await self._up().compact()

    async def clear(self) -> None:
        await self._up().clear()

    async def close(self) -> None:
        await self._index.close()

    def _up(self) -> NoteIndex:
        if self.down:
            raise IndexUnavailable("the index was taken down")
        return self._index


class InMemoryStagedNotes:
    """Implements `agent.ports.StagedNotes`."""

    def __init__(self, *, most: int = MOST_STAGED) -> None:
        self._rows: dict[tuple[int, int, int], StagedNote] = {}
        self._highest: dict[int, int] = {}
        self._most = most

    async def add(self, draft: NoteDraft, *, expires: datetime) -> StagedNote:
        key = (draft.author_id, draft.source_message_id, draft.call_index)
        if key in self._rows:
            return self._rows[key]
        own = [row for row in self._own(draft.author_id) if row.expires > draft.created]
        if len(own) >= self._most:
            raise LimitReached(f"You have {len(own)} staged notes; {self._most} is the limit.")
        number = self._highest.get(draft.author_id, 0) + 1
        self._highest[draft.author_id] = number
        note_id = str(uuid5(NAMESPACE_OID, repr(key)))
        self._rows[key] = StagedNote(number=number, note_id=note_id, draft=draft, expires=expires)
        return self._rows[key]

    async def waiting(
        self, author_id: int, *, scopes: Collection[Scope], now: datetime
    ) -> tuple[StagedNote, ...]:
        own = (row for row in self._own(author_id) if row.draft.scope in scopes and row.expires > now)
        return tuple(sorted(own, key=lambda row: row.number))

    async def rewrite(self, number: int, *, author_id: int, text: str) -> bool:
        for key, row in self._rows.items():
            if row.draft.author_id == author_id and row.number == number:
                self._rows[key] = replace(row, draft=replace(row.draft, text=text))
                return True
        return False

    async def remove(self, number: int, *, author_id: int) -> None:
        self._keep(lambda row: row.draft.author_id != author_id or row.number != number)

    async def remove_all(self, author_id: int) -> int:
        return self._keep(lambda row: row.draft.author_id != author_id)

    async def prune(self, *, now: datetime) -> int:
        return self._keep(lambda row: row.expires > now)

    def _own(self, author_id: int) -> list[StagedNote]:
        return [row for row in self._rows.values() if row.draft.author_id == author_id]

    def _keep(self, stays: Callable[[StagedNote], bool]) -> int:
        before = len(self._rows)
        self._rows = {key: row for key, row in self._rows.items() if stays(row)}
        return before - len(self._rows)


def _head(note: Note) -> NoteHead:
    return NoteHead(**{field: getattr(note, field) for field in NoteHead.__slots__})


def _digested(note: Note) -> Note:
    seen = repr((note.scope, note.name, note.title, note.text, note.tags, note.updated))
    return replace(note, digest=hashlib.sha256(seen.encode()).hexdigest())


def _title(text: str) -> str:
    return " ".join(text.split()[:8])


def _check(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise LimitReached(f"A note may have {LONGEST_TEXT} characters; this one has {len(text)}.")
    if not text.strip():
        raise LimitReached("A note needs some text.")
