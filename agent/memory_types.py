"""Values of the memory: notes, where they belong, and what of them is recalled. Standard library only.

A note is *staged* (a row that expires) or *committed* (a Markdown file in the vault). What a note says is
untrusted text, whoever committed it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ScopeKind(StrEnum):
    USER = "user"
    CHANNEL = "channel"
    GUILD = "guild"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where a note may be recalled: one author's direct messages, one channel or thread, or one server.

    It is derived from where a message was written, never from what it or the model says.
    """

    kind: ScopeKind
    id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A committed note, as its newest revision says. `id` never changes, whatever a person does to the file.

    `author_id` and `source_message_id` are None for a note that a person put into the vault by hand.
    `name` is what it is called by, unique in its scope: the file's path below the scope's directory, without
    its suffix. `digest` changes with anything that is recalled of it.
    """

    id: str
    scope: Scope
    name: str
    title: str
    text: str
    tags: tuple[str, ...]
    created: datetime
    updated: datetime
    digest: str
    author_id: int | None = None
    source_message_id: int | None = None

    @property
    def shown_as(self) -> str:
        """Names this note as it stands now; another text of the same note has another one."""
        return f"{self.digest} {self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A part of a note that a query found.

    `heading` is the path of headings above it, or empty. `similarity` is the cosine between query and
    passage, `score` the fused rank that orders passages, `words` the share of the query's content words in
    it; each is comparable only within its own scale.
    """

    note_id: str
    scope: Scope
    name: str
    title: str
    heading: str
    text: str
    updated: datetime
    similarity: float
    score: float
    words: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteHead:
    """A committed note without its text; fields as in `Note`."""

    id: str
    scope: Scope
    name: str
    title: str
    tags: tuple[str, ...]
    updated: datetime
    digest: str
    author_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteDraft:
    """What is to be remembered. (author_id, source_message_id, call_index) is unique among staged notes:
    repeating it stores nothing. An empty title is made from the text.
    """

    scope: Scope
    text: str
    author_id: int
    source_message_id: int
    call_index: int
    created: datetime
    title: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedNote:
    """A note that is not committed yet, and is forgotten at `expires`.

    `number` counts its author's staged notes from 1 and is what they call it by; `note_id` is the id that it
    will have as a committed note, so that committing it twice makes one note.
    """

    number: int
    note_id: str
    draft: NoteDraft
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenNotes:
    """How much of what somebody kept was removed."""

    notes: int = 0
    documents: int = 0
    staged: int = 0


class OnConflict(StrEnum):
    """What to do with a note that is close in meaning to one that is there."""

    UPDATE = "update"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What became of a note that was to be committed.

    `note` is what is stored now, None where nothing was. `similar` is the note that stands in the way: the
    draft waits under `staged` until its author says what to do. `replaced`: `note` is a new revision of what
    was there; `known`: it said the same before. `narrowed`: it was asked for the whole server, which its
    author may not.
    """

    note: Note | None
    similar: Note | None = None
    staged: StagedNote | None = None
    replaced: bool = False
    known: bool = False
    narrowed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What became of a file that was to be kept. `known`: it was there and says the same; `replaced`: it was
    there under its name, and what it said is kept as an older revision.
    """

    head: NoteHead
    known: bool = False
    replaced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """A part of a document that is read; `number` from 1, of `count`."""

    name: str
    text: str
    number: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPassage:
    """A passage of a document that a query found, in `part`; `heading` is the page of a PDF, or empty."""

    name: str
    heading: str
    text: str
    part: int
