"""The vault: committed notes as Markdown files, which people may edit, rename and delete at any time."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import structlog

from agent.errors import LimitReached, NotFound, StoreUnavailable
from agent.memory import catalogue, note_text
from agent.memory.catalogue import Entry, Key
from agent.memory.note_text import ParsedNote, clean_tag
from agent.memory.vault_files import Found, Parts, Signature, VaultFiles, nothing
from agent.memory.vault_names import SUFFIX, folded, free_stem
from agent.memory_types import Note, NoteDraft, NoteHead, Scope, ScopeKind

CATALOGUE = "catalogue.json"
LONGEST_TEXT = 20_000
"""Characters of a note that is written here; people may write more."""
SETTLED_AFTER = 1.0
"""Seconds after which a file's time tells one change from the next; clocks of file systems are coarse."""
ATTEMPTS = 5
"""Names tried for a new note while somebody else makes files of the same name."""
TOO_LONG = {
    "en": "A note may have {most} characters; this one has {count}.",
    "de": "Eine Notiz darf {most} Zeichen haben; diese hat {count}.",
    "es": "Una nota puede tener {most} caracteres; esta tiene {count}.",
    "fr": "Une note peut avoir {most} caractères ; celle-ci en a {count}.",
    "it": "Una nota può avere {most} caratteri; questa ne ha {count}.",
    "nl": "Een notitie mag {most} tekens hebben; deze heeft er {count}.",
    "pt": "Uma nota pode ter {most} caracteres; esta tem {count}.",
}
EMPTY = {
    "en": "A note needs some text.",
    "de": "Eine Notiz braucht einen Text.",
    "es": "Una nota necesita algo de texto.",
    "fr": "Une note a besoin d’un texte.",
    "it": "Una nota ha bisogno di un testo.",
    "nl": "Een notitie heeft tekst nodig.",
    "pt": "Uma nota precisa de algum texto.",
}

T = TypeVar("T")
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """All notes as they were seen last. Never changed, only replaced."""

    by_scope: Mapping[Scope, Mapping[Parts, Entry]] = field(default_factory=dict)
    places: Mapping[str, Key] = field(default_factory=dict)

    def entries(self) -> Iterator[Entry]:
        return (entry for entries in self.by_scope.values() for entry in entries.values())

    def get(self, key: Key) -> Entry | None:
        return self.by_scope.get(key[0], {}).get(key[1])

    def having(self, entry: Entry) -> _Seen:
        scope = entry.head.scope
        entries = {**self.by_scope.get(scope, {}), entry.parts: entry}
        places = {**self.places, entry.head.id: (scope, entry.parts)}
        return _Seen(by_scope={**self.by_scope, scope: entries}, places=places)

    def without(self, entry: Entry) -> _Seen:
        scope = entry.head.scope
        entries = {parts: each for parts, each in self.by_scope[scope].items() if parts != entry.parts}
        places = {note_id: key for note_id, key in self.places.items() if note_id != entry.head.id}
        return _Seen(by_scope={**self.by_scope, scope: entries}, places=places)


class Vault:
    """Implements `agent.ports.NoteVault` on the directory `root`. Use `open` before anything else.

    Its work is done in threads, one piece at a time, and to its end even where the caller is cancelled.
    """

    def __init__(
        self, root: Path, *, longest: int = LONGEST_TEXT, on_step: Callable[[str], None] = nothing
    ) -> None:
        self.root = root
        self._longest = longest
        self._files = VaultFiles(root, on_step=on_step)
        self._seen = _Seen()
        self._alone = asyncio.Lock()
        self._told: set[tuple[str, str]] = set()
        self._catalogue_is_old = False

    async def open(self) -> None:
        """Makes the directories and looks at every file. Raises StoreUnavailable."""
        await self._run(self._open)

    async def heads(self, *, scopes: Collection[Scope] | None = None) -> tuple[NoteHead, ...]:
        seen = self._seen
        wanted = seen.by_scope if scopes is None else dict.fromkeys(scopes)
        found = [entry.head for scope in wanted for entry in seen.by_scope.get(scope, {}).values()]
        return tuple(sorted(found, key=lambda head: head.updated, reverse=True))

    async def read(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> Note:
        entry = self._entry(note_id, scopes)
        return await self._run(lambda: self._read(entry)[0])

    async def create(self, draft: NoteDraft, *, note_id: str) -> Note:
        check_text(draft.text, self._longest)
        return await self._run(lambda: self._create(draft, note_id))

    async def revise(
        self,
        note_id: str,
        *,
        text: str,
        now: datetime,
        tags: tuple[str, ...] | None = None,
        scopes: Collection[Scope] | None = None,
    ) -> Note:
        check_text(text, self._longest)
        entry = self._entry(note_id, scopes)
        return await self._run(lambda: self._revise(entry, text, now, tags))

    async def remove(self, note_id: str, *, scopes: Collection[Scope] | None = None) -> NoteHead:
        entry = self._entry(note_id, scopes)
        await self._run(lambda: self._remove(entry))
        return entry.head

    async def forget_author(self, author_id: int) -> int:
        return await self._run(lambda: self._forget_author(author_id))

    async def holds(self, note_id: str, scope: Scope) -> bool:
        place = self._seen.places.get(note_id)
        return place is not None and place[0] == scope

    async def refresh(self) -> bool:
        return await self._run(self._scan)

    # ------------------------------------------------------------------ in a thread

    def _open(self) -> None:
        self._files.prepare()
        known = catalogue.from_bytes(self._files.read_own(CATALOGUE) or b"")
        self._seen = _seen_of(known.values())
        self._scan()

    def _read(self, entry: Entry) -> tuple[Note, ParsedNote, bytes]:
        scope = entry.head.scope
        data, signature = self._files.read(scope, entry.parts)
        parsed = note_text.parse(data.decode("utf-8", "replace"))
        found = Found(scope=scope, parts=entry.parts, signature=signature)
        current = catalogue.entry_of(found, parsed, name=entry.head.name, before=entry)
        if current.head.id != entry.head.id:  # another file has this one's id
            current = catalogue.with_id(current, entry.head.id)
        return catalogue.note_of(current, parsed.text), parsed, data

    def _create(self, draft: NoteDraft, note_id: str) -> Note:
        in_the_way: set[str] = set()
        for _ in range(ATTEMPTS):
            if note_id in self._seen.places:
                return self._read(self._entry(note_id, None))[0]
            taken = {folded(head.name) for head in self._heads_in(draft.scope)} | in_the_way
            title = catalogue.title_for(draft.title, draft.text)
            name = free_stem(title, taken)
            content = note_text.render(
                ParsedNote(text=""), text=_clean(draft.text), changes=_front(draft, note_id, _clean(title))
            )
            try:
                signature = self._files.create(draft.scope, (name + SUFFIX,), content.encode())
            except FileExistsError:
                in_the_way.add(folded(name))
                self._scan()
                continue
            return self._note(draft.scope, (name + SUFFIX,), content, signature, name=name)
        raise StoreUnavailable("the vault changes too fast for a new note to find a name")

    def _revise(self, entry: Entry, text: str, now: datetime, tags: tuple[str, ...] | None) -> Note:
        _, parsed, data = self._read(entry)
        changes: dict[str, object] = {"updated": now}
        if not parsed.values:
            changes = {"id": entry.head.id, "title": entry.head.title, "created": entry.created} | changes
        made_here = entry.source_message_id is not None
        if made_here and entry.head.title == catalogue.title_for("", parsed.text):
            # It was made from the text: an old fact must not live on in the title.
            changes["title"] = _clean(catalogue.title_for("", text))
        if tags is not None:
            changes["tags"] = tuple(clean_tag(tag) for tag in tags)
        content = note_text.render(parsed, text=_clean(text), changes=changes)
        self._files.keep_revision(entry.head.id, data)
        scope = entry.head.scope
        signature = self._files.replace(scope, entry.parts, content.encode())
        return self._note(scope, entry.parts, content, signature, name=entry.head.name, before=entry)

    def _note(
        self,
        scope: Scope,
        parts: Parts,
        content: str,
        signature: Signature,
        *,
        name: str,
        before: Entry | None = None,
    ) -> Note:
        """Takes a file that was just written as seen, and gives the note in it."""
        parsed = note_text.parse(content)
        found = Found(scope=scope, parts=parts, signature=signature)
        entry = catalogue.entry_of(found, parsed, name=name, before=before)
        self._seen = self._seen.having(catalogue.unsigned(entry))
        return catalogue.note_of(entry, parsed.text)

    def _remove(self, entry: Entry) -> None:
        """Older revisions go first: what is cut off in between leaves a note, which can be removed again."""
        self._files.drop_revisions(entry.head.id)
        self._files.remove(entry.head.scope, entry.parts)
        self._seen = self._seen.without(entry)
        self._catalogue_is_old = True  # it still names the note, until the files are looked at next

    def _forget_author(self, author_id: int) -> int:
        self._scan()
        private = Scope(kind=ScopeKind.USER, id=author_id)
        heads = (entry.head for entry in self._seen.entries())
        own = [head.id for head in heads if head.author_id == author_id or head.scope == private]
        for note_id in own:
            self._remove(self._entry(note_id, None))
        for note_id in self._files.revised():
            if note_id not in self._seen.places and self._was_of(note_id, author_id):
                self._files.drop_revisions(note_id)
        self._scan()  # what is kept beside the files names none of them any more
        return len(own)

    def _was_of(self, note_id: str, author_id: int) -> bool:
        """Whether any older revision of a note that is gone says that it was theirs."""
        fronts = [
            note_text.parse(self._files.read_revision(note_id, number).decode("utf-8", "replace")).values
            for number in self._files.revisions(note_id)
        ]
        private = f"{ScopeKind.USER.value}/{author_id}"
        return any(
            note_text.number_value(values, "author") == author_id
            or note_text.text_value(values, "scope") == private
            for values in fronts
        )

    def _scan(self) -> bool:
        found = list(self._files.walk(self._refuse))
        present = {(each.scope, each.parts) for each in found}
        gone = [entry for entry in self._seen.entries() if (entry.head.scope, entry.parts) not in present]
        before = {entry.head.id: entry.head for entry in self._seen.entries()}
        seen = _seen_of(self._unique([entry for each in found if (entry := self._look(each, gone))]))
        changed = {entry.head.id: entry.head for entry in seen.entries()} != before
        newly_signed = [e for e in seen.entries() if e.signature] != [
            e for e in self._seen.entries() if e.signature
        ]
        self._seen = seen
        if changed or newly_signed or self._catalogue_is_old:
            self._files.write_own(CATALOGUE, catalogue.to_bytes(seen.entries()))
            self._catalogue_is_old = False
        return changed

    def _look(self, found: Found, gone: list[Entry]) -> Entry | None:
        """What a file says now; it is read only where it changed. None where it cannot be read."""
        before = self._seen.get((found.scope, found.parts))
        if before is not None and before.signature == found.signature:
            return before
        shown = f"{found.scope.kind.value}/{found.scope.id}/{'/'.join(found.parts)}"
        try:
            data, signature = self._files.read(found.scope, found.parts)
        except (OSError, NotFound) as error:
            self._refuse(shown, f"it cannot be read: {error}")
            return None
        parsed = note_text.parse(data.decode("utf-8", "replace"))
        if parsed.fault is not None:
            self._tell("a note is read without its front matter", shown, parsed.fault)
        found = Found(scope=found.scope, parts=found.parts, signature=signature)
        said = catalogue.entry_of(found, parsed, name=_name(found.parts), before=None).said
        before = before or _moved(gone, signature, said)
        entry = catalogue.entry_of(found, parsed, name=_name(found.parts), before=before)
        fresh = time.time() - signature.modified_ns / 1e9 < SETTLED_AFTER
        return catalogue.unsigned(entry) if fresh else entry

    def _unique(self, entries: list[Entry]) -> list[Entry]:
        """One note for each id and each name: a copied file gets an id of its own, what was there first keeps
        its own.
        """
        first = sorted(entries, key=lambda e: self._seen.places.get(e.head.id) != (e.head.scope, e.parts))
        ids: set[str] = set()
        names: set[tuple[Scope, str]] = set()
        kept = []
        for entry in first:
            place = (entry.head.scope, entry.head.name)
            if place in names:
                self._refuse("/".join(entry.parts), "another file has the same name in other characters")
                continue
            if entry.head.id in ids:
                entry = catalogue.with_id(entry, catalogue.derived_id(*place))  # noqa: PLW2901
            ids.add(entry.head.id)
            names.add(place)
            kept.append(entry)
        return kept

    # ------------------------------------------------------------------ helpers

    def _entry(self, note_id: str, scopes: Collection[Scope] | None) -> Entry:
        place = self._seen.places.get(note_id)
        entry = self._seen.get(place) if place is not None else None
        if entry is None or (scopes is not None and entry.head.scope not in scopes):
            raise NotFound("There is no such note.")
        return entry

    def _heads_in(self, scope: Scope) -> list[NoteHead]:
        return [entry.head for entry in self._seen.by_scope.get(scope, {}).values()]

    def _refuse(self, path: str, reason: str) -> None:
        self._tell("a file in the vault is left alone", path, reason)

    def _tell(self, event: str, path: str, reason: str) -> None:
        if (path, reason) not in self._told:
            self._told.add((path, reason))
            log.warning(event, path=path, reason=reason)

    async def _run(self, work: Callable[[], T]) -> T:
        async def alone() -> T:
            async with self._alone:
                with _faults():
                    return await asyncio.to_thread(work)

        return await asyncio.shield(asyncio.create_task(alone()))


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("There is no such note any more.") from error
    except OSError as error:
        raise StoreUnavailable(f"the vault cannot be used now: {error.strerror or error}") from error


def _seen_of(entries: Collection[Entry]) -> _Seen:
    by_scope: dict[Scope, dict[Parts, Entry]] = {}
    for entry in entries:
        by_scope.setdefault(entry.head.scope, {})[entry.parts] = entry
    places = {entry.head.id: (entry.head.scope, entry.parts) for entry in entries}
    return _Seen(by_scope=by_scope, places=places)


def _moved(gone: Collection[Entry], signature: Signature, said: str) -> Entry | None:
    """The entry of a file that lay elsewhere: the same file, or one that said the same."""
    for entry in gone:
        if entry.signature is not None and entry.signature.inode == signature.inode:
            return entry
    return next((entry for entry in gone if entry.said == said), None)


def _front(draft: NoteDraft, note_id: str, title: str) -> dict[str, object]:
    return {
        "id": note_id,
        "title": title,
        "tags": tuple(tag for tag in map(clean_tag, draft.tags) if tag),
        "created": draft.created,
        "updated": draft.created,
        "source": draft.source_message_id,
        "author": draft.author_id,
        "scope": f"{draft.scope.kind.value}/{draft.scope.id}",
    }


def _name(parts: Parts) -> str:
    return unicodedata.normalize("NFC", "/".join(parts).removesuffix(SUFFIX))


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def check_text(text: str, longest: int = LONGEST_TEXT) -> None:
    """Raises LimitReached where a note cannot say this."""
    if len(text) > longest:
        raise LimitReached(TOO_LONG, most=longest, count=len(text))
    if not text.strip():
        raise LimitReached(EMPTY)
