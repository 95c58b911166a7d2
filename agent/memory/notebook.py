"""The memory as one message may see and change it: staged notes, the vault and the index together.

Nothing here reads what the model says about places or rights: both follow from the message's origin.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog

from agent.errors import IndexUnavailable, NotAllowed, NotFound
from agent.memory.calling import called, uniquely_named
from agent.memory.scopes import home_scope, visible_scopes
from agent.memory.vault import check_text
from agent.memory_types import (
    ForgottenNotes,
    Note,
    NoteDraft,
    NoteHead,
    OnConflict,
    Passage,
    Saved,
    Scope,
    ScopeKind,
    StagedNote,
)
from agent.ports import Documents, NoteIndex, NoteVault, StagedNotes
from agent.types import Origin

CANDIDATES = 5
"""Passages among which a note that says something similar is looked for."""
MOST_READ = 2000
"""Notes that a search by words reads."""
SERVER_WIDE = re.compile(
    r"\b(?:(?:whole|entire) (?:server|guild)|server[- ]?wide|everyone on (?:this|the) server|for the server"
    r"|(?:ganzen?|gesamten?) server|server-?weit|für (?:den|alle auf dem) server)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w{2,}")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    """`similar`: the cosine from which on two notes are taken for two words on one thing. `curators` may keep
    notes for a whole server, and change those of others.
    """

    staged_for: timedelta = timedelta(days=7)
    similar: float = 0.7
    curators: frozenset[int] = frozenset()


async def _at_once() -> None:
    """Nothing to wait for."""


class Notebook:
    """Implements `agent.ports.Memory`.

    `changed` is called after each change of the vault, and `settled` waits until the index has followed, for
    a while. What a person keeps in `documents` is forgotten with the rest.
    """

    def __init__(
        self,
        *,
        vault: NoteVault,
        staged: StagedNotes,
        index: NoteIndex,
        settings: MemorySettings | None = None,
        changed: Callable[[], None] = lambda: None,
        settled: Callable[[], Awaitable[object]] = _at_once,
        documents: Documents | None = None,
    ) -> None:
        self._vault = vault
        self._staged = staged
        self._index = index
        self._settings = settings or MemorySettings()
        self._changed = changed
        self._settled = settled
        self._documents = documents
        self._committing = asyncio.Lock()

    # ------------------------------------------------------------------ keeping

    async def stage(self, origin: Origin, *, text: str, call_index: int) -> StagedNote:
        scope, _ = self._scope(origin)
        draft = NoteDraft(
            scope=scope,
            text=text,
            author_id=origin.author.id,
            source_message_id=origin.message_id,
            call_index=call_index,
            created=origin.now,
        )
        return await self._staged.add(draft, expires=origin.now + self._settings.staged_for)

    async def staged(self, origin: Origin) -> tuple[StagedNote, ...]:
        scopes = visible_scopes(origin.channel, origin.author)
        return await self._staged.waiting(origin.author.id, scopes=scopes, now=origin.now)

    async def commit(
        self,
        origin: Origin,
        number: int,
        *,
        on_conflict: OnConflict | None = None,
        shown: str = "",
        server_wide: bool = False,
    ) -> Saved:
        waiting = await self._waiting(origin, number)
        if server_wide:
            if not self.may_keep_server_wide(origin):
                raise NotAllowed("Only owners may keep notes for the whole server.")
            assert origin.channel.guild_id is not None
            everywhere = Scope(kind=ScopeKind.GUILD, id=origin.channel.guild_id)
            waiting = replace(waiting, draft=replace(waiting.draft, scope=everywhere))
        return await self._commit(origin, waiting, on_conflict, shown)

    async def discard(self, origin: Origin, number: int) -> StagedNote:
        waiting = await self._waiting(origin, number)
        await self._staged.remove(number, author_id=origin.author.id)
        return waiting

    async def restage(self, origin: Origin, number: int, *, text: str) -> StagedNote:
        waiting = await self._waiting(origin, number)
        check_text(text)
        if not await self._staged.rewrite(number, author_id=origin.author.id, text=text):
            raise NotFound(f"You have no staged note {number} here.")
        return replace(waiting, draft=replace(waiting.draft, text=text))

    async def remember(
        self, origin: Origin, *, text: str, call_index: int, on_conflict: OnConflict | None = None
    ) -> Saved:
        _, narrowed = self._scope(origin)
        waiting = await self.stage(origin, text=text, call_index=call_index)
        saved = await self._commit(origin, waiting, on_conflict)
        return replace(saved, narrowed=narrowed)

    async def _waiting(self, origin: Origin, number: int) -> StagedNote:
        for waiting in await self.staged(origin):
            if waiting.number == number:
                return waiting
        raise NotFound(f"You have no staged note {number} here.")

    async def _commit(
        self, origin: Origin, waiting: StagedNote, on_conflict: OnConflict | None, shown: str = ""
    ) -> Saved:
        """One at a time, so that each sees what the one before it kept."""
        async with self._committing:
            await self._settled()
            return await self._settle(origin, waiting, on_conflict, shown)

    async def _settle(
        self, origin: Origin, waiting: StagedNote, on_conflict: OnConflict | None, shown: str
    ) -> Saved:
        """The row goes last: a process that is killed in between finds it, and its id keeps the note one."""
        draft = waiting.draft
        similar = await self._similar(waiting, sure=on_conflict is OnConflict.UPDATE)
        if similar is not None and _same(similar.text, draft.text):
            saved = Saved(note=similar, known=True)
        elif similar is None or on_conflict is OnConflict.BOTH:
            saved = Saved(note=await self._vault.create(draft, note_id=waiting.note_id))
        elif on_conflict is None or (shown and shown != similar.shown_as):
            return Saved(note=None, similar=similar, staged=waiting)
        else:
            self._require_own(origin, scope=similar.scope, author_id=similar.author_id)
            note = await self._vault.revise(similar.id, text=draft.text, now=origin.now, scopes=[draft.scope])
            saved = Saved(note=note, similar=similar, replaced=True)
        self._changed()
        await self._staged.remove(waiting.number, author_id=draft.author_id)
        return saved

    async def _similar(self, waiting: StagedNote, *, sure: bool) -> Note | None:
        """The note of the same scope that is closest in meaning, if close enough. A note is kept without this
        look where the index is down, but none is replaced (`sure`).
        """
        scope = waiting.draft.scope
        try:
            found = await self._index.query(waiting.draft.text, scopes=[scope], limit=CANDIDATES)
        except IndexUnavailable as error:
            if sure:
                raise
            log.warning("a note is kept without a look for similar ones", reason=str(error))
            return None
        near = [passage for passage in found if passage.similarity >= self._settings.similar]
        for passage in sorted(near, key=lambda passage: passage.similarity, reverse=True):
            if passage.note_id == waiting.note_id:
                continue
            try:
                return await self._vault.read(passage.note_id, scopes=[scope])
            except NotFound:
                continue
        return None

    # ------------------------------------------------------------------ finding

    async def notes(self, origin: Origin) -> tuple[NoteHead, ...]:
        scopes = visible_scopes(origin.channel, origin.author)
        return uniquely_named([await self._vault.heads(scopes=[scope]) for scope in scopes])

    async def read(self, origin: Origin, name: str) -> Note:
        head = await self._named(origin, name)
        return await self._vault.read(head.id, scopes=[head.scope])

    async def search(self, origin: Origin, text: str, *, limit: int) -> tuple[Passage, ...]:
        scopes = visible_scopes(origin.channel, origin.author)
        return await self._index.query(text, scopes=scopes, limit=limit)

    async def find(self, origin: Origin, text: str, *, limit: int) -> tuple[Note, ...]:
        asked = _words(text)
        scored: list[tuple[float, Note]] = []
        for head in (await self.notes(origin))[:MOST_READ]:
            try:
                note = await self._vault.read(head.id, scopes=[head.scope])
            except NotFound:
                continue
            shared = asked & _words(f"{head.name} {note.title} {' '.join(note.tags)} {note.text}")
            if shared:
                scored.append((sum(map(len, shared)), replace(note, name=head.name)))
        scored.sort(key=lambda each: each[0], reverse=True)
        return tuple(note for _, note in scored[:limit])

    # ------------------------------------------------------------------ changing

    async def rewrite(self, origin: Origin, name: str, *, text: str) -> Note:
        return await self._rewrite(origin, await self._named(origin, name), text)

    async def forget(self, origin: Origin, name: str) -> NoteHead:
        return await self._forget(origin, await self._named(origin, name))

    async def note(self, origin: Origin, note_id: str) -> Note:
        return await self._vault.read(note_id, scopes=visible_scopes(origin.channel, origin.author))

    async def rewrite_note(self, origin: Origin, note_id: str, *, text: str, moderates: bool = False) -> Note:
        return await self._rewrite(origin, await self._by_id(origin, note_id), text, moderates=moderates)

    async def forget_note(self, origin: Origin, note_id: str, *, moderates: bool = False) -> NoteHead:
        return await self._forget(origin, await self._by_id(origin, note_id), moderates=moderates)

    def may_change(self, origin: Origin, head: NoteHead, *, moderates: bool = False) -> bool:
        return self._owns(origin, head.scope, head.author_id, moderates=moderates)

    def may_keep_server_wide(self, origin: Origin) -> bool:
        in_server = origin.channel.guild_id is not None
        return in_server and origin.author.id in self._settings.curators and not origin.author.is_bot

    async def _rewrite(self, origin: Origin, head: NoteHead, text: str, *, moderates: bool = False) -> Note:
        self._require_own(origin, scope=head.scope, author_id=head.author_id, moderates=moderates)
        note = await self._vault.revise(head.id, text=text, now=origin.now, scopes=[head.scope])
        self._changed()
        return note

    async def _forget(self, origin: Origin, head: NoteHead, *, moderates: bool = False) -> NoteHead:
        self._require_own(origin, scope=head.scope, author_id=head.author_id, moderates=moderates)
        await self._vault.remove(head.id, scopes=[head.scope])
        self._changed()
        return head

    async def forget_person(self, author_id: int) -> ForgottenNotes:
        notes = await self._vault.forget_author(author_id)
        self._changed()
        documents = await self._documents.forget_person(author_id) if self._documents is not None else 0
        staged = await self._staged.remove_all(author_id)
        return ForgottenNotes(notes=notes, documents=documents, staged=staged)

    # ------------------------------------------------------------------ inside

    async def _named(self, origin: Origin, name: str) -> NoteHead:
        head = called(await self.notes(origin), name)
        if head is None:
            raise NotFound("There is no such note here.")
        return head

    def _scope(self, origin: Origin) -> tuple[Scope, bool]:
        """Where a note of this message belongs, and whether that is less than it asks for."""
        home, guild_id = home_scope(origin.channel, origin.author), origin.channel.guild_id
        if guild_id is None or home.kind is not ScopeKind.CHANNEL or not SERVER_WIDE.search(origin.text):
            return home, False
        if self.may_keep_server_wide(origin):
            return Scope(kind=ScopeKind.GUILD, id=guild_id), False
        return home, True

    async def _by_id(self, origin: Origin, note_id: str) -> NoteHead:
        for head in await self.notes(origin):
            if head.id == note_id:
                return head
        raise NotFound("There is no such note here.")

    def _require_own(
        self, origin: Origin, *, scope: Scope, author_id: int | None, moderates: bool = False
    ) -> None:
        if not self._owns(origin, scope, author_id, moderates=moderates):
            raise NotAllowed("That note is somebody else's, so only they or an owner may change it.")

    def _owns(self, origin: Origin, scope: Scope, author_id: int | None, *, moderates: bool) -> bool:
        author = origin.author.id
        private = scope == Scope(kind=ScopeKind.USER, id=author)
        moderated = moderates and scope.kind is ScopeKind.CHANNEL
        return private or moderated or author_id == author or author in self._settings.curators


def _same(first: str, second: str) -> bool:
    return " ".join(first.split()).casefold() == " ".join(second.split()).casefold()


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
