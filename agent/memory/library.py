"""Documents that people gave to be kept.

They lie in a vault of their own, so the same paths and scopes hold for them as for notes; and in an index of
their own, so that no message recalls one that was not asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import NAMESPACE_OID, uuid5

from agent.errors import LimitReached, NotAllowed, NotFound
from agent.memory import parts
from agent.memory.calling import called, uniquely_named
from agent.memory.scopes import home_scope, visible_scopes
from agent.memory.vault_names import folded
from agent.memory_types import (
    Document,
    DocumentPart,
    DocumentPassage,
    NoteDraft,
    NoteHead,
    Passage,
    Scope,
    ScopeKind,
)
from agent.ports import NoteIndex, NoteVault
from agent.types import AttachedText, Origin

LARGEST = 1_000_000
"""Bytes of a document's text; larger files in a vault are left alone."""
CANDIDATES = 20
"""Passages among which those of one document are looked for."""


class Library:
    """Implements `agent.ports.Documents`.

    `most` documents may be one person's; `curators` may remove those of others. `changed` is called after
    each change of the vault.
    """

    def __init__(
        self,
        *,
        vault: NoteVault,
        index: NoteIndex,
        most: int,
        curators: frozenset[int] = frozenset(),
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._vault = vault
        self._index = index
        self._most = most
        self._curators = curators
        self._changed = changed

    async def keep(self, origin: Origin, file: AttachedText, *, call_index: int) -> Document:
        scope = home_scope(origin.channel, origin.author)
        if len(file.text.encode("utf-8", "replace")) > LARGEST:
            raise LimitReached(f"{file.name} has more text than a document may have.")
        before = await self._before(origin, scope, file.name)
        if before is not None:
            known = (await self._vault.read(before.id, scopes=[scope])).text.strip() == file.text.strip()
            if not known:
                await self._vault.revise(before.id, text=file.text, now=origin.now, scopes=[scope])
                self._changed()
            return Document(head=before, known=known, replaced=not known)
        await self._require_room(origin)
        draft = NoteDraft(
            scope=scope,
            text=file.text,
            title=file.name,
            author_id=origin.author.id,
            source_message_id=origin.message_id,
            call_index=call_index,
            created=origin.now,
        )
        key = f"{origin.author.id}/{origin.message_id}/{call_index}/{file.name}"
        note = await self._vault.create(draft, note_id=uuid5(NAMESPACE_OID, key).hex)
        self._changed()
        [head] = [each for each in await self._vault.heads(scopes=[scope]) if each.id == note.id]
        return Document(head=head)

    async def documents(self, origin: Origin) -> tuple[NoteHead, ...]:
        scopes = visible_scopes(origin.channel, origin.author)
        return uniquely_named([await self._vault.heads(scopes=[scope]) for scope in scopes])

    async def read(self, origin: Origin, name: str, *, part: int) -> DocumentPart:
        head = await self._named(origin, name)
        text = (await self._vault.read(head.id, scopes=[head.scope])).text
        count = len(parts.starts(text))
        if not 1 <= part <= count:
            raise LimitReached(f"{head.name} has {count} parts.")
        return DocumentPart(name=head.name, text=parts.part(text, part), number=part, count=count)

    async def search(
        self, origin: Origin, text: str, *, name: str = "", limit: int
    ) -> tuple[DocumentPassage, ...]:
        heads = await self.documents(origin)
        wanted = {head.id: head for head in ([await self._named(origin, name)] if name else heads)}
        scopes = {head.scope for head in wanted.values()}
        found = await self._index.query(text, scopes=scopes, limit=CANDIDATES)
        some = [passage for passage in found if passage.note_id in wanted][:limit]
        return tuple([await self._placed(passage, wanted[passage.note_id].name) for passage in some])

    async def remove(self, origin: Origin, name: str) -> NoteHead:
        head = await self._named(origin, name)
        private = Scope(kind=ScopeKind.USER, id=origin.author.id)
        if head.scope != private and origin.author.id not in {head.author_id, *self._curators}:
            raise NotAllowed("That document is somebody else's, so only they or an owner may remove it.")
        await self._vault.remove(head.id, scopes=[head.scope])
        self._changed()
        return head

    async def forget_person(self, author_id: int) -> int:
        count = await self._vault.forget_author(author_id)
        self._changed()
        return count

    # ------------------------------------------------------------------ inside

    async def _before(self, origin: Origin, scope: Scope, title: str) -> NoteHead | None:
        """The author's own document of that name in that place."""
        for head in await self._vault.heads(scopes=[scope]):
            if head.author_id == origin.author.id and folded(head.title) == folded(title):
                return head
        return None

    async def _require_room(self, origin: Origin) -> None:
        own = [head for head in await self._vault.heads() if head.author_id == origin.author.id]
        if len(own) >= self._most:
            raise LimitReached(f"You have {len(own)} documents, which is as many as one person may keep.")

    async def _named(self, origin: Origin, name: str) -> NoteHead:
        head = called(await self.documents(origin), name)
        if head is None:
            raise NotFound("There is no such document here.")
        return head

    async def _placed(self, passage: Passage, name: str) -> DocumentPassage:
        """A passage with the number of the part that it stands in, so that it can be cited and read."""
        try:
            text = (await self._vault.read(passage.note_id, scopes=[passage.scope])).text
        except NotFound:
            text = passage.text
        place = max(0, text.find(passage.text))
        return DocumentPassage(
            name=name, heading=passage.heading, text=passage.text, part=parts.part_at(text, place)
        )
