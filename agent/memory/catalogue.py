"""What was last seen of each note's file, kept in the vault so that a start reads only what changed since.

It is a convenience and an anchor: a file without an `id` of its own keeps the id that it was first seen with,
also under another name. Losing it costs a slow start, and those ids.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from agent.memory import note_text
from agent.memory.note_text import ParsedNote
from agent.memory.vault_files import Found, Parts, Signature
from agent.memory.vault_names import SUFFIX, title_of
from agent.memory_types import Note, NoteHead, Scope, ScopeKind

FORMAT = 1
NAMESPACE = UUID("6f1b2a52-3a7e-5d53-9c57-0f5b7a3c2e11")
LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A file and the note in it. `derived`: the file names no id. `said` is the digest of the text alone,
    `stated` the time that the file gives itself. No signature: to be read again at the next look.
    """

    head: NoteHead
    parts: Parts
    created: datetime
    source_message_id: int | None
    derived: bool
    said: str
    stated: datetime | None
    signature: Signature | None
    fault: str | None = None


Key = tuple[Scope, Parts]


def entry_of(found: Found, parsed: ParsedNote, *, name: str, before: Entry | None) -> Entry:
    """What a file says. `before` is the same file as it was seen last: what its front matter said then counts
    on while nobody can read it.
    """
    values, modified = parsed.values, _instant(found.signature.modified_ns)
    said = hashlib.sha256(parsed.text.encode("utf-8", "replace")).hexdigest()
    if parsed.fault is not None and before is not None and _is_same(before, found, said):
        return _unreadable(before, found, name=name, said=said, fault=parsed.fault)
    stated = note_text.instant_value(values, "updated")
    updated = stated or modified
    if before is not None and before.stated == stated:
        edited_by_hand = before.said != said and stated is not None
        updated = max(updated, modified) if edited_by_hand or stated is None else before.head.updated
    given = _id_in(values, found.scope)
    note_id = given or (before.head.id if before is not None and before.derived else "")
    title = note_text.text_value(values, "title")[:LONGEST_TITLE] or found.parts[-1].removesuffix(SUFFIX)
    head = NoteHead(
        id=note_id or derived_id(found.scope, name),
        scope=found.scope,
        name=name,
        title=title,
        tags=note_text.tags_value(values),
        updated=updated,
        digest="",
        author_id=note_text.number_value(values, "author"),
    )
    return Entry(
        head=_digested(head, said),
        parts=found.parts,
        created=note_text.instant_value(values, "created") or updated,
        source_message_id=note_text.number_value(values, "source"),
        derived=given is None,
        said=said,
        stated=stated,
        signature=found.signature,
        fault=parsed.fault,
    )


def _is_same(before: Entry, found: Found, said: str) -> bool:
    """Surely the same note: never one of another place, whose title and author are nobody's business here."""
    return before.head.scope == found.scope and (before.parts == found.parts or before.said == said)


def _unreadable(before: Entry, found: Found, *, name: str, said: str, fault: str) -> Entry:
    """The note as it was, with the text of now."""
    modified = _instant(found.signature.modified_ns)
    updated = before.head.updated if before.said == said else max(before.head.updated, modified)
    head = replace(before.head, name=name, updated=updated, digest="")
    return replace(
        before,
        head=_digested(head, said),
        parts=found.parts,
        said=said,
        signature=found.signature,
        fault=fault,
    )


def with_id(entry: Entry, note_id: str) -> Entry:
    """The same file under another id, where another file has its own."""
    return replace(entry, head=replace(entry.head, id=note_id), derived=True)


def unsigned(entry: Entry) -> Entry:
    return replace(entry, signature=None)


def note_of(entry: Entry, text: str) -> Note:
    head = entry.head
    return Note(
        id=head.id,
        scope=head.scope,
        name=head.name,
        title=head.title,
        text=text,
        tags=head.tags,
        created=entry.created,
        updated=head.updated,
        digest=head.digest,
        author_id=head.author_id,
        source_message_id=entry.source_message_id,
    )


def derived_id(scope: Scope, name: str) -> str:
    return str(uuid5(NAMESPACE, f"{scope.kind.value}/{scope.id}/{name}"))


def title_for(title: str, text: str) -> str:
    return " ".join(title.split())[:LONGEST_TITLE] or title_of(text)


def to_bytes(entries: Iterable[Entry]) -> bytes:
    rows = [_row(entry) for entry in entries]
    return json.dumps({"format": FORMAT, "notes": rows}, ensure_ascii=True).encode()


def from_bytes(data: bytes) -> dict[Key, Entry]:
    """Entries by their place; none where the data is not what `to_bytes` writes."""
    try:
        content = json.loads(data)
        if content["format"] != FORMAT:
            return {}
        entries = [_entry(row) for row in content["notes"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {(entry.head.scope, entry.parts): entry for entry in entries}


def _row(entry: Entry) -> dict[str, Any]:
    row = asdict(entry)
    row["head"]["updated"] = entry.head.updated.isoformat()
    row["created"] = entry.created.isoformat()
    row["stated"] = entry.stated.isoformat() if entry.stated else None
    return row


def _entry(row: Mapping[str, Any]) -> Entry:
    head, signature, stated = row["head"], row["signature"], row["stated"]
    scope = Scope(kind=ScopeKind(head["scope"]["kind"]), id=int(head["scope"]["id"]))
    return Entry(
        **dict(row)
        | {
            "head": NoteHead(
                **head
                | {
                    "scope": scope,
                    "tags": tuple(head["tags"]),
                    "updated": datetime.fromisoformat(head["updated"]),
                }
            ),
            "parts": tuple(row["parts"]),
            "created": datetime.fromisoformat(row["created"]),
            "stated": datetime.fromisoformat(stated) if stated else None,
            "signature": Signature(**signature) if signature else None,
        }
    )


def _digested(head: NoteHead, said: str) -> NoteHead:
    """What is recalled of a note: place, name, title, tags, time and text."""
    seen = [head.scope.kind.value, head.scope.id, head.name, head.title, head.tags, head.updated.isoformat()]
    text = json.dumps([*seen, said], ensure_ascii=True)
    return replace(head, digest=hashlib.sha256(text.encode()).hexdigest())


def _id_in(values: Mapping[str, Any], scope: Scope) -> str | None:
    text = note_text.text_value(values, "id")
    if not text:
        return None
    try:
        return str(UUID(text))
    except ValueError:
        return str(uuid5(NAMESPACE, f"{scope.kind.value}/{scope.id}#{text}"))


def _instant(nanoseconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(nanoseconds / 1e9, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)
